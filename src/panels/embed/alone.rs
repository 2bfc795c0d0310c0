//! The way out of a frame: a link to the same plan in a tab of its own.

use std::convert::Infallible;

use formats::link::presentation::{Presentation, View};

use crate::dom::{Element, element};
use crate::panels::{BAR_END, PLANNER, words};
use crate::store::{Effects, Moment, Mount, Page, Panel};

/// The link. It stands in the head, or below all else where views alone have no head. The page that
/// it opens shows all views; what is hidden, locked and asked for stays so.
pub(super) struct OpenAlone {
    has_head: bool,
    /// The query of that page.
    query: String,
    /// The fragment of the plan that last came to rest.
    fragment: String,
}

impl OpenAlone {
    /// The link of a page that is asked for so.
    pub(super) fn of(asked: &Presentation) -> Self {
        let query = Presentation {
            embed: false,
            view: Vec::new(),
            ..asked.clone()
        };
        Self {
            has_head: asked.view.is_empty() || asked.view.contains(&View::Verdict),
            query: query.encode(),
            fragment: String::new(),
        }
    }
}

impl Panel for OpenAlone {
    type Event = Infallible;
    const NAME: &'static str = "open-alone";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(if self.has_head { BAR_END } else { PLANNER })
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(&mut self, page: &Page, moment: Moment, _: &mut Effects<Infallible>) -> bool {
        let is_new = matches!(moment, Moment::Mounted | Moment::Rested);
        if is_new {
            self.fragment = page.link();
        }
        is_new
    }

    fn view(&self, page: &Page) -> Element {
        let base = page.address.split(['?', '#']).next().unwrap_or_default();
        let mark = if self.query.is_empty() { "" } else { "?" };
        let link = element("a")
            .id("alone")
            .attribute("href", [base, mark, &self.query, &self.fragment].concat())
            .attribute("target", "_blank")
            .attribute("rel", "noopener")
            .style("color", "inherit".to_owned())
            .child(words().embed.open);
        if self.has_head {
            link
        } else {
            element("nav").class("bar").child(link)
        }
    }
}

//! The link out of a frame: to the same plan in a tab of its own.

use std::convert::Infallible;

use formats::link::presentation::{Presentation, View};

use crate::address::with_query;
use crate::dom::{Element, element};
use crate::panels::{BAR_END, PLANNER, words};
use crate::store::{Effects, Mount, Page, Panel, PanelMoment};

/// The link. It is in the head, or below all else if views are shown alone, without a head. The
/// page that it opens shows all views, with the same hidden and locked controls.
pub(super) struct OwnTabLink {
    has_head: bool,
    /// The query of the page that the link opens.
    query: String,
    /// The fragment of the plan that last came to rest.
    fragment: String,
}

impl OwnTabLink {
    /// The link from a page with this presentation.
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

impl Panel for OwnTabLink {
    type Event = Infallible;
    const NAME: &'static str = "open-alone";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(if self.has_head { BAR_END } else { PLANNER })
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<Infallible>) -> bool {
        let is_new = matches!(moment, PanelMoment::Mounted | PanelMoment::Rested);
        if is_new {
            self.fragment = page.link();
        }
        is_new
    }

    fn view(&self, page: &Page) -> Element {
        let address = with_query(&page.address, &self.query, &self.fragment);
        let link = element("a")
            .id("alone")
            .attribute("href", address)
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

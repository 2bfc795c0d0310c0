//! The link out of a frame: to the same plan in a tab of its own.

use std::convert::Infallible;

use formats::link::presentation::{Presentation, View};
use leptos::prelude::*;

use crate::address::with_query;
use crate::panels::{BAR_END, PLANNER, words};
use crate::store::{Effects, Mount, Page, Panel, PanelMoment, PanelStore};

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
        Mount::In(if self.has_head { BAR_END } else { PLANNER })
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

    fn component(panel: PanelStore<Self>) -> AnyView {
        let address = move || {
            panel.follow(|link, page| with_query(&page.address, &link.query, &link.fragment))
        };
        let link = view! {
            <a
                id="alone"
                href=address
                target="_blank"
                rel="noopener"
                style=("color", "inherit")
            >
                {words().embed.open}
            </a>
        };
        if panel.read(|link, _| link.has_head) {
            link.into_any()
        } else {
            view! { <nav class="bar">{link}</nav> }.into_any()
        }
    }
}

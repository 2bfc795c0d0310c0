//! The foot of an embedded page: the plan's name, and a link to the same plan in a new tab.

use std::convert::Infallible;

use formats::link::presentation::Presentation;
use leptos::prelude::*;

use crate::address::with_query;
use crate::panels::{PLANNER, words};
use crate::store::{Effects, Mount, Page, Panel, PanelMoment, PanelStore};

/// The foot. The page that its link opens shows all views and controls, with the same locked and
/// hidden controls.
pub(super) struct OwnTabLink {
    /// The query of the page that the link opens.
    query: String,
    /// The plan that last came to rest: its name and its fragment.
    plan: [String; 2],
}

impl OwnTabLink {
    /// The foot of a page with this presentation.
    pub(super) fn of(asked: &Presentation) -> Self {
        let query = Presentation {
            embed: false,
            view: Vec::new(),
            show: Vec::new(),
            ..asked.clone()
        };
        Self {
            query: query.encode(),
            plan: Default::default(),
        }
    }
}

impl Panel for OwnTabLink {
    type Event = Infallible;
    const NAME: &'static str = "open-alone";

    fn mount(&self) -> Mount {
        Mount::In(PLANNER)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<Infallible>) -> bool {
        let is_new = matches!(moment, PanelMoment::Mounted | PanelMoment::Rested);
        if is_new {
            self.plan = [(page.strings.plan_title)(&page.draft), page.link()];
        }
        is_new
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        let name = move || panel.follow(|foot, _| foot.plan[0].clone());
        let address = move || {
            panel.follow(|foot, page| with_query(&page.address, &foot.query, &foot.plan[1]))
        };
        view! {
            <nav class="own-tab">
                <span>{name}</span>
                <a id="alone" href=address target="_blank" rel="noopener">
                    {words().embed.open}
                </a>
            </nav>
        }
        .into_any()
    }
}

//! Stand-in for the best layout until its part of the program is loaded.

use std::convert::Infallible;

use formats::link::presentation::View;
use leptos::prelude::*;

use super::state::ID;
use crate::components::Table;
use crate::panels::figure::Figure;
use crate::panels::late_part::stand_in;
use crate::panels::words;
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, Part, PartState};

/// The stand-in; all that it shows is the page's state.
#[derive(Default)]
pub(crate) struct SearchStandIn {
    /// State of the part when a screen reader was last informed.
    last_state: PartState,
}

impl Panel for SearchStandIn {
    type Event = Infallible;
    const NAME: &'static str = ID;

    fn mount(&self) -> Mount {
        Mount::View(View::Search)
    }

    /// The style sheet is also that of the panel that takes this one's place.
    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<Infallible>,
    ) -> bool {
        let state = page.parts.of(Part::Search);
        // After a failure only the reader asks again.
        if moment == PanelMoment::Shown && state == PartState::Absent {
            effects.send(Event::Load(Part::Search));
        }
        if state != self.last_state {
            self.last_state = state;
            if let Some(said) = state.of_words(words().search.unloaded) {
                effects.announce(said);
            }
        }
        moment == PanelMoment::Changed
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        figure(panel)
    }
}

/// The frame of the figure, and what has become of its part.
fn figure(panel: PanelStore<SearchStandIn>) -> AnyView {
    let words = &words().search;
    let unloaded = move || {
        panel.follow(|_, page| {
            let sentence = page.parts.of(Part::Search).of_words(words.unloaded)?;
            Some(stand_in(Part::Search, ID, sentence))
        })
    };
    view! {
        <Figure
            id=ID
            caption="search-caption"
            name=words.heading
            sentence=Box::new(move || words.invitation.to_owned())
            table=Box::new(Table::default)
        >
            {unloaded}
        </Figure>
    }
    .into_any()
}

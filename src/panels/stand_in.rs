//! Stand-in for a view until its part of the program is loaded.

use std::convert::Infallible;

use formats::link::presentation::View;
use leptos::prelude::*;
use text::figures::LateFrame;

use super::late_part::stand_in;
use crate::components::Table;
use crate::panels::figure::Figure;
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, Part, PartState};

/// The view for which a stand-in stands.
#[derive(Clone, Copy)]
pub(crate) struct StoodFor {
    /// The view.
    pub(crate) view: View,
    /// The part that has it.
    pub(crate) part: Part,
    /// The id of the figure, which is also the name of the panel that takes the stand-in's place.
    pub(crate) id: &'static str,
    /// The id of its caption.
    pub(crate) caption: &'static str,
    /// The style sheet of the stand-in and of that panel.
    pub(crate) style: &'static str,
    /// The words in their place.
    pub(crate) words: fn() -> &'static LateFrame,
}

/// A stand-in; all that it shows is the page's state.
pub(crate) struct StandIn {
    stood_for: StoodFor,
    /// State of the part when a screen reader was last informed.
    last_state: PartState,
}

impl StandIn {
    /// A stand-in for a view.
    pub(crate) fn new(stood_for: StoodFor) -> Self {
        Self {
            stood_for,
            last_state: PartState::default(),
        }
    }
}

impl Panel for StandIn {
    type Event = Infallible;
    const NAME: &'static str = "stand-in";

    fn name(&self) -> &'static str {
        self.stood_for.id
    }

    fn mount(&self) -> Mount {
        Mount::View(self.stood_for.view)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(self.stood_for.style)
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
        let StoodFor { part, words, .. } = self.stood_for;
        let state = page.parts.of(part);
        // After a failure only the reader asks again.
        if moment == PanelMoment::Shown && state == PartState::Absent {
            effects.send(Event::Load(part));
        }
        if state != self.last_state {
            self.last_state = state;
            if let Some(said) = state.of_words(words().unloaded) {
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
fn figure(panel: PanelStore<StandIn>) -> AnyView {
    let stood_for = panel.read(|stand_in, _| stand_in.stood_for);
    let words = (stood_for.words)();
    let StoodFor { part, id, .. } = stood_for;
    let unloaded = move || {
        panel.follow(|_, page| {
            let sentence = page.parts.of(part).of_words(words.unloaded)?;
            Some(stand_in(part, id, sentence))
        })
    };
    view! {
        <Figure
            id=id
            caption=stood_for.caption
            name=words.heading
            sentence=Box::new(move || words.invitation.to_owned())
            table=Box::new(Table::default)
        >
            {unloaded}
        </Figure>
    }
    .into_any()
}

//! Stand-in for the best layout until its part of the program is loaded.

use formats::link::presentation::View;

use super::state::ID;
use crate::dom::{Element, UiEvent};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::late_part::{is_asked, stand_in};
use crate::panels::words;
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, Part, PartState};

/// The stand-in; all that it shows is the page's state.
#[derive(Default)]
pub(crate) struct SearchStandIn {
    /// State of the part when a screen reader was last informed.
    told: PartState,
}

/// The part is requested again.
pub(crate) struct Again;

impl Panel for SearchStandIn {
    type Event = Again;
    const NAME: &'static str = ID;

    fn mount(&self) -> Mount {
        Mount::View(View::Search)
    }

    /// The style sheet is also that of the panel that takes this one's place.
    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn on_ui_event(&self, _: &Page, ui_event: &UiEvent) -> Option<Again> {
        is_asked(ui_event, ID).then_some(Again)
    }

    fn update(&mut self, _: &Page, _: Again, effects: &mut Effects<Again>) {
        effects.send(Event::Load(Part::Search));
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, effects: &mut Effects<Again>) -> bool {
        let state = page.parts.of(Part::Search);
        // After a failure only the reader asks again.
        if moment == PanelMoment::Shown && state == PartState::Absent {
            effects.send(Event::Load(Part::Search));
        }
        if state != self.told {
            self.told = state;
            if let Some(said) = state.of_words(words().search.unloaded) {
                effects.announce(said);
            }
        }
        moment == PanelMoment::Changed
    }

    fn view(&self, page: &Page) -> Element {
        let words = &words().search;
        let frame = FigureIdentity {
            id: ID,
            caption: "search-caption",
            name: words.heading,
        };
        let unloaded = page.parts.of(Part::Search).of_words(words.unloaded);
        let unloaded = unloaded.map(|said| stand_in(ID, said));
        let drawing = Drawing {
            sentence: words.invitation.to_owned(),
            body: unloaded.into_iter().collect(),
        };
        frame.draw_with(page, drawing, Default::default)
    }
}

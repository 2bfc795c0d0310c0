//! Stand-in for the best layout until its part of the program has come.

use super::state::ID;
use crate::dom::{Element, Heard};
use crate::panels::figure::{Drawing, Figure};
use crate::panels::late_part::{is_asked, stand_in};
use crate::panels::{LATER, words};
use crate::store::{Effects, Event, Moment, Mount, Page, Panel, Part, PartState};

/// The stand-in; all that it shows is the page's.
#[derive(Default)]
pub(crate) struct SearchStandIn {
    /// State of the part when a screen reader was last informed.
    told: PartState,
}

/// The part is asked for again.
pub(crate) struct Again;

impl Panel for SearchStandIn {
    type Event = Again;
    const NAME: &'static str = ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<Again> {
        is_asked(heard, ID).then_some(Again)
    }

    fn update(&mut self, _: &Page, _: Again, effects: &mut Effects<Again>) {
        effects.send(Event::Load(Part::Search));
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<Again>) -> bool {
        let state = page.parts.of(Part::Search);
        // What has not come is asked for again by the reader alone.
        if moment == Moment::Shown && state == PartState::Absent {
            effects.send(Event::Load(Part::Search));
        }
        if state != self.told {
            self.told = state;
            if let Some(said) = state.of_words(words().search.unloaded) {
                effects.announce(said);
            }
        }
        moment == Moment::Changed
    }

    fn view(&self, page: &Page) -> Element {
        let words = &words().search;
        let frame = Figure {
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

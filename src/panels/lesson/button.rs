//! The button that opens lessons, in the head of the page: there before lessons have come.

use super::event::LessonEvent;
use super::state::LessonPanel;
use super::wanted::Wanted;
use crate::dom::{Element, Heard, Kind, element};
use crate::panels::late_part::{is_asked, stand_in};
use crate::panels::{LATER_BAR, words};
use crate::store::{Effects, Event, Moment, Mount, Page, Panel, Part, PartState};

/// The id of the button.
pub(super) const BUTTON: &str = "lessons";
/// The name of the part, on the button that asks for it again.
const PART: &str = "lesson";

/// The button.
#[derive(Default)]
pub(crate) struct LessonButton {
    /// The lesson that is to be opened once the part is there.
    wanted: Option<Wanted>,
    /// State of the part when the button was drawn last.
    part: PartState,
}

/// An event of the button.
#[derive(Debug, PartialEq)]
pub(crate) enum LessonButtonEvent {
    /// A lesson is to be opened.
    Open(Wanted),
    /// The part of the program is asked for again.
    LoadAgain,
}

impl Panel for LessonButton {
    type Event = LessonButtonEvent;
    const NAME: &'static str = "lesson-button";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(LATER_BAR)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<LessonButtonEvent> {
        if is_asked(heard, PART) {
            return Some(LessonButtonEvent::LoadAgain);
        }
        let is_pressed = heard.kind == Kind::Click && heard.within("button")?.id() == BUTTON;
        is_pressed.then_some(LessonButtonEvent::Open(Wanted::Menu))
    }

    fn update(
        &mut self,
        page: &Page,
        event: LessonButtonEvent,
        effects: &mut Effects<LessonButtonEvent>,
    ) {
        match event {
            LessonButtonEvent::LoadAgain => effects.send(Event::Load(Part::Lesson)),
            LessonButtonEvent::Open(wanted) => match page.parts.of(Part::Lesson) {
                PartState::Here => LessonPanel::tell(effects, LessonEvent::Open(wanted)),
                // The last request counts, as where a query names one lesson and the page around
                // sends another.
                PartState::Coming | PartState::Late => self.wanted = Some(wanted),
                PartState::Absent | PartState::Failed => {
                    self.wanted = Some(wanted);
                    effects.send(Event::Load(Part::Lesson));
                }
            },
        }
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: Moment,
        effects: &mut Effects<LessonButtonEvent>,
    ) -> bool {
        let part = page.parts.of(Part::Lesson);
        if moment != Moment::Changed || part == self.part {
            return false;
        }
        self.part = part;
        if part == PartState::Here {
            if let Some(wanted) = self.wanted.take() {
                LessonPanel::tell(effects, LessonEvent::Open(wanted));
            }
        } else if let Some(sentence) = part.of_words(words().lesson.unloaded) {
            effects.announce(sentence);
        }
        true
    }

    fn view(&self, page: &Page) -> Element {
        let words = &words().lesson;
        let button = element("button")
            .attribute("type", "button")
            .id(BUTTON)
            .child(words.button);
        let unloaded = page.parts.of(Part::Lesson).of_words(words.unloaded);
        let unloaded = unloaded.map(|said| stand_in(PART, said));
        element("span")
            .class("acts")
            .child(button)
            // Always there, so that what stands behind keeps its place.
            .child(element("span").children(unloaded.into_iter().collect()))
    }
}

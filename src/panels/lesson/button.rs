//! The button in the head that opens lessons, mounted before the lessons are loaded.

use super::event::LessonEvent;
use super::requested_lesson::RequestedLesson;
use super::state::LessonPanel;
use crate::dom::{Element, UiEvent, UiEventKind, element};
use crate::panels::late_part::{is_asked, stand_in};
use crate::panels::{LATER_BAR, words};
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, Part, PartState};

/// The id of the button.
pub(super) const BUTTON: &str = "lessons";
/// The name of the part, on its retry button.
const PART: &str = "lesson";

/// The button.
#[derive(Default)]
pub(crate) struct LessonButton {
    /// The lesson to be opened once the part is loaded.
    wanted: Option<RequestedLesson>,
    /// State of the part when the button was last drawn.
    part: PartState,
}

/// An event of the button.
#[derive(Debug, PartialEq)]
pub(crate) enum LessonButtonEvent {
    /// A lesson is requested.
    Open(RequestedLesson),
    /// The part of the program is requested again.
    LoadAgain,
}

impl Panel for LessonButton {
    type Event = LessonButtonEvent;
    const NAME: &'static str = "lesson-button";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(LATER_BAR)
    }

    fn on_ui_event(&self, _: &Page, ui_event: &UiEvent) -> Option<LessonButtonEvent> {
        if is_asked(ui_event, PART) {
            return Some(LessonButtonEvent::LoadAgain);
        }
        let is_pressed =
            ui_event.kind == UiEventKind::Click && ui_event.within("button")?.id() == BUTTON;
        is_pressed.then_some(LessonButtonEvent::Open(RequestedLesson::Menu))
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
                // The last request counts, for example if a query names one lesson and the
                // embedding page sends another.
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
        moment: PanelMoment,
        effects: &mut Effects<LessonButtonEvent>,
    ) -> bool {
        let part = page.parts.of(Part::Lesson);
        if moment != PanelMoment::Changed || part == self.part {
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
            // Always present, so that what follows keeps its place.
            .child(element("span").children(unloaded.into_iter().collect()))
    }
}

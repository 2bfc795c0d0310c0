//! The button in the head that opens lessons, mounted before the lessons are loaded.

use leptos::prelude::*;

use super::event::LessonEvent;
use super::open_step::OpenStep;
use super::requested_lesson::RequestedLesson;
use super::state::LessonPanel;
use crate::panels::late_part::stand_in;
use crate::panels::{LATER_BAR, words};
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, Part, PartState};

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
    /// The step that this tab had open when it was last loaded.
    Resume(OpenStep),
}

impl Panel for LessonButton {
    type Event = LessonButtonEvent;
    const NAME: &'static str = "lesson-button";

    fn mount(&self) -> Mount {
        Mount::In(LATER_BAR)
    }

    fn update(
        &mut self,
        page: &Page,
        event: LessonButtonEvent,
        effects: &mut Effects<LessonButtonEvent>,
    ) {
        let wanted = match event {
            LessonButtonEvent::Open(wanted) => wanted,
            LessonButtonEvent::Resume(step) if step.is_of(page) => RequestedLesson::At(step.lesson),
            LessonButtonEvent::Resume(_) => return,
        };
        match page.parts.of(Part::Lesson) {
            PartState::Here => LessonPanel::tell(effects, LessonEvent::Open(wanted)),
            // The last request counts, for example if a query names one lesson and the embedding
            // page sends another.
            PartState::Coming | PartState::Late => self.wanted = Some(wanted),
            PartState::Absent | PartState::Failed => {
                self.wanted = Some(wanted);
                effects.send(Event::Load(Part::Lesson));
            }
        }
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<LessonButtonEvent>,
    ) -> bool {
        // A lesson that the query names is opened anyway.
        let asked = &page.presentation;
        if moment == PanelMoment::Mounted && asked.lesson.is_empty() && !asked.embed {
            effects.run(|sender| {
                if let Some(step) = OpenStep::read() {
                    sender.send(LessonButtonEvent::Resume(step));
                }
            });
        }
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

    fn component(panel: PanelStore<Self>) -> AnyView {
        let words = &words().lesson;
        let unloaded = move || {
            let sentence =
                panel.follow(|_, page| page.parts.of(Part::Lesson).of_words(words.unloaded));
            sentence.map(|sentence| stand_in(Part::Lesson, PART, sentence))
        };
        let open = move |_| panel.send(LessonButtonEvent::Open(RequestedLesson::Menu));
        view! {
            <span class="acts">
                <button type="button" id=BUTTON on:click=open>
                    {words.button}
                </button>
                // Always present, so that what follows keeps its place.
                <span>{unloaded}</span>
            </span>
        }
        .into_any()
    }
}

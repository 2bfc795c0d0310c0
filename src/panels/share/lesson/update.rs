//! Changes of the pane of lessons by its events.

use super::super::event::{LessonPaneEvent, ShareEvent};
use super::super::writer::WriterEvent;
use super::state::LessonPane;
use crate::store::{Effects, Event, Page, Part, PartState};

/// Changes the state by an event.
pub(in super::super) fn update(
    lesson: &mut LessonPane,
    page: &Page,
    event: LessonPaneEvent,
    effects: &mut Effects<ShareEvent>,
) {
    match event {
        LessonPaneEvent::Choose(choice) => {
            lesson.choices.choose(choice);
            lesson.preview.await_rest(effects);
        }
        LessonPaneEvent::LoadWriter => {
            if page.parts.of(Part::Writer) == PartState::Absent {
                effects.send(Event::Load(Part::Writer));
            }
        }
        LessonPaneEvent::Written(draft) => {
            lesson.draft = draft;
            lesson.preview.await_rest(effects);
        }
        LessonPaneEvent::BeginLesson => {
            let asked = Box::new(lesson.choices.presentation());
            effects.tell(WriterEvent::Begin(asked));
        }
        LessonPaneEvent::FollowPreview(change) => {
            if lesson.preview.is_last(change) {
                let wanted = lesson.previewed(page);
                lesson.preview.follow(wanted, &lesson.draft, effects);
            }
        }
        LessonPaneEvent::PreviewReady => lesson.preview.begin(&lesson.draft, effects),
    }
}

/// Shows the pane, with a frame for the preview.
pub(in super::super) fn show(lesson: &mut LessonPane, effects: &mut Effects<ShareEvent>) {
    lesson.preview.await_rest(effects);
}

/// Handles a change of the plan.
pub(in super::super) fn follow(lesson: &mut LessonPane, effects: &mut Effects<ShareEvent>) {
    lesson.preview.await_rest(effects);
}

/// Hides the pane, and its preview with it.
pub(in super::super) fn hide(lesson: &mut LessonPane) {
    lesson.preview.leave();
}

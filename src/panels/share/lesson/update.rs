//! Events of the pane of lessons, and the changes of its state.

use cost::plan::Word;
use formats::link::presentation::View;

use super::super::event::{Choice, GoalChoice, LessonEvent, ShareEvent};
use super::super::writer::{LessonWriter, WriterEvent};
use super::state::Lesson;
use super::way::Way;
use super::{fates, goal, named};
use crate::dom::{Heard, Target};
use crate::panels::late_part::is_asked;
use crate::store::{Effects, Event, Page, Panel, Part, PartState};

/// The id of what opens the editor.
pub(super) const OPEN_WRITER: &str = "own-open";
/// The name of its part, on the button that asks for it again.
pub(super) const WRITER: &str = "writer";

/// Event for a press; none where it concerns other panes.
pub(in super::super) fn pressed(page: &Page, heard: &Heard) -> Option<LessonEvent> {
    let is_absent = page.parts.of(Part::Writer) == PartState::Absent;
    let is_wanted = is_absent && heard.is_at(OPEN_WRITER) || is_asked(heard, WRITER);
    is_wanted.then_some(LessonEvent::LoadWriter)
}

/// Event for a box that is ticked, or a field that is chosen or typed in.
pub(in super::super) fn typed(lesson: &Lesson, field: &Target) -> Option<LessonEvent> {
    let choice = choice_of(field)?;
    let mut choices = lesson.choices.clone();
    choices.choose(choice.clone());
    (choices != lesson.choices).then_some(LessonEvent::Choose(choice))
}

fn choice_of(field: &Target) -> Option<Choice> {
    if let Some(chosen) = field.chosen() {
        return match field.id().as_str() {
            "lesson-theme" => Some(Choice::Theme(chosen)),
            "lesson-units" => Some(Choice::Units(chosen)),
            "lesson-mfu" => Some(Choice::Mfu(chosen)),
            _ => {
                let key = fates::key_of(&field.attribute("data-fate")?)?;
                Some(Choice::Fate(key, chosen))
            }
        };
    }
    let value = field.value();
    if let Some(limit) = field.number_at("data-limit") {
        return Some(Choice::Goal(GoalChoice::Limit(limit, value)));
    }
    match (field.attribute("name").as_deref(), field.id().as_str()) {
        (Some("lesson-view"), _) => {
            let view = View::ALL.iter().find(|view| view.word() == value)?;
            Some(Choice::View(*view, field.is_checked()))
        }
        (Some("lesson-table"), _) => Some(Choice::Tables(field.is_checked())),
        (Some("lesson-way"), _) => Some(Choice::Way(Way::of(&value))),
        (Some("lesson-fits"), _) => Some(Choice::Goal(GoalChoice::Fits(field.is_checked()))),
        (_, named::FIELD) => Some(Choice::Lesson(value)),
        (_, goal::CONDITION) => Some(Choice::Goal(GoalChoice::Condition(value))),
        _ => None,
    }
}

/// Changes the state by an event.
pub(in super::super) fn update(
    lesson: &mut Lesson,
    page: &Page,
    event: LessonEvent,
    effects: &mut Effects<ShareEvent>,
) {
    match event {
        LessonEvent::Choose(choice) => {
            lesson.choices.choose(choice);
            lesson.preview.await_rest(effects);
        }
        LessonEvent::LoadWriter => effects.send(Event::Load(Part::Writer)),
        LessonEvent::Written(draft) => {
            lesson.draft = draft;
            lesson.preview.await_rest(effects);
        }
        LessonEvent::BeginLesson => {
            let asked = Box::new(lesson.choices.presentation());
            LessonWriter::tell(effects, WriterEvent::Begin(asked));
        }
        LessonEvent::FollowPreview(change) => {
            if lesson.preview.is_last(change) {
                let wanted = lesson.previewed(page);
                lesson.preview.follow(wanted, &lesson.draft, effects);
            }
        }
        LessonEvent::PreviewReady => lesson.preview.begin(&lesson.draft, effects),
    }
}

/// The pane is shown: with it come a place for the editor and a frame for the preview.
pub(in super::super) fn show(lesson: &mut Lesson, effects: &mut Effects<ShareEvent>) {
    lesson.preview.await_rest(effects);
    LessonWriter::tell(effects, WriterEvent::Placed);
}

/// The plan has changed.
pub(in super::super) fn follow(lesson: &mut Lesson, effects: &mut Effects<ShareEvent>) {
    lesson.preview.await_rest(effects);
}

/// The pane goes, and its preview with it.
pub(in super::super) fn hide(lesson: &mut Lesson) {
    lesson.preview.leave();
}

//! Events of the pane of lessons, and the changes of its state.

use cost::plan::Word;
use formats::link::presentation::View;

use super::super::event::{GoalChoice, LessonPaneChoice, LessonPaneEvent, ShareEvent};
use super::super::writer::{LessonWriter, WriterEvent};
use super::snippet_kind::SnippetKind;
use super::state::LessonPane;
use super::{control_access, goal, opened_lesson};
use crate::dom::{UiEvent, UiTarget};
use crate::panels::late_part::is_asked;
use crate::store::{Effects, Event, Page, Panel, Part, PartState};

/// The id of the element that opens the editor.
pub(super) const OPEN_WRITER: &str = "own-open";
/// The name of the editor's part, on its retry button.
pub(super) const WRITER: &str = "writer";

/// Event for a press; none if it concerns other panes.
pub(in super::super) fn pressed(page: &Page, ui_event: &UiEvent) -> Option<LessonPaneEvent> {
    let is_absent = page.parts.of(Part::Writer) == PartState::Absent;
    let is_wanted = is_absent && ui_event.is_at(OPEN_WRITER) || is_asked(ui_event, WRITER);
    is_wanted.then_some(LessonPaneEvent::LoadWriter)
}

/// Event for a box that is ticked, or a field that is chosen or typed in.
pub(in super::super) fn typed(lesson: &LessonPane, field: &UiTarget) -> Option<LessonPaneEvent> {
    let choice = choice_of(field)?;
    let mut choices = lesson.choices.clone();
    choices.choose(choice.clone());
    (choices != lesson.choices).then_some(LessonPaneEvent::Choose(choice))
}

fn choice_of(field: &UiTarget) -> Option<LessonPaneChoice> {
    if let Some(chosen) = field.chosen() {
        return match field.id().as_str() {
            "lesson-theme" => Some(LessonPaneChoice::Theme(chosen)),
            "lesson-units" => Some(LessonPaneChoice::Units(chosen)),
            "lesson-mfu" => Some(LessonPaneChoice::Mfu(chosen)),
            _ => {
                let key = control_access::key_of(&field.attribute("data-fate")?)?;
                Some(LessonPaneChoice::Fate(key, chosen))
            }
        };
    }
    let value = field.value();
    if let Some(limit) = field.number_at("data-limit") {
        return Some(LessonPaneChoice::Goal(GoalChoice::Limit(limit, value)));
    }
    match (field.attribute("name").as_deref(), field.id().as_str()) {
        (Some("lesson-view"), _) => {
            let view = View::parse(&value)?;
            Some(LessonPaneChoice::View(view, field.is_checked()))
        }
        (Some("lesson-table"), _) => Some(LessonPaneChoice::Tables(field.is_checked())),
        (Some("lesson-way"), _) => Some(LessonPaneChoice::SnippetKind(SnippetKind::of(&value))),
        (Some("lesson-fits"), _) => {
            Some(LessonPaneChoice::Goal(GoalChoice::Fits(field.is_checked())))
        }
        (_, opened_lesson::FIELD) => Some(LessonPaneChoice::Lesson(value)),
        (_, goal::CONDITION) => Some(LessonPaneChoice::Goal(GoalChoice::Condition(value))),
        _ => None,
    }
}

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
        LessonPaneEvent::LoadWriter => effects.send(Event::Load(Part::Writer)),
        LessonPaneEvent::Written(draft) => {
            lesson.draft = draft;
            lesson.preview.await_rest(effects);
        }
        LessonPaneEvent::BeginLesson => {
            let asked = Box::new(lesson.choices.presentation());
            LessonWriter::tell(effects, WriterEvent::Begin(asked));
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

/// Shows the pane, with a place for the editor and a frame for the preview.
pub(in super::super) fn show(lesson: &mut LessonPane, effects: &mut Effects<ShareEvent>) {
    lesson.preview.await_rest(effects);
    LessonWriter::tell(effects, WriterEvent::Placed);
}

/// Handles a change of the plan.
pub(in super::super) fn follow(lesson: &mut LessonPane, effects: &mut Effects<ShareEvent>) {
    lesson.preview.await_rest(effects);
}

/// Hides the pane, and its preview with it.
pub(in super::super) fn hide(lesson: &mut LessonPane) {
    lesson.preview.leave();
}

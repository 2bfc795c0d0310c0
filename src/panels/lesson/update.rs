//! Events of the panel, and the changes of its state.

use cost::plan::Word;
use formats::link::presentation::View;
use lesson::LARGEST;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::event::LessonEvent;
use super::hints::Ahead;
use super::menu::{ADDRESS, FILE, KEEP, RETRY};
use super::opening::{has_focus, show_view};
use super::own_lesson::OwnLesson;
use super::state::LessonPanel;
use super::summary::SummaryCopy;
use crate::browser::{by_id, document, file, window};
use crate::dom::{UiEvent, UiEventKind, UiTarget};
use crate::panels::late_part::is_asked;
use crate::store::{Effects, Event, Page};

/// The event for a UI event, if there is one.
pub(super) fn on_ui_event(panel: &LessonPanel, ui_event: &UiEvent) -> Option<LessonEvent> {
    match ui_event.kind {
        UiEventKind::Click if is_asked(ui_event, RETRY) => Some(LessonEvent::AskAgain),
        UiEventKind::Click => pressed(&ui_event.within("#lesson button")?),
        UiEventKind::Input | UiEventKind::Change => {
            ui_event.within("#lesson")?;
            typed(panel, ui_event.kind, &ui_event.target()?)
        }
        UiEventKind::KeyDown => key(ui_event),
        _ => None,
    }
}

/// Event for a press of a button.
fn pressed(button: &UiTarget) -> Option<LessonEvent> {
    if let Some(name) = button.attribute("data-lesson") {
        return Some(LessonEvent::OpenAt(name));
    }
    if let Some(place) = button.number_at("data-step") {
        return Some(LessonEvent::Enter(place));
    }
    if let Some(place) = button.number_at("data-check") {
        return Some(LessonEvent::Check(place));
    }
    if let Some(word) = button.attribute("data-show") {
        return View::parse(&word).map(LessonEvent::ShowView);
    }
    Some(match &*button.id() {
        "lesson-close" => LessonEvent::Close,
        "lesson-all" => LessonEvent::ShowMenu,
        "lesson-fold" => LessonEvent::Fold,
        "lesson-open" => LessonEvent::OpenTyped,
        "lesson-own" => LessonEvent::RestoreOwn,
        "lesson-forget" => LessonEvent::ForgetProgress,
        "lesson-back" => LessonEvent::Back,
        "lesson-restart" => LessonEvent::Restart,
        "lesson-next" => LessonEvent::Next,
        "lesson-hint" => LessonEvent::Hint,
        "lesson-set" => LessonEvent::SetHint,
        "lesson-copy" => LessonEvent::Copy,
        "lesson-print" => LessonEvent::Print,
        _ => return None,
    })
}

/// Event for text typed, or an option chosen, in a field.
fn typed(panel: &LessonPanel, kind: UiEventKind, field: &UiTarget) -> Option<LessonEvent> {
    if let Some(place) = field.number_at::<usize>("data-question") {
        let known = panel.run.as_ref()?.answers.get(place)?;
        let text = field.value();
        // Both `input` and `change` arrive for one change.
        return (text != known.text).then_some(LessonEvent::Answer(place, text));
    }
    match &*field.id() {
        ADDRESS => Some(LessonEvent::TypeAddress(field.value())),
        KEEP => {
            let is_kept = field.is_checked();
            (is_kept != panel.progress.is_kept()).then_some(LessonEvent::KeepProgress(is_kept))
        }
        FILE if kind == UiEventKind::Change => Some(LessonEvent::ChooseFile),
        _ => None,
    }
}

/// Enter in a field presses the button beside it; Escape hides the explanation of a term.
fn key(ui_event: &UiEvent) -> Option<LessonEvent> {
    let field = ui_event.target()?;
    match &*ui_event.keys()?.key {
        "Escape" if field.matches(".term button") => Some(LessonEvent::LeaveTerm),
        "Enter" if field.id() == ADDRESS => Some(LessonEvent::OpenTyped),
        "Enter" => field.number_at("data-question").map(LessonEvent::Check),
        _ => None,
    }
}

/// Changes the state by an event.
pub(super) fn update(
    panel: &mut LessonPanel,
    page: &Page,
    event: LessonEvent,
    effects: &mut Effects<LessonEvent>,
) {
    let place = panel.run.as_ref().map_or(0, |run| run.place);
    match event {
        LessonEvent::Open(wanted) => panel.open(page, wanted, effects),
        LessonEvent::OpenAt(address) => panel.open_at(&address, effects),
        LessonEvent::OpenTyped => panel.open_typed(effects),
        LessonEvent::AskAgain => panel.ask_again(effects),
        LessonEvent::TypeAddress(address) => panel.address = address,
        LessonEvent::ChooseFile => read_file(effects),
        LessonEvent::ShowMenu => panel.show_menu(effects),
        LessonEvent::Fold => panel.is_folded = !panel.is_folded,
        LessonEvent::Close => panel.leave(effects),
        LessonEvent::RestoreOwn => {
            if let Some(own) = panel.own.take() {
                effects.send(Event::Start(Box::new((*own).clone())));
            }
        }
        LessonEvent::Enter(place) => panel.enter(page, place, true, effects),
        LessonEvent::Restart => panel.enter(page, place, true, effects),
        LessonEvent::Back => panel.enter(page, place.saturating_sub(1), true, effects),
        LessonEvent::Next => panel.go_on(page, effects),
        LessonEvent::ShowView(view) => show_view(view, effects),
        LessonEvent::Answer(place, text) => panel.answer(place, text),
        LessonEvent::Check(place) => panel.check(page, place, effects),
        LessonEvent::Hint => panel.hint(page, effects),
        LessonEvent::SetHint => panel.set_hint(effects),
        LessonEvent::LeaveTerm => effects.run(|_| {
            if let Some(focused) = document().active_element() {
                let _ = focused.unchecked_into::<HtmlElement>().blur();
            }
        }),
        LessonEvent::Copy => panel.copy(page, effects),
        LessonEvent::Print => effects.run(|_| {
            let _ = window().print();
        }),
        LessonEvent::KeepProgress(is_kept) => panel.keep_progress(is_kept, effects),
        LessonEvent::ForgetProgress => panel.forget_progress(effects),
        LessonEvent::Arrived(arrival) => panel.arrive(page, arrival, effects),
        LessonEvent::OwnLesson(place, lesson) => {
            if let Some(shelved) = panel.own_lessons.get_mut(place) {
                *shelved = lesson.map_or(OwnLesson::Absent, OwnLesson::Yes);
            }
        }
        LessonEvent::Read(text, has_focus) => {
            panel.open_file(page, text.as_deref(), has_focus, effects);
        }
        LessonEvent::Kept(kept) => panel.progress.take(kept),
        LessonEvent::WasKept(is_kept) => panel.progress.set_refused(!is_kept),
        LessonEvent::Copied(worked) => {
            panel.copied = if worked {
                SummaryCopy::Yes
            } else {
                SummaryCopy::ByHand
            };
        }
        LessonEvent::Room(has_room) => panel.has_room = has_room,
    }
}

/// Reads the chosen file.
fn read_file(effects: &mut Effects<LessonEvent>) {
    effects.run(|sender| {
        let field = by_id(FILE);
        if let Some(file) = field.and_then(|field| file::chosen(&field)) {
            file::read(&file, LARGEST, move |text| {
                sender.send(LessonEvent::Read(text, has_focus()));
            });
        }
    });
}

impl LessonPanel {
    /// Tries one more plan for a hint; `false` if none is left.
    pub(super) fn look_on(&mut self) -> bool {
        let run = self.run.as_mut();
        let ahead = run.and_then(|run| run.ahead.as_mut());
        ahead.is_some_and(Ahead::go_on)
    }

    /// Ends the search for a hint with what it has found.
    pub(super) fn end_looking(&mut self) {
        if let Some(run) = &mut self.run {
            run.ahead = run.ahead.take().map(Ahead::end);
        }
    }
}

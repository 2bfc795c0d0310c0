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
use super::shelf::Shelved;
use super::state::LessonPanel;
use super::summary::Copied;
use crate::browser::{by_id, document, file, window};
use crate::dom::{Heard, Kind, Target};
use crate::panels::late_part::is_asked;
use crate::store::{Effects, Event, Page};

/// The meaning of an event that was heard.
pub(super) fn hear(panel: &LessonPanel, heard: &Heard) -> Option<LessonEvent> {
    match heard.kind {
        Kind::Click if is_asked(heard, RETRY) => Some(LessonEvent::AskAgain),
        Kind::Click => pressed(&heard.within("#lesson button")?),
        Kind::Input | Kind::Change => {
            heard.within("#lesson")?;
            typed(panel, heard.kind, &heard.target()?)
        }
        Kind::KeyDown => key(heard),
        _ => None,
    }
}

/// A button is pressed.
fn pressed(button: &Target) -> Option<LessonEvent> {
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

/// Something is typed or chosen in a field.
fn typed(panel: &LessonPanel, kind: Kind, field: &Target) -> Option<LessonEvent> {
    if let Some(place) = field.number_at::<usize>("data-question") {
        let known = panel.run.as_ref()?.answers.get(place)?;
        let text = field.value();
        // Both events of one change come here.
        return (text != known.text).then_some(LessonEvent::Answer(place, text));
    }
    match &*field.id() {
        ADDRESS => Some(LessonEvent::TypeAddress(field.value())),
        KEEP => {
            let is_kept = field.is_checked();
            (is_kept != panel.progress.is_kept()).then_some(LessonEvent::KeepProgress(is_kept))
        }
        FILE if kind == Kind::Change => Some(LessonEvent::ChooseFile),
        _ => None,
    }
}

/// Enter in a field is a press on the button beside it; Escape takes away the meaning of a word.
fn key(heard: &Heard) -> Option<LessonEvent> {
    let field = heard.target()?;
    match &*heard.keys()?.key {
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
        LessonEvent::Shelved(place, lesson) => {
            if let Some(shelved) = panel.shelf.get_mut(place) {
                *shelved = lesson.map_or(Shelved::Absent, Shelved::Yes);
            }
        }
        LessonEvent::Read(text, has_focus) => {
            panel.open_file(page, text.as_deref(), has_focus, effects);
        }
        LessonEvent::Kept(kept) => panel.progress.take(kept),
        LessonEvent::WasKept(is_kept) => panel.progress.set_refused(!is_kept),
        LessonEvent::Copied(worked) => {
            panel.copied = if worked { Copied::Yes } else { Copied::ByHand };
        }
        LessonEvent::Room(has_room) => panel.has_room = has_room,
    }
}

/// Reads the file that is chosen.
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
    /// Tries one plan more for a hint; `false` where none is left to try.
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

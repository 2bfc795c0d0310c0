//! Changes of the panel's state by its events.

use lesson::LARGEST;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::event::LessonEvent;
use super::hints::Ahead;
use super::opening::{has_focus, show_view};
use super::shared_lesson::OwnLesson;
use super::shown_goal::ShownGoal;
use super::state::LessonPanel;
use super::summary::SummaryCopy;
use super::{answers_view, figure};
use crate::browser::file::{self, ChosenFile};
use crate::browser::{document, window};
use crate::store::{Effects, Event, Page};

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
        LessonEvent::Looked => panel.end_looking(),
        LessonEvent::OpenAt(address) => panel.open_at(&address, effects),
        LessonEvent::OpenOrResume(address, was_open, file) => {
            panel.open_or_resume(page, address, was_open, file.as_deref(), effects);
        }
        LessonEvent::OpenTyped => panel.open_typed(effects),
        LessonEvent::AskAgain => panel.ask_again(effects),
        LessonEvent::TypeAddress(address) => panel.address = address,
        LessonEvent::ReadFile(file) => read_file(file, effects),
        LessonEvent::ShowMenu => panel.show_menu(effects),
        LessonEvent::Fold => panel.is_folded = !panel.is_folded,
        LessonEvent::Close => panel.leave(page, effects),
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
        LessonEvent::OpenFigure(figure, path) => figure::open(page, figure, path, effects),
        LessonEvent::Predict => panel.predict(effects),
        LessonEvent::Predicted => panel.take_predicted(page, effects),
        LessonEvent::Answer(place, text) => panel.answer(place, text),
        LessonEvent::Check(place) => panel.check(page, place, None, effects),
        LessonEvent::ChooseNumber(place, number) => {
            panel.check(page, place, Some(number), effects);
            // The button that was pressed is gone.
            effects.focus(answers_view::field(place));
        }
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
        LessonEvent::FileWasKept(was_kept) => panel.is_unkept = !was_kept,
        LessonEvent::Kept(kept) => panel.progress.take(kept),
        LessonEvent::WasKept(is_kept) => panel.progress.set_refused(!is_kept),
        LessonEvent::Copied(worked) => {
            panel.copied = if worked {
                SummaryCopy::Yes
            } else {
                SummaryCopy::ByHand
            };
        }
    }
}

/// Reads a chosen file.
fn read_file(file: ChosenFile, effects: &mut Effects<LessonEvent>) {
    effects.run(move |sender| {
        file::read(&file, LARGEST, move |text| {
            sender.send(LessonEvent::Read(text, has_focus()));
        });
    });
}

impl LessonPanel {
    /// Judges the present plan by the goal of the open step, unless the panel is closed.
    pub(super) fn show_goal(&mut self, page: &Page) {
        let run = self.run.as_ref().filter(|_| self.is_open);
        let goal = run.and_then(|run| ShownGoal::of(run, page));
        self.goal = goal.unwrap_or_default();
    }

    /// Tries one more plan for a hint; `false` if none is left.
    pub(super) fn look_on(&mut self) -> bool {
        let run = self.run.as_mut();
        let ahead = run.and_then(|run| run.ahead.as_mut());
        ahead.is_some_and(Ahead::go_on)
    }

    /// Ends the search for a hint with what it has found.
    fn end_looking(&mut self) {
        if let Some(run) = &mut self.run {
            run.ahead = run.ahead.take().map(Ahead::end);
        }
    }
}

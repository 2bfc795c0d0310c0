//! The prediction of a step: readers guess figures of a change before they see it.

use leptos::prelude::*;

use super::event::LessonEvent;
use super::open_lesson::OpenLesson;
use super::panel_buttons::button;
use super::shown_step::ShownStep;
use super::state::LessonPanel;
use crate::panels::predict::{Asked, AskedRound, PredictEvent};
use crate::store::{Effects, Event, Page, PanelStore, Part};
use text::lesson_figure as words;

/// The predictions of the open step, with their numbers and texts for the plan at its start. Mistakes
/// without a number there are left out.
pub(super) fn asked(run: &OpenLesson) -> Option<AskedRound> {
    let prediction = run.step().predict.as_ref()?;
    let figures = prediction.questions.iter().map(|question| {
        let mistakes = question.mistakes.iter().filter_map(|mistake| {
            let live = |live: &_| run.start_value(live).unwrap_or_default();
            let answer = run.start_number(&mistake.answer)?;
            Some((answer, mistake.text.plain(live)))
        });
        Asked {
            figure: question.figure,
            by: question.by.clone(),
            tolerance: question.tolerance,
            mistakes: mistakes.collect(),
        }
    });
    Some(AskedRound {
        change: prediction.change.clone(),
        figures: figures.collect(),
    })
}

/// The line of a step that asks for a prediction, with the button that starts it again.
pub(super) fn line(panel: PanelStore<LessonPanel>, shown: &ShownStep) -> Option<impl IntoView> {
    let name = if shown.is_predicted {
        words::predict_again()
    } else {
        words::predict()
    };
    shown.step().predict.is_some().then(|| {
        view! {
            <p class="acts">
                <small>{words::predict_first()}</small>
                {button(panel, "lesson-predict", name, || LessonEvent::Predict)}
            </p>
        }
    })
}

impl LessonPanel {
    /// Starts the prediction of the open step again, from the plan at its start.
    pub(super) fn predict(&mut self, effects: &mut Effects<LessonEvent>) {
        if let Some(plan) = self.run.as_ref().and_then(OpenLesson::start) {
            effects.send(Event::Start(Box::new(plan.clone())));
        }
        self.start_prediction(effects);
    }

    /// Starts the prediction of the open step, if it has one. The page's plan is that of the start
    /// once the events before are processed.
    pub(super) fn start_prediction(&mut self, effects: &mut Effects<LessonEvent>) {
        let Some(round) = self.run.as_ref().and_then(asked) else {
            return;
        };
        self.is_predicting = true;
        effects.open(Part::Predict, PredictEvent::Start(Box::new(round)));
    }

    /// Ends the prediction that a step has started, once that step is left.
    pub(super) fn end_left_prediction(&mut self, effects: &mut Effects<LessonEvent>) {
        let run = self.run.as_ref();
        if run.is_some_and(|run| run.step().predict.is_some()) {
            return;
        }
        if std::mem::take(&mut self.is_predicting) {
            effects.tell(PredictEvent::End);
        }
    }

    /// Notes that the reader has seen the outcome of all guesses.
    pub(super) fn take_predicted(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        let run = self.run.as_mut();
        let Some(run) = run.filter(|run| run.step().predict.is_some()) else {
            return;
        };
        run.is_predicted = true;
        if run.is_done() {
            self.note(page, effects);
            effects.send(Event::AppendAnnouncement(words::step_done().to_owned()));
        }
    }
}

//! The prediction of a step: readers guess figures of a change before they see it.

use cost::why::Figure;
use formats::link::NewValues;
use leptos::prelude::*;
use lesson::PredictedBy;

use super::event::LessonEvent;
use super::open_lesson::OpenLesson;
use super::panel_buttons::button;
use super::shown_step::ShownStep;
use super::state::LessonPanel;
use crate::store::{Effects, Event, Page, PanelStore};
use text::lesson_figure as words;

/// The prediction of a step, with its numbers and texts for the plan at the start.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StepPrediction {
    /// The change.
    pub(super) change: NewValues,
    /// The figures that readers predict; empty for those that the page chooses.
    pub(super) questions: Vec<StepQuestion>,
}

/// A figure that readers predict. Numbers are in its unit as people read it: GiB of bytes, seconds,
/// dollars, shares from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StepQuestion {
    pub(super) figure: Figure,
    pub(super) by: PredictedBy,
    /// The share by which a guess may be off.
    pub(super) tolerance: f64,
    /// Mistakes that people make: the number to which each leads, and the reply to it.
    pub(super) mistakes: Vec<(f64, String)>,
}

impl StepPrediction {
    /// The prediction of the open step. Mistakes without a number at the start are left out.
    pub(super) fn of(run: &OpenLesson) -> Option<Self> {
        let prediction = run.step().predict.as_ref()?;
        let questions = prediction.questions.iter().map(|question| {
            let mistakes = question.mistakes.iter().filter_map(|mistake| {
                let live = |live: &_| run.start_value(live).unwrap_or_default();
                let answer = run.start_number(&mistake.answer)?;
                Some((answer, mistake.text.plain(live)))
            });
            StepQuestion {
                figure: question.figure,
                by: question.by.clone(),
                tolerance: question.tolerance,
                mistakes: mistakes.collect(),
            }
        });
        Some(Self {
            change: prediction.change.clone(),
            questions: questions.collect(),
        })
    }
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
    pub(super) fn predict(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        if let Some(plan) = self.run.as_ref().and_then(OpenLesson::start) {
            effects.send(Event::Start(Box::new(plan.clone())));
        }
        self.start_prediction(page, effects);
    }

    /// Starts the prediction of the open step, if it has one. The page's plan is that of the start
    /// once the events before are processed.
    pub(super) fn start_prediction(&mut self, _: &Page, _: &mut Effects<LessonEvent>) {
        let prediction = self.run.as_ref().and_then(StepPrediction::of);
        self.is_predicting = prediction.is_some();
    }

    /// Ends the prediction that a step has started, once that step is left.
    pub(super) fn end_left_prediction(&mut self, _: &Page, _: &mut Effects<LessonEvent>) {
        let run = self.run.as_ref();
        if run.is_some_and(|run| run.step().predict.is_some()) {
            return;
        }
        self.is_predicting = false;
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

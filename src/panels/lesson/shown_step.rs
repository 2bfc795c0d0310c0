//! An open step as the panel shows it, beside the values of the plan.

use super::answers::AnswerOutcome;
use super::hints::{Ahead, MOST};
use super::open_lesson::OpenLesson;
use super::shared_lesson::SharedLesson;
use super::state::LessonPanel;
use super::summary::SummaryCopy;
use crate::store::Page;
use lesson::Step;

/// The laid-out content of an open step. Most changes of the plan leave it as it is: the values of the
/// plan are followed one by one in it.
#[derive(Clone, PartialEq)]
pub(super) struct ShownStep {
    pub(super) lesson: SharedLesson,
    /// The index of the step.
    pub(super) place: usize,
    /// True if the step names a start plan, whose values its text shows.
    pub(super) has_start: bool,
    /// For each step of the lesson, true if it is done.
    pub(super) done: Vec<bool>,
    /// If the step is done and the present plan reaches its goal, the passages of the text after it
    /// that are true of the plan, by their indexes.
    pub(super) true_passages: Vec<usize>,
    /// True if the step's predictions are made.
    pub(super) is_predicted: bool,
    /// Outcomes of the answers to the step's questions.
    pub(super) outcomes: Vec<Option<AnswerOutcome>>,
    /// Number of hints shown.
    pub(super) hints: usize,
    /// The button below the hints, if there is one.
    pub(super) hint_button: Option<HintButton>,
    pub(super) copied: SummaryCopy,
    /// True if the page is embedded.
    pub(super) is_embedded: bool,
}

/// A button below the hints.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum HintButton {
    /// Shows one more hint.
    More,
    /// Sets the plan of the last hint.
    Set,
}

impl ShownStep {
    /// The content of the open step; `None` if no lesson is open.
    pub(super) fn of(panel: &LessonPanel, page: &Page) -> Option<Self> {
        let run = panel.run.as_ref()?;
        let steps = run.lesson.steps.iter();
        let done = steps.map(|step| panel.progress.step(&run.name, &step.id).is_some());
        let done: Vec<bool> = done.collect();
        let answers = run.answers.iter();
        Some(Self {
            lesson: run.lesson.clone(),
            place: run.place,
            has_start: run.start().is_some(),
            true_passages: if done[run.place] && run.is_reached(page) {
                run.true_passages(page)
            } else {
                Vec::new()
            },
            done,
            is_predicted: run.is_predicted,
            outcomes: answers.map(|answer| answer.outcome.clone()).collect(),
            hints: run.hints,
            hint_button: HintButton::of(run, page),
            copied: panel.copied,
            is_embedded: page.presentation.embed,
        })
    }

    /// The step.
    pub(super) fn step(&self) -> &Step {
        &self.lesson.steps[self.place]
    }

    /// True if the step is done.
    pub(super) fn is_done(&self) -> bool {
        self.done[self.place]
    }

    /// True if it is the last step of the lesson.
    pub(super) fn is_last(&self) -> bool {
        self.place + 1 == self.done.len()
    }
}

impl HintButton {
    /// The button for the present plan. A plan that reaches the goal needs no computed hint.
    fn of(run: &OpenLesson, page: &Page) -> Option<Self> {
        let own = &run.step().hints;
        if own.is_empty() && run.is_reached(page) {
            return None;
        }
        let most = if own.is_empty() { MOST } else { own.len() };
        // For another plan the path differs.
        let is_old = |ahead: &Ahead| !ahead.is_from(&page.draft);
        let ahead = run.ahead.as_ref();
        if run.hints < most || ahead.is_some_and(is_old) {
            return Some(Self::More);
        }
        let has_plan = own.is_empty() && ahead.is_some_and(|ahead| ahead.plan().is_some());
        has_plan.then_some(Self::Set)
    }
}

//! An open lesson: its present step, and the reader's answers and hints there.

use std::sync::Arc;

use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::goal::{Live, Quantity};
use lesson::{Lesson, Step, changes};

use super::answers::ReaderAnswer;
use super::hints::Ahead;
use super::shared_lesson::SharedLesson;
use crate::store::Page;

/// A lesson that is open.
pub(super) struct OpenLesson {
    /// The lesson.
    pub(super) lesson: SharedLesson,
    /// The lesson's name in links and in stored progress: its address, or the name of one of ours.
    pub(super) name: String,
    /// The name that leads to the lesson again after a reload: its address; empty for a file.
    pub(super) kept_as: Option<String>,
    /// The index of the step.
    pub(super) place: usize,
    /// The estimate of the plan from which the step starts, if it has one.
    start: Option<Estimate>,
    /// Answers given in the step.
    pub(super) answers: Vec<ReaderAnswer>,
    /// Number of hints shown.
    pub(super) hints: usize,
    /// The search on which the hints are based.
    pub(super) ahead: Option<Ahead>,
    /// True if the step's goal was reached when the plan last came to rest.
    pub(super) was_reached: bool,
    /// True if the goal was reached since the step began.
    pub(super) has_reached: bool,
    /// True if all predictions were made and their outcomes seen since the step began.
    pub(super) is_predicted: bool,
}

impl OpenLesson {
    /// A lesson before its first step.
    pub(super) fn new(lesson: Lesson, name: String, kept_as: Option<String>) -> Self {
        Self {
            lesson: SharedLesson::new(lesson),
            name,
            kept_as,
            place: 0,
            start: None,
            answers: Vec::new(),
            hints: 0,
            ahead: None,
            was_reached: false,
            has_reached: false,
            is_predicted: false,
        }
    }

    /// The present step.
    pub(super) fn step(&self) -> &Step {
        // A lesson has at least one step, and the index is clamped.
        &self.lesson.steps[self.place.min(self.lesson.steps.len() - 1)]
    }

    /// Goes to a step, without answers or hints.
    pub(super) fn go_to(&mut self, place: usize) {
        self.place = place.min(self.lesson.steps.len() - 1);
        self.start = self.start().and_then(|start| estimate(start).ok());
        self.answers = vec![ReaderAnswer::default(); self.step().questions.len()];
        self.hints = 0;
        self.ahead = None;
        self.was_reached = false;
        self.has_reached = false;
        self.is_predicted = false;
    }

    /// The plan from which the step starts; `None` if the reader's own plan stays.
    pub(super) fn start(&self) -> Option<&Plan> {
        self.lesson.start_of(self.step())
    }

    /// A value at the start of the step; `None` if the reader's own plan stays.
    pub(super) fn start_value(&self, live: &Live) -> Option<String> {
        let start = self.start()?;
        Some(text::goal::live(live, start, self.start.as_ref()))
    }

    /// A number at the start of the step, if there is one.
    pub(super) fn start_number(&self, number: &Quantity) -> Option<f64> {
        number.value(self.start()?, self.start.as_ref())
    }

    /// Cancels the search for a path if it started from another plan; the hints then begin anew.
    /// Returns whether it was cancelled.
    pub(super) fn give_up_looking(&mut self, plan: &Plan) -> bool {
        let is_vain = |ahead: &Ahead| ahead.is_looking() && !ahead.is_from(plan);
        let is_over = self.ahead.as_ref().is_some_and(is_vain);
        if is_over {
            self.ahead = None;
            self.hints = 0;
        }
        is_over
    }

    /// True if the present plan reaches the step's goal.
    pub(super) fn is_reached(&self, page: &Page) -> bool {
        self.step()
            .is_reached(&page.draft, page.draft_estimate().ok_or(()))
    }

    /// The passages of the text after the step that are true of the present plan, by their indexes.
    pub(super) fn true_passages(&self, page: &Page) -> Vec<usize> {
        let estimate = page.draft_estimate();
        self.step()
            .true_passages(self.start(), &page.draft, estimate)
    }

    /// True if the step's goal was reached, its predictions are made and its questions are answered.
    pub(super) fn is_done(&self) -> bool {
        let step = self.step();
        let has_reached = step.goal.is_none() || self.has_reached;
        let is_predicted = step.predict.is_none() || self.is_predicted;
        let is_answered = self.answers.iter().all(ReaderAnswer::is_right);
        step.asks() && has_reached && is_predicted && is_answered
    }

    /// Number of controls that differ from the step's start, if it has one.
    pub(super) fn changes(&self, plan: &Arc<Plan>) -> Option<u64> {
        self.start().map(|start| changes(start, plan))
    }
}

//! A lesson that is open: at which step, and what has become of it so far.

use std::sync::Arc;

use cost::plan::Plan;
use lesson::{Lesson, Step, changes};

use super::answers::Answer;
use super::hints::Ahead;
use crate::store::Page;

/// A lesson that is open.
pub(super) struct Run {
    /// The lesson.
    pub(super) lesson: Lesson,
    /// Under what name its progress is kept, and its link: the address, or the name of one of ours.
    pub(super) name: String,
    /// The step.
    pub(super) place: usize,
    /// Answers given in it.
    pub(super) answers: Vec<Answer>,
    /// Number of hints shown.
    pub(super) hints: usize,
    /// The search that they rest on.
    pub(super) ahead: Option<Ahead>,
    /// Whether its goal was reached when the plan last came to rest.
    pub(super) was_reached: bool,
    /// Whether the window had room for all that it says when it began.
    pub(super) has_room: bool,
    /// Whether the goal was reached since the step began.
    pub(super) has_reached: bool,
}

impl Run {
    /// A lesson before its first step.
    pub(super) fn new(lesson: Lesson, name: String, has_room: bool) -> Self {
        Self {
            lesson,
            name,
            place: 0,
            answers: Vec::new(),
            hints: 0,
            ahead: None,
            was_reached: false,
            has_room,
            has_reached: false,
        }
    }

    /// The step.
    pub(super) fn step(&self) -> &Step {
        // A lesson has one at least, and the place is one of them.
        &self.lesson.steps[self.place.min(self.lesson.steps.len() - 1)]
    }

    /// Goes to a step, of which nothing is answered yet.
    pub(super) fn go_to(&mut self, place: usize) {
        self.place = place.min(self.lesson.steps.len() - 1);
        self.answers = vec![Answer::default(); self.step().questions.len()];
        self.hints = 0;
        self.ahead = None;
        self.was_reached = false;
        self.has_reached = false;
    }

    /// The plan from which the step starts; `None` where the reader's own stays.
    pub(super) fn start(&self) -> Option<&Plan> {
        self.lesson.start_of(self.step())
    }

    /// Gives up looking for a way from a plan that is no more the page's: its hints begin anew.
    /// Tells whether it did.
    pub(super) fn give_up_looking(&mut self, plan: &Plan) -> bool {
        let is_vain = |ahead: &Ahead| ahead.is_looking() && !ahead.is_from(plan);
        let is_over = self.ahead.as_ref().is_some_and(is_vain);
        if is_over {
            self.ahead = None;
            self.hints = 0;
        }
        is_over
    }

    /// Whether the plan at hand reaches the step's goal.
    pub(super) fn is_reached(&self, page: &Page) -> bool {
        self.step()
            .is_reached(&page.draft, page.draft_estimate().ok_or(()))
    }

    /// Whether all that the step asks for was done.
    pub(super) fn is_done(&self) -> bool {
        let step = self.step();
        let has_reached = step.goal.is_none() || self.has_reached;
        step.asks() && has_reached && self.answers.iter().all(Answer::is_right)
    }

    /// Number of controls that differ from the start, if the step has one.
    pub(super) fn changes(&self, plan: &Arc<Plan>) -> Option<u64> {
        self.start().map(|start| changes(start, plan))
    }
}

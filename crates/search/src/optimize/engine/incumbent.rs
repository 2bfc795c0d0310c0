//! The score that a layout has to beat, shared by all searchers.

use std::sync::{Mutex, PoisonError};

use crate::optimize::{Best, Score, SearchQuestion};
use cost::plan::Plan;
use cost::units::Bytes;

/// Worse than any layout.
const WORST: Score = [f64::INFINITY; 2];

/// The incumbent of branch and bound: for each memory limit of a question, the score that a layout
/// must not exceed to be among the best. Searchers share nothing else.
#[derive(Debug)]
pub struct Incumbent(Mutex<Vec<(Bytes, Score)>>);

impl Incumbent {
    /// The incumbent before any layout is found: every layout passes.
    #[must_use]
    pub fn of(plan: &Plan, question: &SearchQuestion) -> Self {
        let best = Best::of(plan, question);
        Self(Mutex::new(
            best.limits().map(|limit| (limit, WORST)).collect(),
        ))
    }

    /// True if layouts with at best this score and at least this peak cannot be among the best
    /// within any memory limit.
    #[must_use]
    pub(super) fn is_beyond(&self, score: Score, peak: Bytes) -> bool {
        // The first of the limits that the peak keeps has the worst score to beat.
        self.with(|rooms| {
            let room = rooms.iter().find(|(limit, _)| peak <= *limit);
            room.is_none_or(|(_, incumbent)| is_worse(score, *incumbent))
        })
    }

    /// Lowers the scores to beat to those of these best layouts.
    pub fn lower(&self, best: &Best) {
        self.with(|rooms| {
            for ((_, incumbent), worst) in rooms.iter_mut().zip(best.worst()) {
                if let Some(worst) = worst
                    && is_worse(*incumbent, worst)
                {
                    *incumbent = worst;
                }
            }
        });
    }

    fn with<T>(&self, act: impl FnOnce(&mut [(Bytes, Score)]) -> T) -> T {
        // A panic leaves no partial change behind this lock.
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// True if one score is worse than another.
pub(super) fn is_worse(one: Score, other: Score) -> bool {
    one[0] > other[0] || one[0] == other[0] && one[1] > other[1]
}

//! Which of the best layouts the model cannot tell apart.

use super::best::{Best, Found, Goal};
use crate::cost::band::{Band, MemoryCount};
use crate::cost::legal::Legal;
use crate::cost::plan::Plan;

/// Layouts whose order the model's error leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tied {
    /// How many of the best they are, the first one included; 0 where there is none.
    pub count: usize,
    /// Whether these are all that the search has kept, so that there may be more.
    pub is_open: bool,
    /// How far the figure that decides may be off either way, as a share of it.
    pub error: f64,
}

impl Tied {
    /// Of what a search of a plan's layouts has found: those whose figure, be it step, dollars or
    /// memory, may be as low as the first one's may be high. Where the fewest GPUs are looked for,
    /// those on as many.
    #[must_use]
    pub fn of(plan: &Plan, goal: Goal, best: &Best) -> Self {
        let Some(first) = best.found().first() else {
            return Self::default();
        };
        let mut plan = plan.clone();
        first.cut.write(&mut plan);
        let Ok(legal) = Legal::check(&plan) else {
            return Self::default();
        };
        let band = match goal {
            Goal::Smallest => Band::of_memory(&plan, MemoryCount::Reserved),
            _ => Band::of_step(&legal),
        };
        let is_tied = |other: &&Found| {
            let (one, other) = (first.score, other.score);
            match goal {
                Goal::FewestGpus | Goal::FewestGpusWithin { .. } => {
                    other[0] <= one[0] && other[1] * band.low <= one[1] * band.high
                }
                _ => other[0] * band.low <= one[0] * band.high,
            }
        };
        let count = best.found().iter().take_while(is_tied).count();
        Self {
            count,
            is_open: count == best.found().len() && best.worst().is_some(),
            error: (band.high - band.low) / 2.0,
        }
    }
}

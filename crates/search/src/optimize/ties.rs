//! The lead of the best layout, and the layouts that the model cannot distinguish from it.

use super::axes::AXES;
use super::found::{Best, FoundLayout};
use super::goal::Objective;
use cost::band::{Band, MemoryCount};
use cost::legal::Legal;
use cost::plan::Plan;
use cost::units::Bytes;

/// The certainty of the order of the best layouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ties {
    /// Number of the best layouts that the model cannot distinguish, including the first. 1 if the
    /// first is ahead of all others, 0 if there is no layout.
    pub count: usize,
    /// True if all stored layouts tie and others were dropped, which may also tie.
    pub is_open: bool,
    /// The model's error between two layouts, as a share of the better one.
    pub within: f64,
    /// Lag of the second layout behind the first, as a share of the first; `None` without a second
    /// one.
    pub second: Option<f64>,
    /// Lag of the last layout that ties.
    pub last: f64,
    /// Lag of the first layout that does not tie; `None` if all stored layouts tie.
    pub next: Option<f64>,
    /// The plainest layout that ties; `None` if none ties.
    pub plainest: Option<PlainestTie>,
}

/// The plainest of the layouts that the model cannot distinguish from the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainestTie {
    /// Place among the layouts, 1 for the best.
    pub place: usize,
    /// The layout.
    pub found: FoundLayout,
    /// Lag behind the first, as a share of the first.
    pub behind: f64,
    /// Number of axes in use, of the first layout and of this one.
    pub axes: [usize; 2],
    /// Peak memory of the fullest GPU, of the first layout and of this one.
    pub peak: [Bytes; 2],
}

impl Ties {
    /// Ties among the best layouts of a plan by a goal, one of each family ([`Best::families`]).
    ///
    /// Layouts tie in the figure that the goal compares. Steps, and figures in proportion to them,
    /// tie by the band of the ratio of two steps ([`Band::between_layouts`]). Peaks tie by the
    /// width of the band of memory. If few GPUs are the goal, layouts on another number of GPUs
    /// never tie.
    ///
    /// ```
    /// use search::optimize::{Constraints, Objective, SearchQuestion, Ties, search};
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-8b/h100x8&gbs=64");
    /// let (best, _) = search(&plan, &Constraints::of(&plan), &SearchQuestion::of(Objective::Fastest));
    /// let ties = Ties::of(&plan, Objective::Fastest, &best);
    /// let best = best.distinct();
    /// let behind = best.iter().map(|found| found.step.0 / best[0].step.0 - 1.0);
    /// assert_eq!(behind.filter(|share| *share <= ties.within).count(), ties.count);
    /// ```
    #[must_use]
    pub fn of(plan: &Plan, goal: Objective, best: &Best) -> Self {
        let within = best.found().first().map_or(0.0, |first| {
            let mut plan = plan.bare();
            first.candidate.write(&mut plan);
            width(&plan, goal)
        });
        Self::among(goal, best, within)
    }

    fn among(goal: Objective, best: &Best, within: f64) -> Self {
        let found = best.distinct();
        let behind: Vec<f64> = found
            .iter()
            .map(|other| behind(goal, &found[0], other))
            .collect();
        let count = behind.iter().take_while(|share| **share <= within).count();
        let is_full = best.worst().last().flatten().is_some();
        Self {
            count,
            is_open: is_full && count == behind.len(),
            within,
            second: behind.get(1).copied(),
            last: behind[..count].last().copied().unwrap_or(0.0),
            next: behind.get(count).copied(),
            plainest: (count > 1)
                .then(|| PlainestTie::among(&found, &behind[..count]))
                .flatten(),
        }
    }
}

impl PlainestTie {
    /// The layout with the fewest axes in use; of several the one nearest to the frameworks'
    /// defaults ([`Candidate::complexity`]), then the one with the least memory.
    fn among(found: &[FoundLayout], behind: &[f64]) -> Option<Self> {
        let axes = |found: &FoundLayout| {
            let used = AXES.iter().filter(|axis| axis.is_used(&found.candidate));
            used.count()
        };
        let tied = found.iter().zip(behind).enumerate();
        let plainness = |(place, (found, _)): &(usize, (&FoundLayout, &f64))| {
            (
                axes(found),
                found.candidate.complexity(),
                found.peak,
                *place,
            )
        };
        let (place, (plainest, behind)) = tied.min_by_key(plainness)?;
        let first = found.first()?;
        Some(Self {
            place: place + 1,
            found: *plainest,
            behind: *behind,
            axes: [axes(first), axes(plainest)],
            peak: [first.peak, plainest.peak],
        })
    }
}

/// Error of the model between two layouts like this one, in the figure that a goal compares.
fn width(plan: &Plan, goal: Objective) -> f64 {
    match goal {
        // Half of the band on either side, as the band also contains the error that all layouts
        // share.
        Objective::Smallest => {
            let Band { low, high } = Band::of_memory(plan, MemoryCount::Reserved);
            (high / low).sqrt() - 1.0
        }
        _ => Legal::check(plan).map_or(0.0, |legal| Band::between_layouts(&legal).high - 1.0),
    }
}

/// Lag of a layout behind the first in the figure that a goal compares, as a share.
fn behind(goal: Objective, first: &FoundLayout, other: &FoundLayout) -> f64 {
    let [one, another] = match goal {
        Objective::Fastest => [first.step.0, other.step.0],
        Objective::Smallest => [first.peak.0 as f64, other.peak.0 as f64],
        Objective::FewestGpus | Objective::FewestGpusWithin { .. }
            if first.candidate.gpus == other.candidate.gpus =>
        {
            [first.step.0, other.step.0]
        }
        Objective::FewestGpus | Objective::FewestGpusWithin { .. } => {
            return f64::INFINITY;
        }
        Objective::Cheapest { .. } | Objective::SoonestFor { .. } => {
            [first.score[0], other.score[0]]
        }
    };
    // Scores ignore differences of less than a millionth, by which the first may be behind.
    (another / one - 1.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::candidate::Candidate;
    use super::super::question::SearchQuestion;
    use super::*;
    use cost::units::Seconds;

    fn best(keep: usize, steps: &[f64]) -> Best {
        let plan = formats::catalog::default_plan();
        let question = SearchQuestion {
            keep,
            ..SearchQuestion::of(Objective::Fastest)
        };
        let mut best = Best::of(&plan, &question);
        for (micro, &step) in (1..).zip(steps) {
            best.offer(FoundLayout {
                candidate: Candidate {
                    micro,
                    ..Candidate::of(&plan).unwrap()
                },
                score: [step, 0.0],
                step: Seconds(step),
                peak: Bytes(1 << 30),
            });
        }
        best
    }

    #[test]
    fn those_within_the_band_tie_and_the_next_does_not() {
        let ties = Ties::among(
            Objective::Fastest,
            &best(9, &[10.0, 10.2, 10.5, 11.0]),
            0.06,
        );
        assert_eq!((ties.count, ties.is_open), (3, false));
        let shares = [ties.second.unwrap(), ties.last, ties.next.unwrap()];
        for (share, expected) in shares.into_iter().zip([0.02, 0.05, 0.1]) {
            assert!((share - expected).abs() < 1e-9, "{share}");
        }
    }

    #[test]
    fn where_more_were_dropped_more_may_tie() {
        let steps = [10.0, 10.1, 10.2];
        assert!(Ties::among(Objective::Fastest, &best(3, &steps), 0.05).is_open);
        assert!(!Ties::among(Objective::Fastest, &best(4, &steps), 0.05).is_open);
        assert!(!Ties::among(Objective::Fastest, &best(3, &steps), 0.015).is_open);
    }

    /// The plainest of layouts that tie is the one without tensor parallelism.
    #[test]
    fn the_plainest_of_those_that_tie_has_the_fewest_axes() {
        let mut best = best(9, &[]);
        let own = Candidate::of(&formats::catalog::default_plan()).unwrap();
        for (tensor, step, peak) in [(4, 10.0, 3), (1, 10.2, 2), (2, 10.3, 1), (1, 12.0, 1)] {
            best.offer(FoundLayout {
                candidate: Candidate {
                    tensor,
                    sequence_parallel: tensor > 1,
                    micro: step as u64,
                    ..own
                },
                score: [step, 0.0],
                step: Seconds(step),
                peak: Bytes(peak << 30),
            });
        }
        let ties = Ties::among(Objective::Fastest, &best, 0.06);
        let plainest = ties.plainest.unwrap();
        assert_eq!((ties.count, plainest.place), (3, 2));
        assert_eq!(plainest.found.candidate.tensor, 1);
        assert_eq!(plainest.axes[0], plainest.axes[1] + 1);
        assert_eq!(Ties::among(Objective::Fastest, &best, 0.001).plainest, None);
    }

    #[test]
    fn nothing_ties_where_nothing_is_found() {
        let ties = Ties::among(Objective::Fastest, &best(3, &[]), 0.05);
        assert_eq!((ties.count, ties.second, ties.next), (0, None, None));
    }
}

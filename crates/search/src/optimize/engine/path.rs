//! The reasons why a layout is better than another. The reasons are the fewest changes from one to
//! the other, with their gains, and the best layout without each axis.

use std::cmp::Ordering;

use super::scorer::Scorer;
use crate::optimize::{
    AXES, Best, Candidate, Constraints, LayoutAxis, PathStep, Score, SearchQuestion, Without,
};
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::Plan;

/// The relative loss up to which a change is omitted from the path to a better layout.
const UNNOTICED: f64 = 1e-3;

/// The path from a plan's layout to another: the fewest changes that make it as good as the other.
/// At each place stands the change that then gains most for the goal. `None` if the plan has a
/// setting that no search chooses; empty if the plan is equally good already.
///
/// ```
/// use search::optimize::{Constraints, Objective, SearchQuestion, search, path};
/// let (plan, _) = formats::link::decode("#v=1&p=llama3-8b/h100x8&tp=8&gbs=64");
/// let question = SearchQuestion::of(Objective::Fastest);
/// let (best, _) = search(&plan, &Constraints::of(&plan), &question);
/// let legs = path(&plan, &best.found()[0].candidate, &question).unwrap();
/// assert!(!legs.is_empty());
/// assert!(legs.last().unwrap().step.0 <= best.found()[0].step.0 * 1.001);
/// ```
#[must_use]
pub fn path(plan: &Plan, to: &Candidate, question: &SearchQuestion) -> Option<Vec<PathStep>> {
    let from = Candidate::of(plan)?;
    let mut held = plan.clone();
    held.hold_measured();
    held.rival = None;
    let scorer = Scorer::of(&held, question, &[from.gpus, to.gpus]);
    let walk = Walk { base: held, scorer };
    let goal = walk.leg(*to, Vec::new())?;
    let mut axes: Vec<LayoutAxis> = AXES
        .into_iter()
        .filter(|axis| axis.differs(&from, to))
        .collect();
    // Axes that need not change stay the same.
    for axis in axes.clone() {
        let fewer: Vec<LayoutAxis> = axes
            .iter()
            .copied()
            .filter(|other| *other != axis)
            .collect();
        let reached = walk.moved(from, to, &fewer);
        let leg = reached.and_then(|candidate| walk.leg(candidate, Vec::new()));
        if leg.is_some_and(|leg| walk.is_as_good(&leg, &goal)) {
            axes = fewer;
        }
    }
    let mut legs: Vec<PathStep> = Vec::new();
    let mut made = Vec::new();
    while !axes.is_empty() {
        let here = legs.last().map_or(from, |leg| leg.candidate);
        let reach = |axes: &[LayoutAxis]| walk.moved(from, to, &[&made, axes].concat());
        let next = walk.next_leg(here, &axes, reach)?;
        axes.retain(|axis| !next.axes.contains(axis));
        made.extend(&next.axes);
        legs.push(next);
    }
    Some(legs)
}

/// The rank of a layout, the smaller the better. Layouts that leave enough memory free and keep the
/// goal's limit come first, then those that miss the limit. Layouts that do not fit come last, in
/// the order of the memory that they need.
struct Rank(u8, Score);

/// The criteria for all legs of a path.
struct Walk {
    /// The plan at the start of the path.
    base: Plan,
    scorer: Scorer,
}

impl Walk {
    /// The best next leg: of one axis if any gives another legal layout, else of as few axes as
    /// possible. While a layout leaves too little memory free, the leg that needs least memory is
    /// best.
    fn next_leg(
        &self,
        here: Candidate,
        axes: &[LayoutAxis],
        reach: impl Fn(&[LayoutAxis]) -> Option<Candidate>,
    ) -> Option<PathStep> {
        (1..=axes.len()).find_map(|size| {
            let legs = choices(axes, size).into_iter().filter_map(|axes| {
                let candidate = reach(&axes).filter(|candidate| *candidate != here)?;
                self.leg(candidate, axes)
            });
            legs.min_by(|one, other| self.rank(one).cmp(&self.rank(other)))
        })
    }

    fn rank(&self, leg: &PathStep) -> Rank {
        if !self.scorer.leaves_room(leg.peak) {
            let is_over = leg.verdict == Verdict::OutOfMemory;
            return Rank(2 + u8::from(is_over), [leg.peak.0 as f64, leg.step.0]);
        }
        let score = self.scorer.score(leg.candidate.gpus, leg.step, leg.peak);
        score.map_or(Rank(1, [leg.step.0, 0.0]), |score| Rank(0, score))
    }

    fn is_as_good(&self, leg: &PathStep, goal: &PathStep) -> bool {
        let (Rank(class, score), Rank(most, best)) = (self.rank(leg), self.rank(goal));
        let about = |place: usize| score[place] <= best[place] * (1.0 + UNNOTICED);
        class < most || class == most && about(0) && about(1)
    }

    /// A layout with some axes of another one; `None` if its layers cannot be divided among stages.
    fn moved(
        &self,
        mut candidate: Candidate,
        to: &Candidate,
        axes: &[LayoutAxis],
    ) -> Option<Candidate> {
        for axis in axes {
            axis.copy(to, &mut candidate);
        }
        candidate.settled(&self.base)
    }

    /// The leg to a layout; `None` if the layout cannot exist.
    fn leg(&self, candidate: Candidate, axes: Vec<LayoutAxis>) -> Option<PathStep> {
        let mut plan = self.base.clone();
        candidate.write(&mut plan);
        let estimate = estimate(&plan).ok()?;
        Some(PathStep {
            axes,
            candidate,
            step: estimate.time.total(),
            peak: estimate.memory.peak(),
            verdict: estimate.memory.verdict,
        })
    }
}

impl Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, two) = (self.1, other.1);
        let by_class = self.0.cmp(&other.0);
        by_class
            .then(one[0].total_cmp(&two[0]))
            .then(one[1].total_cmp(&two[1]))
    }
}

/// Every choice of `size` of these axes.
fn choices(axes: &[LayoutAxis], size: usize) -> Vec<Vec<LayoutAxis>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, axis) in axes.iter().enumerate() {
        for mut rest in choices(&axes[index + 1..], size - 1) {
            rest.insert(0, *axis);
            all.push(rest);
        }
    }
    all
}

/// For each axis in use, the best layout without it, as `search` finds it.
#[must_use]
pub fn without_each(
    constraints: &Constraints,
    question: &SearchQuestion,
    best: &Candidate,
    search: impl Fn(&Constraints, &SearchQuestion) -> Best,
) -> Vec<Without> {
    let used = AXES.into_iter().filter(|axis| axis.is_used(best));
    let question = SearchQuestion {
        keep: 1,
        rooms: 1,
        ..question.clone()
    };
    used.map(|axis| {
        let found = axis
            .forbidden(constraints)
            .map(|constraints| search(&constraints, &question));
        Without {
            axis,
            best: found.and_then(|best| best.found().first().copied()),
        }
    })
    .collect()
}

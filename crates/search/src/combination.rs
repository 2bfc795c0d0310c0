//! Several changes that together make a plan fit, if no pair does.
//!
//! Tests: `tests/all/cures.rs`.

use super::change::Change;
use super::framework;
use super::work::units;
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::Plan;

/// A set of changes that grows by the one that relieves most memory, until the plan fits or no
/// change relieves more. Afterwards changes that are not needed are removed.
#[derive(Clone, Debug)]
pub(super) struct Combination {
    /// Changes to choose from, each with the changes that it needs.
    offered: Vec<Vec<Change>>,
    changes: Vec<Change>,
    /// The memory of the plan with these changes.
    now: Relief,
    /// The best set with one change more, among those tried in this round.
    next: Option<(Relief, Vec<Change>)>,
    /// The next change to try: one to add, or one to leave out.
    place: usize,
    is_pruning: bool,
}

/// Memory of the fullest stage, and the verdict on it.
type Relief = (u64, Verdict);

impl Combination {
    /// The empty set for a plan of this peak, in bytes.
    pub(super) const fn of(offered: Vec<Vec<Change>>, peak: u64) -> Self {
        Self {
            offered,
            changes: Vec::new(),
            now: (peak, Verdict::OutOfMemory),
            next: None,
            place: 0,
            is_pruning: false,
        }
    }

    /// The changes so far.
    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// True if the plan fits with these changes.
    pub(super) fn fits(&self) -> bool {
        self.now.1 == Verdict::Fits
    }

    /// A set with which the plan fits, from which changes that are not needed are removed, except
    /// the first one.
    pub(super) fn pruning(changes: Vec<Change>) -> Self {
        Self {
            offered: Vec::new(),
            changes,
            now: (0, Verdict::Fits),
            next: None,
            place: 1,
            is_pruning: true,
        }
    }

    /// Tries one change more, or one less. Returns the units of work; `None` when all is done.
    pub(super) fn step(&mut self, plan: &Plan) -> Option<u64> {
        if self.is_pruning {
            return self.leave_out(plan);
        }
        let Some(offered) = self.offered.get(self.place) else {
            return self.end_round();
        };
        self.place += 1;
        let changes = with(&self.changes, offered);
        if changes == self.changes {
            return Some(0);
        }
        let (relief, units) = relief(&changes, plan);
        let best = self.next.as_ref().map_or(self.now.0, |(best, _)| best.0);
        if let Some(relief) = relief.filter(|relief| relief.0 < best) {
            self.next = Some((relief, changes));
        }
        Some(units)
    }

    fn end_round(&mut self) -> Option<u64> {
        let (now, changes) = self.next.take()?;
        (self.now, self.changes, self.place) = (now, changes, 0);
        self.is_pruning = self.fits();
        Some(0)
    }

    fn leave_out(&mut self, plan: &Plan) -> Option<u64> {
        if self.place >= self.changes.len() {
            return None;
        }
        let mut fewer = self.changes.clone();
        fewer.remove(self.place);
        let (relief, units) = relief(&fewer, plan);
        if matches!(relief, Some((_, Verdict::Fits))) && !fewer.is_empty() {
            self.changes = fewer;
        } else {
            self.place += 1;
        }
        Some(units)
    }
}

/// The memory of a plan with these changes, and the units of work; no memory if the changed plan is
/// illegal or its framework does not run it.
pub(super) fn relief(changes: &[Change], plan: &Plan) -> (Option<Relief>, u64) {
    let changed = Change::applied(changes, plan);
    if !framework::runs_all(plan, &changed, changes) {
        return (None, 0);
    }
    let memory = estimate(&changed).ok().map(|estimate| estimate.memory);
    let relief = memory.map(|memory| (memory.peak().0, memory.verdict));
    (relief, units(&changed))
}

/// Changes with one more, the last of those offered, which replaces the change of the same axis.
/// The changes that it needs are added only for axes that nothing sets yet.
fn with(changes: &[Change], offered: &[Change]) -> Vec<Change> {
    let mut all = changes.to_vec();
    let Some((change, needs)) = offered.split_last() else {
        return all;
    };
    for need in needs {
        if !all.iter().any(|known| known.is_of_axis(need)) {
            all.push(need.clone());
        }
    }
    match all.iter_mut().find(|known| known.is_of_axis(change)) {
        Some(known) => *known = change.clone(),
        None => all.push(change.clone()),
    }
    all
}

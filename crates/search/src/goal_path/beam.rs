//! The beam search, done in pieces of at most one estimate.

use std::collections::{BTreeMap, BTreeSet};

use cost::estimate_legal;
use cost::legal::Legal;
use cost::plan::Plan;
use formats::goal::Goal;
use formats::link;

use super::effort::Effort;
use super::outcome::{Outcome, Path, PathFound};
use super::step::Node;
use crate::sweep::{AXES, SweepAxis, axis};
use crate::work::{self, Progress, units};

/// The controls to try, those of the layout first, as the first of several shortest paths is taken.
/// Facts of models and GPUs and prices are excluded, as readers do not set them. What is trained comes
/// last: a plan with adapters is another training.
const TRIED: [&str; 26] = [
    "zero", "tp", "pp", "mbs", "ckpt", "gbs", "m", "vp", "sched", "cp", "ep", "etp", "hsdp",
    "flash", "ce", "seq", "dtype", "opt", "cpkind", "gpus", "tok", "ckptbw", "restart", "gpu",
    "model", "ft",
];

/// Most paths that a thorough search keeps.
const MOST_PATHS: usize = 2_000;

/// Returns true if a search may change the control of this key.
pub type IsFree<'a> = Box<dyn Fn(&str) -> bool + 'a>;

/// A search for the path to a goal that can be interrupted.
///
/// Call [`Self::advance`] with a few units of work at a time, until it is done or has taken long
/// enough, and then [`Self::outcome`].
pub struct GoalSearch<'a> {
    start: Plan,
    goal: Goal,
    is_free: IsFree<'a>,
    axes: Vec<&'static SweepAxis>,
    /// Further efforts if the present one finds no path, the next one last.
    efforts: Vec<Effort>,
    /// The effort in progress; `None` when the search is done.
    attempt: Option<Attempt>,
    /// Distances from the goal by link; `None` for illegal plans.
    known: BTreeMap<String, Option<f64>>,
    /// Distance of the start.
    start_distance: f64,
    nearest: Option<Node>,
    reached: Option<Path>,
    /// All paths found, if the caller wants them; `None` if the shortest suffices.
    all: Option<Vec<Path>>,
    tried: u64,
    /// Units of work so far, without those of the start.
    units: u64,
}

/// One effort: a search by levels, each of which sets one more control.
struct Attempt {
    effort: Effort,
    /// Controls set so far.
    depth: usize,
    /// The plans from which this level starts.
    beam: Vec<Node>,
    /// Plans that this level has reached, the nearest first once they are sorted.
    next: Vec<Node>,
    /// Links of the plans that this level has reached.
    seen: BTreeSet<String>,
    /// The next plan of the beam, and its next axis.
    at: (usize, usize),
    /// Remaining values of the previous axis, the next one last.
    values: Vec<f64>,
    /// Plans that are still to be estimated, the next one last.
    coming: Vec<Node>,
}

impl<'a> GoalSearch<'a> {
    /// A search that has estimated only the start: efforts are made in order until one finds a
    /// path.
    #[must_use]
    pub fn new(
        plan: &Plan,
        goal: &Goal,
        is_free: IsFree<'a>,
        mut efforts: Vec<Effort>,
    ) -> GoalSearch<'a> {
        let tried = TRIED.iter().filter(|key| is_free(held_with(key)));
        let axes = tried.filter_map(|key| axis(key)).collect();
        efforts.reverse();
        let mut search = Self {
            start: plan.clone(),
            goal: goal.clone(),
            is_free,
            axes,
            efforts,
            attempt: None,
            known: BTreeMap::new(),
            start_distance: f64::INFINITY,
            nearest: None,
            reached: None,
            all: None,
            tried: 0,
            units: 0,
        };
        if let Some(distance) = search.distance(plan) {
            search.start_distance = distance;
            if distance == 0.0 {
                search.reached = Some(search.start_node().path(plan));
            } else {
                search.begin_effort();
            }
        }
        search
    }

    /// The search for a hint: a short one, then a longer one if it finds nothing.
    #[must_use]
    pub fn hint(plan: &Plan, goal: &Goal, is_free: IsFree<'a>) -> GoalSearch<'a> {
        Self::new(plan, goal, is_free, vec![Effort::MOMENT, Effort::WHILE])
    }

    /// This search, restricted to the controls of some of the free keys. Other controls change only
    /// as a consequence: by their defaults, or in the repair of a conflict.
    #[must_use]
    pub fn among(mut self, is_set: impl Fn(&str) -> bool) -> Self {
        self.axes.retain(|axis| is_set(held_with(&axis.key)));
        self
    }

    /// This search with all controls that a sweep varies, continued after the first path. The usual
    /// controls come first.
    #[must_use]
    pub fn thorough(mut self) -> Self {
        let others = AXES.iter().filter(|axis| {
            !(TRIED.contains(&axis.key) || axis.key == "dp") && (self.is_free)(axis.key)
        });
        self.axes.extend(others);
        self.all = Some(Vec::new());
        self
    }

    /// Continues for this many units of work; at least one plan is tried. A page passes one unit at
    /// a time.
    pub fn advance(&mut self, units: u64) -> Progress {
        let progress = work::spend(units, || {
            let taken = self.step()?;
            self.units += taken;
            Some(taken)
        });
        if self.attempt.is_some() {
            progress
        } else {
            Progress::Done
        }
    }

    /// Plans that were estimated so far.
    #[must_use]
    pub const fn tried(&self) -> u64 {
        self.tried
    }

    /// True if it has found a path.
    #[must_use]
    pub const fn has_path(&self) -> bool {
        self.reached.is_some()
    }

    /// Units of work so far.
    #[must_use]
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// Outcome so far.
    #[must_use]
    pub fn outcome(mut self) -> Outcome {
        let is_stopped = self.attempt.is_some();
        // Plans of the unfinished level count as well.
        if let Some(mut attempt) = self.attempt.take() {
            attempt.sort();
            self.keep_nearest(attempt.next.first());
        }
        let found = match self.reached {
            Some(path) => PathFound::Path(path),
            None => PathFound::Nearest(self.nearest.map(|node| node.path(&self.start))),
        };
        Outcome {
            found,
            tried: self.tried,
            units: self.units,
            is_stopped,
        }
    }

    /// The paths that a [thorough](Self::thorough) search found so far, in the order in which it
    /// found them.
    #[must_use]
    pub fn paths(self) -> Vec<Path> {
        self.all.unwrap_or_default()
    }

    /// Does one piece of work: at most one estimate. Returns its units of work; `None` when all is
    /// done.
    fn step(&mut self) -> Option<u64> {
        let attempt = self.attempt.as_mut()?;
        if let Some(node) = attempt.coming.pop() {
            return Some(self.judge(node));
        }
        let (place, axis) = attempt.at;
        let Some(from) = attempt.beam.get(place) else {
            self.end_level();
            return Some(0);
        };
        if let Some(value) = attempt.values.pop() {
            let axis = self.axes[axis - 1];
            let plans = from.set_to(axis, value, &*self.is_free, &self.goal);
            let mut set = from.set.clone();
            set.push(held_with(&axis.key));
            for plan in plans.into_iter().rev() {
                attempt.coming.push(Node {
                    plan,
                    set: set.clone(),
                    distance: f64::INFINITY,
                });
            }
            // Setting a control and repairing conflicts also counts as work.
            return Some(1);
        }
        match self.axes.get(axis) {
            Some(next) => {
                attempt.at.1 += 1;
                if !from.set.contains(&held_with(&next.key)) {
                    let now = next.now(&from.plan);
                    attempt.values = next.values(&from.plan);
                    attempt.values.retain(|value| *value != now);
                    attempt.values.reverse();
                }
            }
            None => attempt.at = (place + 1, 0),
        }
        Some(0)
    }

    /// Estimates a plan of this level, unless it has occurred before.
    fn judge(&mut self, mut node: Node) -> u64 {
        let link = link::encode(&node.plan);
        let Some(attempt) = self.attempt.as_mut() else {
            return 0;
        };
        if !attempt.seen.insert(link.clone()) {
            return 0;
        }
        let (distance, units) = match self.known.get(&link) {
            Some(distance) => (*distance, 0),
            None => {
                let distance = self.distance(&node.plan);
                self.known.insert(link, distance);
                (distance, units(&node.plan))
            }
        };
        let Some(distance) = distance else {
            return units;
        };
        node.distance = distance;
        if distance == 0.0 {
            if let Some(all) = &mut self.all
                && all.len() < MOST_PATHS
            {
                all.push(node.clone().path(&self.start));
            }
            // A control may have changed others with it. Of the plans that reach the goal, the one
            // with the fewest changed controls counts, and of several the first.
            let path = node.path(&self.start);
            let fewest = self.reached.as_ref().map(|path| path.moves.len());
            if fewest.is_none_or(|fewest| path.moves.len() < fewest) {
                self.reached = Some(path);
            }
        } else if let Some(attempt) = self.attempt.as_mut() {
            attempt.add(node);
        }
        units
    }

    /// Distance of a plan from the goal, 0 if it is reached; `None` for an illegal plan, unless the
    /// goal asks for one.
    fn distance(&mut self, plan: &Plan) -> Option<f64> {
        let legal = match Legal::check(plan) {
            Ok(legal) => legal,
            Err(_) => return self.goal.is_reached(plan, Err(())).then_some(0.0),
        };
        self.tried += 1;
        let estimate = estimate_legal(&legal);
        // The goal decides whether it is reached; the distance only guides the search.
        if self.goal.is_reached::<()>(plan, Ok(&estimate)) {
            return Some(0.0);
        }
        Some(self.goal.distance(plan, &estimate).max(f64::MIN_POSITIVE))
    }

    fn start_node(&self) -> Node {
        Node {
            plan: self.start.clone(),
            set: Vec::new(),
            distance: self.start_distance,
        }
    }

    fn begin_effort(&mut self) {
        let start = self.start_node();
        self.attempt = self.efforts.pop().map(|effort| Attempt::of(effort, start));
    }

    /// Starts the next level from the nearest plans, or the next effort, unless a path was found.
    fn end_level(&mut self) {
        let Some(mut attempt) = self.attempt.take() else {
            return;
        };
        if self.reached.is_some() && self.all.is_none() {
            return;
        }
        attempt.sort();
        self.keep_nearest(attempt.next.first());
        attempt.depth += 1;
        if attempt.depth >= attempt.effort.depth || attempt.next.is_empty() {
            self.begin_effort();
            return;
        }
        attempt.beam = std::mem::take(&mut attempt.next);
        attempt.seen.clear();
        attempt.at = (0, 0);
        self.attempt = Some(attempt);
    }

    fn keep_nearest(&mut self, best: Option<&Node>) {
        let nearest = self.nearest.as_ref();
        let least = nearest.map_or(self.start_distance, |node| node.distance);
        if let Some(best) = best.filter(|best| best.distance < least) {
            self.nearest = Some(best.clone());
        }
    }
}

impl Attempt {
    fn of(effort: Effort, start: Node) -> Self {
        Self {
            effort,
            depth: 0,
            beam: vec![start],
            next: Vec::new(),
            seen: BTreeSet::new(),
            at: (0, 0),
            values: Vec::new(),
            coming: Vec::new(),
        }
    }

    /// Adds a plan. Of many plans only the nearest are kept, which bounds the memory.
    fn add(&mut self, node: Node) {
        self.next.push(node);
        if self.next.len() >= self.effort.width.saturating_mul(4).max(64) {
            self.sort();
        }
    }

    /// Sorts the plans of this level by distance (stable) and keeps the beam's width of them.
    fn sort(&mut self) {
        self.next
            .sort_by(|one, other| one.distance.total_cmp(&other.distance));
        self.next.truncate(self.effort.width.max(1));
    }
}

/// The key that decides whether a control is free: micro-batches follow the global batch.
fn held_with<'a>(key: &&'a str) -> &'a str {
    if *key == "m" { "gbs" } else { key }
}

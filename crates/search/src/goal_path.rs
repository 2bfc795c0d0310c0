//! The path to a goal: the fewest controls that lead a plan there, found by trying them.
//!
//! It is a beam search over controls as people set them: from every plan at hand each free control
//! is set to each value that it offers, and the plans nearest to the goal are gone on from. What
//! one control does is tried in full, what several do only along the most promising paths: a path that
//! is found proves that the goal can be reached, none found proves nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::change::Change;
use super::repair::repairs;
use super::sweep::{Axis, axis};
use super::work::{self, PATIENCE, Progress, units};
use cost::estimate_legal;
use cost::legal::Legal;
use cost::plan::Plan;
use formats::goal::Goal;
use formats::link;

/// The controls that are tried, those of the layout first: of paths as short, the one that comes
/// first is taken. Facts of models, cards and prices are not among them: nobody sets those.
const TRIED: [&str; 25] = [
    "zero", "tp", "pp", "mbs", "ckpt", "gbs", "m", "vp", "sched", "cp", "ep", "etp", "hsdp",
    "flash", "ce", "seq", "dtype", "opt", "cpkind", "gpus", "tok", "ckptbw", "restart", "gpu",
    "model",
];

/// A path to a goal: a plan, and what leads to it.
#[derive(Clone)]
pub struct Path {
    /// The plan that it leads to.
    pub plan: Plan,
    /// The controls to be set, as [`moves`] lists them.
    pub moves: Vec<(&'static str, String)>,
}

/// How hard is searched.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Plans that are gone on from at each turn.
    pub width: usize,
    /// Controls that are set at most.
    pub depth: usize,
    /// Units of work at most ([`super::work`]).
    pub units: u64,
}

impl Effort {
    /// A moment's work, some thousand estimates.
    pub const MOMENT: Self = Self {
        width: 6,
        depth: 4,
        units: PATIENCE,
    };
    /// Several moments' work.
    pub const WHILE: Self = Self {
        width: 24,
        depth: 4,
        units: PATIENCE,
    };
    /// Some hundred thousand: for a file that is checked once.
    pub const PROOF: Self = Self {
        width: 96,
        depth: 7,
        units: 40 * PATIENCE,
    };
}

/// What came of a search.
#[derive(Clone)]
pub enum Found {
    /// A path that reaches the goal; no moves where it is reached already.
    Path(Path),
    /// None that reaches it; the one that comes nearest, if any comes nearer than the plan is.
    Nearest(Option<Path>),
}

/// What came of a search, and how far it went.
#[derive(Clone)]
pub struct Outcome {
    /// What it found.
    pub found: Found,
    /// Plans that it estimated.
    pub tried: u64,
    /// Whether it stopped before it had tried all that it meant to.
    pub is_stopped: bool,
}

/// Looks for the shortest path from a plan to a goal by controls that are free, as
/// `is_free` says of their keys in a link (of the presets, of `model`, `gpu` and `gpus`).
///
/// ```
/// use formats::goal::Goal;
/// use formats::link;
/// use search::goal_path::{Effort, Found, path};
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&zero=0");
/// let goal = Goal::parse("fits").unwrap();
/// // The number of GPUs is held.
/// let is_free = |key: &str| key != "gpus";
/// let found = path(&plan, &goal, &is_free, Effort::MOMENT).found;
/// let Found::Path(found) = found else { panic!() };
/// assert_eq!(found.moves.len(), 1);
/// assert_eq!(found.plan.cluster.gpus, 8);
/// ```
#[must_use]
pub fn path(plan: &Plan, goal: &Goal, is_free: &dyn Fn(&str) -> bool, effort: Effort) -> Outcome {
    let mut search = GoalSearch::new(plan, goal, Box::new(is_free), vec![effort]);
    search.advance(effort.units);
    search.outcome()
}

/// The path that a hint tells: as a moment's search finds it, or else a longer one.
#[must_use]
pub fn soon(plan: &Plan, goal: &Goal, is_free: &dyn Fn(&str) -> bool) -> Found {
    let mut search = GoalSearch::hint(plan, goal, Box::new(is_free));
    search.advance(PATIENCE);
    search.outcome().found
}

/// Which keys a search may move.
type IsFree<'a> = Box<dyn Fn(&str) -> bool + 'a>;

/// The search for the path to a goal, done in pieces: a page calls [`Self::advance`] with a few
/// units at a time until it is done or the page has waited long enough, and then takes
/// [`Self::outcome`].
pub struct GoalSearch<'a> {
    start: Plan,
    goal: Goal,
    is_free: IsFree<'a>,
    axes: Vec<&'static Axis>,
    /// Efforts that are still to be made if those before find no path, the next one last.
    efforts: Vec<Effort>,
    /// The effort that is being made; `None` when all is done.
    turn: Option<Turn>,
    /// How far plans are from the goal, by their links; `None` for those that cannot be judged.
    known: BTreeMap<String, Option<f64>>,
    /// How far the start is.
    start_distance: f64,
    nearest: Option<Stand>,
    reached: Option<Path>,
    tried: u64,
}

/// One effort: turns in each of which one control more is set.
struct Turn {
    effort: Effort,
    /// Controls set so far.
    depth: usize,
    /// The plans that are gone on from.
    beam: Vec<Stand>,
    /// What this turn has come to, the nearest first once it is sorted.
    next: Vec<Stand>,
    /// Plans that this turn has come to.
    seen: BTreeSet<String>,
    /// The next plan of the beam, and its next axis.
    at: (usize, usize),
    /// Values of the axis before that are still to be set, the next one last.
    values: Vec<f64>,
    /// Plans that are still to be estimated, the next one last.
    coming: Vec<Stand>,
}

impl<'a> GoalSearch<'a> {
    /// A search that has estimated only the start: efforts are made in turn until one finds a
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
            turn: None,
            known: BTreeMap::new(),
            start_distance: f64::INFINITY,
            nearest: None,
            reached: None,
            tried: 0,
        };
        if let Some(distance) = search.distance(plan) {
            search.start_distance = distance;
            if distance == 0.0 {
                search.reached = Some(search.start_stand().path(plan));
            } else {
                search.begin_effort();
            }
        }
        search
    }

    /// The search of a hint: a moment's, or else a longer one.
    #[must_use]
    pub fn hint(plan: &Plan, goal: &Goal, is_free: IsFree<'a>) -> GoalSearch<'a> {
        Self::new(plan, goal, is_free, vec![Effort::MOMENT, Effort::WHILE])
    }

    /// Goes on for so many units; at least one plan is tried. A page hands out one unit at a time.
    pub fn advance(&mut self, units: u64) -> Progress {
        let progress = work::spend(units, || self.step());
        if self.turn.is_some() {
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

    /// What has been found, whether or not all is done.
    #[must_use]
    pub fn outcome(mut self) -> Outcome {
        let is_stopped = self.turn.is_some();
        // What the unfinished turn has come to counts as well.
        if let Some(mut turn) = self.turn.take() {
            turn.sort();
            self.keep_nearest(turn.next.first());
        }
        let found = match self.reached {
            Some(path) => Found::Path(path),
            None => Found::Nearest(self.nearest.map(|stand| stand.path(&self.start))),
        };
        Outcome {
            found,
            tried: self.tried,
            is_stopped,
        }
    }

    /// Does one piece: at most one estimate. Says what it took; `None` when all is done.
    fn step(&mut self) -> Option<u64> {
        let turn = self.turn.as_mut()?;
        if let Some(stand) = turn.coming.pop() {
            return Some(self.judge(stand));
        }
        let (place, axis) = turn.at;
        let Some(from) = turn.beam.get(place) else {
            self.end_turn();
            return Some(0);
        };
        if let Some(value) = turn.values.pop() {
            let axis = self.axes[axis - 1];
            let plans = from.set_to(axis, value, &*self.is_free, &self.goal);
            let mut set = from.set.clone();
            set.push(held_with(&axis.key));
            for plan in plans.into_iter().rev() {
                turn.coming.push(Stand {
                    plan,
                    set: set.clone(),
                    distance: f64::INFINITY,
                });
            }
            // To set a control, and to repair what that breaks, is work, too.
            return Some(1);
        }
        match self.axes.get(axis) {
            Some(next) => {
                turn.at.1 += 1;
                if !from.set.contains(&held_with(&next.key)) {
                    let now = next.now(&from.plan);
                    turn.values = next.values(&from.plan);
                    turn.values.retain(|value| *value != now);
                    turn.values.reverse();
                }
            }
            None => turn.at = (place + 1, 0),
        }
        Some(0)
    }

    /// Estimates a plan that this turn has come to, unless it has before.
    fn judge(&mut self, mut stand: Stand) -> u64 {
        let link = link::encode(&stand.plan);
        let Some(turn) = self.turn.as_mut() else {
            return 0;
        };
        if !turn.seen.insert(link.clone()) {
            return 0;
        }
        let (distance, units) = match self.known.get(&link) {
            Some(distance) => (*distance, 0),
            None => {
                let distance = self.distance(&stand.plan);
                self.known.insert(link, distance);
                (distance, units(&stand.plan))
            }
        };
        let Some(distance) = distance else {
            return units;
        };
        stand.distance = distance;
        if distance == 0.0 {
            // A control may have moved another one with it: of those that arrive, the one that
            // moved the fewest, and of these the first.
            let path = stand.path(&self.start);
            let fewest = self.reached.as_ref().map(|path| path.moves.len());
            if fewest.is_none_or(|fewest| path.moves.len() < fewest) {
                self.reached = Some(path);
            }
        } else if let Some(turn) = self.turn.as_mut() {
            turn.add(stand);
        }
        units
    }

    /// How far a plan is from the goal, nothing where it is reached; `None` if it cannot exist and
    /// the goal is not that.
    fn distance(&mut self, plan: &Plan) -> Option<f64> {
        let legal = match Legal::check(plan) {
            Ok(legal) => legal,
            Err(_) => return self.goal.is_reached(plan, Err(())).then_some(0.0),
        };
        self.tried += 1;
        let estimate = estimate_legal(&legal);
        // What is judged is whether it is reached; how far it is only leads there.
        if self.goal.is_reached::<()>(plan, Ok(&estimate)) {
            return Some(0.0);
        }
        Some(self.goal.distance(plan, &estimate).max(f64::MIN_POSITIVE))
    }

    fn start_stand(&self) -> Stand {
        Stand {
            plan: self.start.clone(),
            set: Vec::new(),
            distance: self.start_distance,
        }
    }

    fn begin_effort(&mut self) {
        let start = self.start_stand();
        self.turn = self.efforts.pop().map(|effort| Turn::of(effort, start));
    }

    /// Goes on from the nearest plans, or makes the next effort, unless a path was found.
    fn end_turn(&mut self) {
        let Some(mut turn) = self.turn.take() else {
            return;
        };
        if self.reached.is_some() {
            return;
        }
        turn.sort();
        self.keep_nearest(turn.next.first());
        turn.depth += 1;
        if turn.depth >= turn.effort.depth || turn.next.is_empty() {
            self.begin_effort();
            return;
        }
        turn.beam = std::mem::take(&mut turn.next);
        turn.seen.clear();
        turn.at = (0, 0);
        self.turn = Some(turn);
    }

    fn keep_nearest(&mut self, best: Option<&Stand>) {
        let nearest = self.nearest.as_ref();
        let least = nearest.map_or(self.start_distance, |stand| stand.distance);
        if let Some(best) = best.filter(|best| best.distance < least) {
            self.nearest = Some(best.clone());
        }
    }
}

impl Turn {
    fn of(effort: Effort, start: Stand) -> Self {
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

    /// Adds what it has come to. Of many only the nearest stay: it takes no room for the others.
    fn add(&mut self, stand: Stand) {
        self.next.push(stand);
        if self.next.len() >= self.effort.width.saturating_mul(4).max(64) {
            self.sort();
        }
    }

    /// Sorts what it has come to, the nearest and of these the first before the others, and keeps
    /// as many as are gone on from.
    fn sort(&mut self) {
        self.next
            .sort_by(|one, other| one.distance.total_cmp(&other.distance));
        self.next.truncate(self.effort.width.max(1));
    }
}

/// The key by which a control is held: micro-batches are those of the global batch.
fn held_with<'a>(key: &&'a str) -> &'a str {
    if *key == "m" { "gbs" } else { key }
}

/// A plan on the path, and how far from the goal it is.
#[derive(Clone)]
struct Stand {
    plan: Plan,
    /// The controls that were set.
    set: Vec<&'static str>,
    /// How far it is from the goal.
    distance: f64,
}

impl Stand {
    fn path(self, start: &Plan) -> Path {
        Path {
            moves: moves(start, &self.plan),
            plan: self.plan,
        }
    }

    /// The plans that come of setting a control to a value: one, none, or some where another
    /// control must move with it.
    fn set_to(
        &self,
        axis: &Axis,
        value: f64,
        is_free: &dyn Fn(&str) -> bool,
        goal: &Goal,
    ) -> Vec<Plan> {
        let mut plan = self.plan.clone();
        if !axis.set(&mut plan, value) {
            return Vec::new();
        }
        // What follows a control may be held: it stays where it was.
        link::hold(&|key| !is_free(key), &self.plan, &mut plan);
        possible(plan, is_free, goal)
    }
}

/// A plan, or, where it cannot exist, those that one more control makes of it that can.
fn possible(plan: Plan, is_free: &dyn Fn(&str) -> bool, goal: &Goal) -> Vec<Plan> {
    let reason = match Legal::check(&plan) {
        Ok(_) => None,
        Err(_) if goal.is_reached(&plan, Err(())) => None,
        Err(reasons) => reasons.into_iter().next(),
    };
    let Some(reason) = reason else {
        return vec![plan];
    };
    let repairs = repairs(&plan, &reason).into_iter();
    let mended = repairs.filter_map(|repair| {
        let mut mended = Change::applied(&[repair], &plan);
        let is_held = link::hold(&|key| !is_free(key), &plan, &mut mended);
        (!is_held && Legal::check(&mended).is_ok()).then_some(mended)
    });
    mended.collect()
}

/// What two plans differ in, control by control: keys with the values of the second one as a link
/// writes them. The presets are `model`, `gpu` and `gpus`.
#[must_use]
pub fn moves(start: &Plan, plan: &Plan) -> Vec<(&'static str, String)> {
    let mut moves = Vec::new();
    let presets = [
        ("model", start.model.preset, plan.model.preset),
        ("gpu", start.cluster.gpu.preset, plan.cluster.gpu.preset),
    ];
    for (key, before, after) in presets {
        if before != after {
            moves.push((key, after.to_owned()));
        }
    }
    let gpus = plan.cluster.gpus;
    if start.cluster.gpus != gpus {
        moves.push(("gpus", gpus.to_string()));
    }
    for (key, _, after) in link::differing(start, plan) {
        if key != "p" {
            moves.push((key, after));
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::link::decode;

    fn found(link: &str, goal: &str, held: &[&str]) -> Found {
        let goal = Goal::parse(goal).unwrap();
        let is_free = |key: &str| !held.contains(&key);
        path(&decode(link).0, &goal, &is_free, Effort::MOMENT).found
    }

    fn keys(found: Found) -> Vec<&'static str> {
        match found {
            Found::Path(path) => path.moves.iter().map(|(key, _)| *key).collect(),
            Found::Nearest(_) => panic!("no way"),
        }
    }

    #[test]
    fn the_shortest_way_is_found() {
        let plan = "#v=1&p=llama3-8b/h100x8&zero=0";
        assert_eq!(keys(found(plan, "zero = 3", &[])), ["zero"]);
        assert_eq!(keys(found(plan, "zero = 0", &[])), [""; 0]);
        let both = keys(found(plan, "zero = 3, tp = 2", &[]));
        assert_eq!(both.len(), 2);
    }

    #[test]
    fn what_is_held_is_left_alone() {
        let plan = "#v=1&p=llama3-70b/h100x64&tp=8&zero=0";
        let Found::Path(path) = found(plan, "fits", &["tp", "gpus", "gpu", "model", "pp"]) else {
            panic!("no way");
        };
        assert_eq!((path.plan.layout.tensor, path.plan.layout.pipeline), (8, 1));
        assert_eq!(path.plan.cluster.gpus, 64);
        assert!(!path.moves.is_empty());
        let nothing = found(plan, "tp = 4", &["tp"]);
        assert!(matches!(nothing, Found::Nearest(None)));
    }

    #[test]
    fn a_way_leads_through_plans_that_cannot_exist() {
        // 12 sequences are no whole number of them for each of 16 ranks.
        let plan = "#v=1&p=llama3-8b/h100x4&gbs=12";
        let paths = keys(found(
            plan,
            "gpus = 16, gbs <= 16, tp = 1, pp = 1, cp = 1",
            &["model", "gpu"],
        ));
        assert_eq!(paths.len(), 2, "{paths:?}");
    }

    #[test]
    fn where_none_leads_there_the_nearest_is_told() {
        let found = found(
            "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
            "mfu > 400%",
            &["model", "gpu"],
        );
        let path = match found {
            Found::Nearest(Some(path)) => path,
            Found::Nearest(None) => panic!("nothing nearer"),
            Found::Path(path) => panic!("{}", link::encode(&path.plan)),
        };
        assert!(!path.moves.is_empty());
    }

    /// No plan reaches it: the search tries all that its effort allows.
    const UNREACHABLE: &str = "mfu > 400%";

    #[test]
    fn pieces_find_what_one_go_finds() {
        let plan = decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4").0;
        for goal in [UNREACHABLE, "bubble < 2%"] {
            let goal = Goal::parse(goal).unwrap();
            let begin = || GoalSearch::hint(&plan, &goal, Box::new(|key| key != "gpus"));
            let (mut whole, mut pieces) = (begin(), begin());
            while whole.advance(u64::MAX) == Progress::Pending {}
            let mut before = pieces.tried();
            while pieces.advance(1) == Progress::Pending {
                assert!(pieces.tried() <= before + 1, "more than one estimate");
                before = pieces.tried();
            }
            let (whole, pieces) = (whole.outcome(), pieces.outcome());
            assert_eq!((whole.tried, whole.is_stopped), (pieces.tried, false));
            let moves = |found: &Found| match found {
                Found::Path(path) | Found::Nearest(Some(path)) => path.moves.clone(),
                Found::Nearest(None) => Vec::new(),
            };
            assert_eq!(moves(&whole.found), moves(&pieces.found));
        }
    }

    #[test]
    fn a_search_that_is_stopped_says_so() {
        let plan = decode("#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&sched=zbh1&gbs=8000").0;
        let goal = Goal::parse(UNREACHABLE).unwrap();
        let effort = Effort {
            units: 300,
            ..Effort::WHILE
        };
        let outcome = path(&plan, &goal, &|_| true, effort);
        assert!(outcome.is_stopped && outcome.tried > 1, "{}", outcome.tried);
        assert!(outcome.tried < 300, "{}", outcome.tried);
    }
}

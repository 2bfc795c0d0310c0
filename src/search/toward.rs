//! The way to a goal: the fewest controls that lead a plan there, found by trying them.
//!
//! It is a beam search over controls as people set them: from every plan at hand each free control
//! is set to each value that it offers, and the plans nearest to the goal are gone on from. What
//! one control does is tried in full, what several do only along the most promising ways: a way that
//! is found proves that the goal can be reached, none found proves nothing.

use std::collections::BTreeSet;

use super::change::Change;
use super::repair::repairs;
use super::sweep::{Axis, axis};
use crate::cost::estimate_legal;
use crate::cost::legal::Legal;
use crate::cost::plan::Plan;
use crate::goal::Goal;
use crate::link;

/// The controls that are tried, those of the layout first: of ways as short, the one that comes
/// first is taken. Facts of models, cards and prices are not among them: nobody sets those.
const TRIED: [&str; 25] = [
    "zero", "tp", "pp", "mbs", "ckpt", "gbs", "m", "vp", "sched", "cp", "ep", "etp", "hsdp",
    "flash", "ce", "seq", "dtype", "opt", "cpkind", "gpus", "tok", "ckptbw", "restart", "gpu",
    "model",
];

/// A way to a goal: a plan, and what leads to it.
#[derive(Clone)]
pub struct Way {
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
}

impl Effort {
    /// A moment's work, some thousand estimates: for a reader who waits for a hint.
    pub const HINT: Self = Self { width: 6, depth: 4 };
    /// Some hundred thousand: for a file that is checked once.
    pub const PROOF: Self = Self {
        width: 96,
        depth: 7,
    };
}

/// What came of a search.
pub enum Found {
    /// A way that reaches the goal; no moves where it is reached already.
    Way(Way),
    /// None that reaches it; the one that comes nearest, if any comes nearer than the plan is.
    Nearest(Option<Way>),
}

/// Looks for the shortest way from a plan to a goal by controls that are free, as
/// `is_free` says of their keys in a link (of the presets, of `model`, `gpu` and `gpus`).
///
/// ```
/// use shardwise::goal::Goal;
/// use shardwise::link;
/// use shardwise::search::toward::{Effort, Found, way};
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&zero=0");
/// let goal = Goal::parse("fits").unwrap();
/// // The number of GPUs is held.
/// let is_free = |key: &str| key != "gpus";
/// let Found::Way(found) = way(&plan, &goal, &is_free, Effort::HINT) else { panic!() };
/// assert_eq!(found.moves.len(), 1);
/// assert_eq!(found.plan.cluster.gpus, 8);
/// ```
#[must_use]
pub fn way(plan: &Plan, goal: &Goal, is_free: &dyn Fn(&str) -> bool, effort: Effort) -> Found {
    let start = Stand::of(plan.clone(), goal);
    let Some(start) = start else {
        return Found::Nearest(None);
    };
    if start.distance == 0.0 {
        return Found::Way(start.way(plan));
    }
    let tried = TRIED.iter().filter(|key| is_free(held_with(key)));
    let axes: Vec<&Axis> = tried.filter_map(|key| axis(key)).collect();
    let mut nearest: Option<Stand> = None;
    let mut least = start.distance;
    let mut beam = vec![start];
    for _ in 0..effort.depth {
        let mut next = Vec::new();
        let mut seen = BTreeSet::new();
        for stand in &beam {
            stand.go_on(&axes, is_free, goal, &mut seen, &mut next);
        }
        next.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        let reached = next.iter().take_while(|stand| stand.distance == 0.0);
        // A control may have moved another one with it: of those that arrive, the one that moved
        // the fewest, and of these the first.
        let shortest = reached.map(|stand| stand.clone().way(plan));
        if let Some(way) = shortest.min_by_key(|way| way.moves.len()) {
            return Found::Way(way);
        }
        next.truncate(effort.width);
        if let Some(best) = next.first().filter(|best| best.distance < least) {
            least = best.distance;
            nearest = Some(best.clone());
        }
        beam = next;
    }
    Found::Nearest(nearest.map(|stand| stand.way(plan)))
}

/// The key by which a control is held: micro-batches are those of the global batch.
fn held_with<'a>(key: &&'a str) -> &'a str {
    if *key == "m" { "gbs" } else { key }
}

/// A plan on the way, and how far from the goal it is.
#[derive(Clone)]
struct Stand {
    plan: Plan,
    /// The controls that were set.
    set: Vec<&'static str>,
    /// Nothing where the goal is reached.
    distance: f64,
}

impl Stand {
    /// Where a plan stands; nowhere, if it cannot exist and the goal is not that.
    fn of(plan: Plan, goal: &Goal) -> Option<Self> {
        let distance = match Legal::check(&plan) {
            Ok(legal) => {
                let estimate = estimate_legal(&legal);
                // What is judged is whether it is reached; how far it is only leads there.
                if goal.is_reached::<()>(&plan, Ok(&estimate)) {
                    0.0
                } else {
                    goal.distance(&plan, &estimate).max(f64::MIN_POSITIVE)
                }
            }
            Err(_) if goal.is_reached(&plan, Err(())) => 0.0,
            Err(_) => return None,
        };
        let set = Vec::new();
        Some(Self {
            plan,
            set,
            distance,
        })
    }

    fn way(self, start: &Plan) -> Way {
        Way {
            moves: moves(start, &self.plan),
            plan: self.plan,
        }
    }

    /// Sets each control that is not yet set to each of its values.
    fn go_on(
        &self,
        axes: &[&'static Axis],
        is_free: &dyn Fn(&str) -> bool,
        goal: &Goal,
        seen: &mut BTreeSet<String>,
        next: &mut Vec<Self>,
    ) {
        for &axis in axes
            .iter()
            .filter(|axis| !self.set.contains(&held_with(&axis.key)))
        {
            let now = axis.now(&self.plan);
            let values = axis.values(&self.plan).into_iter();
            for value in values.filter(|value| *value != now) {
                let mut plan = self.plan.clone();
                if !axis.set(&mut plan, value) {
                    continue;
                }
                // What follows a control may be held: it stays where it was.
                link::hold(&|key| !is_free(key), &self.plan, &mut plan);
                for plan in possible(plan, is_free, goal) {
                    if !seen.insert(link::encode(&plan)) {
                        continue;
                    }
                    if let Some(mut stand) = Self::of(plan, goal) {
                        stand.set.clone_from(&self.set);
                        stand.set.push(held_with(&axis.key));
                        next.push(stand);
                    }
                }
            }
        }
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
    use crate::link::decode;

    fn found(link: &str, goal: &str, held: &[&str]) -> Found {
        let goal = Goal::parse(goal).unwrap();
        let is_free = |key: &str| !held.contains(&key);
        way(&decode(link).0, &goal, &is_free, Effort::HINT)
    }

    fn keys(found: Found) -> Vec<&'static str> {
        match found {
            Found::Way(way) => way.moves.iter().map(|(key, _)| *key).collect(),
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
        let Found::Way(way) = found(plan, "fits", &["tp", "gpus", "gpu", "model", "pp"]) else {
            panic!("no way");
        };
        assert_eq!((way.plan.layout.tensor, way.plan.layout.pipeline), (8, 1));
        assert_eq!(way.plan.cluster.gpus, 64);
        assert!(!way.moves.is_empty());
        let nothing = found(plan, "tp = 4", &["tp"]);
        assert!(matches!(nothing, Found::Nearest(None)));
    }

    #[test]
    fn a_way_leads_through_plans_that_cannot_exist() {
        // 12 sequences are no whole number of them for each of 16 ranks.
        let plan = "#v=1&p=llama3-8b/h100x4&gbs=12";
        let ways = keys(found(
            plan,
            "gpus = 16, gbs <= 16, tp = 1, pp = 1, cp = 1",
            &["model", "gpu"],
        ));
        assert_eq!(ways.len(), 2, "{ways:?}");
    }

    #[test]
    fn where_none_leads_there_the_nearest_is_told() {
        let found = found(
            "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
            "mfu > 400%",
            &["model", "gpu"],
        );
        let way = match found {
            Found::Nearest(Some(way)) => way,
            Found::Nearest(None) => panic!("nothing nearer"),
            Found::Way(way) => panic!("{}", link::encode(&way.plan)),
        };
        assert!(!way.moves.is_empty());
    }
}

//! A path to a goal, its moves, and the outcome of a search for one.

use cost::plan::Plan;
use formats::link;

/// A path to a goal: a plan, and the moves that lead to it.
#[derive(Clone)]
pub struct Path {
    /// The plan to which the path leads.
    pub plan: Plan,
    /// The controls to be set, as [`moves`] lists them.
    pub moves: Vec<(&'static str, String)>,
}

/// The path that a search found, if any.
#[derive(Clone)]
pub enum PathFound {
    /// A path that reaches the goal; it has no moves if the start reaches it.
    Path(Path),
    /// No path was found; the path to the plan nearest to the goal, if one is nearer than the
    /// start.
    Nearest(Option<Path>),
}

/// The outcome of a search, with its work.
#[derive(Clone)]
pub struct Outcome {
    /// The path, if one was found.
    pub found: PathFound,
    /// Number of plans estimated.
    pub tried: u64,
    /// Units of work ([`crate::work`]).
    pub units: u64,
    /// True if the limit stopped the search before it had tried all.
    pub is_stopped: bool,
}

/// The controls in which two plans differ: keys, with the values of the second plan as a link
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

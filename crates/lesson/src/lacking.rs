//! The part of a goal that a plan lacks, and its largest obstacle, for the first hint.

use cost::Estimate;
use cost::certainty::MEMORY;
use cost::plan::Plan;
use cost::shares::Overhead;
use cost::units::Bytes;
use formats::goal::{Field, Goal};

/// The parts of a goal that a plan does not reach, and the largest costs that they are about.
///
/// ```
/// use cost::shares::Overhead;
/// use formats::{goal::Goal, link::decode};
/// use lesson::Lacking;
/// let (plan, _) = decode("#v=1&p=llama3-8b/h100x8&zero=0");
/// let estimate = cost::estimate(&plan).unwrap();
/// let of = |goal: &str| Lacking::of(&Goal::parse(goal).unwrap(), &plan, Some(&estimate));
/// // The plan is out of memory: what holds most is named, and no cost of time.
/// assert!(of("fits").memory.is_some() && of("fits").time.is_none());
/// assert!(of("mfu >= 99%").time.is_some_and(|(_, share)| share > 0.0));
/// assert_eq!(of("gpus = 16").memory.is_some() || of("gpus = 16").time.is_some(), false);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Lacking {
    /// The parts of the goal that are not reached.
    pub parts: Vec<Goal>,
    /// If one of them is about memory, what holds most on the fullest stage: its index in
    /// [`MEMORY`], and its bytes. Of a part that names single kinds of memory, one of these.
    pub memory: Option<(usize, Bytes)>,
    /// If one of them is about the time of a step, what takes most of it besides useful compute,
    /// with its share of the step.
    pub time: Option<(Overhead, f64)>,
}

/// Figures of memory that all kinds of it make up.
const OF_MEMORY: [&str; 8] = [
    "memory.verdict",
    "memory.peak_gib",
    "memory.low_gib",
    "memory.high_gib",
    "memory.peak_stage",
    "stage.total_gib",
    "stage.allocated_gib",
    "recipe.shard",
];

/// Figures that the time of a step decides.
const OF_TIME: [&str; 12] = [
    "time.step_s",
    "time.low_s",
    "time.high_s",
    "mfu",
    "hfu",
    "tokens_per_s_per_gpu",
    "tolls.useful",
    "run.days",
    "run.gpu_hours",
    "run.cost_usd",
    "run.energy_mwh",
    "recipe.score",
];

/// Share of the step below which a cost of time is not worth naming. Chosen: it prints as 0.5 %.
const LEAST: f64 = 0.005;

impl Lacking {
    /// The parts of a goal that a plan does not reach, with the largest costs. A plan that cannot exist has no estimate, and no costs.
    #[must_use]
    pub fn of(goal: &Goal, plan: &Plan, estimate: Option<&Estimate>) -> Self {
        let parts = goal.parts().into_iter();
        let open = |part: &Goal| !part.is_reached(plan, estimate.ok_or(()));
        let parts: Vec<Goal> = parts.filter(open).collect();
        let fields = parts.iter().flat_map(Goal::fields);
        let names: Vec<&str> = fields.map(Field::name).collect();
        Self {
            memory: estimate.and_then(|estimate| largest_in_memory(&names, estimate)),
            time: estimate.and_then(|estimate| largest_in_time(&names, estimate)),
            parts,
        }
    }
}

/// The kind of memory that holds most, among those that a goal with these fields is about.
fn largest_in_memory(names: &[&str], estimate: &Estimate) -> Option<(usize, Bytes)> {
    let is_whole = names.iter().any(|name| OF_MEMORY.contains(name));
    let stage = estimate.memory.fullest();
    let kinds = MEMORY.iter().enumerate().filter(|(_, kind)| {
        let name = ["stage.", kind.key, "_gib"].concat();
        is_whole || names.contains(&&*name)
    });
    let bytes = kinds.map(|(place, kind)| (place, (kind.of)(stage)));
    let largest = bytes.rev().max_by_key(|(_, bytes)| *bytes);
    largest.filter(|(_, bytes)| *bytes > Bytes(0))
}

/// The largest cost of a step, if a goal with these fields is about time.
fn largest_in_time(names: &[&str], estimate: &Estimate) -> Option<(Overhead, f64)> {
    let is_of_time = names.iter().any(|name| OF_TIME.contains(name));
    let largest = estimate.shares.largest_in_time();
    (is_of_time && largest.1 >= LEAST).then_some(largest)
}

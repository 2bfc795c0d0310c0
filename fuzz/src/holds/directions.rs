//! Directions: what a change of a plan may only raise, or only lower. Each is stated so that it is
//! true of real clusters, not only of this model.

use cost::legal::Legal;
use cost::memory::StageMemory;
use cost::plan::{CrossEntropy, Plan, Recompute, Word, WordSet, ZeroStage};
use cost::state::PerParameter;
use cost::units::Bytes;
use cost::{Estimate, estimate};

use super::Scope;
use crate::failure::{Failure, Holds, ensure};

/// Relative error that sums of floats may have.
const ROUNDING: f64 = 1e-9;
/// Where not all directions are checked, one in this many is.
const ONE_IN: u64 = 6;

/// Name of the direction of Flash Attention, which is looked at wherever it applies: few plans do
/// without.
const FLASH: &str = "Flash Attention needs no more memory of one sequence";

/// Figure that moved in the wrong direction, and by what share.
type Wrong = (String, f64);

/// A plan, the same with a change, and what must hold of their estimates.
struct Direction {
    /// Name of the property.
    name: &'static str,
    /// Changes the plan; `None` where the change does not apply to it.
    change: fn(&Plan) -> Option<Plan>,
    /// True if it holds, of the estimates before and after.
    holds: fn(&Estimate, &Estimate) -> Result<(), Wrong>,
}

/// Checks the directions of a legal plan with its estimate, without what was measured.
pub(super) fn directions(scope: &Scope, input: &str, plan: &Plan, before: &Estimate) -> Holds {
    for direction in &DIRECTIONS {
        let one_in = if direction.name == FLASH { 1 } else { ONE_IN };
        if !scope.is_chosen(input, direction.name, one_in) {
            continue;
        }
        compare(scope, direction, plan, before)?;
    }
    zero(scope, input, plan)
}

/// Checks the direction of this name.
///
/// # Errors
/// If it does not hold, or if there is none.
pub fn named(scope: &Scope, name: &str, plan: &Plan, before: &Estimate) -> Holds {
    let mut all = DIRECTIONS.iter();
    let direction = all.find(|direction| direction.name == name);
    ensure("there is such a direction", direction.is_some(), || {
        name.to_owned()
    })?;
    direction.map_or(Ok(()), |direction| compare(scope, direction, plan, before))
}

fn compare(scope: &Scope, direction: &Direction, plan: &Plan, before: &Estimate) -> Holds {
    let after = (direction.change)(plan).and_then(|changed| estimate(&changed).ok());
    let Some(after) = after else {
        return Ok(());
    };
    scope.compared(direction.name);
    let held = (direction.holds)(before, &after).map_err(|(said, by)| Failure {
        property: direction.name,
        said,
        by,
    });
    scope.unless_known(plan, held)
}

fn with(plan: &Plan, change: impl Fn(&mut Plan)) -> Option<Plan> {
    let mut changed = plan.clone();
    change(&mut changed);
    (changed != *plan).then_some(changed)
}

fn no_longer(before: &Estimate, after: &Estimate) -> Result<(), Wrong> {
    let (before, after) = (before.time, after.time);
    let ratio = after.total().0 / before.total().0;
    if ratio <= 1.0 + ROUNDING {
        return Ok(());
    }
    Err((format!("{before:?} became {after:?}"), ratio - 1.0))
}

fn no_shorter(before: &Estimate, after: &Estimate) -> Result<(), Wrong> {
    no_longer(after, before).map_err(|(said, by)| (["the other way round: ", &said].concat(), by))
}

/// Stage by stage, what is held does not grow.
fn no_more(before: &Estimate, after: &Estimate) -> Result<(), Wrong> {
    each_stage(before, after, StageMemory::total)
}

fn no_less(before: &Estimate, after: &Estimate) -> Result<(), Wrong> {
    no_more(after, before).map_err(|(said, by)| (["the other way round: ", &said].concat(), by))
}

fn each_stage(
    before: &Estimate,
    after: &Estimate,
    figure: impl Fn(&StageMemory) -> Bytes,
) -> Result<(), Wrong> {
    let stages = before.memory.stages.iter().zip(&after.memory.stages);
    for (place, (before, after)) in stages.enumerate() {
        let (was, is) = (figure(before), figure(after));
        if is > was {
            let said = format!("stage {place}: {before:?} became {after:?}");
            return Err((said, is.0 as f64 / was.0.max(1) as f64 - 1.0));
        }
    }
    Ok(())
}

/// Checks that no memory grows and no time shrinks.
fn no_more_and_no_shorter(before: &Estimate, after: &Estimate) -> Result<(), Wrong> {
    no_more(before, after)?;
    no_shorter(before, after)
}

/// Nothing of either shrinks.
fn no_less_and_no_shorter(before: &Estimate, after: &Estimate) -> Result<(), Wrong> {
    no_less(before, after)?;
    no_shorter(before, after)
}

/// True if each virtual stage has at least two layers. In a stage of one layer, full recompute
/// keeps the input and also makes it again with all else (Korthikanti 2022, section 5).
fn has_layers(plan: &Plan) -> bool {
    let Ok(legal) = Legal::check(plan) else {
        return false;
    };
    (0..legal.virtual_stages).all(|stage| legal.layers(stage).total() >= 2)
}

/// A plan with `times` as many sequences per step, and so `times` as many micro-batches.
fn longer(plan: &Plan, times: u64) -> Option<Plan> {
    let global = plan.global_batch().checked_mul(times)?;
    with(plan, |plan| plan.batch.global = Some(global))
}

/// A fused loss in place of a plain one.
fn fused_loss(plan: &Plan) -> Option<Plan> {
    let mut changed = plan.clone();
    changed.levers.cross_entropy = CrossEntropy::Fused;
    (plan.levers.cross_entropy == CrossEntropy::Plain).then_some(changed)
}

static DIRECTIONS: [Direction; 22] = [
    Direction {
        name: "a card with twice the peak takes no longer",
        // And twice the power: what the same power limit leaves of it is in
        // `crates/cli/tests/all/properties/directions.rs`.
        change: |plan| {
            with(plan, |plan| {
                plan.cluster.gpu.peak_tflops *= 2.0;
                plan.cluster.gpu.watts *= 2.0;
            })
        },
        holds: no_longer,
    },
    Direction {
        name: "twice the memory bandwidth takes no longer",
        change: |plan| with(plan, |plan| plan.cluster.gpu.hbm_gb_s *= 2.0),
        holds: no_longer,
    },
    Direction {
        name: "twice the bandwidth within a domain takes no longer",
        change: |plan| with(plan, |plan| plan.cluster.gpu.nvlink_gb_s *= 2.0),
        holds: no_longer,
    },
    Direction {
        name: "twice the network bandwidth takes no longer",
        change: |plan| with(plan, |plan| plan.cluster.gpu.nic_gb_s *= 2.0),
        holds: no_longer,
    },
    Direction {
        name: "twice the bandwidth to the host takes no longer",
        change: |plan| with(plan, |plan| plan.cluster.gpu.pcie_gb_s *= 2.0),
        holds: no_longer,
    },
    Direction {
        name: "twice the memory changes no step, and fits what fitted",
        change: |plan| with(plan, |plan| plan.cluster.gpu.hbm_gib *= 2.0),
        holds: |before, after| {
            // Only the allocator's cache grows: it reserves no more than there is.
            let stages = |estimate: &Estimate| -> Vec<Bytes> {
                estimate
                    .memory
                    .stages
                    .iter()
                    .map(StageMemory::must)
                    .collect()
            };
            let is_same = before.time == after.time && stages(before) == stages(after);
            let fits = after.memory.verdict <= before.memory.verdict;
            (is_same && fits).then_some(()).ok_or_else(|| {
                let said = format!(
                    "{:?} became {:?}",
                    before.memory.verdict, after.memory.verdict
                );
                (said, f64::INFINITY)
            })
        },
    },
    Direction {
        name: "selective recompute needs no more memory than none",
        change: |plan| {
            let mut changed = plan.clone();
            changed.levers.recompute = Recompute::Selective;
            (plan.levers.recompute == Recompute::None).then_some(changed)
        },
        holds: no_more,
    },
    Direction {
        name: "full recompute needs no more memory than none, and is no faster",
        change: |plan| {
            let mut changed = plan.clone();
            changed.levers.recompute = Recompute::Full;
            changed.levers.recompute_layers = None;
            // What is not kept need not go to the host and back either.
            let is_here = plan.levers.offload.is_empty();
            (plan.levers.recompute == Recompute::None && is_here && has_layers(plan))
                .then_some(changed)
        },
        holds: no_more_and_no_shorter,
    },
    Direction {
        name: "half the micro-batch needs no more memory at as many micro-batches",
        change: |plan| {
            let (micro, global) = (plan.batch.micro, plan.global_batch());
            let halves = micro.is_multiple_of(2) && global.is_multiple_of(2);
            halves.then(|| {
                let mut plan = plan.clone();
                (plan.batch.micro, plan.batch.global) = (micro / 2, Some(global / 2));
                plan
            })
        },
        holds: no_more,
    },
    Direction {
        // Each rank has half the micro-batches, and computes the same on each. In a pipeline
        // another rank may be the last, whose compute is what the step shows.
        name: "twice the cards by data parallelism compute no longer",
        change: |plan| {
            let is_alone = plan.layout.pipeline == 1;
            let mut changed = plan.clone();
            changed.batch.global = Some(plan.global_batch());
            changed.cluster.gpus *= 2;
            is_alone.then_some(changed)
        },
        holds: |before, after| {
            let (one, two) = (before.time.compute.0, after.time.compute.0);
            (two <= one)
                .then_some(())
                .ok_or_else(|| (format!("{one} became {two}"), two / one - 1.0))
        },
    },
    Direction {
        name: "twice the micro-batches take no less time",
        change: |plan| longer(plan, 2),
        holds: no_shorter,
    },
    Direction {
        name: "twice the micro-batches need no less memory",
        change: |plan| longer(plan, 2),
        holds: no_less,
    },
    Direction {
        name: "twice the sequence takes no less time and no less memory",
        change: |plan| {
            with(plan, |plan| {
                plan.batch.global = Some(plan.global_batch());
                plan.batch.sequence = Some(plan.sequence().saturating_mul(2));
            })
        },
        holds: no_less_and_no_shorter,
    },
    Direction {
        name: "nothing hidden takes no less time than what hides hidden",
        change: |plan| {
            let mut changed = plan.clone();
            changed.stack.overlap = Some(WordSet::EMPTY);
            (!plan.overlap().is_empty()).then_some(changed)
        },
        holds: no_shorter,
    },
    Direction {
        name: "a fused loss needs no more memory than a plain one",
        change: fused_loss,
        holds: no_more,
    },
    Direction {
        // The second copy of the logits that some fused losses keep is all that they add.
        name: "a fused loss adds no more than its own logits",
        change: fused_loss,
        holds: |before, after| {
            let stages = before.memory.stages.iter().zip(&after.memory.stages);
            for (place, (before, after)) in stages.enumerate() {
                let (most, is) = (before.allocated() + after.logits, after.allocated());
                if is > most {
                    let said = format!("stage {place}: {before:?} became {after:?}");
                    return Err((said, is.0 as f64 / most.0 as f64 - 1.0));
                }
            }
            Ok(())
        },
    },
    Direction {
        // Beside a link to the host that is nearly as fast as the card's own memory, moving state
        // there costs nothing; no machine has one.
        name: "nothing on the host takes no less memory and no more time",
        change: |plan| {
            let gpu = &plan.cluster.gpu;
            let is_slower = gpu.pcie_gb_s <= gpu.hbm_gb_s / 16.0;
            let changed = with(plan, |plan| {
                plan.levers.offload = WordSet::EMPTY;
                plan.levers.offload_layers = None;
            });
            changed.filter(|_| is_slower)
        },
        holds: |before, after| no_more_and_no_shorter(after, before),
    },
    Direction {
        // Flash Attention copies the output of several sequences, and keeps four bytes for each row
        // of scores, of which a plain kernel keeps two bytes for each score.
        name: FLASH,
        change: |plan| {
            let mut changed = plan.clone();
            changed.levers.flash = true;
            let has_scores = plan.sequence() >= 2 * plan.layout.context;
            let is_plain = !plan.levers.flash && plan.batch.micro == 1 && has_scores;
            (is_plain && plan.levers.recompute == Recompute::None).then_some(changed)
        },
        holds: no_more,
    },
    Direction {
        name: "twice the tensor parallelism on twice the cards holds no more weights",
        change: |plan| {
            with(plan, |plan| {
                plan.layout.tensor *= 2;
                plan.cluster.gpus *= 2;
            })
        },
        holds: |before, after| each_stage(before, after, |stage| stage.state.weights),
    },
    Direction {
        name: "twice the layers on the same stages take no less time and no less memory",
        change: |plan| {
            let is_even = plan.layout.split.is_empty() && !plan.layout.ends_count;
            let mut changed = plan.clone();
            changed.model.layers *= 2;
            // Each stage keeps its kinds of layers.
            changed.model.moe.dense_layers *= 2;
            is_even.then_some(changed)
        },
        holds: no_less_and_no_shorter,
    },
    Direction {
        name: "twice the load of the busiest expert takes no less time",
        change: |plan| {
            let mut changed = plan.clone();
            changed.stack.imbalance = Some(plan.imbalance() * 2.0);
            (plan.model.moe.experts > 0).then_some(changed)
        },
        holds: no_shorter,
    },
    Direction {
        name: "prices and failures change no step and no memory",
        change: |plan| {
            with(plan, |plan| {
                plan.cluster.gpu.price *= 2.0;
                plan.run.mtbf_hours *= 2.0;
                plan.run.restart_minutes *= 2.0;
            })
        },
        holds: |before, after| {
            let is_same = before.time == after.time && before.memory == after.memory;
            is_same.then_some(()).ok_or_else(|| {
                (
                    format!("{:?} became {:?}", before.time, after.time),
                    f64::INFINITY,
                )
            })
        },
    },
];

/// Name of the property of [`zero`].
const ZERO: &str = "a higher stage of ZeRO holds no more state";

/// Names of all of these properties.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DIRECTIONS
        .iter()
        .map(|direction| direction.name)
        .chain([ZERO])
}

/// Each stage of ZeRO holds no more memory between two steps than the one before. The peak of one
/// stage may be a backward, before which FSDP frees gradients, and that of another the optimizer's
/// step: these are no states of the same moment. ZeRO divides state and does not choose its types,
/// so that gradients count in the type that they have at the lower stage: those that wait for their
/// reduction FSDP keeps in the type of the reduction (`crates/cost/tests/all/papers/sharding.rs`).
fn zero(scope: &Scope, input: &str, plan: &Plan) -> Holds {
    if !scope.is_chosen(input, ZERO, ONE_IN) {
        return Ok(());
    }
    let mut before: Option<(u64, Estimate)> = None;
    for &stage in ZeroStage::ALL {
        let mut changed = plan.clone();
        changed.layout.zero = stage;
        let (Ok(legal), Ok(after)) = (Legal::check(&changed), estimate(&changed)) else {
            continue;
        };
        let width = PerParameter::of_legal(&legal).gradients;
        if let Some((narrow, before)) = &before {
            scope.compared(ZERO);
            let mut after = after.clone();
            for stage in &mut after.memory.stages {
                let added = stage.state.gradients.0 / width * width.saturating_sub(*narrow);
                stage.at_rest = stage.at_rest.saturating_sub(Bytes(added));
            }
            let held = each_stage(before, &after, |stage| stage.at_rest);
            let held = held.map_err(|(said, by)| Failure {
                property: ZERO,
                said: format!("at {stage:?}: {said}"),
                by,
            });
            scope.unless_known(plan, held)?;
        }
        before = Some((width, after));
    }
    Ok(())
}

//! Every number of an estimate is one, and parts add up.

use cost::Estimate;
use cost::legal::Legal;
use cost::memory::{self, StageMemory, Verdict};
use cost::plan::{Plan, Schedule};
use cost::units::Bytes;
use formats::goal::FIGURES;

use crate::failure::{Holds, ensure};

/// Relative error that sums of floats may have.
const ROUNDING: f64 = 1e-9;

/// Checks that every figure of a legal plan's estimate is a number, and that parts add up.
///
/// # Errors
/// The property that does not hold.
pub fn totals(plan: &Plan, estimate: &Estimate) -> Holds {
    stages(plan, estimate)?;
    verdict(plan, estimate)?;
    step(plan, estimate)?;
    shares(estimate)?;
    run(estimate)?;
    figures(plan, estimate)
}

/// Checks that no definition of utilisation counts more FLOPs than the GPU could have run.
///
/// # Errors
/// The definition that does.
pub fn utilisation(estimate: &Estimate) -> Holds {
    let used = &estimate.utilisation;
    // Each against the peak of the products' own type: against the 16-bit one, an 8-bit plan may
    // well show more than all of it.
    for (what, share) in [
        ("MFU", used.mfu),
        ("causal MFU", used.causal_mfu),
        ("MFU of all parameters", used.all_parameters_mfu),
        ("HFU", used.hfu),
    ] {
        let is_share = (0.0..=1.0 + ROUNDING).contains(&share);
        ensure("no utilisation is above 100 %", is_share, || {
            format!("{what} is {share}")
        })?;
    }
    ensure("HFU is no less than MFU", used.hfu >= used.mfu, || {
        format!("{used:?}")
    })
}

fn finite(what: &str, value: f64) -> Holds {
    let is_number = value.is_finite() && value >= 0.0;
    ensure("every number is finite", is_number, || {
        format!("{what} is {value}")
    })
}

fn stages(plan: &Plan, estimate: &Estimate) -> Holds {
    const PARTS: &str = "parts of a stage's memory add up";
    let memory = &estimate.memory;
    let count = memory.stages.len();
    ensure(
        "there is a stage a rank",
        count as u64 == plan.layout.pipeline,
        || format!("{count} stages of {}", plan.layout.pipeline),
    )?;
    let peak = memory.stages.iter().map(StageMemory::total).max();
    ensure(
        "the peak is the fullest stage's",
        Some(memory.peak()) == peak,
        || format!("{:?} and {peak:?}", memory.peak()),
    )?;
    for stage in &memory.stages {
        let state = stage.state.weights + stage.state.gradients + stage.state.optimizer;
        let parts = state + stage.activations + stage.logits + stage.buffers;
        ensure(PARTS, state == stage.state.total(), || format!("{stage:?}"))?;
        ensure(PARTS, parts == stage.allocated(), || format!("{stage:?}"))?;
        ensure(PARTS, parts + stage.overhead == stage.total(), || {
            format!("{stage:?}")
        })?;
        let is_within = stage.reserved() <= stage.total();
        ensure("what is reserved is within the total", is_within, || {
            format!("{stage:?}")
        })?;
    }
    // In V order the last virtual stage is the first rank's, and where two pipelines meet each end
    // has a head.
    let (first, last) = (0, count - 1);
    let heads = match plan.schedule() {
        Schedule::ZbV | Schedule::VHalf | Schedule::VMin | Schedule::DualPipeV => [first, first],
        Schedule::DualPipe => [first, last],
        _ => [last, last],
    };
    let mut stages = memory.stages.iter().enumerate();
    let others = stages.find(|(rank, stage)| !heads.contains(rank) && stage.logits != Bytes::ZERO);
    ensure(
        "only ranks with a head have logits",
        others.is_none(),
        || format!("{others:?}"),
    )
}

fn verdict(plan: &Plan, estimate: &Estimate) -> Holds {
    let memory = &estimate.memory;
    let is_around = memory.low() <= memory.peak() && memory.peak() <= memory.high();
    ensure("the range lies around the peak", is_around, || {
        format!("{:?}", memory.band)
    })?;
    let allocated = memory.stages.iter().map(StageMemory::allocated).max();
    let limit = memory.most_allocated;
    let expected = if memory.low() > memory.capacity || limit.is_some() && allocated > limit {
        Verdict::OutOfMemory
    } else if memory.peak() > memory.capacity {
        Verdict::MayNotFit
    } else if memory.high() > memory.capacity {
        Verdict::Tight
    } else {
        Verdict::Fits
    };
    let is_expected = expected == memory.verdict;
    ensure("the verdict follows from the range", is_expected, || {
        format!("{:?}", memory.verdict)
    })?;
    // The check alone knows nothing of the reader's machine.
    if plan.measured.is_empty() {
        let alone = Legal::check(plan).ok().map(|legal| memory::verdict(&legal));
        ensure(
            "the capacity check alone says the same",
            alone == Some(expected),
            || format!("{alone:?} and {expected:?}"),
        )?;
    }
    let [low, high] = estimate.step_band.around(1.0);
    let is_around = 0.0 < low && low < 1.0 && 1.0 < high && high < 3.0;
    ensure("the range lies around the step", is_around, || {
        format!("{low} to {high}")
    })
}

fn step(plan: &Plan, estimate: &Estimate) -> Holds {
    let time = &estimate.time;
    let parts = [
        ("compute", time.compute),
        ("recompute", time.recompute),
        ("forward only", time.forward_only),
        ("tensor", time.tensor),
        ("context", time.context),
        ("expert", time.expert),
        ("pipeline", time.pipeline),
        ("data", time.data),
        ("bubble", time.bubble),
        ("imbalance", time.imbalance),
        ("optimizer", time.optimizer),
    ];
    for (what, part) in parts {
        finite(what, part.0)?;
    }
    let sum: f64 = parts.iter().map(|(_, part)| part.0).sum();
    let total = time.total().0;
    finite("the step", total)?;
    let is_sum = total > 0.0 && (sum / total - 1.0).abs() < ROUNDING;
    ensure("parts of the step add up", is_sum, || {
        format!("{sum} is not {total}")
    })?;
    let bubble = time.bubble_fraction();
    ensure(
        "the bubble is a share",
        (0.0..1.0).contains(&bubble),
        || format!("{bubble}"),
    )?;
    let is_alone = plan.layout.pipeline == 1;
    // A long step is a sum of millions of blocks, which are rounded in different orders.
    let is_quiet = time.bubble.0 <= ROUNDING * total && time.pipeline.0 == 0.0;
    ensure("no pipeline has no bubble", !is_alone || is_quiet, || {
        format!("{time:?}")
    })
}

fn shares(estimate: &Estimate) -> Holds {
    let shares = &estimate.shares;
    let all = [
        shares.useful,
        shares.ceiling,
        shares.kernels,
        shares.padding,
        shares.recompute,
        shares.forward_only,
        shares.communication,
        shares.bubble,
        shares.imbalance,
        shares.optimizer,
    ];
    for share in all {
        // Rounding may leave a share a hair below nothing.
        let is_share = (-ROUNDING..=1.0 + ROUNDING).contains(&share);
        ensure("every share is one", is_share, || format!("{shares:?}"))?;
    }
    let sum: f64 = all.iter().sum();
    ensure("the shares add up", (sum - 1.0).abs() < ROUNDING, || {
        format!("{sum}: {shares:?}")
    })
}

fn run(estimate: &Estimate) -> Holds {
    let run = &estimate.run;
    for (what, value) in [
        ("days", run.days),
        ("GPU-hours", run.gpu_hours),
        ("cost", run.cost_usd),
        ("energy", run.energy_mwh),
        ("checkpoint interval", run.checkpoint_interval.0),
    ] {
        finite(what, value)?;
    }
    let is_share = run.goodput > 0.0 && run.goodput <= 1.0;
    ensure("goodput is a share", is_share, || {
        format!("{}", run.goodput)
    })
}

/// Every figure that goals and files name.
fn figures(plan: &Plan, estimate: &Estimate) -> Holds {
    for figure in &FIGURES {
        if let Some(number) = figure.number(plan, Some(estimate)) {
            ensure("every figure is finite", number.is_finite(), || {
                format!("{} is {number}", figure.name)
            })?;
        }
    }
    Ok(())
}

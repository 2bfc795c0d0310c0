//! Properties of the figures of an estimate: they agree with it.

use cost::Estimate;
use cost::convention::Conventions;
use cost::kernel_times::KernelTimes;
use cost::legal::Legal;
use cost::memory::terms::StageTerms;
use cost::timeline::Timeline;
use cost::waterfall::Waterfall;
use formats::link::encode;

use super::Scope;
use crate::failure::{Failure, Holds, ensure};

/// Relative error that sums of floats may have.
const ROUNDING: f64 = 1e-9;
/// Blocks of the longest step that is laid out here: longer ones cost more than they show.
const MOST_BLOCKS: u64 = 20_000;

/// Checks the figures of a legal plan.
pub(super) fn figures(scope: &Scope, legal: &Legal, estimate: &Estimate) -> Holds {
    terms(legal, estimate)?;
    waterfall(legal, estimate)?;
    let roofs = last_inch(legal, estimate);
    scope.unless_known(legal.plan, roofs)?;
    scope.unless_known(legal.plan, timeline(legal, estimate))
}

/// The terms of a stage's memory add up to it.
fn terms(legal: &Legal, estimate: &Estimate) -> Holds {
    let memory = &estimate.memory;
    let last = memory.stages.len() - 1;
    for stage in [0, memory.peak_stage, last] {
        let listed = StageTerms::of(legal, memory, stage);
        let sum = |is_less: bool| -> u128 {
            let terms = listed.terms.iter().filter(|term| term.is_less == is_less);
            terms.map(|term| u128::from(term.bytes.0)).sum()
        };
        let (all, less) = (sum(false), sum(true));
        let total = u128::from(memory.stages[stage].total().0);
        // What no card could ever hold is counted as the most that can be counted.
        let is_countless = total == u128::from(u64::MAX) && all >= total;
        ensure(
            "terms of a stage's memory add up",
            all == total + less || is_countless,
            || {
                format!(
                    "stage {stage}: {all} less {less} is not {total}: {}",
                    encode(legal.plan)
                )
            },
        )?;
    }
    Ok(())
}

/// The peak less every loss and plus the credit is the utilisation.
fn waterfall(legal: &Legal, estimate: &Estimate) -> Holds {
    for conventions in (0..8).map(|place| Conventions::of([place / 2, place % 2, 0])) {
        let fall = Waterfall::of(legal, estimate, conventions);
        let lost: f64 = fall.losses.iter().sum();
        let end = fall.start - lost + fall.credit;
        let is_sum = (end - fall.end).abs() <= ROUNDING * fall.start.max(fall.end);
        ensure("the waterfall ends at the utilisation", is_sum, || {
            format!("{conventions:?}: {end} is not {}: {fall:?}", fall.end)
        })?;
        let is_loss = |loss: &f64| loss.is_finite() && *loss >= 0.0;
        ensure("every loss is one", fall.losses.iter().all(is_loss), || {
            format!("{fall:?}")
        })?;
    }
    Ok(())
}

/// No kernel is above its roof.
fn last_inch(legal: &Legal, estimate: &Estimate) -> Holds {
    let inch = KernelTimes::of(legal, estimate);
    for spent in &inch.kernels {
        // Bytes are whole, up to two more or less of the smallest kernels, forward and backward.
        let rounding = ROUNDING + 4.0 / spent.work.bytes.0.max(1) as f64;
        // A machine that was measured to be faster than its data sheet is.
        let is_below = spent.reached <= 1.0 + rounding || estimate.machine.is_some();
        ensure("no kernel is above its roof", is_below, || {
            format!("{spent:?}")
        })?;
    }
    let shares: f64 = inch.kernels.iter().map(|spent| spent.share).sum();
    ensure(
        "shares of the kernels add up",
        (shares - 1.0).abs() < ROUNDING,
        || format!("{shares}"),
    )
}

/// The step laid out is as long as the step.
fn timeline(legal: &Legal, estimate: &Estimate) -> Holds {
    let blocks = legal
        .pipeline()
        .saturating_mul(legal.chunks())
        .saturating_mul(legal.micro_batches);
    if blocks > MOST_BLOCKS {
        return Ok(());
    }
    let Some(timeline) = Timeline::of(legal, estimate) else {
        return Ok(());
    };
    let total = estimate.time.total().0;
    // Where ranks validate afterwards a rank is timed from its own start, and the timeline from the
    // first block of all (Qi 2023, section 4).
    let end = if legal.plan.schedule().validates_afterwards() {
        timeline.rows()[timeline.busiest()].step.total().0
    } else {
        timeline.end().0
    };
    let by = (end / total - 1.0).abs();
    if by < ROUNDING {
        return Ok(());
    }
    Err(Failure {
        property: "the timeline is as long as the step",
        said: format!("{end} is not {total}"),
        by,
    })
}

//! Totals: every number of an estimate is one, and parts add up.

use proptest::prelude::*;
use shardwise::cost::legal::Legal;
use shardwise::cost::memory::{self, StageMemory, Verdict};
use shardwise::cost::plan::Plan;
use shardwise::cost::units::Bytes;
use shardwise::cost::{Estimate, estimate};
use shardwise::text::EN;

use crate::config;
use crate::drawn::{Drawn, absurd_plan, legal_plan, of};

fn finite(what: &str, value: f64) -> Result<(), TestCaseError> {
    prop_assert!(value.is_finite() && value >= 0.0, "{what} is {value}");
    Ok(())
}

/// Every number of an estimate is a number, none is negative, and parts add up.
pub(crate) fn check(plan: &Plan, estimate: &Estimate) -> Result<(), TestCaseError> {
    let memory = &estimate.memory;
    prop_assert_eq!(memory.stages.len() as u64, plan.layout.pipeline);
    let peak = memory.stages.iter().map(StageMemory::total).max();
    prop_assert_eq!(Some(memory.peak()), peak);
    for stage in &memory.stages {
        let state = stage.state.weights + stage.state.gradients + stage.state.optimizer;
        prop_assert_eq!(state, stage.state.total());
        let parts = state + stage.activations + stage.logits + stage.buffers;
        prop_assert_eq!(parts, stage.allocated());
        prop_assert_eq!(parts + stage.overhead, stage.total());
    }
    let last = memory.stages.len() - 1;
    let headless = memory
        .stages
        .iter()
        .take(last)
        .all(|stage| stage.logits == Bytes::ZERO);
    prop_assert!(headless, "logits before the last stage");
    prop_assert!(memory.low() <= memory.peak() && memory.peak() <= memory.high());
    let verdict = if memory.low() > memory.capacity {
        Verdict::OutOfMemory
    } else if memory.high() > memory.capacity {
        Verdict::Tight
    } else {
        Verdict::Fits
    };
    prop_assert_eq!(verdict, memory.verdict);
    let legal = Legal::check(plan).expect("it was estimated");
    prop_assert_eq!(memory::verdict(&legal), verdict, "the capacity check alone");
    let [low, high] = estimate.step_band.around(1.0);
    prop_assert!(0.0 < low && low < 1.0 && 1.0 < high && high < 3.0);

    let time = &estimate.time;
    let parts = [
        time.compute,
        time.recompute,
        time.tensor,
        time.context,
        time.expert,
        time.pipeline,
        time.data,
        time.bubble,
        time.optimizer,
    ];
    for part in parts {
        finite("a part of the step", part.0)?;
    }
    let sum: f64 = parts.iter().map(|part| part.0).sum();
    let total = time.total().0;
    finite("the step", total)?;
    prop_assert!(
        total > 0.0 && (sum / total - 1.0).abs() < 1e-9,
        "{sum} is not {total}"
    );
    let bubble = time.bubble_fraction();
    prop_assert!((0.0..1.0).contains(&bubble), "bubble {bubble}");
    if plan.layout.pipeline == 1 {
        prop_assert_eq!(time.bubble.0, 0.0);
        prop_assert_eq!(time.pipeline.0, 0.0);
    }

    let tolls = &estimate.tolls;
    let shares = [
        tolls.useful,
        tolls.ceiling,
        tolls.last_inch,
        tolls.scratchpad,
        tolls.cable,
        tolls.bubble,
        tolls.state,
    ];
    for share in shares {
        // Rounding may leave a share a hair below nothing.
        prop_assert!(
            (-1e-9..=1.0 + 1e-9).contains(&share),
            "a share of {share}: {tolls:?}"
        );
    }
    prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{tolls:?}");

    let utilisation = &estimate.utilisation;
    finite("MFU", utilisation.mfu)?;
    finite("tokens per second", utilisation.tokens_per_second)?;
    prop_assert!(utilisation.hfu >= utilisation.mfu, "{utilisation:?}");
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
    prop_assert!(
        run.goodput > 0.0 && run.goodput <= 1.0,
        "goodput {}",
        run.goodput
    );
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn likely_plans_add_up(Drawn(plan) in legal_plan()) {
        check(&plan, &of(&plan))?;
    }

    #[test]
    fn absurd_plans_give_an_estimate_or_reasons(plan in absurd_plan()) {
        match estimate(&plan) {
            Ok(estimate) => check(&plan, &estimate)?,
            Err(reasons) => {
                prop_assert!(!reasons.is_empty());
                for reason in &reasons {
                    prop_assert!((EN.reason)(reason, &plan).ends_with('.'), "{reason:?}");
                }
            }
        }
    }
}

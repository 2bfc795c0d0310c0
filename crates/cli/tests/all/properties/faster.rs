//! Directions over all that a plan may choose: what is faster never makes a step longer, and what
//! holds less never holds more.

use cost::Estimate;
use cost::activations::Activations;
use cost::legal::Legal;
use cost::memory::StageMemory;
use cost::plan::{CrossEntropy, Kernels, Plan, Recompute, ZeroStage};
use cost::units::Bytes;
use proptest::prelude::*;

use super::config;
use super::wide::any_legal;
use test_utils::drawn::{Drawn, of};

/// Relative error of rounding.
const ROUNDING: f64 = 1e-9;

/// Estimate of a plan after a change that keeps every plan legal.
fn changed(plan: &Plan, change: impl Fn(&mut Plan)) -> Estimate {
    let mut changed = plan.clone();
    change(&mut changed);
    of(&changed)
}

/// No step is longer with a change.
fn never_slower(what: &str, plan: &Plan, change: impl Fn(&mut Plan)) -> Result<(), TestCaseError> {
    let (before, after) = (of(plan).time, changed(plan, change).time);
    let (one, other) = (before.total().0, after.total().0);
    prop_assert!(
        other <= one * (1.0 + ROUNDING),
        "{what}: {one} s became {other} s, {before:?} became {after:?}"
    );
    Ok(())
}

/// No stage holds more with a change.
fn never_fuller(
    what: &str,
    before: &Estimate,
    after: &Estimate,
    part: impl Fn(&StageMemory) -> Bytes,
) -> Result<(), TestCaseError> {
    let stages = before.memory.stages.iter().zip(&after.memory.stages);
    for (stage, (before, after)) in stages.enumerate() {
        prop_assert!(
            part(after) <= part(before),
            "{what}, stage {stage}: {before:?} became {after:?}"
        );
    }
    Ok(())
}

fn activations(stage: &StageMemory) -> Bytes {
    stage.activations + stage.logits
}

/// State between steps, with workspaces, which no ZeRO stage changes. The peak may be a backward
/// with one stage and the optimizer's step with another, and gradients are there in one of them.
fn state(stage: &StageMemory) -> Bytes {
    stage.at_rest
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn a_higher_peak_never_makes_a_step_longer(Drawn(plan) in any_legal()) {
        never_slower("peak", &plan, |plan| {
            plan.cluster.gpu.peak_tflops *= 2.0;
            plan.cluster.gpu.watts *= 2.0;
        })?;
        // Nor under the same power limit.
        never_slower("peak", &plan, |plan| plan.cluster.gpu.peak_tflops *= 2.0)?;
    }

    #[test]
    fn more_bandwidth_never_makes_a_step_longer(Drawn(plan) in any_legal()) {
        never_slower("memory", &plan, |plan| plan.cluster.gpu.hbm_gb_s *= 2.0)?;
        never_slower("domain", &plan, |plan| plan.cluster.gpu.nvlink_gb_s *= 2.0)?;
        never_slower("network", &plan, |plan| plan.cluster.gpu.nic_gb_s *= 2.0)?;
        never_slower("host", &plan, |plan| plan.cluster.gpu.pcie_gb_s *= 2.0)?;
    }

    #[test]
    fn stronger_checkpointing_never_keeps_more(Drawn(plan) in any_legal()) {
        let with = |recompute| changed(&plan, |plan| {
            plan.levers.recompute = recompute;
            plan.levers.recompute_layers = None;
        });
        let [none, selective, full] = [Recompute::None, Recompute::Selective, Recompute::Full].map(with);
        never_fuller("selective", &none, &selective, activations)?;
        // The closed form of full recompute is an input for every layer and one whole layer, in
        // which that layer's input stands again (Korthikanti 2022, section 5): of a stage's lone
        // layer nothing else is saved.
        let again = Activations::of(&Legal::check(&plan).expect("a legal plan")).dense.input;
        for (none, full) in none.memory.stages.iter().zip(&full.memory.stages) {
            // Where FSDP frees gradients, the peak may be the optimizer's step with one and backward
            // with the other: then the peaks themselves are compared.
            let is_step = |stage: &StageMemory| activations(stage) == Bytes::ZERO;
            let held = |stage: &StageMemory| {
                if is_step(none) == is_step(full) {
                    activations(stage)
                } else {
                    stage.allocated()
                }
            };
            let (none, full) = (held(none), held(full));
            prop_assert!(full <= none + again, "full: {none:?} became {full:?}");
        }
    }

    #[test]
    fn a_higher_zero_stage_never_keeps_more_state(Drawn(plan) in any_legal()) {
        // FSDP holds 16-bit gradients in fp32 until it reduces them
        // (`crates/cost/tests/all/papers/sharding.rs`).
        let wide = plan.stack.recipe.shards_fully();
        let with = |zero| changed(&plan, |plan| {
            plan.layout.zero = zero;
            if wide {
                plan.levers.gradients = None;
            }
        });
        let stages = [ZeroStage::Zero, ZeroStage::One, ZeroStage::Two, ZeroStage::Three].map(with);
        for pair in stages.windows(2) {
            never_fuller("ZeRO", &pair[0], &pair[1], state)?;
        }
    }

    #[test]
    fn a_smaller_micro_batch_never_keeps_more(Drawn(plan) in any_legal()) {
        // As many micro-batches of twice as many sequences, and the same sequences in smaller ones.
        let mut larger = plan.clone();
        larger.batch.micro *= 2;
        larger.batch.global = Some(plan.global_batch() * 2);
        never_fuller("as many", &of(&larger), &of(&plan), activations)?;
    }

    #[test]
    fn a_fused_loss_keeps_more_only_where_it_is_megatrons_own(Drawn(plan) in any_legal()) {
        let with = |loss| changed(&plan, |plan| plan.levers.cross_entropy = loss);
        let [plain, fused, native] =
            [CrossEntropy::Plain, CrossEntropy::Fused, CrossEntropy::Native].map(with);
        // The switch of Megatron-LM's early kernels turns on its own fused loss, which keeps a
        // second fp32 copy of the logits; TransformerEngine's works in place.
        if plan.kernels() == Kernels::EarlyFused {
            prop_assert_eq!(fused, native);
        } else {
            never_fuller("fused", &plain, &fused, StageMemory::total)?;
            never_slower("fused", &plan, |plan| plan.levers.cross_entropy = CrossEntropy::Fused)?;
        }
    }
}

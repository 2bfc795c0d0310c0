//! Directions: what a change of the plan may only raise, or only lower. Those of the fuzzer
//! (`fuzz/src/holds/directions.rs`) hold for drawn plans; those here are of plans that are brought
//! into a form first, or of figures that need more than two estimates.

use cost::activations::Activations;
use cost::legal::Legal;
use cost::memory::StageMemory;
use cost::plan::{CrossEntropy, Kernels, Offload, Plan, Recompute, Schedule, Word as _, ZeroStage};
use cost::units::Bytes;
use cost::{Estimate, estimate};
use fuzz::failure::Failure;
use fuzz::holds::Scope;
use fuzz::holds::directions::named;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use test_utils::config;
use test_utils::drawn::{Drawn, any_legal, legal_plan, of};

use super::{held, held_but_for_known};

/// Relative error of rounding.
const ROUNDING: f64 = 1e-9;

/// Directions of the fuzzer that hold for all of these plans.
const NAMES: [&str; 11] = [
    "a card with twice the peak takes no longer",
    "twice the memory bandwidth takes no longer",
    "twice the bandwidth within a domain takes no longer",
    "twice the network bandwidth takes no longer",
    "twice the bandwidth to the host takes no longer",
    "selective recompute needs no more memory than none",
    "half the micro-batch needs no more memory at as many micro-batches",
    "nothing hidden takes no less time than what hides hidden",
    "a fused loss needs no more memory than a plain one",
    "nothing on the host takes no less memory and no more time",
    "twice the tensor parallelism on twice the cards holds no more weights",
];

/// Checks these directions for a number of plans, and that each compares some of them.
#[track_caller]
fn hold(plans: impl Strategy<Value = Drawn>, cases: u32, names: &[&str]) {
    let scope = Scope::thorough();
    let outcome = TestRunner::new(config(cases)).run(&plans, |Drawn(plan)| {
        let before = of(&plan);
        let mut names = names.iter();
        names.try_for_each(|name| held(named(&scope, name, &plan, &before)))
    });
    outcome.unwrap_or_else(|why| panic!("{why}"));
    let seen = scope.seen.take();
    for &name in names {
        let count = seen.compared.get(name).copied().unwrap_or(0);
        assert!(count >= u64::from(cases) / 100, "{name}: {count} times");
    }
}

#[test]
fn directions_hold_for_likely_plans() {
    // Likely plans have nothing on the host.
    let names = NAMES.into_iter().filter(|name| !name.contains("host"));
    hold(legal_plan(), 512, &names.collect::<Vec<_>>());
}

#[test]
fn directions_hold_for_plans_of_any_choices() {
    hold(any_legal(), 1_500, &NAMES);
}

/// Estimates of a plan before and after a change; `None` if either plan is illegal.
fn both(plan: &Plan, change: impl Fn(&mut Plan)) -> Option<(Estimate, Estimate)> {
    let mut changed = plan.clone();
    change(&mut changed);
    Some((estimate(plan).ok()?, estimate(&changed).ok()?))
}

/// Compares two figures stage by stage.
fn each_stage<T: PartialOrd + std::fmt::Debug>(
    before: &Estimate,
    after: &Estimate,
    figure: impl Fn(&StageMemory) -> T,
    holds: impl Fn(&T, &T) -> bool,
) -> Result<(), TestCaseError> {
    for (before, after) in before.memory.stages.iter().zip(&after.memory.stages) {
        let (before, after) = (figure(before), figure(after));
        prop_assert!(holds(&before, &after), "{before:?} became {after:?}");
    }
    Ok(())
}

/// Estimate of a plan after a change that keeps every plan legal.
fn changed(plan: &Plan, change: impl Fn(&mut Plan)) -> Estimate {
    let mut changed = plan.clone();
    change(&mut changed);
    of(&changed)
}

/// No step is longer with a change, which this property names.
fn never_slower(
    property: &'static str,
    plan: &Plan,
    change: impl Fn(&mut Plan),
) -> Result<(), TestCaseError> {
    let (before, after) = (of(plan).time, changed(plan, change).time);
    let (one, other) = (before.total().0, after.total().0);
    let outcome = if other <= one * (1.0 + ROUNDING) {
        Ok(())
    } else {
        Err(Failure {
            property,
            said: format!("{one} s became {other} s, {before:?} became {after:?}"),
            by: other / one - 1.0,
        })
    };
    held_but_for_known(outcome, plan)
}

fn activations(stage: &StageMemory) -> Bytes {
    stage.activations + stage.logits
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn more_tensor_parallelism_never_raises_state(Drawn(plan) in legal_plan()) {
        let twice = |plan: &mut Plan| {
            plan.layout.tensor *= 2;
            plan.cluster.gpus *= 2;
        };
        let both = both(&plan, twice);
        prop_assume!(both.is_some());
        let (before, after) = both.expect("just seen");
        // With fewer activations the peak may move from backward to the optimizer's step, where
        // gradients that FSDP frees after it are still held. Without activations it is the step.
        let state_at_peak = |s: &StageMemory| (s.activations == Bytes::ZERO, s.state.total());
        each_stage(&before, &after, state_at_peak, |before, after| {
            before.0 != after.0 || after.1 <= before.1
        })?;
    }

    #[test]
    fn weights_are_sharded_evenly_over_all_replicas(Drawn(plan) in legal_plan()) {
        // Experts have separate groups of ranks.
        prop_assume!(plan.model.moe.experts == 0);
        let kept = |stage: ZeroStage| {
            let mut plan = plan.clone();
            plan.layout.zero = stage;
            of(&plan).memory.stages[0].state.weights.0
        };
        let replicas = plan.data_parallel() * plan.layout.context;
        let (none, three) = (kept(ZeroStage::Zero), kept(ZeroStage::Three));
        // Trained weights, frozen ones and those of a reference model are rounded up each.
        let even = none.div_ceil(replicas);
        prop_assert!((even..=even + 2).contains(&three), "{three} of {none} over {replicas}");
    }

    #[test]
    fn what_a_layer_keeps_is_linear_in_the_micro_batch(Drawn(plan) in legal_plan()) {
        // Flash Attention's second layout copy appears with the second sequence, so two and four
        // sequences are compared, at the same number of micro-batches.
        let kept = |micro: u64| {
            let mut plan = plan.clone();
            plan.batch.global = Some(plan.global_batch() / plan.batch.micro * micro);
            plan.batch.micro = micro;
            let legal = Legal::check(&plan).expect("the batch still divides");
            Activations::of(&legal).dense.kept
        };
        prop_assert_eq!(kept(4), kept(2) * 2);
        let (one, two) = (kept(1), kept(2));
        prop_assert!(two >= one * 2, "{one:?} became {two:?}");
        if !plan.levers.flash {
            prop_assert_eq!(two, one * 2);
        }
    }

    #[test]
    fn recompute_takes_time(Drawn(plan) in legal_plan()) {
        let with = |recompute: Recompute| {
            let mut plan = plan.clone();
            plan.levers.recompute = recompute;
            estimate(&plan).expect("recompute makes nothing illegal")
        };
        let [none, selective, full] =
            [Recompute::None, Recompute::Selective, Recompute::Full].map(with);
        each_stage(&none, &full, StageMemory::total, |before, after| after <= before)?;
        prop_assert!(none.time.recompute.0 == 0.0);
        prop_assert!(full.time.recompute >= selective.time.recompute);
        prop_assert!(full.utilisation.hfu > full.utilisation.mfu);
    }

    #[test]
    fn recomputing_more_layers_takes_less_memory_and_more_time(Drawn(plan) in legal_plan(), layers in 0..40_u64) {
        let with = |layers: u64| {
            let mut plan = plan.clone();
            plan.levers.recompute = Recompute::Full;
            plan.levers.recompute_layers = Some(layers);
            estimate(&plan).expect("recompute makes nothing illegal")
        };
        let (before, after) = (with(layers), with(layers + plan.layout.virtual_stages));
        // The closed form of full recompute is an input for every layer and one whole layer, in
        // which that layer's input stands again (Korthikanti 2022, section 5): with the last
        // layer recomputed too, that much more, and the allocator's slack on it.
        let legal = Legal::check(&plan).expect("a legal plan");
        let again = Activations::of(&legal).dense.input * 2;
        each_stage(&before, &after, StageMemory::total, |before, &after| after <= *before + again)?;
        prop_assert!(after.time.recompute >= before.time.recompute);
    }

    #[test]
    fn flash_attention_saves_memory(Drawn(plan) in legal_plan()) {
        let with = |flash: bool| {
            let mut plan = plan.clone();
            plan.levers.flash = flash;
            plan.levers.recompute = Recompute::None;
            // One sequence, because Flash Attention copies the output of several.
            plan.batch.global = Some(plan.global_batch() / plan.batch.micro);
            plan.batch.micro = 1;
            estimate(&plan).expect("attention makes nothing illegal")
        };
        each_stage(&with(false), &with(true), StageMemory::total, |before, after| after <= before)?;
    }

    #[test]
    fn more_micro_batches_never_deepen_the_bubble(Drawn(plan) in legal_plan()) {
        let before = of(&plan);
        let mut longer = plan.clone();
        // Whole groups, so that no slot stays empty.
        longer.batch.global = Some(plan.global_batch() * 2 * plan.layout.pipeline);
        let after = estimate(&longer).expect("the batch still divides");
        let (before, after) = (before.time.bubble_fraction(), after.time.bubble_fraction());
        prop_assert!(after <= before + 1e-9, "{before} became {after} under {:?}", plan.schedule());
    }

    #[test]
    fn a_rival_changes_nothing(Drawn(plan) in legal_plan(), Drawn(other) in legal_plan()) {
        let mut compared = plan.clone();
        compared.rival = Some(Box::new(other));
        prop_assert_eq!(estimate(&compared), estimate(&plan));
    }
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn a_higher_peak_at_the_same_power_makes_no_step_longer(Drawn(plan) in any_legal()) {
        let property = "a higher peak at the same power takes no longer";
        never_slower(property, &plan, |plan| plan.cluster.gpu.peak_tflops *= 2.0)?;
    }

    #[test]
    fn a_schedule_without_other_stages_changes_no_time(Drawn(plan) in any_legal()) {
        let alone = |schedule: Schedule| {
            let mut plan = plan.clone();
            plan.cluster.gpus /= plan.layout.pipeline;
            plan.layout.pipeline = 1;
            plan.layout.virtual_stages = 1;
            plan.layout.split = Vec::new();
            plan.layout.ends_count = false;
            // Schedules in V order have two virtual stages, whose layers to recompute or to move to
            // the host are counted apart.
            plan.levers.recompute_layers = None;
            plan.levers.offload_layers = None;
            plan.layout.schedule = Some(schedule);
            estimate(&plan).ok()
        };
        let plain = alone(Schedule::PLAIN);
        prop_assume!(plain.is_some());
        let plain = plain.expect("just seen").time.total().0;
        let is_moved = plan.levers.offload.contains(Offload::Activations);
        for &schedule in Schedule::ALL {
            let Some(other) = alone(schedule) else {
                continue;
            };
            let longer = other.time.total().0 / plain - 1.0;
            // Activations move to the host beside one virtual stage each, which may be shorter.
            prop_assert!(longer > -ROUNDING && (is_moved || longer < ROUNDING), "{schedule:?}: {longer}");
        }
    }

    #[test]
    fn stronger_checkpointing_never_keeps_more(Drawn(plan) in any_legal()) {
        // With checkpoints every layer has a backward (`Plan::skipped_layers`).
        let mut without = plan.clone();
        without.levers.recompute = Recompute::None;
        prop_assume!(without.skipped_layers() == 0);
        let with = |recompute| changed(&plan, |plan| {
            plan.levers.recompute = recompute;
            plan.levers.recompute_layers = None;
        });
        let [none, selective, full] = [Recompute::None, Recompute::Selective, Recompute::Full].map(with);
        each_stage(&none, &selective, activations, |before, after| after <= before)?;
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
            // State between steps, with workspaces, which no ZeRO stage changes. The peak may be a
            // backward with one stage and the optimizer's step with another.
            each_stage(&pair[0], &pair[1], |stage| stage.at_rest, |before, after| after <= before)?;
        }
    }

    #[test]
    fn a_fused_loss_is_no_slower_unless_it_is_megatrons_own(Drawn(plan) in any_legal()) {
        let with = |loss| changed(&plan, |plan| plan.levers.cross_entropy = loss);
        let [fused, native] = [CrossEntropy::Fused, CrossEntropy::Native].map(with);
        // The switch of Megatron-LM's early kernels turns on its own fused loss, which keeps a
        // second fp32 copy of the logits; TransformerEngine's works in place.
        if plan.kernels() == Kernels::EarlyFused {
            prop_assert_eq!(fused, native);
        } else {
            let fuse = |plan: &mut Plan| plan.levers.cross_entropy = CrossEntropy::Fused;
            never_slower("a fused loss takes no longer", &plan, fuse)?;
        }
    }
}

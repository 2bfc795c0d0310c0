//! Directions: what a change of the plan may only raise, or only lower.

use cost::activations::Activations;
use cost::legal::Legal;
use cost::memory::StageMemory;
use cost::plan::{Offload, Overlap, Plan, Recompute, Word, WordSet, ZeroStage};
use cost::units::Bytes;
use cost::{Estimate, estimate};
use proptest::prelude::*;

use super::config;
use test_utils::drawn::{Drawn, legal_plan, of, words};

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

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn more_tensor_parallelism_never_raises_weights(Drawn(plan) in legal_plan()) {
        let twice = |plan: &mut Plan| {
            plan.layout.tensor *= 2;
            plan.cluster.gpus *= 2;
        };
        let both = both(&plan, twice);
        prop_assume!(both.is_some());
        let (before, after) = both.expect("just seen");
        each_stage(&before, &after, |s| s.state.weights, |before, after| after <= before)?;
        // With fewer activations the peak may move from backward to the optimizer's step, where
        // gradients that FSDP frees after it are still held. Without activations it is the step.
        let state_at_peak = |s: &StageMemory| (s.activations == Bytes::ZERO, s.state.total());
        each_stage(&before, &after, state_at_peak, |before, after| {
            before.0 != after.0 || after.1 <= before.1
        })?;
    }

    #[test]
    fn zero_stages_shed_state_one_by_one(Drawn(plan) in legal_plan()) {
        // FSDP holds 16-bit gradients in fp32 until it reduces them
        // (`crates/cost/tests/all/papers/sharding.rs`).
        let mut plan = plan.clone();
        if plan.stack.recipe.shards_fully() {
            plan.levers.gradients = None;
        }
        let at = |stage: ZeroStage| {
            let mut plan = plan.clone();
            plan.layout.zero = stage;
            estimate(&plan).expect("ZeRO makes nothing illegal")
        };
        let [none, one, two, three] =
            [ZeroStage::Zero, ZeroStage::One, ZeroStage::Two, ZeroStage::Three].map(at);
        for (before, after) in [(&none, &one), (&one, &two), (&two, &three)] {
            // The moment of the peak may differ, and with it whether gradients are there.
            each_stage(before, after, |s| s.at_rest, |before, after| after <= before)?;
        }
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
        prop_assert_eq!(three, none.div_ceil(replicas), "weights over {}", replicas);
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
    fn recompute_never_takes_more_memory(Drawn(plan) in legal_plan()) {
        let with = |recompute: Recompute| {
            let mut plan = plan.clone();
            plan.levers.recompute = recompute;
            estimate(&plan).expect("recompute makes nothing illegal")
        };
        let [none, selective, full] =
            [Recompute::None, Recompute::Selective, Recompute::Full].map(with);
        each_stage(&none, &selective, StageMemory::total, |before, after| after <= before)?;
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
    fn overlap_never_takes_more_time(Drawn(plan) in legal_plan()) {
        let with = |overlap: WordSet<Overlap>| {
            let mut plan = plan.clone();
            plan.stack.overlap = Some(overlap);
            estimate(&plan).expect("overlap makes nothing illegal").time.total().0
        };
        let (without, all) = (with(WordSet::EMPTY), with(WordSet::of(Overlap::ALL)));
        prop_assert!(all <= without * (1.0 + 1e-9), "{without} became {all}");
    }

    #[test]
    fn faster_links_never_take_more_time(Drawn(plan) in legal_plan(), nic in any::<bool>()) {
        let before = of(&plan);
        let mut faster = plan.clone();
        let gpu = &mut faster.cluster.gpu;
        let rate = if nic { &mut gpu.nic_gb_s } else { &mut gpu.nvlink_gb_s };
        *rate *= 2.0;
        let after = estimate(&faster).expect("a faster link").time.total().0;
        prop_assert!(after <= before.time.total().0 * (1.0 + 1e-9), "{:?} became {after}", before.time);
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

    #[test]
    fn offloading_takes_less_memory_and_no_less_time(Drawn(plan) in legal_plan(), off in words::<Offload>(), recompute in any::<bool>()) {
        let mut here = plan;
        here.levers.offload = WordSet::EMPTY;
        if recompute {
            here.levers.recompute = Recompute::Full;
        }
        let mut away = here.clone();
        away.levers.offload = off;
        let (before, after) = (of(&here), of(&away));
        each_stage(&before, &after, StageMemory::total, |before, after| after <= before)?;
        let (before, after) = (before.time.total().0, after.time.total().0);
        prop_assert!(after >= before * (1.0 - 1e-9), "{before} became {after}");
    }
}

//! Both ends of a choice of software: they are what the same plan has with that one value.

use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Recipe};
use formats::export::{Aspect, Fate, Note, Target, export};
use proptest::prelude::*;
use proptest::sample::select;
use search::ends::{LEAST_FACTOR, ends};

use test_utils::config;
use test_utils::drawn::{Drawn, legal_plan};

/// A framework and the file that it reads.
const FRAMEWORKS: [(Recipe, Target); 6] = [
    (Recipe::Megatron, Target::Megatron),
    (Recipe::Nemo, Target::MegatronBridge),
    (Recipe::TorchTitan, Target::TorchTitanPython),
    (Recipe::DeepSpeed, Target::DeepSpeed),
    (Recipe::Nanotron, Target::Nanotron),
    (Recipe::MaxText, Target::MaxText),
];

/// Choices that the framework does not run, as its exports know.
fn not_run(plan: &Plan, target: Target) -> Vec<Note> {
    let legal = Legal::check(plan).expect("a legal plan");
    let notes = export(&legal, target, &text::EN_EXCHANGE.export).notes;
    let is_choice = |note: &Note| {
        let aspects = [
            Aspect::Dispatcher,
            Aspect::Graphs,
            Aspect::Kernels,
            Aspect::Overlap,
            Aspect::ExpertOverlap,
        ];
        let is_hard = matches!(note.fate, Fate::NoOption | Fate::Refused);
        aspects.contains(&note.aspect) && is_hard
    };
    notes.into_iter().filter(is_choice).collect()
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn ends_are_the_steps_of_the_plan_with_one_other_value(Drawn(plan) in legal_plan()) {
        let now = estimate(&plan).expect("a legal plan");
        let step = now.time.total().0;
        for ends in ends(&plan, &now) {
            let [shortest, longest] = &ends.ends;
            prop_assert!(longest.step.0 >= LEAST_FACTOR * shortest.step.0);
            prop_assert!(shortest.step.0 <= step && step <= longest.step.0, "{ends:?}");
            prop_assert!(!text::choices::choice(&ends).is_empty());
            prop_assert_eq!(&ends.key.value(&plan), &ends.own);
            for end in &ends.ends {
                let mut changed = plan.clone();
                changed.hold_measured();
                prop_assert!(ends.key.set(&mut changed, &end.value), "{end:?}");
                let other = estimate(&changed).expect("a legal end").time.total().0;
                prop_assert!((other / end.step.0 - 1.0).abs() < 1e-9, "{other} and {end:?}");
            }
        }
    }

    #[test]
    fn ends_are_what_exports_know_to_run(Drawn(plan) in legal_plan(), (recipe, target) in select(FRAMEWORKS.to_vec())) {
        let mut plan = plan;
        plan.stack = cost::plan::Stack { recipe, ..formats::catalog::default_plan().stack };
        let now = estimate(&plan);
        prop_assume!(now.is_ok() && plan.cluster.gpu.family.runs(recipe));
        let before = not_run(&plan, target);
        for ends in ends(&plan, &now.expect("a legal plan")) {
            for end in ends.ends.iter().filter(|end| end.value != ends.own) {
                let mut changed = plan.clone();
                prop_assert!(ends.key.set(&mut changed, &end.value));
                let after = not_run(&changed, target);
                prop_assert!(after.iter().all(|note| before.contains(note)), "{} {end:?}: {after:?}", ends.key.name());
            }
        }
    }
}

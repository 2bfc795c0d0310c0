//! Repairs: they remove their reason.

use std::mem::discriminant;

use cost::estimate;
use cost::legal::Reason;
use cost::memory::Verdict;
use formats::catalog;
use proptest::prelude::*;
use search::change::Change;
use search::{cure, repair};

use test_utils::config;
use test_utils::drawn::{Drawn, likely_plan};

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn repairs_remove_their_reason(Drawn(plan) in likely_plan(), tensor in 1..20_u64, pipeline in 1..12_u64, gpus in 1..600_u64) {
        let mut plan = plan;
        plan.layout.tensor = tensor;
        plan.layout.pipeline = pipeline;
        plan.cluster.gpus = gpus;
        let reasons = estimate(&plan).err().unwrap_or_default();
        prop_assume!(!reasons.is_empty());
        for reason in &reasons {
            let repairs = repair::repairs(&plan, reason);
            prop_assert!(repairs.len() <= 3);
            for change in repairs {
                let repaired = Change::applied(std::slice::from_ref(&change), &plan);
                prop_assert_ne!(&repaired, &plan, "{:?} changes nothing", change);
                let left = estimate(&repaired).err().unwrap_or_default();
                let kind = discriminant::<Reason>(reason);
                prop_assert!(left.iter().all(|other| discriminant(other) != kind), "{change:?} leaves {left:?}");
                // One may take its place where two axes must move.
                prop_assert!(left.len() <= reasons.len(), "{change:?} brings {left:?}");
                prop_assert!(!text::changes::change(&change, &plan).is_empty());
            }
        }
    }
}

#[test]
fn common_mistakes_have_a_repair() {
    // One illegal plan for each kind of reason that a single axis can mend.
    let mistakes = [
        ("#v=1&p=llama3-8b/h100x64&tp=3", "TP"),
        ("#v=1&p=llama3-405b/h100x128&tp=8&pp=16", "PP"),
        ("#v=1&p=llama3-405b/h100x128&tp=8&pp=14&gbs=512", "PP"),
        ("#v=1&p=llama3-8b/h100x8&cp=3&gbs=512", "CP"),
        ("#v=1&p=llama3-8b/h100x60&tp=8", "GPUs"),
        ("#v=1&p=llama3-8b/h100x8&gbs=100", "batch"),
        ("#v=1&p=llama3-8b/h100x8&pp=2&split=1,2,3", "split"),
        ("#v=1&p=llama3-8b/h100x8&pp=2&vp=2&sched=1f1b", "schedule"),
        ("#v=1&p=llama3-8b/h100x8&vp=2", "virtual stages"),
    ];
    for (link, axis) in mistakes {
        let plan = test_utils::plan(link);
        let reasons = estimate(&plan).expect_err(link);
        let repaired = reasons
            .iter()
            .any(|reason| !repair::repairs(&plan, reason).is_empty());
        assert!(repaired, "no repair of {axis} for {reasons:?}: {link}");
    }
}

#[test]
fn the_class_example_can_be_cured() {
    // 100 B parameters on exactly 64 GPUs: the plain plan needs 16 to 18 bytes a parameter on
    // every card, and tensor times pipeline parallelism makes it fit.
    let plan = catalog::plan("class-100b", "h100", 64).expect("presets");
    let estimate = estimate(&plan).expect("a legal plan");
    assert_eq!(estimate.memory.verdict, Verdict::OutOfMemory);
    let cures = cure::cures(&plan);
    assert!(!cures.is_empty());
    assert!(
        cures
            .iter()
            .any(|cure| cure.verdict != Verdict::OutOfMemory),
        "nothing cures the class example: {cures:?}"
    );
}

//! The cheapest card, the longest sequence and the largest model: each is as the estimates say, and
//! the next one does not fit.

use cost::estimate;
use cost::memory::Verdict;
use cost::params::ModelParams;
use cost::plan::{Plan, Tuned, limits};
use formats::catalog::{GPUS, MODELS};
use formats::famous::FAMOUS;
use formats::link;
use proptest::prelude::*;
use search::change::Change;
use search::fits::{
    FitQuestion, FitRow, SEQUENCE_STEP, cards, first_that_fits, longest, models, sequence_step,
};
use test_utils::config;
use test_utils::drawn::{Drawn, any_legal, legal_plan};

/// True if the estimate of a plan says that both memories hold it.
fn holds(plan: &Plan, worst: Verdict) -> bool {
    estimate(plan).is_ok_and(|estimate| {
        let host = estimate.host.verdict();
        estimate.memory.verdict <= worst && host != Verdict::OutOfMemory
    })
}

fn with_sequence(plan: &Plan, tokens: u64) -> Plan {
    let mut plan = plan.clone();
    plan.batch.sequence = Some(tokens);
    plan
}

/// Checks the figures of a row against the estimate of its plan.
fn has_its_estimate(row: &FitRow) -> Result<(), TestCaseError> {
    match (&row.outcome, estimate(&row.plan)) {
        (Ok(figures), Ok(estimate)) => {
            prop_assert_eq!(figures.peak, estimate.memory.peak());
            prop_assert_eq!(figures.capacity, estimate.memory.capacity);
            prop_assert_eq!(figures.verdict, estimate.memory.verdict);
            prop_assert_eq!(figures.host, estimate.host.verdict());
            prop_assert_eq!(figures.step, estimate.time.total());
            prop_assert_eq!(figures.dollars, estimate.run.cost_usd);
        }
        (Err(reasons), Err(expected)) => prop_assert_eq!(reasons, &expected),
        (outcome, _) => prop_assert!(false, "{outcome:?} of {}", link::encode(&row.plan)),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn the_longest_sequence_fits_and_the_next_does_not(Drawn(plan) in any_legal()) {
        let found = longest(&plan);
        prop_assert_eq!(found.step, sequence_step(&plan));
        let own = plan.sequence();
        let answers = [(&found.fits, Verdict::Fits), (&found.tight, Verdict::Tight)];
        for (row, worst) in answers {
            let base = {
                let mut base = plan.clone();
                base.hold_measured();
                base.batch.global = Some(plan.global_batch());
                base
            };
            let Some(row) = row else {
                prop_assert!(!holds(&with_sequence(&base, found.step), worst));
                prop_assert!(!holds(&plan, worst) || own < found.step);
                continue;
            };
            has_its_estimate(row)?;
            let tokens = row.plan.sequence();
            prop_assert!(holds(&row.plan, worst), "{} tokens", tokens);
            // All but the sequence stays.
            prop_assert_eq!(row.plan.global_batch(), plan.global_batch());
            prop_assert_eq!(&row.plan, &with_sequence(&base, tokens));
            prop_assert!(tokens >= own || !holds(&plan, worst));
            if !tokens.is_multiple_of(found.step) {
                prop_assert_eq!(tokens, own);
                continue;
            }
            let next = tokens + found.step;
            let is_limit = next > *limits::SEQUENCE.end();
            prop_assert_eq!(is_limit, found.is_at_limit(row));
            prop_assert!(is_limit || !holds(&with_sequence(&base, next), worst), "{next} tokens fit");
        }
    }

    #[test]
    fn no_cheaper_card_fits(Drawn(plan) in legal_plan()) {
        let rows = cards(&plan);
        let prices = rows.iter().map(|row| row.plan.cluster.gpu.price);
        prop_assert!(prices.is_sorted());
        for row in &rows {
            has_its_estimate(row)?;
            // All but the card, and a framework that follows from it, stays.
            let mut back = row.plan.clone();
            (back.cluster.gpu, back.stack.recipe) = (plan.cluster.gpu, plan.stack.recipe);
            back.measured = plan.measured.clone();
            prop_assert_eq!(&back, &plan);
        }
        let own = rows.iter().filter(|row| row.plan.cluster.gpu == plan.cluster.gpu);
        prop_assert_eq!(own.count(), 1);
        for worst in [Verdict::Fits, Verdict::Tight] {
            let cheapest = first_that_fits(&rows, worst);
            let price = cheapest.map_or(f64::INFINITY, |row| row.plan.cluster.gpu.price);
            let refuses = |row: &FitRow| !row.runs();
            let cheaper = rows.iter().filter(|row| row.plan.cluster.gpu.price < price);
            for row in cheaper {
                prop_assert!(!holds(&row.plan, worst) || refuses(row), "{}", link::encode(&row.plan));
            }
            prop_assert!(cheapest.is_none_or(|row| holds(&row.plan, worst)));
        }
    }

    #[test]
    fn no_larger_model_fits(Drawn(plan) in legal_plan()) {
        let rows = models(&plan);
        let size = |row: &FitRow| ModelParams::of(&row.plan.model).total;
        prop_assert!(rows.iter().map(size).is_sorted_by(|a, b| a >= b));
        for row in &rows {
            has_its_estimate(row)?;
            prop_assert_eq!(row.plan.sequence(), plan.sequence());
            prop_assert_eq!(row.plan.global_batch(), plan.global_batch());
            let mut back = row.plan.clone();
            back.model = plan.model;
            (back.batch, back.measured) = (plan.batch, plan.measured.clone());
            prop_assert_eq!(&back, &plan);
        }
        let largest = first_that_fits(&rows, Verdict::Fits).map_or(0, size);
        let refuses = |row: &FitRow| !row.runs();
        for row in rows.iter().filter(|row| size(row) > largest) {
            prop_assert!(!holds(&row.plan, Verdict::Fits) || refuses(row), "{}", link::encode(&row.plan));
        }
    }
}

/// The plan of a first visit that fine-tunes 8 B parameters on one card.
fn first_visit() -> Plan {
    let mut plans = FAMOUS.iter().map(|run| link::decode(run.link).0);
    plans.find(|plan| plan.tuning.is_frozen()).expect("a plan")
}

#[test]
fn an_8b_model_is_fine_tuned_on_the_cheapest_card_of_24_gb() {
    let plan = first_visit();
    assert_eq!(plan.cluster.gpu.preset, "rtx4090");
    let rows = cards(&plan);
    assert_eq!(rows.len(), GPUS.len() - 1, "all but the custom card");
    let cheapest = first_that_fits(&rows, Verdict::Fits).expect("a card");
    assert_eq!(cheapest.plan.cluster.gpu.preset, "rtx3090");
    let found = longest(&plan);
    let fits = found.fits.expect("a sequence").plan.sequence();
    assert!(fits >= plan.sequence() && fits.is_multiple_of(SEQUENCE_STEP));
}

#[test]
fn one_card_trains_the_models_that_qlora_trained_on_it() {
    // "33B parameter models on a single 24GB GPU and 65B parameter models on a single 48GB GPU"
    // (Dettmers 2023, section 1), with sequences of 512 tokens in batches of 16 (appendix B.2).
    let mut plan = first_visit();
    plan.batch.sequence = Some(512);
    let largest = |card: &str| {
        let mut plan = plan.clone();
        plan.cluster.gpu = formats::catalog::gpu(card).expect("a card");
        let rows = models(&plan);
        assert_eq!(rows.len(), MODELS.len() - 1, "all but the custom model");
        let dense = rows.into_iter().filter(|row| {
            let model = &row.plan.model;
            model.moe.experts == 0 && row.fits(Verdict::Tight)
        });
        let sizes = dense.map(|row| ModelParams::of(&row.plan.model).total);
        sizes.max().unwrap_or_default() / 1_000_000_000
    };
    assert!((33..65).contains(&largest("rtx4090")));
    assert!((65..100).contains(&largest("rtx6000ada")));
}

#[test]
fn a_card_without_the_type_has_its_reason() {
    let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&zero=3&ckpt=full&dtype=fp8&gbs=64");
    let rows = cards(&plan);
    let row = |card: &str| {
        let mut rows = rows.iter();
        rows.find(|row| row.plan.cluster.gpu.preset == card)
            .expect("a row")
    };
    assert!(row("a100-80").outcome.is_err() && !row("a100-80").fits(Verdict::Tight));
    assert!(row("h200").fits(Verdict::Fits));
}

#[test]
fn a_framework_that_a_card_needs_has_to_run_the_plan() {
    // TPUs have MaxText, which has no option for the schedule 1F1B.
    let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512");
    let rows = cards(&plan);
    let tpu = rows
        .iter()
        .find(|row| row.plan.cluster.gpu.preset == "tpu-v7x");
    let tpu = tpu.expect("a row");
    assert_eq!(tpu.figures().expect("a legal plan").verdict, Verdict::Fits);
    assert!(!tpu.refusals.is_empty() && !tpu.fits(Verdict::Fits));
    // It has no adapters either, which Hugging Face's trainers have.
    let rows = cards(&first_visit());
    let mut rows = rows.iter();
    let tpu = rows.find(|row| row.plan.cluster.gpu.preset == "tpu-v7x");
    let tpu = tpu.expect("a row");
    assert_eq!(tpu.lacks, [Change::Tuned(Tuned::Qlora)]);
    assert!(tpu.refusals.is_empty() && !tpu.fits(Verdict::Tight));
}

#[test]
fn an_answer_is_made_again_of_its_numbers() {
    let links = [
        "#v=1&p=llama3-8b/h100x8&gbs=64",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512&dtype=fp8",
        "#v=1&p=custom/customx8&seq=100&price=0.1",
        "#v=1&p=llama3-8b/h100x8&mstep=9&mmem=60",
    ];
    for link in links {
        let (plan, _) = link::decode(link);
        for question in FitQuestion::ALL {
            let answer = question.answer(&plan);
            let numbers = answer.numbers();
            assert!(numbers.are_within_limits());
            assert_eq!(
                question.with_numbers(&plan, &numbers),
                Some(answer),
                "{link}"
            );
        }
    }
}

//! Diagnosis of a plan: its limits, the change that helps most, the warnings.

use cost::estimate;
use cost::memory::Verdict;
use cost::plan::{CrossEntropy, Plan};
use cost::shares::Overhead;
use search::change::Change;
use search::diagnosis::{Diagnosis, ExpertWarning, Limit, diagnose};
use test_utils::plan;

fn of(link: &str) -> Diagnosis {
    let plan = plan(link);
    let now = estimate(&plan).unwrap_or_else(|reasons| panic!("{link}: {reasons:?}"));
    diagnose(&plan, &now)
}

const FITS: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn memory_comes_first_where_it_does_not_fit_and_not_at_all_where_it_does() {
    let limits = of("#v=1&p=llama3-70b/h100x64&tp=8").limits;
    assert_eq!(limits[0], Limit::Memory);
    assert!(!of(FITS).limits.contains(&Limit::Memory));
}

#[test]
fn the_overheads_follow_in_the_order_of_their_shares() {
    for link in [
        FITS,
        "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=512",
        "#v=1&p=llama3-8b/h100x8&ckpt=full&zero=3",
    ] {
        let estimate = estimate(&plan(link)).expect("a legal plan");
        let limits: Vec<f64> = of(link)
            .limits
            .iter()
            .filter_map(|limit| match limit {
                Limit::Time(_, share) => Some(*share),
                Limit::Memory => None,
            })
            .collect();
        assert_eq!(limits.len(), 6, "{link}");
        assert!(
            limits.is_sorted_by(|one, other| one >= other),
            "{link}: {limits:?}"
        );
        let shares = estimate.shares;
        let all = shares.kernels
            + shares.communication
            + shares.bubble
            + shares.imbalance
            + shares.recompute
            + shares.optimizer;
        assert!((limits.iter().sum::<f64>() - all).abs() < 1e-12, "{link}");
    }
}

#[test]
fn advice_does_what_it_says_and_no_single_change_does_better() {
    for link in [
        FITS,
        "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=512",
        "#v=1&p=llama3-8b/h100x8&ckpt=full&zero=3",
        "#v=1&p=mixtral-8x7b/h100x64&ep=8&pp=4&gbs=256&ckpt=full",
    ] {
        let before = plan(link);
        let now = estimate(&before).expect("a legal plan");
        let advice = of(link)
            .advice
            .unwrap_or_else(|| panic!("{link}: nothing helps"));
        let speed = |plan: &Plan| {
            let estimate = estimate(plan).expect("legal after the change");
            estimate.utilisation.tokens_per_second / now.utilisation.tokens_per_second - 1.0
        };
        let changed = Change::applied(&advice.changes, &before);
        assert_eq!(speed(&changed), advice.faster, "{link}");
        assert_eq!(
            estimate(&changed).map(|after| after.memory.verdict),
            Ok(advice.verdict)
        );
        assert!(
            advice.faster > 0.01 && advice.verdict != Verdict::OutOfMemory,
            "{link}"
        );
        for each in [
            Change::Tensor(1),
            Change::Tensor(2),
            Change::Tensor(4),
            Change::Pipeline(2),
            Change::Pipeline(8),
            Change::MicroBatch(2),
            Change::MicroBatch(4),
            Change::VirtualStages(2),
        ] {
            let other = Change::applied(std::slice::from_ref(&each), &before);
            let fits = estimate(&other).is_ok_and(|after| after.memory.verdict == Verdict::Fits);
            if fits {
                assert!(
                    speed(&other) <= advice.faster + 0.005,
                    "{link}: {each:?} does better"
                );
            }
        }
    }
}

#[test]
fn a_plan_that_does_not_fit_is_cured_and_not_made_faster() {
    let found = of("#v=1&p=llama3-70b/h100x64&tp=8");
    assert_eq!(found.advice, None);
    assert!(found.cures[0].memory_change < 0);
    assert_eq!(found.cures[0].verdict, Verdict::Fits);
}

/// Open-R1 446: the chunked loss is the cure that people found.
const EAGER_LOSS: &str = "#v=1&p=custom/h100x8&layers=28&hidden=3584&ffn=18944&heads=28&kv=4&headdim=128&vocab=152064&zero=3&seq=32768&gbs=16&recipe=hf-deepspeed&ckpt=full&ce=eager";

#[test]
fn what_frees_most_without_loss_of_speed_comes_first() {
    let found = of(EAGER_LOSS);
    let loss = [Change::CrossEntropy(CrossEntropy::Chunked)];
    assert_eq!(found.cures[0].changes, loss);
    assert_eq!(found.cures[0].verdict, Verdict::Fits);
}

#[test]
fn a_tight_plan_gets_cures_and_no_change_that_adds_memory() {
    // Without cures of a tight plan the fastest change took a larger micro-batch, and 11 GiB more.
    let link = "#v=1&p=qwen3-30b-a3b/h100x32&zero=2&seq=8192&gbs=128&recipe=hf-deepspeed&ckpt=full&off=opt";
    let now = estimate(&plan(link)).expect("a legal plan");
    assert_eq!(now.memory.verdict, Verdict::Tight);
    let found = of(link);
    assert_eq!(found.cures[0].verdict, Verdict::Fits);
    assert!(found.advice.is_none_or(|advice| advice.memory_change <= 0));
}

/// A plan that earns a warning, and one like it that does not.
#[test]
fn each_warning_is_earned() {
    type Kind = fn(&ExpertWarning) -> bool;
    let cases: [(&str, &str, Kind); 10] = [
        (
            "p=llama3-70b/h100x64&tp=16&pp=2",
            "p=llama3-70b/h100x64&tp=8&pp=4",
            |w| {
                matches!(
                    w,
                    ExpertWarning::TensorAcrossDomains {
                        tensor: 16,
                        domain: 8
                    }
                )
            },
        ),
        (
            "p=llama3-70b/h100x64&tp=8&pp=8&gbs=8",
            "p=llama3-70b/h100x64&tp=8&pp=8&gbs=512",
            |w| matches!(w, ExpertWarning::LargeBubble { share, .. } if (0.4..0.5).contains(share)),
        ),
        (
            "p=llama3-8b/h100x64&gbs=8192",
            "p=llama3-8b/h100x64&gbs=512",
            |w| {
                matches!(
                    w,
                    ExpertWarning::BatchBeyondCritical {
                        tokens: 67_108_864,
                        ..
                    }
                )
            },
        ),
        (
            "p=llama3-70b/h100x32&tp=8&pp=4&vp=2&gbs=42",
            "p=llama3-70b/h100x32&tp=8&pp=4&vp=2&gbs=44",
            |w| {
                matches!(
                    w,
                    ExpertWarning::BrokenGroup {
                        micro_batches: 42,
                        pipeline: 4
                    }
                )
            },
        ),
        (
            "p=llama3-70b/h100x64&tp=8&pp=4&split=18,22,22,18",
            "p=llama3-70b/h100x64&tp=8&pp=4&split=20,20,20,20",
            |w| {
                matches!(w, ExpertWarning::UnevenStages { least, most, .. }
                    if (least.rank, most.rank) == (0, 1)
                    // 22 layers against 18 and the embedding.
                    && (most.seconds.0 / least.seconds.0 / (22.0 / 18.0) - 1.0).abs() < 0.01)
            },
        ),
        (
            // Layers alike, but the head is as large as two and a half of them (Llama 3 2024,
            // section 3.3.2, takes a layer off both ends).
            "p=llama3-8b/h100x8&tp=2&pp=4&gbs=64",
            "p=llama3-8b/h100x8&tp=2&pp=4&gbs=64&split=9,9,8,6",
            |w| matches!(w, ExpertWarning::UnevenStages { most, .. } if most.rank == 3),
        ),
        (
            "p=llama3-70b/h100x512&zero=3&seq=2048",
            "p=llama3-8b/h100x8&zero=3&mbs=4&ckpt=full",
            |w| matches!(w, ExpertWarning::ThinMicroBatches { tokens: 2_048, .. }),
        ),
        (
            "p=llama3-70b/h100x64&tp=8&pp=4&zero=2",
            "p=llama3-70b/h100x64&tp=8&pp=4&zero=1",
            |w| matches!(w, ExpertWarning::ShardedGradientsInPipeline),
        ),
        (
            "p=llama3-70b/h100x64&tp=8&pp=4&vp=2&zero=2",
            "p=llama3-70b/h100x64&tp=8&pp=4&vp=2&zero=2&gsync=run",
            |w| matches!(w, ExpertWarning::ShardedGradientsInPipeline),
        ),
        (
            "p=qwen3-30b-a3b/h100x64&ep=32&gbs=512",
            "p=mixtral-8x7b/h100x64&ep=8&pp=4&gbs=256",
            |w| matches!(w, ExpertWarning::ExpertsAcrossDomains { expert: 32, .. }),
        ),
    ];
    for (earns, does_not, kind) in cases {
        assert!(
            of(earns).warnings.iter().any(kind),
            "{earns}: {:?}",
            of(earns).warnings
        );
        assert!(!of(does_not).warnings.iter().any(kind), "{does_not}");
    }
}

#[test]
fn published_layouts_earn_no_warning_of_layout() {
    // Llama-3 405B as published: TP 8, PP 16, CP 1 on 8,192 GPUs (Llama 3 2024, table 4).
    let found = of("#v=1&p=llama3-405b/h100x8192&tp=8&pp=16&ends=1&vp=8&gbs=2048");
    assert!(
        found
            .warnings
            .iter()
            .all(|warning| !matches!(warning, ExpertWarning::TensorAcrossDomains { .. }))
    );
    assert!(matches!(
        found.limits[0],
        Limit::Memory
            | Limit::Time(
                Overhead::Communication | Overhead::Kernels | Overhead::Bubble,
                _
            )
    ));
}

#[test]
fn cards_with_too_few_published_runs_are_named_as_such() {
    for (gpu, is_unproven) in [
        ("mi300x", true),
        ("l40s", true),
        ("h100", false),
        ("tpu-v5p", false),
    ] {
        let warnings = of(&format!("#v=1&p=llama3-8b/{gpu}x64&zero=3")).warnings;
        let is_said = warnings.contains(&ExpertWarning::UnprovenHardware);
        assert_eq!(is_said, is_unproven, "{gpu}");
    }
}

//! Repairs of layers that stages do not divide: the nearest even split comes first.

use cost::legal::{Legal, Reason};
use cost::plan::{Plan, Schedule, Word};
use cost::schedule::Pipeline;
use formats::catalog;
use search::change::Change;
use search::degrees::uneven;
use search::repair::{nearest_legal, repairs};

/// A plan of a dense model with these layers, stages, virtual stages a rank and schedule.
fn plan(layers: u64, pipeline: u64, chunks: u64, schedule: Option<Schedule>) -> Plan {
    let mut plan = catalog::plan("llama3-8b", "h100", pipeline * 8).expect("presets");
    plan.model.layers = layers;
    (plan.layout.pipeline, plan.layout.virtual_stages) = (pipeline, chunks);
    plan.layout.schedule = schedule;
    plan.batch.global = Some(512);
    plan
}

/// The first repair of a plan's only reason, and the plan as it is then.
fn repaired(plan: &Plan) -> (Change, Plan) {
    let reasons = Legal::check(plan).expect_err("layers do not divide");
    assert!(
        matches!(reasons[..], [Reason::Layers { .. }]),
        "{reasons:?}"
    );
    let first = repairs(plan, &reasons[0]).swap_remove(0);
    let repaired = Change::applied(std::slice::from_ref(&first), plan);
    assert!(Legal::check(&repaired).is_ok(), "{first:?}");
    (first, repaired)
}

/// Layers of each rank, of all copies of the model that it holds.
fn layers_of_ranks(plan: &Plan) -> Vec<u64> {
    let legal = Legal::check(plan).expect("a legal plan");
    let pipeline = Pipeline::of(&legal);
    let of_rank = |rank| {
        let chunks = 0..pipeline.chunks_a_rank();
        let stages = chunks.map(|chunk| pipeline.stage(rank, chunk) as u64);
        stages.map(|stage| legal.layers(stage).total()).sum()
    };
    (0..pipeline.ranks).map(of_rank).collect()
}

/// Runs of equal layers, as count and layers.
fn runs(split: &[u64]) -> Vec<(usize, u64)> {
    split
        .chunk_by(|one, other| one == other)
        .map(|run| (run.len(), run[0]))
        .collect()
}

#[test]
fn the_first_repair_is_the_nearest_even_split() {
    use Schedule::{DualPipe, ZbV};
    type Case = (u64, u64, u64, Option<Schedule>, &'static [(usize, u64)]);
    let cases: [Case; 7] = [
        // DeepSeek-V3's layers and stages.
        (61, 16, 1, None, &[(1, 3), (13, 4), (2, 3)]),
        (80, 12, 1, None, &[(2, 6), (8, 7), (2, 6)]),
        (61, 16, 2, None, &[(1, 1), (29, 2), (2, 1)]),
        (80, 12, 2, None, &[(2, 3), (8, 4), (14, 3)]),
        (80, 12, 1, Some(ZbV), &[(4, 3), (8, 4), (12, 3)]),
        (80, 12, 1, Some(DualPipe), &[(2, 6), (8, 7), (2, 6)]),
        (62, 12, 1, Some(DualPipe), &[(4, 5), (2, 6), (6, 5)]),
    ];
    for (layers, pipeline, chunks, schedule, expected) in cases {
        let plan = plan(layers, pipeline, chunks, schedule);
        let (first, repaired) = repaired(&plan);
        let Change::Split(split) = first else {
            panic!("{layers} layers on {pipeline} stages: {first:?}");
        };
        assert_eq!(runs(&split), expected, "{layers} on {pipeline} × {chunks}");
        // Degrees, schedule and virtual stages stay.
        assert_eq!(repaired.layout.pipeline, pipeline);
        assert_eq!(repaired.schedule(), plan.schedule());
        assert_eq!(nearest_legal(&plan), Some(repaired));
    }
}

#[test]
fn the_fullest_rank_has_as_few_layers_as_it_can() {
    for &schedule in Schedule::ALL {
        let chunks = match schedule {
            Schedule::Interleaved => 2..=4,
            _ => 1..=1,
        };
        for (pipeline, chunks) in chunks.flat_map(|v| [2, 4, 6, 12, 16].map(|p| (p, v))) {
            for layers in 64..=128 {
                let mut plan = plan(layers, pipeline, chunks, Some(schedule));
                plan.layout.split = uneven(&plan);
                let ranks = layers_of_ranks(&plan);
                let all: u64 = ranks.iter().sum();
                assert_eq!(
                    ranks.iter().max(),
                    Some(&all.div_ceil(pipeline)),
                    "{layers} layers on {pipeline} × {chunks} of {schedule:?}: {ranks:?}"
                );
            }
        }
    }
}

#[test]
fn the_rank_with_the_head_has_no_layer_more() {
    for (layers, pipeline, chunks) in [(61, 16, 1), (80, 12, 1), (61, 16, 2), (80, 12, 2)] {
        let (_, repaired) = repaired(&plan(layers, pipeline, chunks, None));
        let ranks = layers_of_ranks(&repaired);
        let fullest = ranks.iter().max();
        assert!(ranks.last() < fullest, "{ranks:?}");
        assert!(ranks.first() < fullest, "{ranks:?}");
    }
}

#[test]
fn too_few_layers_for_the_stages_are_repaired_by_degrees() {
    let plan = plan(10, 16, 1, None);
    let (first, _) = repaired(&plan);
    // The nearest that also divides 128 GPUs.
    assert_eq!(first, Change::Pipeline(2));
}

#[test]
fn degrees_that_no_single_change_fits_to_the_gpus_change_together() {
    let repairs_of = |link: &str| {
        let plan = test_utils::plan(link);
        let reasons = Legal::check(&plan).expect_err("degrees do not divide");
        assert!(matches!(reasons[0], Reason::Degrees { .. }), "{reasons:?}");
        let repairs = repairs(&plan, &reasons[0]);
        for repair in &repairs {
            let repaired = Change::applied(std::slice::from_ref(repair), &plan);
            assert!(Legal::check(&repaired).is_ok(), "{repair:?}");
        }
        repairs
    };
    assert_eq!(
        repairs_of("#v=1&p=llama3-8b/rtx4090x2&tp=8&pp=4"),
        [
            Change::Degrees(2, 1, 1),
            Change::Degrees(1, 1, 1),
            Change::Gpus(32)
        ]
    );
    // One degree is enough here.
    let single = repairs_of("#v=1&p=llama3-8b/h100x8&tp=8&pp=2");
    assert!(
        !single
            .iter()
            .any(|repair| matches!(repair, Change::Degrees(..)))
    );
}

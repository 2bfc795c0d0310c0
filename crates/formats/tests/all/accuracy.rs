//! Published runs come back as they were written for the page, and a file of another shape is none.

use cost::convention::MemoryKind;
use cost::plan::Word;
use cost::published::{Spread, Summary};
use formats::accuracy::{Confidence, PublishedRuns, RunRow};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, proptest};
use proptest::sample::select;
use proptest::{option, prop_assert, prop_assert_eq};
use serde_json::{from_value, json, to_value};
use test_utils::seed;

/// A figure whose text in JSON means exactly it.
fn figure() -> impl Strategy<Value = f64> {
    (1..1_000_000_u32).prop_map(|number| f64::from(number) / 1024.0)
}

fn row() -> impl Strategy<Value = RunRow> {
    let kind = option::of(select(MemoryKind::ALL));
    let figures = (option::of(figure()), option::of(figure()));
    (any::<u32>(), ".{0,40}", figures, kind).prop_map(
        |(group, link, (step, memory_gib), memory_kind)| RunRow {
            group,
            link,
            step,
            memory_gib,
            memory_kind,
        },
    )
}

fn spread() -> impl Strategy<Value = Spread> {
    (any::<u32>(), figure(), figure()).prop_map(|(plans, median, p90)| Spread {
        plans: f64::from(plans),
        median,
        p90,
    })
}

fn published() -> impl Strategy<Value = PublishedRuns> {
    let summary = (spread(), spread(), spread()).prop_map(|(step, unseen, memory)| Summary {
        step,
        unseen,
        memory,
    });
    let parts = (summary, vec(".{0,12}", 0..4), vec(row(), 0..6));
    parts.prop_map(|(summary, groups, rows)| PublishedRuns {
        summary,
        groups,
        rows,
    })
}

#[test]
fn few_runs_prove_nothing() {
    let confidence =
        |plans: f64, [median, p90]: [f64; 2]| Confidence::of(Spread { plans, median, p90 });
    assert_eq!(confidence(10.0, [0.07, 0.2]), Confidence::Strong);
    assert_eq!(confidence(10.0, [0.071, 0.2]), Confidence::Fair);
    assert_eq!(confidence(10.0, [0.07, 0.21]), Confidence::Fair);
    assert_eq!(confidence(10.0, [0.151, 0.2]), Confidence::Unproven);
    assert_eq!(confidence(9.0, [0.01, 0.02]), Confidence::Unproven);
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: seed(1_974),
        ..ProptestConfig::default()
    })]

    #[test]
    fn published_runs_come_back(published in published()) {
        let written = to_value(&published).unwrap();
        for row in written["rows"].as_array().unwrap() {
            prop_assert!(row.as_array().is_some_and(|row| row.len() == 5));
        }
        prop_assert_eq!(from_value::<PublishedRuns>(written).unwrap(), published);
    }
}

#[test]
fn a_file_of_another_shape_is_none() {
    let none = [
        json!([]),
        json!(null),
        json!({"rows": {"length": 3}}),
        json!({"rows": [[1, 2, 3], null, "x"]}),
        json!({"summary": {}, "groups": [], "rows": []}),
    ];
    for file in none {
        assert!(from_value::<PublishedRuns>(file.clone()).is_err(), "{file}");
    }
}

/// The file beside the page is one.
#[test]
fn the_runs_of_the_page_are_read() {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/accuracy.json");
    let text = std::fs::read_to_string(place).expect("the file");
    let published: PublishedRuns = serde_json::from_str(&text).expect("published runs");
    assert!(published.rows.len() > 300);
    let of_source = |row: &RunRow| (row.group as usize) < published.groups.len();
    assert!(published.rows.iter().all(of_source));
    assert!(published.summary.step.plans > 300.0);
}

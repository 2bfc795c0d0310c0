//! The hardware of the published runs: the model is validated on no other.

use std::collections::HashSet;

use cost::plan::Cluster;
use formats::catalog::GPUS;
use search::diagnosis::{ExpertWarning, diagnose};

/// Cards that a row of the published runs names.
fn measured() -> HashSet<String> {
    let path = test_utils::root().join("tests/data/runs.json");
    let entries = runs::read_file(&path).expect("the published runs");
    let cards = entries
        .into_iter()
        .filter_map(|entry| entry.row.ok()?.cluster.gpu);
    cards.collect()
}

#[test]
fn cards_with_a_published_run_are_validated_and_no_others() {
    let measured = measured();
    for entry in GPUS {
        let card = entry.gpu.preset;
        let is_validated = Cluster::new(entry.gpu, 8).has_published_runs();
        assert_eq!(is_validated, measured.contains(card), "{card}");
    }
    assert!(measured.contains("h100") && !measured.contains("mi300x"));
}

#[test]
fn every_card_without_a_published_run_earns_the_warning() {
    let measured = measured();
    for entry in GPUS {
        let card = entry.gpu.preset;
        let link = ["#v=1&p=gpt2-1.5b/", card, "x8&zero=3&gbs=64"].concat();
        let (plan, estimate) = test_utils::estimated(&link);
        let warnings = diagnose(&plan, &estimate).warnings;
        let is_said = warnings.contains(&ExpertWarning::UnprovenHardware);
        assert_eq!(is_said, !measured.contains(card), "{card}");
    }
}

#[test]
fn no_published_run_is_on_an_oversubscribed_network() {
    let validated = |more: &str| {
        let link = ["#v=1&p=llama3-8b/h100x1024&gbs=1024", more].concat();
        test_utils::estimated(&link).0.cluster.has_published_runs()
    };
    for more in ["", "&pod=64", "&over=4", "&pod=1024&over=4"] {
        assert!(validated(more), "{more}");
    }
    assert!(!validated("&pod=64&over=4"));
}

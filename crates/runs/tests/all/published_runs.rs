//! Errors against the published runs, as floors that no change may fall below. The full picture,
//! with sources left out of the fit, is `docs/accuracy.md`.

use runs::compare::{Comparison, RunOutcome};
use runs::summary::{RunErrors, RunGroup, RunsSummary};

fn comparisons(file: &str) -> Vec<Comparison> {
    let path = test_utils::root().join("tests/data").join(file);
    let entries = runs::read_file(&path).expect("the published runs");
    entries.iter().map(Comparison::of).collect()
}

fn summary_of(rows: Vec<Comparison>, which: impl Fn(&Comparison) -> bool) -> RunGroup {
    let chosen: Vec<Comparison> = rows.into_iter().filter(which).collect();
    RunsSummary::of(&chosen).overall
}

#[track_caller]
fn within(what: &str, errors: Option<&RunErrors>, median: f64, p90: f64) {
    let errors = errors.expect(what);
    let (found_median, found_p90) = (100.0 * errors.median, 100.0 * errors.p90);
    assert!(
        found_median <= median && found_p90 <= p90,
        "{what}: {found_median:.2} / {found_p90:.2} %, allowed {median} / {p90} %"
    );
}

fn is_mixture(row: &Comparison) -> bool {
    row.result.as_ref().is_ok_and(|said| said.is_mixture())
}

#[test]
fn steps_of_dense_models_and_of_mixtures() {
    let dense = summary_of(comparisons("runs.json"), |row| !is_mixture(row));
    within("dense", dense.step.as_ref(), 4.0, 16.0);
    let mixtures = summary_of(comparisons("runs.json"), is_mixture);
    within("mixtures", mixtures.step.as_ref(), 10.0, 30.0);
}

#[test]
fn peaks_by_source() {
    let from = |group: &'static str| {
        summary_of(comparisons("runs.json"), move |row| {
            row.source_group == group
        })
    };
    // Allocator peaks of pipeline stages on B200, to the byte.
    within("simumax", from("simumax").memory.as_ref(), 0.5, 2.0);
    // The fullest stage in whole GB, which alone rounds by up to 2.5 %.
    within("zero-bubble", from("zero-bubble").memory.as_ref(), 1.5, 4.0);
    // nvidia-smi in whole GB.
    within("bloom", from("bloom").memory.as_ref(), 4.0, 10.0);
    // PyTorch's FSDP: what the allocator reserves, and what it allocates.
    within("torchtitan", from("torchtitan").memory.as_ref(), 7.0, 14.0);
    within(
        "kempnerforge",
        from("kempnerforge").memory.as_ref(),
        7.0,
        20.0,
    );
}

#[test]
fn allocators_of_toy_models() {
    let dense = summary_of(comparisons("megatron_ci.json"), |row| !is_mixture(row));
    within("dense peaks", dense.memory.as_ref(), 1.0, 8.0);
    within("dense states", dense.static_state.as_ref(), 2.0, 10.0);
    let all = summary_of(comparisons("megatron_ci.json"), |_| true);
    within("states", all.static_state.as_ref(), 2.0, 35.0);
}

#[test]
fn verdicts_of_what_ran_and_of_what_did_not() {
    let ran = summary_of(comparisons("runs.json"), |_| true).verdicts;
    assert!(ran.false_oom <= 0.02 * ran.ran, "{ran:?}");
    assert!(ran.tight + ran.may_not_fit <= 0.15 * ran.ran, "{ran:?}");
    let out = summary_of(comparisons("oom.json"), |row| {
        row.outcome == RunOutcome::OutOfMemory
    });
    assert!(out.verdicts.oom > 0.0);
    // Which ones, and why, is in the tests of `shardwise validate`.
    assert!(
        out.verdicts.false_fits <= 0.1 * out.verdicts.oom,
        "{:?}",
        out.verdicts
    );
}

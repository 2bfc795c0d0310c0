//! Sentences that the report and the JSON of a plan share.
//!
//! Tests: `tests/all/reports.rs`, `fuzz/src/holds/written.rs`.

use cost::host::HostMemory;
use cost::plan::Plan;
use formats::number::Units;
use search::change::Change;
use search::cure::Cure;
use search::diagnosis::Advice;
use text::number::{BytesText as _, between};
use text::report as own;

/// Length and batch that are used where the plan leaves them open; `None` if it has both.
pub(super) fn assumed(plan: &Plan) -> Option<String> {
    let (sequence, batch) = (plan.sequence(), plan.global_batch());
    match (plan.batch.sequence, plan.batch.global) {
        (Some(_), Some(_)) => None,
        (None, Some(_)) => Some(own::assumed_sequence(sequence)),
        (Some(_), None) => Some(own::assumed_batch(batch)),
        (None, None) => Some(own::assumed(sequence, batch)),
    }
}

/// A way to make a plan fit, with its effect.
pub(super) fn cure(plan: &Plan, cure: &Cure, units: Units) -> String {
    let effect = text::changes::effect(cure, units);
    own::cure(&named(plan, &cure.changes), &effect)
}

/// The change that helps most, with its effect.
pub(super) fn advice(plan: &Plan, advice: &Advice, units: Units) -> String {
    let changes = named(plan, &advice.changes);
    let effect = text::diagnosis::effect(advice, units);
    own::help(text::diagnosis::helps(), &changes, &effect)
}

/// The verdict on the host's memory.
pub(super) fn host(host: &HostMemory, units: Units) -> String {
    let [need, low, high] = [host.peak(), host.low, host.high].map(|size| units.figure(size));
    text::host::verdict(host, &ranged(&need, &low, &high), units)
}

fn named(plan: &Plan, changes: &[Change]) -> Vec<String> {
    let changes = changes.iter();
    changes
        .map(|change| text::changes::change(change, plan))
        .collect()
}

/// A figure with the range that contains four of five measurements. If both ends have the same
/// unit, it is written once: `12.3 s (11.2–13.5 s)`.
pub(super) fn ranged(figure: &str, low: &str, high: &str) -> String {
    // Some languages have such a space between thousands, too.
    let unit = |text: &str| text.rsplit_once('\u{a0}').map(|(_, unit)| unit.to_owned());
    let low = match low.rsplit_once('\u{a0}') {
        Some((number, same)) if unit(high).as_deref() == Some(same) => number,
        _ => low,
    };
    [figure, " (", &between(low, high), ")"].concat()
}

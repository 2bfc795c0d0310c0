//! Errors of the steps of runs with adapters, which fit nothing.

use std::fmt::Write;

use crate::errors::{Errors, WeightedPair};
use crate::judged::Judged;
use crate::table::divided;

/// The section on steps of adapters: a row for each family, then for each source.
pub fn section(judged: &[Judged]) -> String {
    let mut text = String::from(
        "\n## Steps with adapters\n\nOf runs that print a step of full length. No constant and no band is fitted to them.\n\n| runs | plans | median / p90 (bias), % |\n|---|---:|---:|\n",
    );
    let by_family = divided(judged, |one| one.family().to_owned());
    let by_source = divided(judged, |one| one.row.source_group.clone());
    for (name, rows) in by_family.into_iter().chain(by_source) {
        let pairs: Vec<WeightedPair> = rows.iter().filter_map(|one| one.adapters_step()).collect();
        let Some(errors) = Errors::of(&pairs) else {
            continue;
        };
        let [median, p90, bias] =
            [errors.median, errors.p90, errors.bias].map(|share| 100.0 * share);
        let _ = writeln!(
            text,
            "| {name} | {:.0} | {median:.1} / {p90:.1} ({bias:+.1}) |",
            errors.plans
        );
    }
    text
}

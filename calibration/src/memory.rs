//! Errors of peak memory, and verdicts, by family of stacks and by source.
//!
//! Only ranges are fitted to these peaks, no constant, so errors in force are those of sources left
//! out.

use std::collections::BTreeSet;
use std::fmt::Write;

use cost::memory::Verdict;
use cost::plan::Word;

use crate::adapters;
use crate::errors::{Errors, WeightedPair};
use crate::judged::Judged;
use crate::table::divided;

/// Sections on memory and on verdicts. `went_out` are runs at the edge of their memory.
pub fn sections(judged: &[Judged], went_out: &[Judged]) -> String {
    let mut text = String::from(
        "\n## Memory\n\nOf runs that state their recompute. What a source does not name is taken as allocated. No constant is fitted to these peaks, only bands are, so no source is judged by a fit that has seen it.\n",
    );
    errors(&mut text, "kind | model", judged, |one| {
        let kind = one.memory_kind().map_or("", |kind| kind.word());
        format!("{kind} | {}", one.kind())
    });
    errors(&mut text, "family", judged, |one| one.family().to_owned());
    errors(&mut text, "source", judged, |one| {
        one.row.source_group.clone()
    });
    text.push_str("\n![Predicted against measured peak memory](accuracy-memory.svg)\n");
    verdicts(&mut text, judged, went_out);
    text.push_str(&adapters::section(judged));
    text
}

/// A table of errors of peaks, a row for each name.
fn errors(text: &mut String, heading: &str, judged: &[Judged], name: impl Fn(&Judged) -> String) {
    let rules = "---|".repeat(heading.split('|').count());
    let _ = writeln!(
        text,
        "\n| {heading} | plans | median / p90 (bias), % |\n|{rules}---:|---:|"
    );
    for (name, rows) in divided(judged, name) {
        let known = rows.iter().filter(|one| one.row.recompute_known);
        let pairs: Vec<WeightedPair> = known.filter_map(|one| one.peak()).collect();
        let Some(Errors {
            plans,
            median,
            p90,
            bias,
        }) = Errors::of(&pairs)
        else {
            continue;
        };
        let [median, p90, bias] = [median, p90, bias].map(|share| 100.0 * share);
        let _ = writeln!(
            text,
            "| {name} | {plans:.0} | {median:.1} / {p90:.1} ({bias:+.1}) |"
        );
    }
}

/// Verdicts on runs that ran, and on runs that went out of memory, by family.
fn verdicts(text: &mut String, judged: &[Judged], went_out: &[Judged]) {
    text.push_str(
        "\n## Verdicts\n\n*Does not fit* where even the low end of the band is beyond the card, or the predicted allocation; *may not fit* where the prediction is, *tight* where only the high end is. Runs that state their recompute.\n\n| runs | plans | fits | tight | may not fit | does not fit |\n|---|---:|---:|---:|---:|---:|\n",
    );
    let all = || judged.iter().chain(went_out);
    let families: BTreeSet<&str> = all().map(Judged::family).collect();
    for (what, is_out) in [("ran", false), ("went out of memory", true)] {
        let runs: Vec<&Judged> = all()
            .filter(|one| one.row.out_of_memory == is_out)
            .filter(|one| is_out || one.row.recompute_known)
            .collect();
        line(text, what, &runs);
        for name in &families {
            let of_family = runs.iter().copied().filter(|one| one.family() == *name);
            line(
                text,
                &format!("{what}, {name}"),
                &of_family.collect::<Vec<_>>(),
            );
        }
    }
}

/// Shares of the verdicts on some runs; no line without runs.
fn line(text: &mut String, name: &str, runs: &[&Judged]) {
    let weigh = |verdict: Option<Verdict>| -> f64 {
        let same = runs
            .iter()
            .filter(|one| verdict.is_none_or(|word| one.verdict == word));
        same.map(|one| one.weight).sum()
    };
    let all = weigh(None);
    if runs.is_empty() {
        return;
    }
    let _ = write!(text, "| {name} | {all:.0} |");
    for verdict in Verdict::ALL {
        // An empty sum is −0.
        let part = 100.0 * weigh(Some(verdict)).abs() / all.max(1e-9);
        let _ = write!(text, " {part:.1} % |");
    }
    text.push('\n');
}

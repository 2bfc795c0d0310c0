//! Runs beside their predictions, as a table for a terminal.

use std::fmt::Write;

use super::json::share;
use super::sentences;
use cost::plan::Word;
use formats::excerpt::excerpt_within;
use formats::goal::verdict_word;
use runs::compare::{Comparison, MeasuredFigure, Prediction, RunOutcome};
use runs::summary::{RunErrors, RunGroup, RunsSummary};
use text::number::{fixed, percent};

/// Letters of a run's name or a group's that a column shows.
const NAME: usize = 44;

/// One line a row, with its warnings below, then the summary; with a line break at its end.
#[must_use]
pub fn report(rows: &[Comparison], summary: &RunsSummary) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:<NAME$} {:>10} {:>10} {:>9} {:>10} {:>10} {:>9}  {:<8} verdict, outcome",
        "run", "step, s", "predicted", "error", "GiB", "predicted", "error", "kind"
    );
    for row in rows {
        line(&mut text, row);
    }
    groups(&mut text, summary);
    text.replace('\u{a0}', " ")
}

fn line(text: &mut String, row: &Comparison) {
    let _ = write!(text, "{:<NAME$}", name(&row.id));
    let said = match &row.result {
        Ok(said) => said,
        Err(why) => {
            let _ = writeln!(text, " skipped: {}", sentences::skipped(why));
            return;
        }
    };
    let Prediction {
        step,
        memory,
        notes,
        ..
    } = said.as_ref();
    figure(text, step.as_ref(), 3);
    figure(text, memory.as_ref().map(|(_, figure)| figure), 2);
    let outcome = match row.outcome {
        RunOutcome::Ran => "ran",
        RunOutcome::OutOfMemory => "oom",
    };
    let kind = memory.map_or("", |(kind, _)| kind.word());
    let _ = writeln!(
        text,
        "  {kind:<8} {}, {outcome}",
        verdict_word(said.verdict)
    );
    for warning in &notes.warnings {
        let _ = writeln!(text, "  ! {}", sentences::warning(warning));
    }
}

fn figure(text: &mut String, figure: Option<&MeasuredFigure>, digits: u32) {
    let Some(figure) = figure else {
        let _ = write!(text, " {:>10} {:>10} {:>9}", "–", "–", "");
        return;
    };
    let _ = write!(
        text,
        " {:>10} {:>10} {:>9}",
        fixed(figure.measured, digits),
        fixed(figure.predicted, digits),
        signed(figure.error())
    );
}

fn groups(text: &mut String, summary: &RunsSummary) {
    let RunsSummary { rows, skipped, .. } = summary;
    let share = percent(summary.skipped_share());
    let _ = writeln!(text, "\n{rows} rows, {skipped} skipped ({share})");
    let _ = writeln!(
        text,
        "Errors are of predicted against measured; rows of one plan count as one."
    );
    heading(text);
    group(text, "all", &summary.overall);
    for (key, groups) in &summary.divisions {
        let _ = writeln!(text, "{}", key.replace('_', " "));
        for one in groups {
            let label = ["  ", &one.name].concat();
            group(text, &label, one);
        }
    }
}

fn heading(text: &mut String) {
    let _ = write!(text, "\n{:<24}", "");
    for title in ["step", "memory", "state"] {
        let _ = write!(text, " | {title:<29}");
    }
    let _ = writeln!(
        text,
        " | {:<22} | went out of memory",
        "verdicts of what ran"
    );
    let _ = write!(text, "{:<24}", "");
    for _ in 0..3 {
        let _ = write!(
            text,
            " | {:>5} {:>7} {:>7} {:>7}",
            "n", "median", "p90", "bias"
        );
    }
    let _ = writeln!(
        text,
        " | {:>6} {:>7} {:>7} | {:>6} {:>7}",
        "n", "oom", "tight", "n", "fits"
    );
}

fn group(text: &mut String, label: &str, group: &RunGroup) {
    let _ = write!(text, "{:<24}", excerpt_within(label, 24));
    for errors in [&group.step, &group.memory, &group.static_state] {
        columns(text, errors.as_ref());
    }
    let verdicts = &group.verdicts;
    let part = |count, of| share(count, of).map_or_else(|| "–".into(), percent);
    let _ = writeln!(
        text,
        " | {:>6} {:>7} {:>7} | {:>6} {:>7}",
        fixed(verdicts.ran, 0),
        part(verdicts.false_oom, verdicts.ran),
        part(verdicts.tight, verdicts.ran),
        fixed(verdicts.oom, 0),
        part(verdicts.false_fits, verdicts.oom)
    );
}

fn columns(text: &mut String, errors: Option<&RunErrors>) {
    let Some(errors) = errors else {
        let _ = write!(text, " | {:>5} {:>7} {:>7} {:>7}", "–", "", "", "");
        return;
    };
    let _ = write!(
        text,
        " | {:>5} {:>7} {:>7} {:>7}",
        fixed(errors.plans, 0),
        percent(errors.median),
        percent(errors.p90),
        signed(errors.bias)
    );
}

/// A share with its sign.
fn signed(share: f64) -> String {
    let sign = if share < 0.0 { "-" } else { "+" };
    [sign, &percent(share.abs())].concat()
}

fn name(text: &str) -> String {
    excerpt_within(text, NAME)
}

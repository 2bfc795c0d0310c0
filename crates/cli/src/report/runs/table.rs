//! Runs beside their predictions, as a table for a terminal.

use std::fmt::Write;

use super::json::share;
use super::sentences;
use cost::memory::Verdict;
use cost::plan::Word;
use formats::excerpt::excerpt_within;
use formats::number::Units;
use runs::compare::{Comparison, MeasuredFigure, Prediction, RunOutcome};
use runs::summary::{RunGroup, RunsSummary};
use text::number::{BytesText as _, fixed, listed, percent};
use text::validate;

/// Letters of a run's name or a group's that a column shows.
const NAME: usize = 44;

/// Letters of a kind of memory.
const KIND: usize = 8;

/// Letters of a group's name.
const GROUP: usize = 24;

/// One line a row, with its warnings below, then the summary; with a line break at its end.
#[must_use]
pub fn report(rows: &[Comparison], summary: &RunsSummary) -> String {
    let mut text = String::new();
    let _ = write!(text, "{:<NAME$}", validate::run());
    for (heading, width) in figures_of(validate::step_seconds()) {
        let _ = write!(text, " {heading:>width$}");
    }
    for (heading, width) in figures_of(Units::Gib.symbol()) {
        let _ = write!(text, " {heading:>width$}");
    }
    let result = validate::verdict_and_outcome();
    let _ = writeln!(text, "  {:<KIND$} {result}", validate::kind());
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
            let sentence = validate::skipped(&sentences::skipped(why));
            let _ = writeln!(text, " {sentence}");
            return;
        }
    };
    let Prediction {
        step,
        memory,
        notes,
        ..
    } = said.as_ref();
    let measured = [
        (validate::step_seconds(), step.as_ref(), 3),
        (
            Units::Gib.symbol(),
            memory.as_ref().map(|(_, figure)| figure),
            2,
        ),
    ];
    for (unit, of, digits) in measured {
        figure(text, figures_of(unit).map(|(_, width)| width), of, digits);
    }
    let kind = memory.map_or("", |(kind, _)| kind.word());
    let result = result(said.verdict, row.outcome);
    let _ = writeln!(text, "  {kind:<KIND$} {result}");
    for warning in &notes.warnings {
        let _ = writeln!(text, "  ! {}", sentences::warning(warning));
    }
}

/// The columns of a measured figure, its prediction and the error: headings with their widths.
fn figures_of(unit: &'static str) -> [(&'static str, usize); 3] {
    [
        (unit, 10),
        (validate::predicted(), 10),
        (validate::error(), 9),
    ]
    .map(|(heading, least)| (heading, width(heading, least)))
}

/// Width of a column: this one, or more if its heading is longer.
fn width(heading: &str, least: usize) -> usize {
    heading.chars().count().max(least)
}

/// The verdict on a run's memory, and what came of the run.
fn result(verdict: Verdict, outcome: RunOutcome) -> String {
    let verdict = match verdict {
        Verdict::Fits => validate::Verdict::Fits,
        Verdict::Tight => validate::Verdict::Tight,
        Verdict::OutOfMemory => validate::Verdict::Oom,
    };
    let outcome = match outcome {
        RunOutcome::Ran => validate::Outcome::Ran,
        RunOutcome::OutOfMemory => validate::Outcome::Oom,
    };
    validate::result(verdict, outcome)
}

fn figure(text: &mut String, widths: [usize; 3], figure: Option<&MeasuredFigure>, digits: u32) {
    let [measured, predicted, error] = widths;
    let cells = match figure {
        None => ["–".to_owned(), "–".to_owned(), String::new()],
        Some(figure) => [
            fixed(figure.measured, digits),
            fixed(figure.predicted, digits),
            signed(figure.error()),
        ],
    };
    let _ = write!(
        text,
        " {:>measured$} {:>predicted$} {:>error$}",
        cells[0], cells[1], cells[2]
    );
}

fn groups(text: &mut String, summary: &RunsSummary) {
    let (rows, skipped) = (summary.rows as u64, summary.skipped as u64);
    let counted = validate::counted(rows, skipped, summary.skipped_share());
    let _ = writeln!(text, "\n{counted}\n{}", validate::errors());
    heading(text);
    group(text, validate::all(), &summary.overall);
    for (key, groups) in &summary.divisions {
        let (heading, is_named) = division(key);
        let _ = writeln!(text, "{heading}");
        for one in groups {
            let name = if is_named {
                named(&one.name)
            } else {
                one.name.clone()
            };
            group(text, &["  ", &name].concat(), one);
        }
    }
}

/// Heading of a division by its key in JSON, and true if its groups have names of ours: others have
/// the words of rows.
fn division(key: &'static str) -> (&'static str, bool) {
    match key {
        "by_source_group" => (validate::by_source_group(), false),
        "by_recipe" => (validate::by_recipe(), false),
        "by_gpu" => (validate::by_gpu(), false),
        "by_kind" => (validate::by_kind(), true),
        "by_recompute" => (validate::by_recompute(), true),
        "by_kind_and_recompute" => (validate::by_kind_and_recompute(), true),
        "by_memory_kind" => (validate::by_memory_kind(), false),
        other => (other, false),
    }
}

/// The name of a group in the reader's language.
fn named(words: &str) -> String {
    let name = |word| match word {
        "dense" => validate::dense(),
        "moe" => validate::moe(),
        "known" => validate::known(),
        "unknown" => validate::unknown(),
        other => other,
    };
    listed(&words.split(", ").map(name).collect::<Vec<_>>())
}

/// The headings of the columns of a quantity's errors, with their widths.
fn errors_of() -> [(&'static str, usize); 4] {
    [
        (validate::plans(), 5),
        (validate::median(), 7),
        (validate::ninetieth(), 7),
        (validate::bias(), 7),
    ]
    .map(|(heading, least)| (heading, width(heading, least)))
}

/// The headings of the columns of verdicts: of runs that ran, and of those that did not.
fn verdicts_of() -> ([(&'static str, usize); 3], [(&'static str, usize); 2]) {
    let column = |heading, least| (heading, width(heading, least));
    (
        [
            column(validate::plans(), 6),
            column(validate::oom(), 7),
            column(validate::tight(), 7),
        ],
        [column(validate::plans(), 6), column(validate::fits(), 7)],
    )
}

fn heading(text: &mut String) {
    let (ran, out) = verdicts_of();
    let joined = |columns: &[(&str, usize)]| -> usize {
        columns.iter().map(|(_, width)| width + 1).sum::<usize>() - 1
    };
    let (each, all) = (joined(&errors_of()), joined(&ran));
    let _ = write!(text, "\n{:<GROUP$}", "");
    for title in [validate::step(), validate::memory(), validate::state()] {
        let _ = write!(text, " | {title:<each$}");
    }
    let _ = write!(text, " | {:<all$}", validate::verdicts());
    let _ = writeln!(text, " | {}", validate::out_of_memory());
    let _ = write!(text, "{:<GROUP$}", "");
    for _ in 0..3 {
        cells(text, &errors_of(), &errors_of().map(|(heading, _)| heading));
    }
    cells(text, &ran, &ran.map(|(heading, _)| heading));
    cells(text, &out, &out.map(|(heading, _)| heading));
    text.push('\n');
}

/// Writes cells of columns after a line between columns.
fn cells(text: &mut String, columns: &[(&str, usize)], cells: &[impl AsRef<str>]) {
    text.push_str(" |");
    for ((_, width), cell) in columns.iter().zip(cells) {
        let _ = write!(text, " {:>width$}", cell.as_ref());
    }
}

fn group(text: &mut String, label: &str, group: &RunGroup) {
    let _ = write!(text, "{:<GROUP$}", excerpt_within(label, GROUP));
    for errors in [&group.step, &group.memory, &group.static_state] {
        let written = match errors {
            None => ["–", "", "", ""].map(str::to_owned),
            Some(errors) => [
                fixed(errors.plans, 0),
                percent(errors.median),
                percent(errors.p90),
                signed(errors.bias),
            ],
        };
        cells(text, &errors_of(), &written);
    }
    let verdicts = &group.verdicts;
    let part = |count, of| share(count, of).map_or_else(|| "–".into(), percent);
    let (ran, out) = verdicts_of();
    let of_ran = [
        fixed(verdicts.ran, 0),
        part(verdicts.false_oom, verdicts.ran),
        part(verdicts.tight, verdicts.ran),
    ];
    let of_out = [
        fixed(verdicts.oom, 0),
        part(verdicts.false_fits, verdicts.oom),
    ];
    cells(text, &ran, &of_ran);
    cells(text, &out, &of_out);
    text.push('\n');
}

/// A share with its sign.
fn signed(share: f64) -> String {
    let sign = if share < 0.0 { "-" } else { "+" };
    [sign, &percent(share.abs())].concat()
}

fn name(text: &str) -> String {
    excerpt_within(text, NAME)
}

//! Runs beside their predictions, as a table for a terminal.

use std::fmt::Write;

use super::json::share;
use super::sentences;
use cost::memory::Verdict;
use cost::plan::Word;
use formats::excerpt::excerpt_within;
use formats::number::Units;
use runs::compare::{Comparison, MeasuredFigure, Prediction, RunOutcome};
use runs::summary::{RunErrors, RunGroup, RunsSummary};
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
    for unit in [validate::step_seconds(), Units::Gib.symbol()] {
        for column in figures_of(unit) {
            column.write(&mut text, column.heading);
        }
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
    figure(text, validate::step_seconds(), step.as_ref(), 3);
    let memory_figure = memory.as_ref().map(|(_, figure)| figure);
    figure(text, Units::Gib.symbol(), memory_figure, 2);
    let kind = memory.map_or("", |(kind, _)| kind.word());
    let result = result(said.verdict, row.outcome);
    let _ = writeln!(text, "  {kind:<KIND$} {result}");
    for warning in &notes.warnings {
        let _ = writeln!(text, "  ! {}", sentences::warning(warning));
    }
}

/// A column: its heading, and its width, which a long heading exceeds.
#[derive(Clone, Copy)]
struct Column {
    heading: &'static str,
    width: usize,
}

impl Column {
    fn new(heading: &'static str, least: usize) -> Self {
        let width = heading.chars().count().max(least);
        Self { heading, width }
    }

    fn write(self, text: &mut String, cell: &str) {
        let _ = write!(text, " {cell:>width$}", width = self.width);
    }
}

/// The columns of a measured figure, its prediction and the error.
fn figures_of(unit: &'static str) -> [Column; 3] {
    [
        Column::new(unit, 10),
        Column::new(validate::predicted(), 10),
        Column::new(validate::error(), 9),
    ]
}

/// The verdict on a run's memory, and what came of the run.
fn result(verdict: Verdict, outcome: RunOutcome) -> String {
    let outcome = match outcome {
        RunOutcome::Ran => validate::Outcome::Ran,
        RunOutcome::OutOfMemory => validate::Outcome::Oom,
    };
    validate::result(text::verdict::inside(verdict), outcome)
}

fn figure(text: &mut String, unit: &'static str, figure: Option<&MeasuredFigure>, digits: u32) {
    let cells = match figure {
        None => ["–".to_owned(), "–".to_owned(), String::new()],
        Some(figure) => [
            fixed(figure.measured, digits),
            fixed(figure.predicted, digits),
            signed(figure.error()),
        ],
    };
    for (column, cell) in figures_of(unit).into_iter().zip(cells) {
        column.write(text, &cell);
    }
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

/// Columns below one title.
struct Section {
    title: &'static str,
    columns: Vec<Column>,
}

/// The sections of a group's figures: errors of step, memory and state, verdicts of what ran and of
/// what did not.
fn sections() -> [Section; 5] {
    let errors = |title| Section {
        title,
        columns: vec![
            Column::new(validate::plans(), 5),
            Column::new(validate::median(), 7),
            Column::new(validate::ninetieth(), 7),
            Column::new(validate::bias(), 7),
        ],
    };
    [
        errors(validate::step()),
        errors(validate::memory()),
        errors(validate::state()),
        Section {
            title: validate::verdicts(),
            columns: vec![
                Column::new(validate::plans(), 6),
                Column::new(validate::oom(), 7),
                Column::new(validate::tight(), 7),
                Column::new(validate::doubt(), 7),
            ],
        },
        Section {
            title: validate::out_of_memory(),
            columns: vec![
                Column::new(validate::plans(), 6),
                Column::new(validate::fits(), 7),
            ],
        },
    ]
}

fn heading(text: &mut String) {
    let mut titles = " ".repeat(GROUP);
    let mut headings = titles.clone();
    for section in sections() {
        let widths = section.columns.iter().map(|column| column.width + 1);
        let width = widths.sum::<usize>() - 1;
        let _ = write!(titles, " | {:<width$}", section.title);
        headings.push_str(" |");
        for column in section.columns {
            column.write(&mut headings, column.heading);
        }
    }
    let _ = writeln!(text, "\n{}\n{headings}", titles.trim_end());
}

fn group(text: &mut String, label: &str, group: &RunGroup) {
    let errors = |errors: &Option<RunErrors>| match errors {
        None => vec!["–".to_owned(), String::new(), String::new(), String::new()],
        Some(errors) => vec![
            fixed(errors.plans, 0),
            percent(errors.median),
            percent(errors.p90),
            signed(errors.bias),
        ],
    };
    let verdicts = &group.verdicts;
    let part = |count, of| share(count, of).map_or_else(|| "–".into(), percent);
    let cells = [
        errors(&group.step),
        errors(&group.memory),
        errors(&group.static_state),
        vec![
            fixed(verdicts.ran, 0),
            part(verdicts.false_oom, verdicts.ran),
            part(verdicts.tight, verdicts.ran),
            part(verdicts.may_not_fit, verdicts.ran),
        ],
        vec![
            fixed(verdicts.oom, 0),
            part(verdicts.false_fits, verdicts.oom),
        ],
    ];
    let _ = write!(text, "{:<GROUP$}", excerpt_within(label, GROUP));
    for (section, cells) in sections().into_iter().zip(cells) {
        text.push_str(" |");
        for (column, cell) in section.columns.into_iter().zip(cells) {
            column.write(text, &cell);
        }
    }
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

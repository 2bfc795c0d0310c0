//! A plan with its estimate as a table for spreadsheets: RFC 4180, a figure a row.

use super::syntax::one_line;
use super::writer::{ExportInput, TargetWriter};
use crate::estimate::STAGE;
use crate::goal::{FIGURES, Unit};
use crate::link::{self, Key, KeyKind};
use crate::number::digits;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "plan.csv",
    text,
    launch: |_| String::new(),
};

/// Every figure of the estimate, then what the framework of the recipe does not run, then every key of the plan's link with its current value, then
/// each stage's memory, kind by kind.
fn text(job: &ExportInput, _: &[String]) -> String {
    let plan = job.facts.plan;
    let mut table = String::from("field,value,unit\r\n");
    let mut row = |field: &str, value: &str, unit: Unit| {
        for cell in [field, ",", value, ",", unit.symbol(), "\r\n"] {
            table.push_str(cell);
        }
    };
    row("link", &words(&link::encode(plan)), Unit::None);
    let estimate = cost::estimate(plan).ok();
    let estimate = estimate.as_ref();
    for figure in &FIGURES {
        let number = figure.number(plan, estimate).map(digits);
        let word = || figure.word(plan, estimate).map(words);
        if let Some(value) = number.or_else(word) {
            row(figure.name, &value, figure.unit);
        }
    }
    let refusals = (job.words.plan.refusals)(plan);
    for (place, refusal) in refusals.iter().enumerate() {
        row(
            &format!("refusals.{place}"),
            &words(&refusal.sentence),
            Unit::None,
        );
    }
    for key in Key::all() {
        let value = key.value(plan);
        let value = match key.kind() {
            KeyKind::Number => value,
            KeyKind::Word | KeyKind::Set | KeyKind::List => words(&value),
        };
        row(key.name(), &value, Unit::None);
    }
    let stages = estimate.iter().flat_map(|estimate| &estimate.memory.stages);
    for (place, stage) in stages.enumerate() {
        for (name, read) in &STAGE {
            let field = ["memory.stages.", &place.to_string(), ".", name].concat();
            row(&field, &digits(read(stage).gib()), Unit::Gib);
        }
    }
    table
}

/// Words in quotes; an apostrophe precedes texts that a spreadsheet would take for a formula.
fn words(text: &str) -> String {
    let text = one_line(text);
    let is_formula = text.starts_with(['=', '+', '-', '@']);
    let guard = if is_formula { "'" } else { "" };
    ["\"", guard, &text.replace('"', "\"\""), "\""].concat()
}

//! A textbook's value of a figure with the steps from it to ours: as rows, and as a JSON object.
//!
//! Tests: `tests/all/why_command.rs`.

use cost::amount::Unit;
use cost::plan::Word as _;
use cost::why::Entry;
use cost::why::paper::Paper;
use serde_json::{Value, json};
use text::paper as said;

use super::columns::{Align, write as write_columns};
use super::why_node::arithmetic;

/// The textbook's formula, then the rows of its value, of the steps, each with the value after it, and
/// of the figure. Ends with a line break.
#[must_use]
pub fn report(paper: &Paper, word: &str, name: &str, figure: &Entry) -> String {
    let unit = figure.unit().unwrap_or(Unit::NONE);
    let value = |value| text::why::value(value, unit);
    let row = |cells: [String; 4]| cells.to_vec();
    let mut lines = vec![vec![
        said::name().to_owned(),
        said::source(paper.source),
        value(paper.value),
    ]];
    let mut before = paper.value;
    for step in &paper.steps {
        lines.push(row([
            ["  ", step.change.word()].concat(),
            said::change(step.change).to_owned(),
            value(step.value),
            said::difference(before, step.value, unit),
        ]));
        before = step.value;
    }
    let last = [word.to_owned(), name.to_owned(), value(figure.value())];
    lines.push(last.to_vec());
    let formula = paper.formula().map(|formula| said::formula(&formula));
    let mut text = [&formula.unwrap_or_default(), "\n\n"].concat();
    let aligned = [Align::Left, Align::Left, Align::Right, Align::Right];
    write_columns(&mut text, &lines, &aligned, "");
    text
}

/// A textbook's value with its formula, its source and the steps to the figure.
#[must_use]
pub fn object(paper: &Paper) -> Value {
    let step = |step: &cost::why::paper::Step| {
        json!({
            "id": step.change.word(),
            "name": said::change(step.change),
            "value": step.value,
        })
    };
    let formula = paper.formula();
    json!({
        "value": paper.value,
        "source": said::source(paper.source),
        "formula": formula.map(|formula| said::formula(&formula)),
        "arithmetic": formula.map(|formula| arithmetic(&formula)),
        "steps": paper.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

/// The JSON Schema of [`object`].
pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["value", "source", "formula", "arithmetic", "steps"],
        "properties": {
            "value": { "type": "number" },
            "source": { "type": "string" },
            "formula": { "type": "string" },
            "arithmetic": { "$ref": "#/$defs/node" },
            "steps": { "type": "array", "items": {
                "type": "object",
                "required": ["id", "name", "value"],
                "properties": {
                    "id": { "type": "string" },
                    "name": { "type": "string" },
                    "value": { "type": "number" }
                },
                "additionalProperties": false
            } }
        },
        "additionalProperties": false
    })
}

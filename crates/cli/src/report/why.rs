//! A figure's arithmetic: as rows for a terminal, and as the JSON object that scripts rely on.
//!
//! Tests: `tests/all/why_command.rs`.

use cost::plan::Word as _;
use cost::why::paper::Paper;
use cost::why::{Entry, LinePart, Opened, Root, Row, rows};
use serde_json::{Value, json};
use text::why as said;

use super::columns::{Align, write as write_columns};
use super::paper;
use super::why_node::node;

/// The figure and the place in its arithmetic that are printed.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// The figure.
    pub root: Root,
    /// The number at the place.
    pub here: Entry<'a>,
    /// True if the place is the figure itself.
    pub is_figure: bool,
    /// The number of another plan at the same place, if the two are compared and it has one.
    pub other: Option<Compared<'a>>,
    /// Levels below the number that are printed.
    pub depth: usize,
    /// The textbook's value of the figure, which the object has.
    pub paper: Option<&'a Paper>,
}

impl Printed<'_> {
    /// Word and name of the first number: those of the figure, or of the number at a place in it.
    fn head(&self) -> (&'static str, String) {
        if self.is_figure {
            (self.root.word(), said::root(self.root).to_owned())
        } else {
            (self.here.word(), said::title(&self.here))
        }
    }
}

/// The arithmetic of another plan, beside which a figure is printed.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The number at the same place; `None` if that plan has none.
    pub here: Option<Entry<'a>>,
}

/// The rows of a number: their words, names, values and sources. Ends with a line break.
#[must_use]
pub fn report(printed: &Printed) -> String {
    let (word, name) = printed.head();
    let other = printed.other.as_ref().map(|other| other.here);
    let mut lines = vec![vec![
        word.to_owned(),
        name,
        value(&printed.here, other),
        source(&printed.here),
    ]];
    for row in rows(&printed.here, other.flatten(), printed.depth) {
        lines.push(line(row, other.is_some()));
    }
    let mut text = String::new();
    let aligned = [Align::Left, Align::Left, Align::Right, Align::Left];
    write_columns(&mut text, &lines, &aligned, "");
    text
}

/// A number's value, beside that of another plan if there is one.
fn value(entry: &Entry, other: Option<Option<Entry>>) -> String {
    let now = said::written(entry);
    match other {
        Some(other) => said::against(&now, other.map(|entry| said::written(&entry)).as_deref()),
        None => now,
    }
}

/// The cells of a row.
fn line(row: Row, is_compared: bool) -> Vec<String> {
    let margin = "  ".repeat(row.level + 1);
    match row.part {
        LinePart::Entry(entry) => vec![
            [&margin, row.word.as_str()].concat(),
            said::title(&entry),
            value(&entry, is_compared.then_some(row.other)),
            row.known
                .map_or_else(|| source(&entry), |path| said::again(&path)),
        ],
        LinePart::Small { parts, value, unit } => vec![
            margin,
            said::small(parts),
            said::value(value, unit),
            String::new(),
        ],
    }
}

/// The operation that gives a number, or the source of a leaf.
fn source(entry: &Entry) -> String {
    let source = match (entry.origin(), entry.op()) {
        (Some(origin), _) => said::origin(origin),
        (None, Some(op)) => said::operation(op),
        (None, None) => "",
    };
    source.to_owned()
}

/// The number and all below it as nested objects. A number that was opened before is a reference to
/// its path there. Numbers that another plan has at the same path have its value as `other`; the
/// first has null if that plan has none.
#[must_use]
pub fn object(printed: &Printed) -> Value {
    let other = printed.other.as_ref().map(|other| other.here);
    let mut opened = Opened::default();
    let word = printed.root.word();
    let mut object = node(&printed.here, other.flatten(), word, "", &mut opened);
    if other.is_some_and(|other| other.is_none()) {
        object.insert("other".to_owned(), Value::Null);
    }
    if let Some(paper) = printed.paper {
        object.insert("paper".to_owned(), paper::object(paper));
    }
    Value::Object(object)
}

/// The JSON Schema of a node (draft 2020-12), which `docs/why.schema.json` holds.
#[must_use]
pub fn schema() -> Value {
    let ops: Vec<&str> = cost::amount::Op::ALL.iter().map(|op| op.word()).collect();
    let origins: Vec<&str> = cost::why::Origin::ALL
        .iter()
        .map(|origin| origin.word())
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "why",
        "$ref": "#/$defs/node",
        "$defs": { "node": {
            "type": "object",
            "required": ["id", "name", "value", "unit"],
            "properties": {
                "id": { "type": "string" },
                "name": { "type": "string" },
                "value": { "type": "number" },
                "unit": { "type": "string" },
                "op": { "enum": ops },
                "origin": { "enum": origins },
                "symbol": { "type": "string" },
                "source": { "type": "string" },
                "ref": { "type": "string" },
                "other": { "type": ["number", "null"] },
                "paper": paper::schema(),
                "children": {
                    "type": "array",
                    "minItems": 1,
                    "items": { "$ref": "#/$defs/node" }
                }
            },
            "oneOf": [
                { "required": ["ref"] },
                { "required": ["op", "children"] },
                { "required": ["origin"] }
            ],
            "unevaluatedProperties": false
        } }
    })
}

//! Numbers of a figure's arithmetic as nested JSON objects.
//!
//! Tests: `tests/all/why_command.rs`.

use cost::amount::{Leaf, Unit};
use cost::plan::Word as _;
use cost::why::{Entry, Opened, beside, joined};
use serde_json::{Map, Value};
use text::{why as said, why_names};

/// A number and all below it as nested objects, under its word.
pub(super) fn arithmetic(entry: &Entry) -> Value {
    let mut opened = Opened::default();
    Value::Object(node(entry, None, entry.word(), "", &mut opened))
}

/// A number, beside that of another tree, and all below it: `word` stands for it in `path`, where it
/// stands.
pub(super) fn node(
    entry: &Entry,
    other: Option<Entry>,
    word: &str,
    path: &str,
    opened: &mut Opened,
) -> Map<String, Value> {
    let mut object = Map::new();
    let mut set = |name: &str, value: Value| object.insert(name.to_owned(), value);
    set("id", word.into());
    set("name", said::title(entry).into());
    set("value", entry.value().into());
    set("unit", unit(entry.unit()).into());
    if let Some(other) = other {
        set("other", other.value().into());
    }
    if let Some(known) = opened.open(entry, path) {
        set("ref", known.into());
        return object;
    }
    if let Some(op) = entry.op() {
        set("op", op.word().into());
    }
    if let Some(origin) = entry.origin() {
        set("origin", origin.word().into());
    }
    let (letter, _) = why_names::names(entry.node());
    if !letter.is_empty() {
        set("symbol", letter.into());
    }
    if let Some(Leaf::Constant(name)) = entry.node().leaf {
        set("source", name.into());
    }
    let mut children = Vec::new();
    for (word, part, other) in beside(entry, other) {
        let path = joined(path, &word);
        children.push(Value::Object(node(&part, other, &word, &path, opened)));
    }
    if !children.is_empty() {
        object.insert("children".to_owned(), children.into());
    }
    object
}

fn unit(unit: Option<Unit>) -> String {
    unit.map_or_else(String::new, said::unit)
}

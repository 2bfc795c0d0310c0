//! YAML into a value, by the events of `saphyr-parser`.
//!
//! Plain scalars are read as by PyYAML, which the frameworks use. Aliases are copied, and each copy
//! takes units of the budget, so that expansion is bounded.
//!
//! Tests: `crates/formats/tests/all/yaml.rs`.

use std::collections::BTreeMap;

use super::budget::{COMPARED, FIELD, ITEM, ReadBudget};
use super::imported::{ImportRefusal, TextPosition};
use super::value::{DEEPEST, ParsedValue};
use crate::number;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError};

/// Units of a letter that the parser scans.
const LETTER: usize = 16;

/// Reads YAML: its document, or a list of its documents if it has several.
///
/// # Errors
/// If the text is no YAML, nested too deeply or takes too much work.
pub(crate) fn parse(text: &str, budget: &ReadBudget) -> Result<ParsedValue, ImportRefusal> {
    budget.charge(text.len().saturating_mul(LETTER), || None)?;
    let mut reader = YamlReader::of(budget);
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| refusal(&error))?;
        reader.at = position(&span.start);
        reader.take(event)?;
    }
    let mut documents = reader.documents;
    Ok(match documents.len() {
        0 => ParsedValue::Null,
        1 => documents.remove(0),
        _ => ParsedValue::List(documents),
    })
}

fn refusal(error: &ScanError) -> ImportRefusal {
    // The scanner also limits brackets, far beyond our limit.
    if error.info().contains("recursion limit") {
        return ImportRefusal::TooDeep;
    }
    ImportRefusal::Syntax {
        said: error.info().to_owned(),
        at: Some(position(error.marker())),
    }
}

fn position(at: &Marker) -> TextPosition {
    TextPosition {
        line: at.line(),
        column: at.col() + 1,
    }
}

/// A list or a mapping that is not closed yet.
struct OpenNode {
    anchor: usize,
    /// Items of a list, or values of a mapping.
    values: Vec<ParsedValue>,
    /// Names of a mapping, one more than values while a value is awaited.
    names: Option<Vec<String>>,
}

struct YamlReader<'a> {
    budget: &'a ReadBudget,
    /// The position of the present event.
    at: TextPosition,
    open: Vec<OpenNode>,
    documents: Vec<ParsedValue>,
    /// Nodes with an anchor, by its number.
    anchored: BTreeMap<usize, ParsedValue>,
}

impl<'a> YamlReader<'a> {
    const fn of(budget: &'a ReadBudget) -> Self {
        Self {
            budget,
            at: TextPosition { line: 1, column: 1 },
            open: Vec::new(),
            documents: Vec::new(),
            anchored: BTreeMap::new(),
        }
    }

    fn charge(&self, units: usize) -> Result<(), ImportRefusal> {
        self.budget.charge(units, || Some(self.at))
    }

    fn take(&mut self, event: Event) -> Result<(), ImportRefusal> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_text = tag.is_some_and(|tag| tag.suffix == "str");
                let is_plain = style == ScalarStyle::Plain && !is_text;
                self.charge(ITEM + text.len())?;
                let value = if is_plain {
                    plain(&text)
                } else {
                    ParsedValue::Text(text.into_owned())
                };
                self.close(value, anchor)
            }
            Event::SequenceStart(anchor, _) => self.begin(anchor, None),
            Event::MappingStart(anchor, _) => self.begin(anchor, Some(Vec::new())),
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(anchor) => {
                let found = self.anchored.get(&anchor).unwrap_or(&ParsedValue::Null);
                self.charge(found.units())?;
                if self.open.len() + depth(found) > DEEPEST {
                    return Err(ImportRefusal::TooDeep);
                }
                let value = found.clone();
                self.close(value, 0)
            }
            _ => Ok(()),
        }
    }

    fn begin(&mut self, anchor: usize, names: Option<Vec<String>>) -> Result<(), ImportRefusal> {
        if self.open.len() >= DEEPEST {
            return Err(ImportRefusal::TooDeep);
        }
        self.charge(ITEM)?;
        self.open.push(OpenNode {
            anchor,
            values: Vec::new(),
            names,
        });
        Ok(())
    }

    fn end(&mut self) -> Result<(), ImportRefusal> {
        let Some(node) = self.open.pop() else {
            return Ok(());
        };
        let value = match node.names {
            None => ParsedValue::List(node.values),
            Some(names) => {
                let (mut fields, others) = fields(names, node.values);
                let compared = others.len().saturating_mul(fields.len() + others.len() / 2);
                self.charge(compared.saturating_mul(COMPARED))?;
                fill(&mut fields, others);
                ParsedValue::Fields(fields)
            }
        };
        self.close(value, node.anchor)
    }

    /// Puts a node that is complete into the one around it.
    fn close(&mut self, value: ParsedValue, anchor: usize) -> Result<(), ImportRefusal> {
        if anchor > 0 {
            // Values that an alias can copy are stored beside the document.
            self.charge(value.units())?;
            self.anchored.insert(anchor, value.clone());
        }
        let Some(node) = self.open.last_mut() else {
            self.documents.push(value);
            return Ok(());
        };
        match &mut node.names {
            Some(names) if names.len() == node.values.len() => {
                names.push(name(value));
                // The name is compared with all names before it.
                let compared = names.len() * COMPARED;
                self.charge(FIELD + compared)?;
            }
            _ => node.values.push(value),
        }
        Ok(())
    }
}

type YamlFields = Vec<(String, ParsedValue)>;

/// The fields of a mapping, where the last one of a name counts, and those of mappings merged into
/// it.
fn fields(names: Vec<String>, values: Vec<ParsedValue>) -> (YamlFields, YamlFields) {
    let mut fields = YamlFields::new();
    let mut others = YamlFields::new();
    for (name, value) in names.into_iter().zip(values) {
        match (name.as_str(), value) {
            ("<<", ParsedValue::Fields(inner)) => others.extend(inner),
            ("<<", ParsedValue::List(items)) => {
                for item in items {
                    if let ParsedValue::Fields(inner) = item {
                        others.extend(inner);
                    }
                }
            }
            (_, value) => {
                fields.retain(|(known, _)| *known != name);
                fields.push((name, value));
            }
        }
    }
    (fields, others)
}

/// Adds merged fields whose names are free.
fn fill(fields: &mut YamlFields, others: YamlFields) {
    for (name, value) in others {
        if !fields.iter().any(|(known, _)| *known == name) {
            fields.push((name, value));
        }
    }
}

/// The name of a field.
fn name(value: ParsedValue) -> String {
    match value {
        ParsedValue::Text(text) | ParsedValue::Number(text) => text,
        ParsedValue::Whole(number) => number.to_string(),
        ParsedValue::Switch(is_on) => String::from(if is_on { "true" } else { "false" }),
        _ => String::from("?"),
    }
}

/// A plain scalar: nothing, a switch, a number or a text.
pub(crate) fn plain(text: &str) -> ParsedValue {
    match text {
        "" | "~" | "null" | "Null" | "NULL" | "None" => return ParsedValue::Null,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => {
            return ParsedValue::Switch(true);
        }
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => {
            return ParsedValue::Switch(false);
        }
        _ => {}
    }
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    let digits = text.replace('_', "");
    if is_number && let Ok(number) = digits.parse::<u64>() {
        return ParsedValue::Whole(number);
    }
    match number::read(&digits) {
        Some(number) if is_number && number.is_finite() => ParsedValue::of_number(number),
        _ => ParsedValue::Text(text.to_owned()),
    }
}

/// Levels of a node.
fn depth(value: &ParsedValue) -> usize {
    let deepest = match value {
        ParsedValue::List(items) => items.iter().map(depth).max(),
        ParsedValue::Fields(fields) => fields.iter().map(|(_, value)| depth(value)).max(),
        _ => return 0,
    };
    1 + deepest.unwrap_or(0)
}

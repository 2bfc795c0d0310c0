//! YAML into a value, by the events of `saphyr-parser`.
//!
//! Scalars and merges are those of PyYAML, which the frameworks use, but dates and times stay texts.
//! Aliases are copied, and each copy takes units of the budget, so that expansion is bounded.
//!
//! Tests: `crates/formats/tests/all/yaml.rs`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::budget::{FIELD, ITEM, ReadBudget};
use super::imported::{ImportRefusal, TextPosition};
use super::indented::{IndentedText, position};
use super::scalar::{self, ScalarType};
use super::value::{DEEPEST, ParsedValue};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};

/// Units of a letter that the parser scans.
const LETTER: usize = 16;

/// The name of a field that merges a mapping into the one around it.
const MERGE: &str = "<<";
/// The fault of a tagged scalar, in the style of the parser, which does not read scalars.
const INVALID: &str = "invalid value of a tag";

/// Reads YAML: its document, or a list of its documents if it has several.
///
/// # Errors
/// If the text is no YAML, nested too deeply or takes too much work.
pub(crate) fn parse(text: &str, budget: &ReadBudget) -> Result<ParsedValue, ImportRefusal> {
    let mut text = IndentedText::of(text);
    loop {
        let units = text.indented().len().saturating_mul(LETTER);
        budget.charge(units, || text.last())?;
        match read(text.indented(), budget) {
            Ok(value) => return Ok(value),
            Err(YamlFault::Refused(why)) => return Err(why),
            Err(YamlFault::Scan(error)) => {
                if !text.indent(&error) {
                    return Err(text.refusal(&error));
                }
            }
        }
    }
}

/// Why a text was not read.
enum YamlFault {
    Refused(ImportRefusal),
    /// A fault that the parser found.
    Scan(ScanError),
}

fn read(text: &str, budget: &ReadBudget) -> Result<ParsedValue, YamlFault> {
    let mut reader = YamlReader::of(budget);
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(YamlFault::Scan)?;
        reader.at = position(&span.start);
        reader.take(event).map_err(YamlFault::Refused)?;
    }
    let mut documents = reader.documents;
    Ok(match documents.len() {
        0 => ParsedValue::Null,
        1 => documents.remove(0),
        _ => ParsedValue::List(documents),
    })
}

/// A list or a mapping that is not closed yet.
struct OpenNode {
    anchor: usize,
    /// Items of a list, or values of a mapping.
    values: Vec<ParsedValue>,
    /// Names of a mapping, one more than values while a value is awaited; absent where another
    /// mapping is merged into it.
    names: Option<Vec<Option<String>>>,
}

struct YamlReader<'a> {
    budget: &'a ReadBudget,
    /// The position of the present event.
    at: TextPosition,
    open: Vec<OpenNode>,
    documents: Vec<ParsedValue>,
    /// True if the present scalar is the sign of a merge.
    merges: bool,
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
            merges: false,
            anchored: BTreeMap::new(),
        }
    }

    fn charge(&self, units: usize) -> Result<(), ImportRefusal> {
        self.budget.charge(units, || Some(self.at))
    }

    fn take(&mut self, event: Event) -> Result<(), ImportRefusal> {
        self.merges =
            matches!(&event, Event::Scalar(text, ScalarStyle::Plain, _, None) if text == MERGE);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.charge(ITEM + text.len())?;
                let is_plain = style == ScalarStyle::Plain;
                let value = scalar_of(text, is_plain, tag.as_deref()).ok_or_else(|| {
                    let (said, at) = (INVALID.to_owned(), Some(self.at));
                    ImportRefusal::Syntax { said, at }
                })?;
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

    fn begin(
        &mut self,
        anchor: usize,
        names: Option<Vec<Option<String>>>,
    ) -> Result<(), ImportRefusal> {
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
            Some(names) => mapping(names, node.values),
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
                names.push((!self.merges).then(|| name(value)));
                self.charge(FIELD)?;
            }
            _ => node.values.push(value),
        }
        Ok(())
    }
}

/// The mapping of these fields, whose names are absent where a mapping, or a list of them, is merged
/// into it. Its own fields win over merged ones, the first of a list over later ones.
fn mapping(names: Vec<Option<String>>, values: Vec<ParsedValue>) -> ParsedValue {
    let mut merged = Vec::new();
    let mut own = Vec::new();
    for (name, value) in names.into_iter().zip(values) {
        match (name, value) {
            (Some(name), value) => own.push((name, value)),
            (None, ParsedValue::Fields(inner)) => merged.extend(inner),
            (None, ParsedValue::List(items)) => {
                for item in items.into_iter().rev() {
                    if let ParsedValue::Fields(inner) = item {
                        merged.extend(inner);
                    }
                }
            }
            (None, value) => own.push((MERGE.to_owned(), value)),
        }
    }
    merged.extend(own);
    ParsedValue::of_fields(merged)
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

/// The value of a scalar; `None` if it has not the type of its tag.
fn scalar_of(text: Cow<str>, is_plain: bool, tag: Option<&Tag>) -> Option<ParsedValue> {
    let tag = tag.filter(|tag| !tag.handle.is_empty());
    let of = tag.filter(|tag| tag.is_yaml_core_schema());
    match of.and_then(|tag| ScalarType::of_tag(&tag.suffix)) {
        Some(of) => of.value(&text),
        None if is_plain && tag.is_none() => Some(scalar::yaml(&text)),
        None => Some(ParsedValue::Text(text.into_owned())),
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

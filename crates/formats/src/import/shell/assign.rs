//! Assignments.

use std::collections::BTreeMap;

use super::arithmetic::Number;
use super::lexer;
use super::mark::{Mark, is_known};
use super::name::{index_end, is_name};
use super::state::{Flow, Shell, Status};
use super::variable::Variable;
use crate::import::budget::ITEM;

/// An assignment as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment<'w> {
    pub(super) name: &'w str,
    /// The item of an array.
    pub(super) index: Option<&'w str>,
    pub(super) is_appended: bool,
    pub(super) value: &'w str,
}

impl<'w> Assignment<'w> {
    /// The assignment that a word is.
    pub(super) fn of(word: &'w str) -> Option<Self> {
        let end = word.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))?;
        let (name, rest) = word.split_at_checked(end)?;
        if !is_name(name) {
            return None;
        }
        let (index, rest) = match rest.strip_prefix('[') {
            Some(inner) => {
                let end = index_end(inner)?;
                (Some(inner.get(..end)?), inner.get(end + 1..)?)
            }
            None => (None, rest),
        };
        let (is_appended, value) = match rest.strip_prefix("+=") {
            Some(value) => (true, value),
            None => (false, rest.strip_prefix('=')?),
        };
        Some(Self {
            name,
            index,
            is_appended,
            value,
        })
    }

    /// The words of an array in brackets.
    fn array(&self) -> Option<&'w str> {
        let inner = self.value.strip_prefix('(')?;
        inner.strip_suffix(')')
    }
}

impl Shell<'_> {
    /// Carries out an assignment.
    pub(super) fn assign(&mut self, assignment: &Assignment) {
        if self.state.variables.attributes(assignment.name).is_readonly {
            self.flow = Flow::Discard;
            return;
        }
        let name = assignment.name;
        match (assignment.array(), assignment.index) {
            (Some(inner), None) => self.assign_array(name, inner, assignment.is_appended),
            (_, Some(index)) => {
                let text = self.expand_text(assignment.value);
                self.assign_item(name, index, text, assignment.is_appended);
            }
            (None, None) => {
                let text = self.expand_text(assignment.value);
                self.assign_text(name, text, assignment.is_appended);
            }
        }
        if self.state.exports_all {
            let mut attributes = self.state.variables.attributes(name);
            attributes.is_exported = true;
            self.state.variables.set_attributes(name, attributes);
        }
    }

    /// Sets a variable to a text, without its attributes.
    pub(super) fn set_text(&mut self, name: &str, text: String) {
        let is_readonly = self.state.variables.attributes(name).is_readonly;
        if !is_readonly && self.budget.take_items(2, name.len() + text.len()) {
            self.assign_text(name, text, false);
        }
    }

    fn assign_text(&mut self, name: &str, text: String, is_appended: bool) {
        let attributes = self.state.variables.attributes(name);
        let text = if attributes.is_integer {
            let before = self.state.variables.text(name).unwrap_or("0");
            let sum = if is_appended {
                ["(", before, ")+(", &text, ")"].concat()
            } else {
                text
            };
            self.number_text(&sum)
        } else if let Some(is_upper) = attributes.capitals {
            in_case(&text, is_upper)
        } else {
            text
        };
        if !self.budget.take_items(2, name.len() + text.len()) {
            return;
        }
        let more = text.len();
        let variables = &mut self.state.variables;
        let is_appended = is_appended && !attributes.is_integer;
        match variables.get(name) {
            Some(Variable::Text(_)) if !is_appended => variables.set(name, Variable::Text(text)),
            None => variables.set(name, Variable::Text(text)),
            // The value of an array is that of its first item.
            Some(_) => variables.change(
                name,
                |value| match value {
                    Variable::Text(before) => before.push_str(&text),
                    Variable::List(items) => match items.first_mut() {
                        Some(first) => {
                            if !is_appended {
                                first.clear();
                            }
                            first.push_str(&text);
                        }
                        None => items.push(text),
                    },
                    Variable::Map(items) => {
                        let item = items.entry(String::from("0")).or_default();
                        if !is_appended {
                            item.clear();
                        }
                        item.push_str(&text);
                    }
                },
                more + ITEM,
            ),
        }
    }

    /// The value of an expression as a text, or a mark.
    pub(super) fn number_text(&mut self, text: &str) -> String {
        match self.compute(text) {
            Ok(Number::Known(number)) => number.to_string(),
            Ok(Number::Open(mark)) => Mark::set(&mark),
            Err(_) => {
                self.flow = Flow::Discard;
                Mark::undefined(text)
            }
        }
    }

    fn assign_array(&mut self, name: &str, inner: &str, is_appended: bool) {
        let words = lexer::words(inner, self.budget);
        let is_map = matches!(self.state.variables.get(name), Some(Variable::Map(_)));
        let mut map: BTreeMap<String, String> = BTreeMap::new();
        let mut list: Option<Vec<String>> = Some(Vec::new());
        let before = match self.state.variables.get(name) {
            Some(Variable::List(items)) if is_appended => items.len(),
            Some(Variable::Text(_)) if is_appended => 1,
            _ => 0,
        };
        for word in &words {
            let named = word.strip_prefix('[').and_then(|rest| {
                let end = index_end(rest)?;
                let value = rest.get(end + 1..)?.strip_prefix('=')?;
                Some((rest.get(..end)?, value))
            });
            let Some((index, value)) = named else {
                let items = self.expand(word);
                if let Some(list) = &mut list {
                    list.extend(items);
                }
                continue;
            };
            let text = self.expand_text(value);
            if is_map {
                let index = self.expand_text(index);
                map.insert(index, text);
                continue;
            }
            let place = self.place_of(index);
            let place = place.and_then(|place| usize::try_from(place).ok());
            let place = place.and_then(|place| place.checked_sub(before));
            // An array with gaps stays open.
            list = list.and_then(|mut list| match place {
                Some(place) if place == list.len() => {
                    list.push(text);
                    Some(list)
                }
                Some(place) if place < list.len() => {
                    if let Some(item) = list.get_mut(place) {
                        *item = text;
                    }
                    Some(list)
                }
                _ => None,
            });
        }
        let is_integer = self.state.variables.attributes(name).is_integer;
        let value = match list {
            _ if is_map => Variable::Map(map),
            Some(list) if is_integer => {
                let items = list.iter();
                Variable::List(items.map(|item| self.number_text(item)).collect())
            }
            Some(list) => Variable::List(list),
            None => Variable::Text(Mark::undecided(name, name)),
        };
        // Items were counted when their words were expanded.
        if !self.budget.take_items(2, name.len()) {
            return;
        }
        let variables = &mut self.state.variables;
        let units = value.units();
        match (variables.get(name), value) {
            (Some(Variable::List(_) | Variable::Map(_)), more) if is_appended => {
                variables.change(name, |value| append(value, more), units + ITEM);
            }
            (Some(Variable::Text(text)), Variable::List(more)) if is_appended => {
                let units = self.budget.take_items(1, text.len());
                let first = if units { text.clone() } else { String::new() };
                let items = [first].into_iter().chain(more).collect();
                variables.set(name, Variable::List(items));
            }
            (_, value) => variables.set(name, value),
        }
    }

    /// Sets an item of an array.
    pub(super) fn assign_item(&mut self, name: &str, index: &str, text: String, is_appended: bool) {
        let is_integer = self.state.variables.attributes(name).is_integer;
        let text = if is_integer {
            self.number_text(&text)
        } else {
            text
        };
        let is_map = matches!(self.state.variables.get(name), Some(Variable::Map(_)));
        let key = if is_map {
            self.expand_text(index)
        } else {
            String::new()
        };
        let place = if is_map { None } else { self.place_of(index) };
        // Items are shifted at worst.
        let units = self.state.variables.units_of(name) / 8;
        if !self
            .budget
            .take_items(2, units + name.len() + text.len() + key.len())
        {
            return;
        }
        let variables = &mut self.state.variables;
        if is_map && is_known(&key) {
            let units = text.len() + key.len() + 2 * ITEM;
            variables.change(
                name,
                |value| {
                    if let Variable::Map(items) = value {
                        let item = items.entry(key).or_default();
                        if !is_appended {
                            item.clear();
                        }
                        item.push_str(&text);
                    }
                },
                units,
            );
            return;
        }
        let count = match variables.get(name) {
            None => 0,
            Some(Variable::Text(_)) => 1,
            Some(Variable::List(items)) => items.len(),
            Some(Variable::Map(_)) => usize::MAX,
        };
        let is_open = variables.get(name).and_then(Variable::mark).is_some();
        let before = place.filter(|place| *place < 0).map(i64::unsigned_abs);
        if before.is_some_and(|back| back > count as u64) && !is_open {
            self.flow = Flow::Discard;
            return;
        }
        let place = place.and_then(|place| match place {
            place if place < 0 => {
                let back = usize::try_from(place.unsigned_abs()).ok()?;
                count.checked_sub(back)
            }
            place => usize::try_from(place).ok(),
        });
        // Another item may be meant, or the array has gaps.
        let Some(place) = place.filter(|place| *place <= count && !is_open && !is_map) else {
            let cause = variables.get(name).and_then(Variable::mark);
            let cause = cause.map(|mark| mark.variable().to_owned());
            let mark = Mark::undecided(name, cause.as_deref().unwrap_or(name));
            variables.set(name, Variable::Text(mark));
            return;
        };
        if count == 0 {
            variables.set(name, Variable::List(vec![text]));
            return;
        }
        let units = text.len() + 2 * ITEM;
        variables.change(
            name,
            |value| {
                if let Variable::Text(first) = value {
                    *value = Variable::List(vec![std::mem::take(first)]);
                }
                let Variable::List(items) = value else { return };
                match items.get_mut(place) {
                    Some(item) if is_appended => item.push_str(&text),
                    Some(item) => *item = text,
                    None => items.push(text),
                }
            },
            units,
        );
    }

    /// The number of an item; `None` if it is open.
    pub(super) fn place_of(&mut self, index: &str) -> Option<i64> {
        let text = self.expand_text(index);
        match self.compute(&text) {
            Ok(Number::Known(place)) => Some(place),
            _ => None,
        }
    }

    /// The result of assignments without a command.
    pub(super) fn assign_all(&mut self, words: &[String]) -> Status {
        self.substituted = None;
        for word in words {
            if let Some(assignment) = Assignment::of(word) {
                self.assign(&assignment);
            }
        }
        if self.flow == Flow::Discard {
            return Status::FAILED;
        }
        self.substituted.take().unwrap_or(Status::OK)
    }
}

fn append(value: &mut Variable, more: Variable) {
    match (value, more) {
        (Variable::List(items), Variable::List(more)) => items.extend(more),
        (Variable::Map(items), Variable::Map(more)) => items.extend(more),
        (Variable::List(items), more) => items.extend(more.words()),
        _ => {}
    }
}

/// A text in capitals, or without.
pub(super) fn in_case(text: &str, is_upper: bool) -> String {
    if !is_known(text) {
        text.to_owned()
    } else if is_upper {
        text.to_uppercase()
    } else {
        text.to_lowercase()
    }
}

//! The value of `${…}`: a variable, an item, a length, a default, a part.

use super::arithmetic::Number;
use super::expand::Value;
use super::mark::{self, Mark};
use super::name::{index_end, is_name};
use super::state::{Shell, Status};
use super::variable::Variable;
use crate::import::budget::WORD;

/// A variable, an item of it, or all items.
#[derive(Clone, Copy)]
struct Parameter<'t> {
    name: &'t str,
    index: Option<&'t str>,
}

impl<'t> Parameter<'t> {
    /// The parameter at the start of a text, and what follows.
    fn of(text: &'t str) -> Option<(Self, &'t str)> {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
        // A special parameter is one letter.
        let end = if end == 0 {
            text.chars().next()?.len_utf8()
        } else {
            end
        };
        let (name, rest) = text.split_at_checked(end)?;
        let inner = rest.strip_prefix('[').filter(|_| is_name(name));
        let (index, rest) = match inner.and_then(|inner| Some((inner, index_end(inner)?))) {
            Some((inner, end)) => (Some(inner.get(..end)?), inner.get(end + 1..)?),
            None => (None, rest),
        };
        Some((Self { name, index }, rest))
    }

    fn is_all(&self) -> bool {
        matches!(self.index, Some("@" | "*")) || matches!(self.name, "@" | "*")
    }

    fn joins(&self) -> bool {
        self.index == Some("*") || self.name == "*"
    }
}

fn undefined(name: &str) -> Value {
    Value::Text(Mark::undefined(name))
}

/// The mark of items of which nothing is known.
fn several(name: &str) -> Value {
    Value::Text(mark::unquoted(&Mark::undefined(name)))
}

impl Shell<'_> {
    /// The value of `${…}`.
    pub(super) fn parameter(&mut self, inner: &str) -> Value {
        if let Some(text) = inner.strip_prefix('#').filter(|text| !text.is_empty())
            && let Some((parameter, "")) = Parameter::of(text)
        {
            return self.length(parameter);
        }
        if let Some(text) = inner.strip_prefix('!').filter(|text| !text.is_empty()) {
            return self.indirect(text);
        }
        let Some((parameter, rest)) = Parameter::of(inner) else {
            return undefined(inner);
        };
        if parameter.is_all() {
            let items = self.items(parameter);
            return self.operate_on_items(parameter, items, rest);
        }
        let value = self.lookup(parameter);
        self.operate(parameter, value, rest)
    }

    /// The value of `${!…}`: of the variable that another one names, or the names of items.
    fn indirect(&mut self, text: &str) -> Value {
        if let Some(start) = text.strip_suffix(['*', '@']).filter(|start| is_name(start)) {
            return Value::Items(self.state.variables.names(start));
        }
        let Some((parameter, rest)) = Parameter::of(text) else {
            return undefined(text);
        };
        if parameter.is_all() && rest.is_empty() {
            return match self.state.variables.get(parameter.name) {
                Some(value) if value.mark().is_some() => undefined(parameter.name),
                Some(Variable::Text(_)) => Value::Items(vec![String::from("0")]),
                Some(Variable::List(items)) => {
                    let count = items.len();
                    if !self.budget.take_items(count, 0) {
                        return undefined(parameter.name);
                    }
                    Value::Items((0..count).map(|place| place.to_string()).collect())
                }
                // The order of names is not known.
                Some(Variable::Map(items)) if items.len() == 1 => {
                    Value::Items(items.keys().cloned().collect())
                }
                Some(Variable::Map(_)) => undefined(parameter.name),
                None => undefined(parameter.name),
            };
        }
        let other = self.lookup(parameter);
        match other {
            Some(other) if Parameter::of(&other).is_some_and(|(_, rest)| rest.is_empty()) => {
                self.parameter(&[&other, rest].concat())
            }
            _ => undefined(parameter.name),
        }
    }

    fn length(&mut self, parameter: Parameter) -> Value {
        let name = parameter.name;
        if parameter.is_all() && !matches!(name, "@" | "*") {
            let is_open = self.state.variables.has_several(name, self.budget);
            match self.state.variables.get(name) {
                Some(Variable::Map(items)) => return Value::Text(items.len().to_string()),
                Some(Variable::List(items)) if !is_open => {
                    return Value::Text(items.len().to_string());
                }
                _ => {}
            }
        }
        if parameter.is_all() {
            let Some(items) = self.items(parameter) else {
                let mark = Mark::unknown(if name == "@" || name == "*" {
                    "#"
                } else {
                    name
                });
                return Value::Text(mark);
            };
            // A mark may stand for any number of items.
            let open = items.iter().find(|item| mark::may_be_several(item));
            return match open.and_then(|item| Mark::first(item)) {
                Some(mark) => Value::Text(Mark::undecided(name, mark.variable())),
                None => Value::Text(items.len().to_string()),
            };
        }
        match self.lookup(parameter) {
            Some(text) => match Mark::first(&text) {
                Some(mark) => Value::Text(Mark::undecided(name, mark.variable())),
                None => Value::Text(text.chars().count().to_string()),
            },
            None => undefined(name),
        }
    }

    /// All items of an array, or all arguments; `None` if they are not known.
    fn items(&mut self, parameter: Parameter) -> Option<Vec<String>> {
        if matches!(parameter.name, "@" | "*") {
            return match self.state.arguments.as_ref()? {
                Variable::List(items) => self.copies(items),
                _ => None,
            };
        }
        match self.state.variables.get(parameter.name)? {
            Variable::Text(text) => self.copies(std::slice::from_ref(text)),
            Variable::List(items) => self.copies(items),
            // The order of the items is not known.
            Variable::Map(items) if items.len() > 1 => {
                let first = items.values().find_map(|item| Mark::first(item));
                let name = first.map(|mark| mark.variable().to_owned());
                let mark =
                    Mark::undecided(parameter.name, name.as_deref().unwrap_or(parameter.name));
                let is_length = self.budget.take_items(items.len(), 0);
                is_length.then(|| items.values().map(|_| mark.clone()).collect())
            }
            Variable::Map(items) => Some(items.values().cloned().collect()),
        }
    }

    /// The value of a variable, of one item of it, or of an argument; `None` if there is none, or
    /// if the budget is too small for a copy.
    fn lookup(&mut self, parameter: Parameter) -> Option<String> {
        let Parameter { name, index } = parameter;
        if let Ok(place) = name.parse::<usize>() {
            let Some(Variable::List(items)) = &self.state.arguments else {
                return None;
            };
            return self.copied(items, place.checked_sub(1)?, name);
        }
        match name {
            "#" => {
                let parameter = Parameter { name: "@", index };
                return match self.length(parameter) {
                    Value::Text(text) => Some(text),
                    _ => None,
                };
            }
            "?" => {
                return Some(match self.state.status.as_ref().unwrap_or(&Status::OK) {
                    Status::Code(code) => code.to_string(),
                    Status::Open(cause) | Status::Program(cause) => Mark::undecided("?", cause),
                });
            }
            _ => {}
        }
        let Some(index) = index else {
            return match self.state.variables.get(name)? {
                Variable::List(items) => self.copied(items, 0, name),
                value => self.copy(value.text()?),
            };
        };
        if matches!(self.state.variables.get(name)?, Variable::Map(_)) {
            let key = self.expand_text(index);
            if let Some(mark) = Mark::first(&key) {
                return Some(Mark::undecided(name, mark.variable()));
            }
            return match self.state.variables.get(name)? {
                Variable::Map(items) => self.copy(items.get(&key)?),
                _ => None,
            };
        }
        let text = self.expand_text(index);
        let place = match self.compute(&text) {
            Ok(Number::Known(place)) => place,
            Ok(Number::Open(mark)) => {
                let mark = Mark::first(&mark)?;
                return Some(Mark::undecided(name, mark.variable()));
            }
            Err(_) => return None,
        };
        match self.state.variables.get(name)? {
            Variable::List(items) => {
                let place = if place < 0 {
                    let back = usize::try_from(place.unsigned_abs()).ok()?;
                    items.len().checked_sub(back)?
                } else {
                    usize::try_from(place).ok()?
                };
                self.copied(items, place, name)
            }
            Variable::Text(text) if matches!(place, 0 | -1) => self.copy(text),
            // An array that is left open.
            Variable::Text(text) => Mark::first(text).map(|_| text.clone()),
            Variable::Map(_) => None,
        }
    }

    /// A copy of an item. It is open if an item before it may not exist.
    fn copied(&self, items: &[String], place: usize, name: &str) -> Option<String> {
        // Items before it are examined, several letters at once.
        if !self.budget.take(self.state.variables.units_of(name) / WORD) {
            return None;
        }
        let mut before = items.iter().take(place);
        if let Some(open) = before.find(|item| mark::may_be_several(item)) {
            let mark = Mark::first(open)?;
            return Some(Mark::undecided(name, mark.variable()));
        }
        let item = items.get(place)?;
        // Without it, the next item would be meant.
        if mark::may_be_several(item) && items.len() > place + 1 {
            let mark = Mark::first(item)?;
            return Some(Mark::undecided(name, mark.variable()));
        }
        self.copy(item)
    }

    fn copy(&self, text: &str) -> Option<String> {
        self.budget.take(text.len()).then(|| text.to_owned())
    }

    fn copies(&self, items: &[String]) -> Option<Vec<String>> {
        let letters = items.iter().map(String::len).sum();
        let is_left = self.budget.take_items(items.len(), letters);
        is_left.then(|| items.to_vec())
    }

    /// Applies the operation after a name, such as `:-8`.
    fn operate(&mut self, parameter: Parameter, value: Option<String>, rest: &str) -> Value {
        let name = parameter.name;
        let value = value.filter(|value| !Mark::is_undefined(value) || !takes_default(rest));
        if let Some(value) = self.defaulted(parameter, value.as_deref(), rest) {
            return value;
        }
        let Some(known) = value else {
            return undefined(name);
        };
        if rest.is_empty() {
            return Value::Text(known);
        }
        Value::Text(self.changed(name, &known, rest))
    }

    /// The value by one of the operators `-`, `=`, `+` and `?`; `None` for any other.
    fn defaulted(
        &mut self,
        parameter: Parameter,
        value: Option<&str>,
        rest: &str,
    ) -> Option<Value> {
        if !takes_default(rest) {
            return None;
        }
        let has_colon = rest.starts_with(':');
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let operator = rest.chars().next()?;
        let word = rest.get(1..)?;
        let is_unset = value.is_none_or(|value| has_colon && value.is_empty());
        // A value that depends on a name may be empty.
        let open = value.and_then(Mark::first);
        let is_open = open.is_some() && value.is_some_and(Mark::begins);
        Some(match operator {
            '-' if is_unset => Value::Word(word.to_owned()),
            '=' if is_unset => {
                let text = self.expand_text(word);
                if is_name(parameter.name) {
                    match parameter.index {
                        Some(index) => self.assign_item(parameter.name, index, text.clone(), false),
                        None => self.set_text(parameter.name, text.clone()),
                    }
                }
                Value::Text(text)
            }
            '+' if is_unset => Value::Text(String::new()),
            '+' => match open.filter(|_| is_open) {
                Some(mark) => {
                    let text = self.expand_text(word);
                    let cause = mark.variable().to_owned();
                    Value::Text(Mark::Maybe { word: text, cause }.text())
                }
                None => Value::Word(word.to_owned()),
            },
            _ => match value {
                Some(value) if !(is_unset && operator == '?') => Value::Text(value.to_owned()),
                _ => undefined(parameter.name),
            },
        })
    }

    /// Applies an operation to each item, or to all of them.
    fn operate_on_items(
        &mut self,
        parameter: Parameter,
        items: Option<Vec<String>>,
        rest: &str,
    ) -> Value {
        let name = parameter.name;
        let as_value = |items: Vec<String>| {
            if parameter.joins() {
                Value::Joined(items)
            } else {
                Value::Items(items)
            }
        };
        if takes_default(rest) {
            let is_undefined = |items: &Vec<String>| matches!(items.as_slice(), [item] if Mark::is_undefined(item));
            let items = items.filter(|items| !items.is_empty() && !is_undefined(items));
            let text = items.as_ref().map(|items| items.join(" "));
            let is_kept = text.is_some() && !rest.contains('+');
            return match (self.defaulted(parameter, text.as_deref(), rest), items) {
                (Some(Value::Text(value)), Some(items))
                    if is_kept && Some(&value) == text.as_ref() =>
                {
                    as_value(items)
                }
                (Some(value), _) => value,
                (None, _) => several(name),
            };
        }
        let Some(items) = items else {
            return several(name);
        };
        if rest.is_empty() {
            return as_value(items);
        }
        if let Some(word) = rest.strip_prefix(':') {
            let is_open = items.iter().any(|item| mark::may_be_several(item));
            let is_arguments = matches!(name, "@" | "*");
            let items = if is_arguments {
                [String::from("bash")].into_iter().chain(items).collect()
            } else {
                items
            };
            return match self.range(word, items.len()) {
                // A mark may stand for any number of items.
                Some((from, to))
                    if !is_open || from <= usize::from(is_arguments) && to == items.len() =>
                {
                    let items = items.into_iter().skip(from);
                    as_value(items.take(to.saturating_sub(from)).collect())
                }
                _ => several(name),
            };
        }
        let items = items.iter().map(|item| self.changed(name, item, rest));
        as_value(items.collect())
    }
}

/// True for an operation that has a value where there is none.
fn takes_default(rest: &str) -> bool {
    rest.strip_prefix(':').unwrap_or(rest).starts_with(['-', '=', '+', '?'])
        // A part from an offset below zero is written with a blank.
        && !rest.starts_with(": ")
}

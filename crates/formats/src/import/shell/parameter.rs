//! The value of `${…}`: a variable, an item, a length, a default.

use super::arithmetic::compute;
use super::environment::Variable;
use super::mark::{Mark, is_known};
use super::pattern::{remove, replace};
use super::state::Shell;
use crate::import::budget::WORD;

impl Shell<'_> {
    /// The value of `${…}`.
    pub(super) fn parameter(&mut self, inner: &str) -> Variable {
        let undefined = |name: &str| Variable::Text(Mark::Undefined(name.to_owned()).text());
        if let Some(name) = inner.strip_prefix('#').filter(|name| !name.is_empty()) {
            return self.length(name);
        }
        if let Some(name) = inner.strip_prefix('!') {
            let other = self.variables.text(name).map(str::to_owned);
            return match other {
                Some(other) if super::name::is_name(&other) => self.parameter(&other),
                _ => undefined(name),
            };
        }
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = inner.find(|letter| !is_name(letter)).unwrap_or(inner.len());
        // A special parameter is one letter.
        let end = if end == 0 { inner.len().min(1) } else { end };
        let Some((name, rest)) = inner.split_at_checked(end) else {
            return undefined(inner);
        };
        let (index, operation) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        {
            Some((index, operation)) => (Some(index), operation),
            None => (None, rest),
        };
        let value = self.lookup(name, index);
        self.operate(name, value, operation)
    }

    fn length(&mut self, name: &str) -> Variable {
        let list = name
            .strip_suffix("[@]")
            .or_else(|| name.strip_suffix("[*]"));
        let number = match list {
            Some(name) => {
                let text = |value: &Variable| match value {
                    Variable::Text(text) => text.len(),
                    Variable::List(_) => 0,
                };
                let value = self.variables.get(name);
                let value = value.filter(|value| self.budget.take(text(value)));
                value.map(Variable::count)
            }
            None => {
                let text = self.variables.text(name);
                let text = text.filter(|text| self.budget.take(text.len()) && is_known(text));
                text.map(|text| text.chars().count())
            }
        };
        let mark = || Mark::Undefined(list.unwrap_or(name).to_owned()).text();
        Variable::Text(number.map_or_else(mark, |number| number.to_string()))
    }

    /// The value of a variable, of one item of it, or of an argument; `None` if the budget is too
    /// small for a copy.
    fn lookup(&mut self, name: &str, index: Option<&str>) -> Option<Variable> {
        if let Ok(place) = name.parse::<usize>() {
            let found = self.arguments.as_ref()?.get(place.checked_sub(1)?)?;
            return self.copy(found).map(Variable::Text);
        }
        if matches!(name, "@" | "*") {
            return self.copies(self.arguments.as_ref()?);
        }
        let key = index.map(|index| match index {
            "@" | "*" => index.to_owned(),
            index => self.expand_text(index),
        });
        let is_all = matches!(index, Some("@" | "*"));
        let found = match (self.variables.get(name)?, key) {
            (Variable::Text(text), _) if is_all => return self.copies(std::slice::from_ref(text)),
            (Variable::List(items), _) if is_all => return self.copies(items),
            (Variable::Text(text), None) => text,
            (Variable::List(items), None) => items.first()?,
            (Variable::Text(_), Some(_)) => return None,
            (Variable::List(items), Some(key)) => self.item(name, items, &key)?,
        };
        self.copy(found).map(Variable::Text)
    }

    fn copy(&self, text: &str) -> Option<String> {
        self.budget.take(text.len()).then(|| text.to_owned())
    }

    fn copies(&self, items: &[String]) -> Option<Variable> {
        let letters = items.iter().map(String::len).sum();
        let is_left = self.budget.take_items(items.len(), letters);
        is_left.then(|| Variable::List(items.to_vec()))
    }

    /// An item of an array by its number, or by its name if the items have names.
    fn item<'v>(&self, name: &str, items: &'v [String], key: &str) -> Option<&'v str> {
        // The name is compared with each item, several letters at once.
        if !self.budget.take(self.variables.units_of(name) / WORD) {
            return None;
        }
        let named = ["[", key, "]="].concat();
        let named = items.iter().find_map(|item| item.strip_prefix(&named));
        named.or_else(|| {
            let value = |name: &str| self.variables.text(name);
            let place = usize::try_from(compute(key, &value, self.budget)?).ok()?;
            items.get(place).map(String::as_str)
        })
    }

    /// Applies the operation after a name, such as `:-8`.
    fn operate(&mut self, name: &str, value: Option<Variable>, operation: &str) -> Variable {
        let undefined = || Variable::Text(Mark::Undefined(name.to_owned()).text());
        let (has_colon, rest) = match operation.strip_prefix(':') {
            Some(rest) => (true, rest),
            None => (false, operation),
        };
        let is_empty = matches!(&value, Some(Variable::Text(text)) if text.is_empty())
            || matches!(&value, Some(Variable::List(items)) if items.is_empty());
        let is_open = value.as_ref().is_none_or(|value| match value {
            Variable::Text(text) => Mark::is_undefined(text),
            Variable::List(_) => false,
        });
        let value = value.filter(|_| !is_open);
        let is_unset = value.is_none() || has_colon && is_empty;
        let mut letters = rest.chars();
        let operator = letters.next();
        let word = letters.as_str();
        match operator {
            Some('-' | '=') if is_unset => {
                let words = self.expand_text(word);
                if operator == Some('=') && self.budget.take_items(1, words.len()) {
                    self.variables.set(name, Variable::Text(words.clone()));
                }
                Variable::Text(words)
            }
            Some('+') if is_unset => Variable::Text(String::new()),
            Some('+') => Variable::Text(self.expand_text(word)),
            None | Some('-' | '=' | '?') => value.unwrap_or_else(undefined),
            Some(operator) => {
                let known = match &value {
                    Some(Variable::Text(text)) if is_known(text) && !has_colon => text,
                    _ => return undefined(),
                };
                let pattern = self.expand_text(word);
                if !self.budget.take(known.len()) {
                    return undefined();
                }
                let changed = match operator {
                    ',' => Some(known.to_lowercase()),
                    '^' => Some(known.to_uppercase()),
                    '%' | '#' => remove(known, &pattern, operator, self.budget),
                    '/' => replace(known, &pattern),
                    _ => None,
                };
                changed.map_or_else(undefined, Variable::Text)
            }
        }
    }
}

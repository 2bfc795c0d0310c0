//! The value of what stands in `${…}`: a variable, an item, a length, a default.

use super::arithmetic::compute;
use super::environment::Variable;
use super::mark::{Mark, is_known};
use super::pattern::{remove, replace};
use super::state::Shell;

impl Shell {
    /// The value of what stands in `${…}`.
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
            Some(name) => self.variables.get(name).map(|value| value.words().len()),
            None => {
                let text = self.variables.text(name).filter(|text| is_known(text));
                text.map(|text| text.chars().count())
            }
        };
        let mark = || Mark::Undefined(list.unwrap_or(name).to_owned()).text();
        Variable::Text(number.map_or_else(mark, |number| number.to_string()))
    }

    /// The value of a variable, of one item of it, or of an argument.
    fn lookup(&mut self, name: &str, index: Option<&str>) -> Option<Variable> {
        if let Ok(place) = name.parse::<usize>() {
            let found = self.arguments.as_ref()?.get(place.checked_sub(1)?);
            return found.cloned().map(Variable::Text);
        }
        if matches!(name, "@" | "*") {
            return self.arguments.clone().map(Variable::List);
        }
        let value = self.variables.get(name)?.clone();
        match (value, index) {
            (value, Some("@" | "*")) => Some(match value {
                Variable::Text(text) => Variable::List(vec![text]),
                list => list,
            }),
            (value, Some(index)) => self.item(&value, index),
            (Variable::List(items), None) => items.into_iter().next().map(Variable::Text),
            (value, None) => Some(value),
        }
    }

    /// An item of an array by its number, or by its name where the items have names.
    fn item(&mut self, value: &Variable, index: &str) -> Option<Variable> {
        let Variable::List(items) = value else {
            return None;
        };
        let key = self.expand_text(index);
        let named = ["[", &key, "]="].concat();
        let named = items.iter().find_map(|item| item.strip_prefix(&named));
        let found = named.map(str::to_owned).or_else(|| {
            let value = |name: &str| self.variables.text(name).map(str::to_owned);
            let place = usize::try_from(compute(&key, &value)?).ok()?;
            items.get(place).cloned()
        });
        found.map(Variable::Text)
    }

    /// Applies what stands behind a name, such as `:-8`.
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
                if operator == Some('=') {
                    self.variables.set(name, Variable::Text(words.clone()));
                }
                Variable::Text(words)
            }
            Some('+') if is_unset => Variable::Text(String::new()),
            Some('+') => Variable::Text(self.expand_text(word)),
            None | Some('-' | '=' | '?') => value.unwrap_or_else(undefined),
            Some(operator) => {
                let known = match &value {
                    Some(Variable::Text(text)) if is_known(text) && !has_colon => text.clone(),
                    _ => return undefined(),
                };
                let pattern = self.expand_text(word);
                let changed = match operator {
                    ',' => Some(known.to_lowercase()),
                    '^' => Some(known.to_uppercase()),
                    '%' | '#' => remove(&known, &pattern, operator),
                    '/' => replace(&known, &pattern),
                    _ => None,
                };
                changed.map_or_else(undefined, Variable::Text)
            }
        }
    }
}

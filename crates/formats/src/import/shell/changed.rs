//! Texts after the operations of `${…}`: parts, and patterns that are removed or replaced.

use super::mark::{Mark, is_known};
use super::pattern::{self, remove, replace};
use super::state::Shell;
use crate::import::budget::ReadBudget;

impl Shell<'_> {
    /// A text after an operation on it, or a mark.
    pub(super) fn changed(&mut self, name: &str, text: &str, rest: &str) -> String {
        let open = |cause: Option<Mark>| match cause {
            Some(mark) => Mark::undecided(name, mark.variable()),
            None => Mark::undefined(name),
        };
        if !is_known(text) {
            return open(Mark::first(text));
        }
        let mut letters = rest.chars();
        let operator = letters.next().unwrap_or_default();
        let word = letters.as_str();
        if !self.budget.take(2 * text.len()) {
            return open(None);
        }
        if operator == ':' {
            return self.part(text, word).unwrap_or_else(|| open(None));
        }
        if operator == '/' {
            return self.replaced_text(text, word).unwrap_or_else(|| open(None));
        }
        let (is_double, word) = match word.strip_prefix(operator) {
            Some(word) => (true, word),
            None => (false, word),
        };
        let pattern = self.expand_pattern(word);
        if let Some(mark) = Mark::first(&pattern) {
            return open(Some(mark));
        }
        let budget = self.budget;
        let changed = match operator {
            '%' | '#' => remove(text, &pattern, operator == '%', is_double, budget),
            '^' | ',' => in_case(text, &pattern, operator == '^', is_double, budget),
            _ => None,
        };
        changed.unwrap_or_else(|| open(None))
    }

    /// The value of `OFFSET` or `OFFSET:LENGTH`.
    fn part(&mut self, text: &str, word: &str) -> Option<String> {
        let letters = text.chars().count();
        let (from, to) = self.range(word, letters)?;
        Some(
            text.chars()
                .skip(from)
                .take(to.saturating_sub(from))
                .collect(),
        )
    }

    /// The places of `OFFSET` or `OFFSET:LENGTH` among a number of letters or items.
    pub(super) fn range(&mut self, word: &str, count: usize) -> Option<(usize, usize)> {
        let (offset, length) = match word.split_once(':') {
            Some((offset, length)) => (offset, Some(length)),
            None => (word, None),
        };
        let count = i64::try_from(count).ok()?;
        let offset = self.place_of(offset)?;
        let from = if offset < 0 { count + offset } else { offset };
        let to = match length {
            None => count,
            Some(length) => {
                let length = self.place_of(length)?;
                if length < 0 {
                    count + length
                } else {
                    from.checked_add(length)?
                }
            }
        };
        if from < 0 || from > count {
            return Some((0, 0));
        }
        let place = |place: i64| usize::try_from(place.clamp(0, count)).ok();
        Some((place(from)?, place(to)?))
    }

    fn replaced_text(&mut self, text: &str, word: &str) -> Option<String> {
        let (place, word) = match word.chars().next() {
            Some('/') => (pattern::Place::Everywhere, word.get(1..)?),
            Some('#') => (pattern::Place::Start, word.get(1..)?),
            Some('%') => (pattern::Place::End, word.get(1..)?),
            _ => (pattern::Place::First, word),
        };
        let end = separator(word).unwrap_or(word.len());
        let (pattern, other) = word.split_at_checked(end)?;
        let pattern = self.expand_pattern(pattern);
        let other = self.expand_text(other.strip_prefix('/').unwrap_or_default());
        if !is_known(&pattern) || !is_known(&other) {
            return None;
        }
        replace(text, &pattern, &other, place, self.budget)
    }
}

/// The place of the first `/` outside quotes and brackets.
fn separator(word: &str) -> Option<usize> {
    let mut quote = None;
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (place, letter) in word.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\'' | '"' if quote == Some(letter) => quote = None,
            '\'' | '"' if quote.is_none() => quote = Some(letter),
            '{' | '(' | '[' if quote.is_none() => depth += 1,
            '}' | ')' | ']' if quote.is_none() => depth = depth.saturating_sub(1),
            '/' if quote.is_none() && depth == 0 => return Some(place),
            _ => {}
        }
    }
    None
}

/// A text of which the first letter, or each, that matches a pattern changes its case.
fn in_case(
    text: &str,
    pattern: &str,
    is_upper: bool,
    is_all: bool,
    budget: &ReadBudget,
) -> Option<String> {
    let pattern = if pattern.is_empty() { "?" } else { pattern };
    let mut changed = String::new();
    for (place, letter) in text.chars().enumerate() {
        let mut fits = place == 0 || is_all;
        if fits && pattern != "?" {
            fits = pattern::matches(&letter.to_string(), pattern, budget)?;
        }
        match (fits, is_upper) {
            (false, _) => changed.push(letter),
            (true, true) => changed.extend(letter.to_uppercase()),
            (true, false) => changed.extend(letter.to_lowercase()),
        }
    }
    Some(changed)
}

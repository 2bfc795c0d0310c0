//! Splitting of texts into words.

use super::mark;
use crate::import::budget::ReadBudget;

/// The letters between words (`IFS`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Separators {
    blanks: String,
    /// Letters of which each ends a word, even an empty one.
    others: String,
}

impl Separators {
    /// The separators of the value of `IFS`.
    pub(super) fn of(value: Option<&str>) -> Self {
        let letters = value
            .filter(|value| mark::is_known(value))
            .unwrap_or(" \t\n");
        let (blanks, others) = letters
            .chars()
            .partition(|letter| " \t\n".contains(*letter));
        Self { blanks, others }
    }

    /// True for a blank among the separators.
    pub(super) fn is_blank(&self, letter: char) -> bool {
        self.blanks.contains(letter)
    }

    /// True for another letter among the separators.
    pub(super) fn ends_word(&self, letter: char) -> bool {
        self.others.contains(letter)
    }

    /// The words of a line; the last of `most` words is the rest of the line.
    pub(super) fn split(&self, line: &str, most: usize, budget: &ReadBudget) -> Vec<String> {
        let mut words = Vec::new();
        let mut rest = line.trim_start_matches(|letter| self.is_blank(letter));
        while !rest.is_empty() && budget.take_items(1, rest.len()) {
            if words.len() + 1 >= most {
                words.push(self.last(rest).to_owned());
                break;
            }
            let end = self.end(rest);
            let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            words.push(word.to_owned());
            rest = self.behind(after);
        }
        words
    }

    /// The place of the first separator.
    fn end(&self, text: &str) -> usize {
        let mut place = 0;
        for (part, is_mark) in mark::parts(text) {
            let is_separator = |letter| self.is_blank(letter) || self.ends_word(letter);
            let found = if is_mark {
                None
            } else {
                part.find(is_separator)
            };
            if let Some(found) = found {
                return place + found;
            }
            place += part.len();
        }
        text.len()
    }

    /// The text behind the separators at its start.
    fn behind<'t>(&self, text: &'t str) -> &'t str {
        let text = text.trim_start_matches(|letter| self.is_blank(letter));
        let text = match text.strip_prefix(|letter| self.ends_word(letter)) {
            Some(text) => text,
            None => return text,
        };
        text.trim_start_matches(|letter| self.is_blank(letter))
    }

    /// The rest of a line as its last word: without blanks at its end, and without a separator that
    /// ends a single word.
    fn last<'t>(&self, rest: &'t str) -> &'t str {
        let rest = rest.trim_end_matches(|letter| self.is_blank(letter));
        let end = self.end(rest);
        let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if self.behind(after).is_empty() {
            word
        } else {
            rest
        }
    }
}

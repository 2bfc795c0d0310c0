//! Ends of quotes and brackets.

use super::mark;
use crate::import::budget::ReadBudget;

/// Deepest nesting of quotes and brackets that is followed.
const DEEPEST: usize = 16;
/// Steps inside quotes and brackets for each letter of a text: nested ones are examined again.
const MOST_STEPS: usize = 8;

/// A place in letters, with the means to pass quotes and brackets.
pub(super) struct Scanner<'a> {
    letters: &'a [char],
    /// The place.
    pub(super) at: usize,
    budget: &'a ReadBudget,
    /// True for each kind of quote if no closing quote follows.
    lacks: [bool; 3],
    /// Number of letters examined in quotes and brackets, times their nesting.
    work: usize,
    depth: usize,
}

impl<'a> Scanner<'a> {
    /// A place in letters.
    pub(super) const fn new(letters: &'a [char], at: usize, budget: &'a ReadBudget) -> Self {
        Self {
            letters,
            at,
            budget,
            lacks: [false; 3],
            work: 0,
            depth: 0,
        }
    }

    /// The letter this far ahead.
    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at.saturating_add(ahead)).copied()
    }

    /// True if a text stands here.
    pub(super) fn starts(&self, text: &str) -> bool {
        let mut letters = text.chars().enumerate();
        letters.all(|(ahead, letter)| self.peek(ahead) == Some(letter))
    }

    /// The letters between two places.
    pub(super) fn slice(&self, from: usize, to: usize) -> String {
        let letters = self.letters.get(from..to.min(self.letters.len()));
        letters.unwrap_or_default().iter().collect()
    }

    /// Goes to the end of the line.
    pub(super) fn skip_line(&mut self) {
        while self.peek(0).is_some_and(|letter| letter != '\n') {
            self.at += 1;
        }
    }

    /// Takes a step inside quotes or brackets; returns false if the text has too many of them.
    fn step(&mut self) -> bool {
        self.work += 1;
        let most = self.letters.len().saturating_mul(MOST_STEPS);
        self.budget.take(1) && self.work <= most && self.depth <= DEEPEST
    }

    /// Passes a mark as one letter, any other letter singly.
    pub(super) fn letter(&mut self) {
        let rest = self.letters.get(self.at..).unwrap_or_default();
        let letters = mark::letters(rest).unwrap_or(1);
        self.at += letters;
    }

    /// Passes a part in single or double quotes. If it has no end, passes only the quote, and
    /// returns false.
    pub(super) fn quoted(&mut self, quote: char) -> bool {
        let which = usize::from(quote == '"');
        let is_double = quote == '"';
        self.enclosed(which, |scanner, letter| match letter {
            '\\' if is_double => scanner.at += 2,
            '$' if is_double && matches!(scanner.peek(1), Some('(' | '{')) => {
                scanner.at += 1;
                scanner.bracketed(true);
            }
            '`' if is_double => {
                scanner.back_quoted();
            }
            _ => scanner.at += 1,
        })
    }

    /// Passes a part in single quotes in which backslashes escape, `$'…'`, from its first quote.
    pub(super) fn escaped(&mut self) -> bool {
        self.enclosed(2, |scanner, letter| {
            scanner.at += if letter == '\\' { 2 } else { 1 };
        })
    }

    fn enclosed(&mut self, which: usize, pass: impl Fn(&mut Self, char)) -> bool {
        let here = self.at;
        let Some(quote) = self.peek(0) else {
            return false;
        };
        self.at += 1;
        if self.lacks.get(which) == Some(&true) {
            return false;
        }
        self.depth += 1;
        while let Some(letter) = self.peek(0) {
            if !self.step() {
                break;
            }
            if letter == quote {
                self.at += 1;
                self.depth -= 1;
                return true;
            }
            pass(self, letter);
        }
        self.depth -= 1;
        self.at = here + 1;
        if let Some(lacks) = self.lacks.get_mut(which) {
            *lacks = true;
        }
        false
    }

    /// Passes a part in back quotes. If it has no end, passes only the quote, and returns false.
    pub(super) fn back_quoted(&mut self) -> bool {
        let here = self.at;
        self.at += 1;
        while let Some(letter) = self.peek(0) {
            if !self.step() {
                break;
            }
            self.at += if letter == '\\' { 2 } else { 1 };
            if letter == '`' {
                return true;
            }
        }
        self.at = here + 1;
        false
    }

    /// Passes a part in brackets, with brackets and quotes inside. If it has no end, passes only
    /// the bracket, and returns false. In `${…}` inside double quotes a single quote is a letter.
    pub(super) fn bracketed(&mut self, is_in_quotes: bool) -> bool {
        let here = self.at;
        let is_command = self.peek(0) == Some('(');
        let quotes_single = is_command || !is_in_quotes;
        let mut depth = 0_usize;
        // Depths of `case`, in which a bracket ends a pattern.
        let mut cases: Vec<usize> = Vec::new();
        let mut is_start = true;
        self.depth += 1;
        while let Some(letter) = self.peek(0) {
            if !self.step() {
                break;
            }
            match letter {
                '\\' => self.at += 1,
                '(' | '{' => depth += 1,
                ')' if cases.last() == Some(&depth) => {}
                'c' if is_command && self.is_keyword("case") => cases.push(depth),
                'e' if !cases.is_empty() && self.is_keyword("esac") => {
                    cases.pop();
                }
                ')' | '}' => depth = depth.saturating_sub(1),
                '"' => self.pass_inside('"'),
                '\'' if quotes_single => self.pass_inside('\''),
                '#' if is_start && is_command => {
                    let from = self.at;
                    self.skip_line();
                    self.budget.take(self.at - from);
                    self.at -= 1;
                }
                _ => {}
            }
            is_start = letter.is_whitespace() || letter == '\\';
            self.at += 1;
            if depth == 0 {
                self.depth -= 1;
                return true;
            }
        }
        self.depth -= 1;
        self.at = here + 1;
        false
    }

    /// True if a keyword stands here, where a command may begin.
    fn is_keyword(&self, word: &str) -> bool {
        let next = self.peek(word.len());
        if !self.starts(word)
            || next.is_some_and(|next| !next.is_whitespace() && !";)&|".contains(next))
        {
            return false;
        }
        let mut before = self.letters.get(..self.at).unwrap_or_default().iter().rev();
        let first = before.find(|letter| !matches!(letter, ' ' | '\t'));
        match first {
            None => true,
            Some(letter) if "\n;&|({)".contains(*letter) => true,
            Some(letter) => {
                let rest = before.take_while(|letter| letter.is_alphabetic()).take(8);
                let word: String = [letter].into_iter().chain(rest).collect();
                // Read from its end.
                matches!(word.as_str(), "neht" | "od" | "esle")
            }
        }
    }

    /// Goes to the last letter of a quoted part.
    fn pass_inside(&mut self, quote: char) {
        let here = self.at;
        self.quoted(quote);
        self.at = self.at.max(here + 1) - 1;
    }
}

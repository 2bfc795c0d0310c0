//! Tests in `[ … ]` and `[[ … ]]`, decided if their values are known.

use super::arithmetic::compute;
use super::mark::{Mark, plain};
use super::pattern;
use super::state::Shell;
use crate::excerpt::excerpt;

/// Largest number of stored names.
const MOST_NAMES: usize = 32;
/// Deepest nesting of a test.
const DEEPEST: usize = 16;

/// The result of a command, or the name on which it depends. The name is shortened, as each
/// dependent word repeats it.
pub(super) type Status = Result<bool, String>;

/// The result of a command that depends on a name.
pub(super) fn depends_on(name: &str) -> Status {
    Err(excerpt(&plain(name)))
}

/// The conjunction of two results.
pub(super) fn and(one: Status, other: Status) -> Status {
    match (one, other) {
        (Ok(false), _) | (_, Ok(false)) => Ok(false),
        (Err(cause), _) | (_, Err(cause)) => Err(cause),
        (Ok(true), Ok(true)) => Ok(true),
    }
}

fn or(one: Status, other: Status) -> Status {
    not(and(not(one), not(other)))
}

/// The negation of a result.
pub(super) fn not(status: Status) -> Status {
    status.map(|is_true| !is_true)
}

struct Test<'a> {
    words: &'a [String],
    at: usize,
    depth: usize,
    shell: &'a Shell<'a>,
    /// Variables of the environment that are taken as not set.
    unset: Vec<String>,
}

impl Shell<'_> {
    /// Decides a test by its words, with their brackets.
    pub(super) fn test(&mut self, words: &[String]) -> Status {
        let words: Vec<String> = words
            .iter()
            .filter(|word| !matches!(word.as_str(), "[" | "[[" | "]" | "]]" | "test"))
            .map(|word| self.expand_text(word))
            .collect();
        let mut test = Test {
            words: &words,
            at: 0,
            depth: 0,
            shell: self,
            unset: Vec::new(),
        };
        let status = test.any();
        let unset = test.unset;
        for name in unset {
            if self.unset.len() < MOST_NAMES && !self.unset.contains(&name) {
                self.unset.push(name);
            }
        }
        status
    }
}

impl Test<'_> {
    fn word(&self, ahead: usize) -> Option<&str> {
        self.words.get(self.at + ahead).map(String::as_str)
    }

    fn any(&mut self) -> Status {
        let mut status = self.all();
        while matches!(self.word(0), Some("||" | "-o")) {
            self.at += 1;
            status = or(status, self.all());
        }
        status
    }

    fn all(&mut self) -> Status {
        let mut status = self.one();
        while matches!(self.word(0), Some("&&" | "-a")) {
            self.at += 1;
            status = and(status, self.one());
        }
        status
    }

    fn one(&mut self) -> Status {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.at = self.words.len();
            return Err(String::from("…"));
        }
        let status = match self.word(0) {
            Some("!") => {
                self.at += 1;
                not(self.one())
            }
            Some("(") => {
                self.at += 1;
                let status = self.any();
                self.at += usize::from(self.word(0) == Some(")"));
                status
            }
            _ => self.primary(),
        };
        self.depth -= 1;
        status
    }

    fn primary(&mut self) -> Status {
        let words: &[String] = self.words;
        let words = words.get(self.at..).unwrap_or_default();
        let word = |place: usize| words.get(place).map(String::as_str).unwrap_or_default();
        if is_operator(word(1)) {
            self.at += 3;
            return self.compare(word(0), word(1), word(2));
        }
        if word(0).starts_with('-') && words.len() > 1 && !is_join(word(1)) {
            self.at += 2;
            return self.unary(word(0), word(1));
        }
        self.at += 1;
        match Mark::first(word(0)) {
            Some(mark) => depends_on(mark.variable()),
            None => Ok(!word(0).is_empty()),
        }
    }

    fn unary(&mut self, operator: &str, word: &str) -> Status {
        if Mark::is_undefined(word) && matches!(operator, "-z" | "-n") {
            let mark = Mark::first(word);
            self.unset
                .extend(mark.map(|mark| mark.variable().to_owned()));
        }
        match (operator, Mark::first(word)) {
            // A variable of the environment is taken as not set.
            ("-z", _) if Mark::is_undefined(word) => Ok(true),
            ("-n", _) if Mark::is_undefined(word) => Ok(false),
            (_, Some(mark)) => depends_on(mark.variable()),
            ("-z", None) => Ok(word.is_empty()),
            ("-n", None) => Ok(!word.is_empty()),
            ("-v", None) => Ok(self.shell.variables.get(word).is_some()),
            (_, None) => depends_on(word),
        }
    }

    fn compare(&self, left: &str, operator: &str, right: &str) -> Status {
        let mark = Mark::first(left).or_else(|| Mark::first(right));
        if let Some(mark) = mark {
            return depends_on(mark.variable());
        }
        let budget = self.shell.budget;
        let undecided = || depends_on(left);
        match operator {
            "=" | "==" => pattern::matches(left, right, budget).map_or_else(undecided, Ok),
            "!=" => not(pattern::matches(left, right, budget).map_or_else(undecided, Ok)),
            "=~" => regular(left, right).map_or_else(undecided, Ok),
            "<" => Ok(left < right),
            ">" => Ok(left > right),
            _ => {
                let value = |name: &str| self.shell.variables.text(name);
                let number = |text: &str| compute(text, &value, budget);
                let numbers = (number(left), number(right));
                let (Some(left), Some(right)) = numbers else {
                    return undecided();
                };
                Ok(match operator {
                    "-eq" => left == right,
                    "-ne" => left != right,
                    "-lt" => left < right,
                    "-le" => left <= right,
                    "-gt" => left > right,
                    _ => left >= right,
                })
            }
        }
    }
}

fn is_operator(word: &str) -> bool {
    let operators = [
        "=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge",
    ];
    operators.contains(&word)
}

fn is_join(word: &str) -> bool {
    matches!(word, "&&" | "||" | "-a" | "-o" | ")")
}

/// Matches a regular expression that is a plain text between anchors; `None` for any other.
fn regular(text: &str, expression: &str) -> Option<bool> {
    let (is_start, rest) = match expression.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, expression),
    };
    let (is_end, plain) = match rest.strip_suffix('$') {
        Some(plain) => (true, plain),
        None => (false, rest),
    };
    let is_plain = |letter: char| letter.is_alphanumeric() || "_- ".contains(letter);
    if !plain.chars().all(is_plain) {
        return None;
    }
    Some(match (is_start, is_end) {
        (true, true) => text == plain,
        (true, false) => text.starts_with(plain),
        (false, true) => text.ends_with(plain),
        (false, false) => text.contains(plain),
    })
}

//! Tests in `[ … ]` and `[[ … ]]`, decided if their values are known.

use super::arithmetic::Number;
use super::mark::{self, Mark};
use super::pattern;
use super::regular;
use super::state::{Shell, Status};
use super::variable::Variable;

/// Largest number of stored names.
const MOST_NAMES: usize = 32;
/// Deepest nesting of a test.
const DEEPEST: usize = 16;

/// The conjunction of two results.
fn and(one: Status, other: Status) -> Status {
    match (one.success(), other.success()) {
        (Ok(false), _) | (Err(_), Ok(true)) => one,
        _ => other,
    }
}

fn or(one: Status, other: Status) -> Status {
    match (one.success(), other.success()) {
        (Ok(true), _) | (Err(_), Ok(false)) => one,
        _ => other,
    }
}

/// A fault in a test.
const FAULT: Status = Status::Code(2);

struct Test<'s, 'a> {
    words: Vec<String>,
    at: usize,
    depth: usize,
    shell: &'s mut Shell<'a>,
    /// True in double brackets, where words are not expanded yet.
    is_double: bool,
}

impl Shell<'_> {
    /// Decides a test in double brackets by its words as written.
    pub(super) fn double_test(&mut self, words: &[String]) -> Status {
        if !self.budget.take(words.iter().map(String::len).sum()) {
            return Status::OK;
        }
        self.decide(words.to_vec(), true)
    }

    /// Decides a test by its expanded words, the command included.
    pub(super) fn single_test(&mut self, words: &[String]) -> Status {
        let is_bracket = words.first().is_some_and(|word| word == "[");
        let inner = words.get(1..).unwrap_or_default();
        let inner = if is_bracket {
            match inner.split_last() {
                Some((last, inner)) if last == "]" => inner,
                _ => return FAULT,
            }
        } else {
            inner
        };
        if inner.is_empty() {
            return Status::FAILED;
        }
        self.decide(inner.to_vec(), false)
    }

    fn decide(&mut self, words: Vec<String>, is_double: bool) -> Status {
        let mut test = Test {
            words,
            at: 0,
            depth: 0,
            shell: self,
            is_double,
        };
        let status = test.any();
        if test.at < test.words.len() && !is_double {
            return match test.words.iter().find_map(|word| Mark::first(word)) {
                Some(mark) => Status::depends_on(mark.variable()),
                None => FAULT,
            };
        }
        status
    }

    /// Notes a variable of the environment that is taken as not set.
    fn take_as_unset(&mut self, mark: &Mark) {
        let name = mark.variable();
        let is_stored = self.unset.iter().any(|stored| stored == name);
        if self.unset.len() < MOST_NAMES && !is_stored {
            self.unset.push(name.to_owned());
        }
    }
}

impl Test<'_, '_> {
    fn word(&self, ahead: usize) -> Option<&str> {
        self.words.get(self.at + ahead).map(String::as_str)
    }

    /// True if one of the words stands here.
    fn take(&mut self, double: &str, single: &str) -> bool {
        let word = if self.is_double { double } else { single };
        let is_there = self.word(0) == Some(word);
        self.at += usize::from(is_there);
        is_there
    }

    fn any(&mut self) -> Status {
        let mut status = self.all();
        while self.take("||", "-o") {
            let other = self.all();
            status = or(status, other);
        }
        status
    }

    fn all(&mut self) -> Status {
        let mut status = self.one();
        while self.take("&&", "-a") {
            let other = self.one();
            status = and(status, other);
        }
        status
    }

    fn one(&mut self) -> Status {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.at = self.words.len();
            return Status::depends_on("…");
        }
        // The middle one of three words decides.
        let is_comparison =
            !self.is_double && self.words.len() == 3 && self.word(1).is_some_and(is_operator);
        let status = match self.word(0) {
            _ if is_comparison => self.primary(),
            Some("!") => {
                self.at += 1;
                match self.one() {
                    FAULT => FAULT,
                    status => status.negated(),
                }
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

    /// The value of the word this far ahead.
    fn value(&mut self, ahead: usize) -> String {
        let word = self.words.get(self.at + ahead).cloned().unwrap_or_default();
        if self.is_double {
            self.shell.expand_text(&word)
        } else {
            word
        }
    }

    fn primary(&mut self) -> Status {
        if let Some(operator) = self.word(1).filter(|word| is_operator(word)) {
            let operator = operator.to_owned();
            let status = self.compare(&operator);
            self.at += 3;
            return status;
        }
        let is_unary = self.word(0).is_some_and(is_unary);
        if is_unary
            && self
                .word(1)
                .is_some_and(|word| !is_join(word, self.is_double))
        {
            let operator = self.word(0).unwrap_or_default().to_owned();
            let word = self.value(1);
            self.at += 2;
            return self.unary(&operator, &word);
        }
        let word = self.value(0);
        self.at += 1;
        match Mark::first(&word) {
            Some(mark) => Status::depends_on(mark.variable()),
            None => Status::of(!word.is_empty()),
        }
    }

    fn unary(&mut self, operator: &str, word: &str) -> Status {
        let mark = Mark::first(word);
        if let Some(mark) = &mark
            && Mark::is_undefined(word)
            && matches!(operator, "-z" | "-n")
        {
            // A variable of the environment is taken as not set.
            self.shell.take_as_unset(mark);
            return Status::of(operator == "-z");
        }
        match (operator, mark) {
            // A text around a mark is not empty.
            ("-z" | "-n", Some(_)) if mark::parts(word).any(|(_, is_mark)| !is_mark) => {
                Status::of(operator == "-n")
            }
            (_, Some(mark)) => Status::depends_on(mark.variable()),
            ("-z", None) => Status::of(word.is_empty()),
            ("-n", None) => Status::of(!word.is_empty()),
            ("-v", None) if self.shell.state.variables.get(word).is_some() => Status::OK,
            (_, None) => Status::depends_on(word),
        }
    }

    fn compare(&mut self, operator: &str) -> Status {
        let left = self.value(0);
        let raw = self.words.get(self.at + 2).cloned().unwrap_or_default();
        let is_pattern = matches!(operator, "=" | "==" | "!=");
        let right = match operator {
            "=~" if self.is_double => self.shell.expand_regular(&raw),
            _ if is_pattern && self.is_double => self.shell.expand_pattern(&raw),
            _ => self.value(2),
        };
        let mark = Mark::first(&left).or_else(|| Mark::first(&right));
        if let Some(mark) = mark {
            return Status::depends_on(mark.variable());
        }
        let budget = self.shell.budget;
        let undecided = || Status::depends_on(&left);
        if !budget.take(left.len() + right.len()) {
            return undecided();
        }
        match operator {
            "=~" => match regular::search(&left, &right, budget) {
                Some(groups) => {
                    let is_found = groups.is_some();
                    self.shell.set_groups(groups);
                    Status::of(is_found)
                }
                None => {
                    self.shell.set_groups(Some(Vec::new()));
                    undecided()
                }
            },
            _ if is_pattern => {
                let is_equal = if self.is_double {
                    pattern::matches(&left, &right, budget)
                } else {
                    Some(left == right)
                };
                let status = is_equal.map_or_else(undecided, Status::of);
                if operator == "!=" {
                    status.negated()
                } else {
                    status
                }
            }
            // The order of letters depends on the language.
            "<" | ">" => {
                let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
                if !is_plain(&left) || !is_plain(&right) {
                    return undecided();
                }
                Status::of(if operator == "<" {
                    left < right
                } else {
                    left > right
                })
            }
            _ => self.compare_numbers(&left, operator, &right),
        }
    }

    fn compare_numbers(&mut self, left: &str, operator: &str, right: &str) -> Status {
        let mut numbers = Vec::new();
        for text in [left, right] {
            if self.is_double {
                match self.shell.compute(text) {
                    Ok(Number::Known(number)) => numbers.push(number),
                    Ok(Number::Open(mark)) => {
                        let mark = Mark::first(&mark);
                        return Status::depends_on(mark.as_ref().map_or(text, Mark::variable));
                    }
                    Err(_) => return Status::FAILED,
                }
            } else {
                match text.trim().parse() {
                    Ok(number) => numbers.push(number),
                    Err(_) => return FAULT,
                }
            }
        }
        let [left, right] = *numbers.as_slice() else {
            return FAULT;
        };
        Status::of(match operator {
            "-eq" => left == right,
            "-ne" => left != right,
            "-lt" => left < right,
            "-le" => left <= right,
            "-gt" => left > right,
            _ => left >= right,
        })
    }
}

impl Shell<'_> {
    /// Sets the variable with the groups of a match.
    fn set_groups(&mut self, groups: Option<Vec<String>>) {
        let name = "BASH_REMATCH";
        let value = match groups {
            Some(groups) if groups.is_empty() => Variable::Text(Mark::undecided(name, "=~")),
            groups => Variable::List(groups.unwrap_or_default()),
        };
        if self.budget.take_items(2, name.len() + value.units()) {
            self.state.variables.set(name, value);
        }
    }
}

fn is_operator(word: &str) -> bool {
    let operators = [
        "=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge",
    ];
    operators.contains(&word)
}

/// True for an operator of one word, such as `-f`.
fn is_unary(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next() == Some('-')
        && letters
            .next()
            .is_some_and(|letter| letter.is_ascii_alphabetic())
        && letters.next().is_none()
        && !matches!(word, "-a" | "-o")
}

fn is_join(word: &str, is_double: bool) -> bool {
    if is_double {
        matches!(word, "&&" | "||" | ")")
    } else {
        matches!(word, "-a" | "-o")
    }
}

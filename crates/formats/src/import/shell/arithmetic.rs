//! Whole numbers of 64 bits in `$((…))`, `((…))`, `let` and indices.

use super::mark::{self, Mark};
use super::name::{index_end, is_name};
use super::numbers::{apply, number, plain};
use super::state::Shell;
use super::variable::Variable;

/// Deepest nesting of brackets, signs and variables.
const DEEPEST: usize = 24;

/// Units of a letter of an expression, which each level of operators examines.
const LETTER: usize = 16;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// A number.
    Known(i64),
    /// A mark.
    Open(String),
}

/// An expression that has no value, such as a division by zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault;

/// Operators that assign.
const ASSIGNMENTS: [&str; 11] = [
    "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "=",
];

/// Binary operators, those that bind least first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Shell<'_> {
    /// The value of an expression after its expansion.
    ///
    /// # Errors
    /// If it has no value.
    pub(super) fn compute(&mut self, text: &str) -> Result<Number, Fault> {
        self.compute_within(text, 0, false)
    }

    /// Expands and computes an expression.
    pub(super) fn arithmetic(&mut self, text: &str) -> Result<Number, Fault> {
        let text = self.expand_text(text);
        self.compute(&text)
    }

    fn compute_within(&mut self, text: &str, depth: usize, is_open: bool) -> Result<Number, Fault> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Number::Known(0));
        }
        if depth > DEEPEST || !self.budget.take(text.len().saturating_mul(LETTER)) {
            return Ok(Number::Open(Mark::undefined("…")));
        }
        if let Some(number) = plain(text) {
            return Ok(Number::Known(number));
        }
        let letters: Vec<char> = text.chars().filter(|letter| *letter != '"').collect();
        // An expression with a fault assigns nothing.
        let assigns = text.contains('=') || text.contains("++") || text.contains("--");
        if assigns {
            self.evaluate(&letters, depth, 1, is_open)?;
        }
        self.evaluate(&letters, depth, 0, is_open)
    }

    fn evaluate(
        &mut self,
        letters: &[char],
        depth: usize,
        skipped: usize,
        is_open: bool,
    ) -> Result<Number, Fault> {
        if !self.budget.take(letters.len()) {
            return Ok(Number::Open(Mark::undefined("…")));
        }
        let mut expression = Expression {
            letters: letters.to_vec(),
            at: 0,
            depth,
            shell: self,
            skipped,
            open: usize::from(is_open),
        };
        let number = expression.sequence()?;
        expression.blanks();
        if expression.at == expression.letters.len() {
            Ok(number)
        } else {
            Err(Fault)
        }
    }
}

struct Expression<'s, 'a> {
    letters: Vec<char>,
    at: usize,
    depth: usize,
    shell: &'s mut Shell<'a>,
    /// Operands around the present place that do not count: they assign nothing.
    skipped: usize,
    /// Operands around the present place of which it is open if they count.
    open: usize,
}

impl Expression<'_, '_> {
    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn starts(&self, text: &str) -> bool {
        let mut letters = text.chars().enumerate();
        letters.all(|(ahead, letter)| self.letters.get(self.at + ahead) == Some(&letter))
    }

    fn take(&mut self, text: &str) -> bool {
        self.blanks();
        let is_there = self.starts(text);
        if is_there {
            self.at += text.chars().count();
        }
        is_there
    }

    fn sequence(&mut self) -> Result<Number, Fault> {
        let mut number = self.assignment()?;
        while self.take(",") {
            number = self.assignment()?;
        }
        Ok(number)
    }

    /// A variable with its index, if one stands here.
    fn variable(&mut self) -> Option<String> {
        self.blanks();
        let from = self.at;
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        while self.peek().is_some_and(is_part) {
            self.at += 1;
        }
        let name: String = self.letters.get(from..self.at)?.iter().collect();
        if !is_name(&name) {
            self.at = from;
            return None;
        }
        if self.peek() != Some('[') {
            return Some(name);
        }
        let rest: String = self.letters.get(self.at + 1..)?.iter().collect();
        self.shell.budget.take(rest.len());
        let Some(end) = index_end(&rest) else {
            self.at = from;
            return None;
        };
        let index = rest.get(..end)?;
        self.at += index.chars().count() + 2;
        Some([&name, "[", index, "]"].concat())
    }

    fn assignment(&mut self) -> Result<Number, Fault> {
        self.nested(|this| {
            let from = this.at;
            if let Some(name) = this.variable() {
                this.blanks();
                let operator = ASSIGNMENTS
                    .into_iter()
                    .find(|operator| this.starts(operator));
                if let Some(operator) =
                    operator.filter(|operator| *operator != "=" || !this.starts("=="))
                {
                    this.at += operator.len();
                    let right = this.assignment()?;
                    let operator = operator.strip_suffix('=').unwrap_or_default();
                    let value = if operator.is_empty() {
                        right
                    } else {
                        let left = this.value(&name)?;
                        this.apply(operator, left, right)?
                    };
                    this.set(&name, &value);
                    return Ok(value);
                }
            }
            this.at = from;
            this.choice()
        })
    }

    fn nested(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<Number, Fault>,
    ) -> Result<Number, Fault> {
        self.depth += 1;
        let number = if self.depth > DEEPEST {
            self.at = self.letters.len();
            Ok(Number::Open(Mark::undefined("…")))
        } else {
            inner(self)
        };
        self.depth -= 1;
        number
    }

    /// `a ? b : c`.
    fn choice(&mut self) -> Result<Number, Fault> {
        let condition = self.level(0)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let first = self.operand(&condition, true, Self::sequence)?;
        if !self.take(":") {
            return Err(Fault);
        }
        let second = self.operand(&condition, false, Self::assignment)?;
        Ok(match condition {
            Number::Known(0) => second,
            Number::Known(_) => first,
            Number::Open(mark) => Number::Open(mark),
        })
    }

    /// An operand that counts if the condition is true, or false.
    fn operand(
        &mut self,
        condition: &Number,
        if_true: bool,
        read: impl FnOnce(&mut Self) -> Result<Number, Fault>,
    ) -> Result<Number, Fault> {
        let counts = match condition {
            Number::Known(number) => Some((*number != 0) == if_true),
            Number::Open(_) => None,
        };
        self.skipped += usize::from(counts == Some(false));
        self.open += usize::from(counts.is_none());
        let number = read(self);
        self.skipped -= usize::from(counts == Some(false));
        self.open -= usize::from(counts.is_none());
        number
    }

    fn level(&mut self, level: usize) -> Result<Number, Fault> {
        let Some(operators) = LEVELS.get(level) else {
            return self.power();
        };
        let mut left = self.level(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            left = match operator {
                "||" | "&&" => {
                    let is_and = operator == "&&";
                    let right = self.operand(&left, is_and, |this| this.level(level + 1))?;
                    match (left, right) {
                        (Number::Known(left), _) if (left != 0) != is_and => {
                            Number::Known(i64::from(!is_and))
                        }
                        (_, Number::Known(right)) if (right != 0) != is_and && self.open == 0 => {
                            Number::Known(i64::from(!is_and))
                        }
                        (Number::Open(mark), _) | (_, Number::Open(mark)) => Number::Open(mark),
                        (Number::Known(_), Number::Known(right)) => {
                            Number::Known(i64::from(right != 0))
                        }
                    }
                }
                _ => {
                    let right = self.level(level + 1)?;
                    self.apply(operator, left, right)?
                }
            };
        }
        Ok(left)
    }

    /// Takes one of the operators, unless a longer one stands here.
    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        self.blanks();
        let found = operators.iter().find(|operator| self.starts(operator))?;
        let is_longer = |operator: &&str| operator.len() > found.len() && self.starts(operator);
        let all = LEVELS
            .iter()
            .flat_map(|level| level.iter())
            .chain(&ASSIGNMENTS)
            .chain(&["**"]);
        if all.copied().any(|operator| is_longer(&operator)) {
            return None;
        }
        self.at += found.len();
        Some(found)
    }

    /// `a ** b`, which binds from the right, and less than a sign.
    fn power(&mut self) -> Result<Number, Fault> {
        let base = self.sign()?;
        if !self.take("**") {
            return Ok(base);
        }
        let exponent = self.nested(Self::power)?;
        self.apply("**", base, exponent)
    }

    fn sign(&mut self) -> Result<Number, Fault> {
        self.blanks();
        for (step, sign) in [("++", 1), ("--", -1)] {
            let from = self.at;
            if self.take(step) {
                if let Some(name) = self.variable() {
                    let value = self.value(&name)?;
                    let value = self.apply("+", value, Number::Known(sign))?;
                    self.set(&name, &value);
                    return Ok(value);
                }
                self.at = from;
            }
        }
        for operator in ["-", "+", "!", "~"] {
            if self.take(operator) {
                let number = self.nested(Self::sign)?;
                return Ok(match (number, operator) {
                    (Number::Known(number), "-") => Number::Known(number.wrapping_neg()),
                    (Number::Known(number), "!") => Number::Known(i64::from(number == 0)),
                    (Number::Known(number), "~") => Number::Known(!number),
                    (number, _) => number,
                });
            }
        }
        if self.take("(") {
            let number = self.nested(Self::sequence)?;
            return if self.take(")") {
                Ok(number)
            } else {
                Err(Fault)
            };
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Number, Fault> {
        self.blanks();
        let rest = self.letters.get(self.at..).unwrap_or_default();
        if let Some(length) = mark::letters(rest) {
            let mark: String = rest.iter().take(length).collect();
            self.at += length;
            // What stands beside a mark belongs to its number or name.
            while self
                .peek()
                .is_some_and(|letter| letter.is_ascii_alphanumeric() || "_#\u{1}".contains(letter))
            {
                let rest = self.letters.get(self.at..).unwrap_or_default();
                self.at += mark::letters(rest).unwrap_or(1);
            }
            return Ok(Number::Open(mark));
        }
        if let Some(name) = self.variable() {
            let value = self.value(&name)?;
            for (step, sign) in [("++", 1), ("--", -1)] {
                if self.take(step) {
                    let next = self.apply("+", value.clone(), Number::Known(sign))?;
                    self.set(&name, &next);
                    return Ok(value);
                }
            }
            return Ok(value);
        }
        let from = self.at;
        while self
            .peek()
            .is_some_and(|letter| letter.is_ascii_alphanumeric() || "_#@".contains(letter))
        {
            self.at += 1;
        }
        let word: String = self
            .letters
            .get(from..self.at)
            .unwrap_or_default()
            .iter()
            .collect();
        // A number that an open value continues.
        if self
            .letters
            .get(self.at..)
            .and_then(mark::letters)
            .is_some()
        {
            return self.atom();
        }
        number(&word).map(Number::Known).ok_or(Fault)
    }

    /// The value of a variable, which may be an expression itself.
    fn value(&mut self, name: &str) -> Result<Number, Fault> {
        if self.skipped > 0 {
            return Ok(Number::Known(1));
        }
        let (variable, index) = match name.split_once('[') {
            Some((variable, index)) => (variable, index.strip_suffix(']')),
            None => (name, None),
        };
        let text = if index.is_some() {
            let value = match self.shell.parameter(name) {
                super::expand::Value::Text(text) => text,
                _ => Mark::undefined(variable),
            };
            Some(value)
        } else {
            let text = self.shell.state.variables.text(variable);
            let text = text.filter(|text| self.shell.budget.take(text.len()));
            text.map(str::to_owned)
        };
        let Some(text) = text else {
            return Ok(Number::Open(Mark::undefined(variable)));
        };
        if let Some(mark) = Mark::first(&text) {
            return Ok(Number::Open(mark.text()));
        }
        self.shell
            .compute_within(&text, self.depth + 1, self.open > 0)
    }

    /// Assigns a number to a variable, or leaves it open.
    fn set(&mut self, name: &str, number: &Number) {
        if self.skipped > 0 {
            return;
        }
        let text = match number {
            Number::Known(number) if self.open == 0 => number.to_string(),
            Number::Known(_) => Mark::undecided(name, "?:"),
            Number::Open(mark) => Mark::set(mark),
        };
        match name.split_once('[') {
            Some((name, index)) => {
                let index = index.trim_end_matches(']').to_owned();
                if self.shell.state.variables.get(name).is_none() {
                    self.shell
                        .state
                        .variables
                        .set(name, Variable::List(Vec::new()));
                }
                self.shell.assign_item(name, &index, text, false);
            }
            None => self.shell.set_text(name, text),
        }
    }

    fn apply(&self, operator: &str, left: Number, right: Number) -> Result<Number, Fault> {
        let (left, right) = match (left, right) {
            (Number::Known(left), Number::Known(right)) => (left, right),
            (Number::Open(mark), _) | (_, Number::Open(mark)) => return Ok(Number::Open(mark)),
        };
        let right = if self.skipped > 0 && matches!(operator, "/" | "%" | "**") {
            1
        } else {
            right
        };
        apply(operator, left, right).map(Number::Known).ok_or(Fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::budget::ReadBudget;
    use crate::import::sources::Sources;

    fn compute(text: &str) -> Result<Number, Fault> {
        let (sources, budget) = (Sources::default(), ReadBudget::new());
        let mut shell = Shell::new(&sources, &budget);
        shell.set_text("N", String::from("4"));
        shell.set_text("S", String::from("N + 1"));
        shell.compute(text)
    }

    #[test]
    fn whole_numbers_are_computed() {
        for (text, expected) in [
            ("N * 8", 32),
            ("2 + 3 * N", 14),
            ("(2 + 3) * N - -1", 21),
            ("7 / 2 % 2", 1),
            ("-7 / 2", -3),
            ("-7 % 3", -1),
            ("2 ** 5", 32),
            ("2 * 3 ** 2", 18),
            ("2 ** 1 ** 3", 2),
            ("-2 ** 2", 4),
            ("2 ** 64", 0),
            ("010 + 0x1F + 2#101 + 64#_", 8 + 31 + 5 + 63),
            ("N > 3 && N != 5", 1),
            ("N > 3 ? N << 2 : 0", 16),
            ("1 ? 2 : 0 ? 3 : 4", 2),
            ("6 & 3 | 8 ^ 1", 11),
            ("~0 + !3", -1),
            ("S * 2", 10),
            ("M = 3, M += 2, M++ + ++M", 12),
            ("0 && 1 / 0", 0),
            ("1 || 1 / 0", 1),
            ("0 ? 1 / 0 : 7", 7),
            ("9223372036854775807 + 1", i64::MIN),
            ("", 0),
        ] {
            assert_eq!(compute(text), Ok(Number::Known(expected)), "{text}");
        }
        for text in [
            "1 / 0", "1 % 0", "1 +", "3 4", "08", "2 ** -1", "(1", "1 ? 2",
        ] {
            assert_eq!(compute(text), Err(Fault), "{text}");
        }
        for text in ["N * M", "M ? 1 : 2", "M && 1"] {
            let open = Number::Open(Mark::undefined("M"));
            assert_eq!(compute(text), Ok(open), "{text}");
        }
        for letter in ["(", "-", "N=", "1?", "++"] {
            let _ = compute(&letter.repeat(100_000));
        }
    }
}

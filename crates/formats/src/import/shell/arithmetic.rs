//! Whole numbers in `$(( … ))`.

use crate::import::budget::ReadBudget;

/// Deepest nesting of brackets and signs.
const DEEPEST: usize = 32;

/// Units of a letter of an expression, which each level of operators examines.
const LETTER: usize = 16;

/// Computes an expression whose variables `value` supplies as texts. `None` if it has no value, or
/// if the budget is too small.
pub(super) fn compute<'a>(
    text: &str,
    value: &dyn Fn(&str) -> Option<&'a str>,
    budget: &ReadBudget,
) -> Option<i64> {
    if !budget.take(text.len().saturating_mul(LETTER)) {
        return None;
    }
    let mut expression = Expression {
        letters: text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect(),
        at: 0,
        depth: 0,
        value,
        budget,
    };
    let number = expression.level(0)?;
    (expression.at == expression.letters.len()).then_some(number)
}

/// Binary operators, those that bind least first.
const LEVELS: [&[&str]; 6] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["+", "-"],
    &["**", "*", "/", "%"],
];

struct Expression<'a, 'v> {
    letters: Vec<char>,
    at: usize,
    depth: usize,
    value: &'a dyn Fn(&str) -> Option<&'v str>,
    budget: &'a ReadBudget,
}

impl Expression<'_, '_> {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn take(&mut self, text: &str) -> bool {
        let mut letters = text.chars().enumerate();
        let is_there =
            letters.all(|(ahead, letter)| self.letters.get(self.at + ahead) == Some(&letter));
        if is_there {
            self.at += text.chars().count();
        }
        is_there
    }

    fn level(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else {
            return self.sign();
        };
        let mut left = self.level(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.take(operator)) {
            let right = self.level(level + 1)?;
            left = apply(operator, left, right)?;
        }
        Some(left)
    }

    fn sign(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let number = if self.take("-") {
            self.sign()?.checked_neg()
        } else if self.take("+") {
            self.sign()
        } else if self.take("!") {
            Some(i64::from(self.sign()? == 0))
        } else if self.take("(") {
            let inner = self.level(0)?;
            self.take(")").then_some(inner)
        } else {
            self.atom()
        };
        self.depth -= 1;
        number
    }

    fn atom(&mut self) -> Option<i64> {
        let from = self.at;
        while self
            .peek()
            .is_some_and(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        {
            self.at += 1;
        }
        let word: String = self.letters.get(from..self.at)?.iter().collect();
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            return word.parse().ok();
        }
        let text = (!word.is_empty()).then(|| (self.value)(&word))??;
        self.budget
            .take(text.len())
            .then(|| text.trim().parse().ok())?
    }
}

fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "||" => Some(i64::from(left != 0 || right != 0)),
        "&&" => Some(i64::from(left != 0 && right != 0)),
        "==" => Some(i64::from(left == right)),
        "!=" => Some(i64::from(left != right)),
        "<=" => Some(i64::from(left <= right)),
        ">=" => Some(i64::from(left >= right)),
        "<" => Some(i64::from(left < right)),
        ">" => Some(i64::from(left > right)),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "**" => left.checked_pow(u32::try_from(right).ok()?),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_computed() {
        let value = |name: &str| match name {
            "N" => Some("4"),
            _ => None,
        };
        let compute = |text: &str| super::compute(text, &value, &ReadBudget::new());
        for (text, expected) in [
            ("N * 8", Some(32)),
            ("2 + 3 * N", Some(14)),
            ("(2 + 3) * N - -1", Some(21)),
            ("7 / 2 % 2", Some(1)),
            ("2 ** 5", Some(32)),
            ("N > 3 && N != 5", Some(1)),
            ("1 / 0", None),
            ("N * M", None),
            ("9223372036854775807 + 1", None),
            ("", None),
            ("1 +", None),
            ("3 4 x", None),
        ] {
            assert_eq!(compute(text), expected, "{text}");
        }
        assert_eq!(compute(&"(".repeat(100_000)), None);
        assert_eq!(compute(&"-".repeat(100_000)), None);
    }
}

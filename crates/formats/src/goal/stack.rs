//! The evaluation of goals and quantities, step by step.

use super::Goal;
use super::code::{Arithmetic, Comparison, EQUAL, Instruction, STACK};
use cost::Estimate;
use cost::plan::Plan;

/// The value of the last step of a code.
pub(super) fn value(code: &[Instruction], plan: &Plan, estimate: Option<&Estimate>) -> f64 {
    let mut stack = ValueStack::<f64>::default();
    for step in code {
        let value = match *step {
            Instruction::Number(number) => number.value(),
            Instruction::Field(field) => field.number(plan, estimate),
            Instruction::Is(field, word) => truth(field.is(word, plan, estimate)),
            Instruction::IsNot(field, word) => truth(!field.is(word, plan, estimate)),
            Instruction::Negate => -stack.pop(),
            Instruction::Not => 1.0 - stack.pop(),
            Instruction::And => stack.pop().min(stack.pop()),
            Instruction::Or => stack.pop().max(stack.pop()),
            Instruction::Arithmetic(arithmetic) => {
                let right = stack.pop();
                arithmetic.of(stack.pop(), right)
            }
            Instruction::Compare(comparison) => {
                let right = stack.pop();
                truth(comparison.of(stack.pop(), right))
            }
        };
        stack.push(value);
    }
    stack.pop()
}

impl Arithmetic {
    pub(super) fn of(self, left: f64, right: f64) -> f64 {
        match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide => left / right,
        }
    }
}

impl Comparison {
    pub(super) fn of(self, left: f64, right: f64) -> bool {
        let is_equal = left == right || (left - right).abs() <= EQUAL * left.abs().max(right.abs());
        match self {
            Self::Less => left < right && !is_equal,
            Self::AtMost => left < right || is_equal,
            Self::More => left > right && !is_equal,
            Self::AtLeast => left > right || is_equal,
            Self::Equal => is_equal,
            Self::Unequal => !is_equal,
        }
    }
}

const fn truth(is_true: bool) -> f64 {
    if is_true { 1.0 } else { 0.0 }
}

/// The stack of values. A parsed goal never needs more than its room.
pub(super) struct ValueStack<T> {
    values: [T; STACK],
    len: usize,
}

impl<T: Copy + Default> Default for ValueStack<T> {
    fn default() -> Self {
        Self {
            values: [T::default(); STACK],
            len: 0,
        }
    }
}

impl<T: Copy + Default> ValueStack<T> {
    pub(super) fn push(&mut self, value: T) {
        if let Some(place) = self.values.get_mut(self.len) {
            *place = value;
            self.len += 1;
        }
    }

    pub(super) fn pop(&mut self) -> T {
        self.len = self.len.saturating_sub(1);
        self.values.get(self.len).copied().unwrap_or_default()
    }
}

impl Goal {
    /// True if a plan with this estimate reaches the goal. A missing value equals nothing and is
    /// neither more nor less than anything. A plan that cannot exist only reaches goals that name
    /// `legal`.
    ///
    /// ```
    /// use cost::estimate;
    /// use formats::goal::Goal;
    /// use formats::link;
    /// let goal = Goal::parse("fits, mfu >= 30%").unwrap();
    /// let is_reached = |link: &str| {
    ///     let (plan, _) = link::decode(link);
    ///     goal.is_reached(&plan, estimate(&plan).as_ref())
    /// };
    /// assert!(is_reached("#v=1&p=llama3-8b/h100x8&tp=2&ckpt=sel"));
    /// // Every GPU holds the whole state.
    /// assert!(!is_reached("#v=1&p=llama3-8b/h100x8&zero=0"));
    /// ```
    #[must_use]
    pub fn is_reached<E>(&self, plan: &Plan, estimate: Result<&Estimate, E>) -> bool {
        let estimate = estimate.ok();
        (estimate.is_some() || self.names_legal()) && value(&self.code, plan, estimate) > 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    /// p = 8 and m = 8 without communication to speak of: (p − 1) ÷ (m + p − 1).
    #[test]
    fn a_number_equals_its_closed_form() {
        let close = Comparison::Equal.of(7.0 / 15.0, 0.466_666_666_666_666_73);
        assert!(close);
        assert!(!Comparison::Less.of(0.466_666_666_666_666_6, 7.0 / 15.0));
        assert!(Comparison::AtMost.of(0.466_666_666_666_666_73, 7.0 / 15.0));
        assert!(!Comparison::Equal.of(0.466_67, 7.0 / 15.0));
        assert!(!Comparison::Equal.of(f64::NAN, f64::NAN) && Comparison::Unequal.of(f64::NAN, 1.0));
    }
}

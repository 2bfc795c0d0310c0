//! The distance of a plan from a goal, which guides a search.

use super::code::Instruction;
use super::stack::ValueStack;
use super::{Field, Goal, verdict_named};
use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;

/// Least distance of a condition that is not met, so that only met conditions have the distance 0.
const LEAST: f64 = 1e-6;

/// A value on the stack: a number, or the distances of a condition.
#[derive(Clone, Copy, Default)]
struct Waiting {
    number: f64,
    /// Distance of a condition from being met; 0 if it is met.
    to_meet: f64,
    /// Distance of a condition from not being met; 0 if it is not met.
    to_miss: f64,
}

impl Goal {
    /// Distance of a plan from this goal: 0 if it is reached. The distance of a comparison is the
    /// share by which its sides differ, from 0 to 1. That of words is 0 or 1; that of the verdict
    /// is the share of memory. Distances of conditions that must all be met add up.
    ///
    /// ```
    /// use cost::estimate;
    /// use formats::goal::Goal;
    /// use formats::link;
    /// let goal = Goal::parse("fits, mfu >= 30%").unwrap();
    /// let distance = |link: &str| {
    ///     let (plan, _) = link::decode(link);
    ///     goal.distance(&plan, &estimate(&plan).unwrap())
    /// };
    /// assert_eq!(distance("#v=1&p=llama3-8b/h100x8&tp=2&ckpt=sel"), 0.0);
    /// let [whole, sharded] = [0, 2].map(|zero| distance(&format!("#v=1&p=llama3-70b/h100x64&zero={zero}")));
    /// assert!(whole > sharded && sharded > 0.0);
    /// ```
    #[must_use]
    pub fn distance(&self, plan: &Plan, estimate: &Estimate) -> f64 {
        let mut stack = ValueStack::<Waiting>::default();
        for step in &self.code {
            let waiting = match *step {
                Instruction::Number(number) => Waiting::number(number.value()),
                Instruction::Field(field) => Waiting::truth(field.number(plan, Some(estimate))),
                Instruction::Is(field, word) => word_gap(field, word, plan, estimate),
                Instruction::IsNot(field, word) => word_gap(field, word, plan, estimate).reversed(),
                Instruction::Negate => Waiting::number(-stack.pop().number),
                Instruction::Arithmetic(arithmetic) => {
                    let right = stack.pop().number;
                    Waiting::number(arithmetic.of(stack.pop().number, right))
                }
                Instruction::Compare(comparison) => {
                    let right = stack.pop().number;
                    let left = stack.pop().number;
                    Waiting::gap(comparison.of(left, right), share_between(left, right))
                }
                Instruction::Not => stack.pop().reversed(),
                Instruction::And => {
                    let (right, left) = (stack.pop(), stack.pop());
                    left.and(right)
                }
                Instruction::Or => {
                    let (right, left) = (stack.pop(), stack.pop());
                    left.reversed().and(right.reversed()).reversed()
                }
            };
            stack.push(waiting);
        }
        stack.pop().to_meet
    }
}

impl Waiting {
    fn number(number: f64) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    /// The value of a field, as a number and as a condition.
    fn truth(number: f64) -> Self {
        Self {
            number,
            ..Self::gap(number > 0.5, 1.0)
        }
    }

    /// A condition, and its distance from the opposite result.
    fn gap(is_met: bool, gap: f64) -> Self {
        let gap = gap.max(LEAST);
        let [to_meet, to_miss] = if is_met { [0.0, gap] } else { [gap, 0.0] };
        Self {
            number: 0.0,
            to_meet,
            to_miss,
        }
    }

    const fn reversed(self) -> Self {
        Self {
            number: self.number,
            to_meet: self.to_miss,
            to_miss: self.to_meet,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            number: 0.0,
            to_meet: self.to_meet + other.to_meet,
            to_miss: self.to_miss.min(other.to_miss),
        }
    }
}

/// Distance of a field from a word.
fn word_gap(field: Field, word: &'static str, plan: &Plan, estimate: &Estimate) -> Waiting {
    let is_met = field.is(word, plan, Some(estimate));
    let memory = &estimate.memory;
    let verdict = (field.name() == "memory.verdict").then(|| verdict_named(word));
    // A plan fits if the high end of the range does, and does not if the low end does not.
    let end = match verdict.flatten() {
        Some(Verdict::Fits) => Some(memory.high()),
        Some(Verdict::OutOfMemory) => Some(memory.low()),
        _ => None,
    };
    let gap = end.map_or(1.0, |end| share_between(end.gib(), memory.capacity.gib()));
    Waiting::gap(is_met, gap)
}

/// Difference of two numbers as a share of both, from 0 to 1.
fn share_between(left: f64, right: f64) -> f64 {
    let share = (left - right).abs() / (left.abs() + right.abs());
    // Two zeros do not differ; a missing value has the largest distance.
    if left == right {
        0.0
    } else if share.is_nan() {
        1.0
    } else {
        share.min(1.0)
    }
}

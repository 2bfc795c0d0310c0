//! A condition on a plan and its estimate.

use super::code::{Instruction, last_operand};
use super::field::Field;
use super::figure::Read;

/// Largest number of bytes of a goal, as given and as [`Goal::text`] writes it.
pub const LONGEST: usize = 1_000;

/// Largest number of levels of parentheses and signs.
pub const DEEPEST: usize = 32;

/// A condition on a plan and its estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The steps of the calculation, operands first.
    pub(super) code: Vec<Instruction>,
}

impl Goal {
    /// The goals that together make this one, from the left: those joined by `and` and commas.
    ///
    /// ```
    /// use formats::goal::Goal;
    /// let goal = Goal::parse("fits, mfu > 40% or hfu > 50%").unwrap();
    /// assert_eq!(goal.parts().len(), 1);
    /// let goal = Goal::parse("fits, (mfu > 40% or hfu > 50%), gpus < 64").unwrap();
    /// let texts: Vec<String> = goal.parts().iter().map(Goal::text).collect();
    /// assert_eq!(texts, ["fits", "mfu>0.4 or hfu>0.5", "gpus<64"]);
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut rest = vec![self.code.as_slice()];
        while let Some(code) = rest.pop() {
            match code.split_last() {
                Some((Instruction::And, operands)) => {
                    let (left, right) = operands.split_at(last_operand(operands));
                    rest.extend([right, left]);
                }
                _ => parts.push(Self {
                    code: code.to_vec(),
                }),
            }
        }
        parts
    }

    /// The figures and keys that the goal names, each once.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        for step in &self.code {
            if let Instruction::Field(field)
            | Instruction::Is(field, _)
            | Instruction::IsNot(field, _) = *step
                && !fields.contains(&field)
            {
                fields.push(field);
            }
        }
        fields
    }

    pub(super) fn names_legal(&self) -> bool {
        let is_legal = |step: &Instruction| matches!(step, Instruction::Field(Field::Figure(figure)) if matches!(figure.read, Read::Legal));
        self.code.iter().any(is_legal)
    }
}

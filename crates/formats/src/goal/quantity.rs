//! Numbers computed from a plan and its estimate, which lessons request and show.

use super::code::Instruction;
use super::field::Type;
use super::{Field, stack};
use cost::Estimate;
use cost::plan::Plan;

/// A number to be computed: a sum in the grammar of goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The steps of the calculation, operands first.
    pub(super) code: Vec<Instruction>,
}

/// A value of the present plan that a text shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    /// A number.
    Number(Quantity),
    /// The word of a field.
    Word(Field),
}

impl Quantity {
    /// The number for a plan with this estimate; `None` if it does not exist, for example after a
    /// division by zero.
    #[must_use]
    pub fn value(&self, plan: &Plan, estimate: Option<&Estimate>) -> Option<f64> {
        let value = stack::value(&self.code, plan, estimate);
        value.is_finite().then_some(value)
    }

    /// The field, if the quantity is a single field.
    #[must_use]
    pub fn field(&self) -> Option<Field> {
        match self.code.as_slice() {
            [Instruction::Field(field)] => Some(*field),
            _ => None,
        }
    }
}

impl Live {
    /// The value of a field.
    #[must_use]
    pub fn of(field: Field) -> Self {
        match field.type_of() {
            Type::Word => Self::Word(field),
            Type::Number | Type::Truth => Self::Number(Quantity {
                code: vec![Instruction::Field(field)],
            }),
        }
    }
}

//! Numbers that are worked out of a plan and its estimate, as lessons ask for and show them.

use super::field::Type;
use super::{Fault, Field, LONGEST, Step, Wrong, parse, stack};
use cost::Estimate;
use cost::plan::Plan;

/// A number to be worked out: a sum in the grammar of goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// What is to be done, operands before what joins them.
    pub(super) code: Vec<Step>,
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
    /// Reads a number to be worked out; it need not name any figure.
    ///
    /// # Errors
    /// The first fault of the text.
    ///
    /// ```
    /// use formats::goal::Quantity;
    /// use formats::link;
    /// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    /// let ranks = Quantity::parse("gpus / (tp * pp)").unwrap();
    /// assert_eq!(ranks.value(&plan, None), Some(2.0));
    /// assert_eq!(Quantity::parse("16 * 70B / 1e9").unwrap_err().at, 11);
    /// // There is no estimate.
    /// assert_eq!(Quantity::parse("mfu").unwrap().value(&plan, None), None);
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        parse::parse_quantity(text)
    }

    /// The number for a plan with this estimate; `None` where it has none, as what divides by
    /// nought.
    #[must_use]
    pub fn value(&self, plan: &Plan, estimate: Option<&Estimate>) -> Option<f64> {
        let value = stack::value(&self.code, plan, estimate);
        value.is_finite().then_some(value)
    }

    /// The field, if it is one alone.
    #[must_use]
    pub fn field(&self) -> Option<Field> {
        match self.code.as_slice() {
            [Step::Field(field)] => Some(*field),
            _ => None,
        }
    }
}

impl Live {
    /// What a field shows.
    #[must_use]
    pub fn of(field: Field) -> Self {
        match field.type_of() {
            Type::Word => Self::Word(field),
            Type::Number | Type::Truth => Self::Number(Quantity {
                code: vec![Step::Field(field)],
            }),
        }
    }

    /// Reads what a text is to show: a number to be worked out, or the name of a field of words.
    ///
    /// # Errors
    /// The first fault of the text.
    ///
    /// ```
    /// use formats::goal::Live;
    /// assert!(matches!(Live::parse("100 * mfu"), Ok(Live::Number(_))));
    /// assert!(matches!(Live::parse("memory.verdict"), Ok(Live::Word(_))));
    /// assert!(Live::parse("fits").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        if text.len() > LONGEST {
            let (at, wrong) = (LONGEST, Wrong::TooLong);
            return Err(Fault { at, wrong });
        }
        let name = text.trim().to_ascii_lowercase();
        match Field::named(&name) {
            Some(field) if field.type_of() == Type::Word => Ok(Self::Word(field)),
            _ => Quantity::parse(text).map(Self::Number),
        }
    }
}

//! Notes on a row: assumptions for fields that it leaves open, and settings that were replaced.

use cost::legal::Reason;
use cost::plan::Plan;
use formats::excerpt::excerpt;

/// Assumptions and warnings of one row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Settings that the row leaves open.
    pub assumed: Vec<Assumed>,
    /// Settings of the row that the plan does not have.
    pub warnings: Vec<Warning>,
}

/// A field that a row leaves open, and the value that is assumed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// The row's field.
    pub field: &'static str,
    /// The assumed value, in the words of links if it has any.
    pub value: String,
}

/// A statement of a row that the plan does not follow.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// A word outside the vocabulary of its field.
    UnknownWord {
        /// The row's field.
        field: &'static str,
        /// Value of the field in the row.
        word: String,
        /// Word that replaces it.
        instead: String,
    },
    /// A fact that no plan can express.
    NoPlace {
        /// The row's field.
        field: &'static str,
        /// Value of the field in the row.
        value: String,
    },
    /// The stated data-parallel degree is not GPUs / (tp·pp·cp).
    DataParallel {
        /// The stated degree.
        stated: u64,
        /// The degree that follows from the other fields.
        follows: u64,
    },
    /// The stated plan cannot exist; the nearest legal one replaces it.
    Repaired {
        /// The reasons why the stated plan cannot exist.
        reasons: Vec<Reason>,
        /// The stated plan.
        stated: Box<Plan>,
    },
}

impl Notes {
    /// Records that `value` was assumed for `field`.
    pub fn assume(&mut self, field: &'static str, value: impl Into<String>) {
        let value = value.into();
        self.assumed.push(Assumed { field, value });
    }

    /// Warns of a word outside the vocabulary of its field.
    pub fn unknown(&mut self, field: &'static str, word: &str, instead: &str) {
        self.warnings.push(Warning::UnknownWord {
            field,
            word: excerpt(word),
            instead: instead.to_owned(),
        });
    }

    /// Warns of a fact that no plan can express.
    pub fn no_place(&mut self, field: &'static str, value: &str) {
        let value = excerpt(value);
        self.warnings.push(Warning::NoPlace { field, value });
    }
}

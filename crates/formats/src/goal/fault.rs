//! Faults of a goal's text.

/// The first fault of a goal's text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Number of bytes before the fault.
    pub at: usize,
    /// The fault.
    pub wrong: Wrong,
}

/// A fault of a goal's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The goal is empty.
    Empty,
    /// The goal has more than [`LONGEST`](super::LONGEST) bytes, or would have them with every name
    /// and number written out.
    TooLong,
    /// The goal is nested deeper than [`DEEPEST`](super::DEEPEST) levels.
    TooDeep,
    /// No number can be read: too many digits, or letters after it.
    Number,
    /// A number, a field or a condition is expected here.
    Unexpected {
        /// The text found instead, shortened; empty at the end.
        given: String,
    },
    /// A parenthesis is not closed.
    Unclosed,
    /// No field has this name.
    UnknownField {
        /// The name given, shortened.
        given: String,
        /// The nearest field.
        nearest: Option<&'static str>,
    },
    /// A field can never be this word.
    UnknownWord {
        /// The field.
        field: &'static str,
        /// The word given, shortened.
        given: String,
        /// The words of the field; of very many only the nearest one.
        words: Vec<&'static str>,
    },
    /// A key can never be this number.
    Never {
        /// The key.
        field: &'static str,
        /// The number.
        given: String,
    },
    /// A field whose values are words has to be compared with one of them by `=` or `!=`.
    NeedsWord {
        /// The field.
        field: &'static str,
    },
    /// A condition stands in place of a number.
    NeedsNumber,
    /// A number stands in place of a condition.
    NeedsCondition,
    /// The goal names no field, so that it is always true or never.
    NoField,
}

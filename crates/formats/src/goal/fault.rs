//! Faults of a goal's text.

/// The first thing wrong with a goal, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Number of bytes before it.
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
    /// A number, a field or a condition should stand here; the text, shortened, or nothing where
    /// it ends.
    Unexpected {
        /// The text that stands here instead.
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
        /// The words that it can be; of very many only the nearest one.
        words: Vec<&'static str>,
    },
    /// A key can never be this number.
    Never {
        /// The key.
        field: &'static str,
        /// The number.
        given: String,
    },
    /// A field whose values are words is to be compared with one of them by `=` or `!=`.
    NeedsWord {
        /// The field.
        field: &'static str,
    },
    /// A condition stands where there should be a number.
    NeedsNumber,
    /// A number stands where there should be a condition.
    NeedsCondition,
    /// The goal names no field: it is always true or never.
    NoField,
}

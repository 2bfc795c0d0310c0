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
    /// The assumed value.
    pub value: StandIn,
}

/// A value that stands in for one that a row does not state, or states in other words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// A word of links or of rows, or a number.
    Word(String),
    /// The usual value of the row's recipe.
    Recipes,
    /// No value.
    Nothing,
    /// Recompute of this number of layers on each pipeline stage.
    LayersAStage(u64),
    /// Pipeline stages among which embedding and loss count as a layer each.
    EndsCount,
    /// Pipeline stages of which the first and the last have these numbers of layers.
    LayersAtEnds([u64; 2]),
    /// One reduction of gradients, after the last micro-batch.
    ReducedOnce,
}

impl<T: Into<String>> From<T> for StandIn {
    fn from(word: T) -> Self {
        Self::Word(word.into())
    }
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
        /// Value that replaces it.
        instead: StandIn,
    },
    /// A fact that no plan can express.
    NoPlace {
        /// The row's field.
        field: &'static str,
        /// Value of the field in the row.
        value: String,
    },
    /// A figure is printed that is not the predicted one's kind, so that the two are not compared.
    NotCompared {
        /// The row's field.
        field: &'static str,
        /// The difference between the two.
        why: Uncompared,
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

/// A reason why a printed figure is not compared with the predicted one, which is of full sequences
/// and of a whole step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncompared {
    /// The run's samples are shorter than a sequence.
    ShortSamples,
    /// The time is that of one micro-batch.
    MicroBatch,
    /// The row does not state the micro-batches of a step.
    AssumedBatch,
}

impl Notes {
    /// Records that `value` was assumed for `field`.
    pub fn assume(&mut self, field: &'static str, value: impl Into<StandIn>) {
        let value = value.into();
        self.assumed.push(Assumed { field, value });
    }

    /// Warns of a word outside the vocabulary of its field.
    pub fn unknown(&mut self, field: &'static str, word: &str, instead: impl Into<StandIn>) {
        self.warnings.push(Warning::UnknownWord {
            field,
            word: excerpt(word),
            instead: instead.into(),
        });
    }

    /// Warns that the figure of a field is not compared.
    pub fn not_compared(&mut self, field: &'static str, why: Uncompared) {
        self.warnings.push(Warning::NotCompared { field, why });
    }

    /// Warns of a fact that no plan can express.
    pub fn no_place(&mut self, field: &'static str, value: &str) {
        let value = excerpt(value);
        self.warnings.push(Warning::NoPlace { field, value });
    }
}

//! Predictions: a change of the plan, and figures of which readers guess its outcome before they see
//! it.

use cost::why::Figure;
use formats::link::NewValues;

use super::answer::{Mistake, is_within};

/// A change of the plan, and the figures that readers predict.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The change of the plan from which the step starts.
    pub change: NewValues,
    /// The figures, in their order; empty for those that the page chooses.
    pub questions: Vec<PredictedFigure>,
}

/// A figure that readers predict. All numbers are in its unit as people read it: GiB of bytes,
/// seconds, dollars, shares from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictedFigure {
    /// The figure.
    pub figure: Figure,
    /// How readers give their guess.
    pub by: PredictedBy,
    /// The share by which a guess may be off.
    pub tolerance: f64,
    /// Mistakes that people make, as numbers of the plan at the start of the step.
    pub mistakes: Vec<Mistake>,
}

/// How readers give a guess.
#[derive(Clone, Debug, PartialEq)]
pub enum PredictedBy {
    /// They drag a mark between these two values; `None` for a range that the page chooses.
    Drag(Option<[f64; 2]>),
    /// They choose one of these values; an empty list for values that the page chooses.
    Choose(Vec<PredictedChoice>),
}

/// A value among which readers choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PredictedChoice {
    /// A number.
    Value(f64),
    /// The value at the start of the step.
    Start,
    /// The value after the change.
    Truth,
}

impl PredictedFigure {
    /// True if a value counts as another one, within the tolerance.
    #[must_use]
    pub fn is_near(&self, value: f64, other: f64) -> bool {
        is_within(value, other, self.tolerance)
    }
}

impl PredictedChoice {
    /// The number of the choice, from those at the start of the step and after the change.
    #[must_use]
    pub const fn value(self, start: f64, truth: f64) -> f64 {
        match self {
            Self::Value(value) => value,
            Self::Start => start,
            Self::Truth => truth,
        }
    }
}

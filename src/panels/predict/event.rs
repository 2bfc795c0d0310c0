//! Events of the predictions, and the rounds that lessons start.

use cost::why::Figure;
use formats::link::NewValues;

/// An event of the predictions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PredictEvent {
    /// The button of the head is pressed: a round opens, or the open one is left.
    Press,
    /// A round of a lesson's step starts.
    Start(Box<AskedRound>),
    /// Another change of the list is chosen, by its index.
    ChooseChange(usize),
    /// A value is chosen, by its index.
    Choose(usize),
    /// The present value is the prediction.
    AsNow,
    /// The prediction moves by steps, down or up.
    Step(f64),
    /// The outcome is shown.
    See,
    /// The next figure.
    Next,
    /// The change is made in the plan.
    Apply,
    /// The change is made in the plan, and the arithmetic of the figure opens.
    OpenAll,
    /// The round is left.
    Leave,
}

/// A round of a lesson's step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AskedRound {
    /// The change.
    pub(crate) change: NewValues,
    /// The figures, at least one.
    pub(crate) figures: Vec<Asked>,
}

/// A figure that is predicted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    /// The figure.
    pub(crate) figure: Figure,
    /// The way in which readers give the value.
    pub(crate) by: AskedBy,
    /// The share by which a prediction may be off.
    pub(crate) tolerance: f64,
    /// Values to which mistakes lead, in the unit of [`AskedBy`], each with the reply to it.
    pub(crate) mistakes: Vec<(f64, String)>,
}

/// The way in which readers give a value. Values are GiB, seconds, shares from 0 to 1, or the SI
/// unit of the figure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AskedBy {
    /// The page chooses the way by the figure.
    Page,
    /// They drag a bar, between these limits if there are any.
    Drag(Option<[f64; 2]>),
    /// They choose one of these, or of values that the page chooses if there are none.
    Choose(Vec<AskedChoice>),
}

/// A value to choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AskedChoice {
    /// A number.
    Value(f64),
    /// The present value.
    Start,
    /// The outcome.
    Outcome,
}

impl Asked {
    /// A figure of which the page chooses all else.
    pub(crate) const fn of(figure: Figure) -> Self {
        Self {
            figure,
            by: AskedBy::Page,
            tolerance: TOLERANCE,
            mistakes: Vec::new(),
        }
    }
}

/// The share by which a prediction may be off where nothing else is said.
const TOLERANCE: f64 = 0.05;

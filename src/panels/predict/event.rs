//! Events of the predictions, and the rounds that lessons start.

use cost::why::Figure;
use formats::link::NewValues;
use lesson::PredictedBy;
use text::why_card::is_share;

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
    /// The reader leaves the round.
    Leave,
    /// The step of the lesson that has started the round is left.
    End,
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
    pub(crate) by: PredictedBy,
    /// The share by which a prediction may be off.
    pub(crate) tolerance: f64,
    /// Values to which mistakes lead, each with the reply to it: GiB of bytes, else the figure's unit.
    pub(crate) mistakes: Vec<(f64, String)>,
}

impl Asked {
    /// A figure of which the page chooses all else.
    pub(crate) fn of(figure: Figure) -> Self {
        let by = if is_share(figure.root) {
            PredictedBy::Choose(Vec::new())
        } else {
            PredictedBy::Drag(None)
        };
        Self {
            figure,
            by,
            tolerance: TOLERANCE,
            mistakes: Vec::new(),
        }
    }
}

/// The share by which a prediction may be off where nothing else is said.
const TOLERANCE: f64 = 0.05;

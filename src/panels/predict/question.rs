//! A figure that is predicted: its values in both plans, and the prediction.

use cost::amount::Unit;
use cost::why::{Entry, Figure, Why};
use formats::number::Units;
use lesson::PredictedBy;
use text::predict::Shown;

use super::choices::{around, bar_end, listed, step};
use super::event::Asked;
use crate::store::Guess;

/// Bytes of a GiB.
const GIB: f64 = 1_073_741_824.0;

/// A figure that is predicted.
pub(super) struct Question {
    pub(super) asked: Asked,
    /// The values in the present and in the changed plan, and their unit; none until the question is
    /// open.
    pub(super) values: Option<([f64; 2], Unit)>,
    /// The prediction, once its outcome is shown.
    pub(super) guess: Option<f64>,
}

/// The arithmetic of the open question in both plans.
pub(super) struct Pair {
    pub(super) now: Why,
    pub(super) then: Why,
}

/// The way in which the reader gives a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Given {
    /// On a bar from zero to this end, in steps.
    Bar { end: f64, step: f64 },
    /// One of these values.
    Choices(Vec<f64>),
}

impl Pair {
    /// The figure in both plans.
    pub(super) fn entries(&self, figure: Figure) -> [Option<Entry<'_>>; 2] {
        [&self.now, &self.then].map(|why| why.root(figure.root))
    }

    /// The values of a figure in both plans.
    pub(super) fn values(&self, figure: Figure) -> [f64; 2] {
        [&self.now, &self.then].map(|why| why.value(figure.root))
    }

    /// The way in which the values of a figure are shown.
    pub(super) fn shown(&self, figure: Figure, units: Units) -> Shown {
        Shown::of(self.entries(figure), units)
    }
}

impl Question {
    /// A question that is not open yet.
    pub(super) const fn new(asked: Asked) -> Self {
        Self {
            asked,
            values: None,
            guess: None,
        }
    }

    /// The way in which the reader gives the value. `capacity` is the memory of a GPU.
    pub(super) fn given(&self, pair: &Pair, capacity: f64) -> Given {
        let figure = self.asked.figure;
        let values = pair.values(figure);
        let unit = pair.shown(figure, Units::Gib).unit;
        let size = if unit == Unit::BYTES { GIB } else { 1.0 };
        let is_share = text::why_card::is_share(figure.root);
        let most = if is_share { 1.0 } else { f64::INFINITY };
        let is_memory = figure.root.is_of_memory();
        let free = || {
            let end = bar_end(
                values.map(|value| value / size),
                is_memory.then_some(capacity / size),
            );
            Given::Bar {
                end: end * size,
                step: step(end) * size,
            }
        };
        match &self.asked.by {
            PredictedBy::Drag(None) => free(),
            PredictedBy::Drag(Some([_, end])) => Given::Bar {
                end: end * size,
                step: step(*end) * size,
            },
            PredictedBy::Choose(choices) if choices.is_empty() => {
                Given::Choices(around(values, most))
            }
            PredictedBy::Choose(choices) => Given::Choices(listed(choices, values, size)),
        }
    }

    /// The prediction before the reader moves it: the present value.
    pub(super) fn first_guess(&self, pair: &Pair, capacity: f64) -> Guess {
        let most = match self.given(pair, capacity) {
            Given::Bar { end, .. } => end,
            Given::Choices(_) => 0.0,
        };
        Guess {
            figure: self.asked.figure,
            value: pair.values(self.asked.figure)[0],
            most,
            is_made: false,
            is_seen: false,
        }
    }

    /// The reply of the lesson to a mistake that leads to this prediction.
    pub(super) fn reply(&self, pair: &Pair, guess: f64) -> Option<&str> {
        let unit = pair.shown(self.asked.figure, Units::Gib).unit;
        let size = if unit == Unit::BYTES { GIB } else { 1.0 };
        let is_it = |(value, _): &&(f64, String)| {
            (guess - value * size).abs() <= self.asked.tolerance * (value * size).abs()
        };
        let mistake = self.asked.mistakes.iter().find(is_it);
        mistake.map(|(_, reply)| reply.as_str())
    }
}

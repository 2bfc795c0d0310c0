//! The outcome of a prediction: its sentences, and the table of the parts.

use cost::why::{Difference, PairedPart, Root};
use formats::number::Units;
use text::predict::{self, Shown};

use super::question::Pair;
use super::round::Round;

/// Numbers below a part that are named at most.
const CAUSES: usize = 3;

/// The outcome of a prediction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// By how much the prediction is off, and how it may have come about.
    pub(super) sentences: [String; 2],
    pub(super) rows: Vec<PartRow>,
    /// The row of the figure itself.
    pub(super) whole: PartRow,
    /// True if the figure is the sum of the rows.
    pub(super) are_summed: bool,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PartRow {
    /// The class of its mark; empty if it has none.
    pub(super) mark: &'static str,
    pub(super) name: String,
    pub(super) values: [String; 2],
    /// The value after the change over that before it.
    pub(super) ratio: String,
    /// The numbers below it that differ.
    pub(super) causes: String,
}

impl Outcome {
    /// The outcome of the open question of a round.
    pub(super) fn of(round: &Round, guess: f64, units: Units) -> Self {
        let question = round.question();
        let figure = question.asked.figure;
        let pair = &round.pair;
        let difference = difference(pair, figure.root);
        let shown = pair.shown(figure, units);
        let values = pair.values(figure);
        let tolerance = question.asked.tolerance;
        let mut sentences = predict::outcome(figure, &difference, guess, values, tolerance, &shown);
        let is_off = (guess - values[1]).abs() > tolerance * values[1].abs();
        if let Some(reply) = question.reply(pair, guess).filter(|_| is_off) {
            reply.clone_into(&mut sentences[1]);
        }
        let rows = difference.parts.iter();
        Self {
            sentences,
            rows: rows.map(|part| PartRow::of(part, &shown)).collect(),
            whole: PartRow {
                mark: "",
                name: predict::in_all().to_owned(),
                values: values.map(|value| shown.figure(figure, value)),
                ratio: ratio(values),
                causes: String::new(),
            },
            are_summed: difference.are_summed,
        }
    }
}

impl PartRow {
    fn of(part: &PairedPart, shown: &Shown) -> Self {
        Self {
            mark: mark(&part.word),
            name: predict::part_name(part),
            values: shown.part(part),
            ratio: ratio(part.values()),
            causes: predict::causes(part, CAUSES, shown.units),
        }
    }
}

/// The sentences of an outcome, for screen readers.
pub(super) fn spoken(round: &Round, guess: f64, units: Units) -> String {
    Outcome::of(round, guess, units).sentences.join(" ")
}

fn difference(pair: &Pair, root: Root) -> Difference<'_> {
    Difference::of(pair.now.root(root), pair.then.root(root))
}

/// The ratio of two values; empty where both are zero.
fn ratio([before, after]: [f64; 2]) -> String {
    if before == 0.0 {
        let is_new = after != 0.0;
        return if is_new {
            predict::new().to_owned()
        } else {
            String::new()
        };
    }
    text::why_card::ratio(after / before)
}

/// The class of the mark of a part of memory, or of the step; empty of other numbers.
fn mark(word: &str) -> &'static str {
    match word {
        "state-weights" => "weights",
        "state-gradients" => "gradients",
        "state-optimizer" => "optimizer",
        "activation-bytes" => "activations",
        "logit-bytes" => "logits",
        "buffer-bytes" => "buffers",
        "overhead-bytes" => "overhead",
        "compute" => "last-inch",
        "recompute" => "scratchpad",
        "communication" => "cable",
        "bubble" => "bubble",
        "stage-imbalance" => "imbalance",
        "optimizer" => "state",
        _ => "",
    }
}

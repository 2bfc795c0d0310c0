//! Words of the view in which a plan cuts a model.

use std::ops::Range;

use cost::cut::{Cut, StageCut};
use cost::moment::RankMoment;
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};
use formats::number::Units;

/// Words about the part of the model that each GPU holds.
#[derive(Clone, Copy, Debug)]
pub struct CutText {
    /// Name of the view.
    pub heading: &'static str,
    /// Sentence on the cut: stages, columns, sequence parts, replicas, and what each GPU keeps of the
    /// model state.
    pub sentence: fn(&Cut) -> String,
    /// The key: weights, gradients, optimizer state, what other GPUs keep, a micro-batch's
    /// activations.
    pub keys: [&'static str; 5],
    /// Sentence on what a reader can do.
    pub hint: &'static str,
    /// Name of the choice of how replicas are drawn, and its two options: behind each other, and side
    /// by side.
    pub drawn: (&'static str, [&'static str; 2]),
    /// Button that plays a step.
    pub watch: &'static str,
    /// Names of the handles: tensor, pipeline and data parallel.
    pub handles: [&'static str; 3],
    /// The short names on the handles and on lines of messages: tensor, pipeline, data, context,
    /// expert.
    pub axes: [&'static str; 5],
    /// A stage, by its number; none: the plan has only one.
    pub stage: fn(Option<u64>) -> String,
    /// The layers of a stage, counted from 1.
    pub layers: fn(&StageCut) -> String,
    /// The ends of the model that are on a stage.
    pub ends: fn(&StageCut) -> &'static str,
    /// The work of a stage at a moment.
    pub runs: fn(&RankMoment) -> String,
    /// Stages that are not drawn.
    pub folded: fn(&Range<u64>) -> String,
    /// A GPU, by its number.
    pub gpu: fn(u64) -> String,
    /// A replica, by its number.
    pub replica: fn(u64) -> String,
    /// Replicas behind the front one: the number of the next one, and the number of all of them.
    pub behind: fn(u64, u64) -> String,
    /// The part of each layer's matrices in a column.
    pub column: fn(&Plan) -> String,
    /// The place of a GPU: its stage, column, sequence part and replica.
    pub place: fn(&Cut, u64) -> String,
    /// The weights of a GPU: layers, part of the width, experts.
    pub part: fn(&Cut, u64) -> String,
    /// The share of a part of the model state that a GPU keeps, and who keeps the rest: the cut, the
    /// share, and the GPU of another share. Empty if it keeps all.
    pub share: fn(&Cut, f64, u64) -> String,
    /// Micro-batches in flight on a stage.
    pub in_flight: fn(&Cut, &StageCut) -> String,
    /// The sum of a GPU's memory: the sum, and the GPU's capacity.
    pub total: fn(Bytes, Bytes, Units) -> [String; 2],
    /// Name of what a GPU holds beside state, activations and overhead.
    pub rest: &'static str,
    /// Name of the list of what the chosen GPU holds.
    pub chosen: &'static str,
    /// Heading of a GPU's messages.
    pub messages: &'static str,
    /// The time of messages: their link, the time on it, and the exposed part.
    pub exposed: fn(&str, Seconds, Seconds) -> String,
    /// Headings of the table: stage, layers, and the kinds of memory, in flight, total.
    pub headings: [&'static str; 8],
}

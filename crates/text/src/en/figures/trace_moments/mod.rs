//! The moments of a trace: a name and a sentence for each.

mod attention;
mod experts;
mod layer;
mod layers;
mod pipeline;
mod update;
mod words;

pub(super) use update::shards_optimizer;
pub(super) use words::{exposed_part, time, with_reason};

use cost::legal::Legal;
use cost::trace::{Happening, Trace};
use formats::number::Units;

use words::MomentWords;

/// The name and the sentence of a moment.
pub(super) fn moment(legal: &Legal, trace: &Trace, index: usize, units: Units) -> [String; 2] {
    let Some(moment) = trace.moments.get(index) else {
        return [String::new(), String::new()];
    };
    let words = MomentWords {
        legal,
        trace,
        index,
        moment,
        units,
    };
    match moment.what {
        Happening::Norm
        | Happening::TensorGather
        | Happening::Projections
        | Happening::ContextBefore
        | Happening::Attention
        | Happening::ContextAfter
        | Happening::Output
        | Happening::TensorReduce
        | Happening::Between
        | Happening::MlpIn
        | Happening::MlpOut
        | Happening::Add => layer::sentence(&words),
        Happening::SharedIn
        | Happening::SharedOut
        | Happening::Router
        | Happening::Dispatch
        | Happening::ExpertGather
        | Happening::Experts
        | Happening::ExpertReduce
        | Happening::Combine
        | Happening::Merge => experts::sentence(&words),
        Happening::WaitForWeights
        | Happening::Forward
        | Happening::LeftOut
        | Happening::Recompute
        | Happening::Backward
        | Happening::WaitForShards => layers::sentence(&words),
        Happening::Earlier
        | Happening::LastBackward
        | Happening::GradientsLeft
        | Happening::ToHost
        | Happening::Update
        | Happening::FromHost
        | Happening::WeightsLeft
        | Happening::NextForward => update::sentence(&words),
        Happening::Fill | Happening::Steady | Happening::Repeats | Happening::Drain => {
            pipeline::sentence(&words)
        }
        Happening::Tile | Happening::Scores | Happening::Write => attention::sentence(&words),
    }
}

//! The moments of a traced step: a name and a sentence for each.
//!
//! Tests: `crates/cli/tests/all/properties/trace_words/`.

mod attention;
mod conditions;
mod experts;
mod figures;
mod layer;
mod layers;
pub mod messages;
mod pipeline;
mod update;

pub(crate) use conditions::{moves_activations, repeats_alike, spread, trained, updated};
pub(crate) use figures::{exposure, transfer};

use cost::legal::Legal;
use cost::trace::{Happening, Trace};
use formats::number::Units;

use figures::MomentFigures;

/// The name and the sentence of a moment by its position.
#[must_use]
pub fn moment(legal: &Legal, trace: &Trace, index: usize, units: Units) -> [String; 2] {
    let Some(moment) = trace.moments.get(index) else {
        return [String::new(), String::new()];
    };
    let figures = MomentFigures {
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
        | Happening::Add => layer::sentence(&figures),
        Happening::Mixing
        | Happening::SharedIn
        | Happening::SharedOut
        | Happening::Router
        | Happening::Dispatch
        | Happening::ExpertGather
        | Happening::Experts
        | Happening::ExpertReduce
        | Happening::Combine
        | Happening::Merge => experts::sentence(&figures),
        Happening::WaitForWeights
        | Happening::Forward
        | Happening::LeftOut
        | Happening::Recompute
        | Happening::Backward
        | Happening::WaitForShards => layers::sentence(&figures),
        Happening::Earlier
        | Happening::LastBackward
        | Happening::GradientsLeft
        | Happening::ToHost
        | Happening::Update
        | Happening::FromHost
        | Happening::WeightsLeft
        | Happening::NextForward => update::sentence(&figures),
        Happening::Fill | Happening::Steady | Happening::Repeats | Happening::Drain => {
            pipeline::sentence(&figures)
        }
        Happening::Tile | Happening::Scores | Happening::Write => attention::sentence(&figures),
    }
}

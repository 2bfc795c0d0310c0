//! Moments of several layers, forward and backward, under state sharding or checkpointing.

use super::words::{MomentWords, named, time};
use crate::en::words::joined;
use cost::trace::{Collective, Happening, TraceScene};
use cost::traffic::Route;
use cost::units::Bytes;
use formats::number::grouped;

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Forward => forward(words),
        Happening::Recompute => recompute(words),
        Happening::Backward => backward(words),
        Happening::WaitForWeights => words.awaiting(
            "Wait for weights.",
            "The next layer’s weights are gathered: ",
        ),
        Happening::WaitForShards => {
            words.awaiting("Wait for shards.", "Weights and gradients travel: ")
        }
        _ => {
            let layers = grouped(words.moment.number);
            let name = joined(&[&layers, " more layers."]);
            let sentence = "They run likewise, forward and backward, and are not drawn.";
            named(&name, &[sentence])
        }
    }
}

/// A name with the number of the layer.
fn layer(words: &MomentWords, pass: &str) -> String {
    joined(&["Layer ", &words.number(), pass])
}

fn forward(words: &MomentWords) -> [String; 2] {
    let [name, works] = [layer(words, ", forward."), words.works()];
    if words.trace.scene == TraceScene::Checkpoint {
        let held = words.activations();
        let sentence = ["It takes ", &works, ". Activations are now ", &held, "."];
        return named(&name, &sentence);
    }
    let gathered = words.begun(|route, form| form == Collective::AllGather && route != Route::Host);
    if gathered.bytes == Bytes::ZERO {
        let lead = "The GPU has the layer’s weights: nothing is gathered. ";
        return named(&name, &[lead, &works, " of compute."]);
    }
    named(
        &name,
        &[
            "Beside ",
            &works,
            " of compute, the weights of the next layer are gathered: ",
            &words.amount(gathered.bytes),
            " sent by each GPU in ",
            &time(gathered.link),
            ".",
        ],
    )
}

fn recompute(words: &MomentWords) -> [String; 2] {
    let messages = if words.begun_by(Collective::Several).bytes > Bytes::ZERO {
        "; its exchanges are repeated, too"
    } else {
        ""
    };
    let lead = "What was not kept is computed again: ";
    named(
        &layer(words, ", forward again."),
        &[lead, &words.works(), messages, "."],
    )
}

fn backward(words: &MomentWords) -> [String; 2] {
    let [name, works] = [layer(words, ", backward."), words.works()];
    let scattered = words.begun_by(Collective::ReduceScatter);
    if scattered.bytes == Bytes::ZERO {
        let lead = "Gradients are computed and activations freed: ";
        return named(&name, &[lead, &works, "."]);
    }
    named(
        &name,
        &[
            "Beside ",
            &works,
            ", gradients of the layer above are scattered, ",
            &words.amount(scattered.bytes),
            " in ",
            &time(scattered.link),
            ", and weights of the layer below are gathered.",
        ],
    )
}

//! Moments of a step's end: gradients, the optimizer and new weights.

use super::words::{MomentWords, named, time};
use cost::legal::Legal;
use cost::sharding::{Gathering, StateSharding};
use cost::trace::Happening;

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Earlier => named(
            "Other chunks.",
            &["Gradients of chunks that are done travel already."],
        ),
        Happening::LastBackward => words.taking(
            "Last backward.",
            "Gradients are final from the last layer up, and leave at once: ",
        ),
        Happening::GradientsLeft => named(
            "Gradients on their way.",
            &[
                "After the last backward, ",
                &time(words.exposed()),
                " of their exchange are left: nothing hides them.",
            ],
        ),
        Happening::ToHost => host(words, "To the host.", "Gradients of the GPU's shard, "),
        Happening::FromHost => host(words, "Back from the host.", "New weights, "),
        Happening::Update => optimizer(words),
        Happening::WeightsLeft => named(
            "New weights.",
            &[
                "They are gathered before the next forward; ",
                &time(words.exposed()),
                " are exposed.",
            ],
        ),
        _ => next_forward(words),
    }
}

/// A transfer over the host's link.
fn host(words: &MomentWords, name: &str, lead: &str) -> [String; 2] {
    let [sent, takes] = [words.bytes(), words.takes()];
    named(
        name,
        &[lead, &sent, ", cross the host's link in ", &takes, "."],
    )
}

fn optimizer(words: &MomentWords) -> [String; 2] {
    let lead = if words.legal.plan.layout.zero.shards_optimizer() {
        "Each GPU updates its shard only: "
    } else {
        "Every GPU updates all of its weights: "
    };
    let fixed = ", the fixed cost of a step included.";
    named("Optimizer.", &[lead, &words.takes(), fixed])
}

fn next_forward(words: &MomentWords) -> [String; 2] {
    let lead = if gathers(words.legal) {
        "The next step begins: "
    } else {
        "The next step begins, while the rest of its weights arrives: "
    };
    words.taking("Next forward.", lead)
}

/// True if ranks gather weights layer by layer.
pub(in crate::en::figures) fn gathers(legal: &Legal) -> bool {
    StateSharding::of(legal).gathering == Gathering::EachMicroBatch
}

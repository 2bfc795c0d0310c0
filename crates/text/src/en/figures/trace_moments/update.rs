//! Moments of a step's end: gradients, the optimizer and new weights.

use super::words::{MomentWords, named, time};
use crate::en::words::joined;
use cost::legal::Legal;
use cost::trace::{Activity, Collective, Happening, TraceLane, TraceScene};
use cost::traffic::Route;
use cost::units::Seconds;

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Earlier if words.legal.chunks() > 1 => words.taking(
            "Other chunks.",
            "Gradients of finished chunks travel beside: ",
        ),
        Happening::Earlier => words.taking("Earlier compute.", "Gradients hide beside it, too: "),
        Happening::LastBackward => last_backward(words),
        Happening::GradientsLeft if words.trace.scene == TraceScene::Pipeline => words.taking(
            "Data-parallel exchange.",
            "What is exposed of gradients and new weights: ",
        ),
        Happening::GradientsLeft => {
            words.awaiting("Gradients on their way.", "Gradients are reduced: ")
        }
        Happening::ToHost if shards_optimizer(words.legal) => words.sending(
            "To the host.",
            "Gradients of the GPU’s shard cross the host’s link: ",
            Route::Host,
        ),
        Happening::ToHost => words.sending(
            "To the host.",
            "Gradients cross the host’s link: ",
            Route::Host,
        ),
        Happening::FromHost => words.sending(
            "Back from the host.",
            "New weights cross the host’s link: ",
            Route::Host,
        ),
        Happening::Update => optimizer(words),
        Happening::WeightsLeft => words.awaiting("New weights.", "They are all-gathered: "),
        _ => next_forward(words),
    }
}

/// True if a GPU has a shard of the optimizer state only.
pub(in crate::en::figures) fn shards_optimizer(legal: &Legal) -> bool {
    legal.plan.layout.zero.shards_optimizer() && legal.shard_group() > 1
}

/// Seconds of the moment in which data-parallel GPUs exchange what is wanted.
fn travels(words: &MomentWords, is_wanted: impl Fn(Collective) -> bool) -> Seconds {
    let spans = words.trace.lanes[TraceLane::Data as usize].iter();
    let spans = spans
        .filter(|span| matches!(span.activity, Activity::Exchange(_, form) if is_wanted(form)));
    spans
        .map(|span| {
            let from = span.from.0.max(words.moment.from.0);
            span.to.min(words.moment.to).beyond(Seconds(from))
        })
        .sum()
}

/// True for the forms in which gradients travel.
const fn is_of_gradients(form: Collective) -> bool {
    matches!(form, Collective::ReduceScatter | Collective::AllReduce)
}

fn last_backward(words: &MomentWords) -> [String; 2] {
    let beside = travels(words, is_of_gradients);
    let takes = words.takes();
    let lead = "Gradients are final from the last layer up";
    if beside > Seconds::ZERO {
        let beside = joined(&[
            " and leave at once: they travel for ",
            &time(beside),
            " of ",
        ]);
        return named("Last backward.", &[lead, &beside, &takes, "."]);
    }
    named("Last backward.", &[lead, ": ", &takes, "."])
}

fn optimizer(words: &MomentWords) -> [String; 2] {
    let lead = if shards_optimizer(words.legal) {
        "Each GPU updates its shard only: "
    } else {
        "Every GPU updates all of its weights: "
    };
    let fixed = ", the fixed cost of a step included.";
    named("Optimizer.", &[lead, &words.takes(), fixed])
}

fn next_forward(words: &MomentWords) -> [String; 2] {
    let rest = travels(words, |form| form == Collective::AllGather);
    if rest > Seconds::ZERO {
        let lead = "The next step begins, while the rest of its weights arrives, for ";
        return named(
            "Next forward.",
            &[lead, &time(rest), " of ", &words.takes(), "."],
        );
    }
    words.taking("Next forward.", "The next step begins: ")
}

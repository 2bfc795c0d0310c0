//! Moments of one layer that is split by tensor or context parallelism.

use super::words::{MomentWords, named};
use crate::en::words::joined;
use cost::network::Group;
use cost::plan::ContextKind;
use cost::trace::{Collective, Happening};
use cost::traffic::Route;
use cost::units::Seconds;
use formats::number::grouped;

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Norm => norm(words),
        Happening::TensorGather => gather(words),
        Happening::Projections => words.working(
            "Queries, keys and values.",
            by_split(
                words,
                [
                    "Each GPU multiplies its tokens with the weights: ",
                    "Each GPU multiplies the group’s tokens with its columns of the weights: ",
                ],
            ),
        ),
        Happening::ContextBefore => {
            let lead = "Each GPU trades tokens for heads: it has all tokens of its heads then. ";
            context(words, lead)
        }
        Happening::ContextAfter => context(words, "Heads are traded for tokens again. "),
        Happening::Attention => attention(words),
        Happening::Output => words.working(
            "Output.",
            by_split(
                words,
                [
                    "The heads’ results are multiplied with the output weights: ",
                    "The GPU’s rows of the weights give full width, but only a part of the sum: ",
                ],
            ),
        ),
        Happening::TensorReduce => reduce(words),
        Happening::Between => words.taking(
            "Add and normalise.",
            "The output is added to the residual stream and normalised: ",
        ),
        Happening::MlpIn => mlp_in(words),
        Happening::MlpOut => words.working(
            "Out of the MLP.",
            by_split(
                words,
                [
                    "The hidden values become full width again: ",
                    "Partial sums again: ",
                ],
            ),
        ),
        _ => words.taking(
            "Add.",
            "The result is added to the residual stream, the input of the next layer: ",
        ),
    }
}

fn norm(words: &MomentWords) -> [String; 2] {
    let tokens = grouped(words.legal.outer_tokens());
    let lead = joined(&["Each GPU normalises its ", &tokens, " tokens: "]);
    words.taking("Norm.", &lead)
}

/// The sentence without tensor parallelism, or the one with it.
fn by_split<'a>(words: &MomentWords, [whole, split]: [&'a str; 2]) -> &'a str {
    if words.legal.plan.layout.tensor > 1 {
        split
    } else {
        whole
    }
}

/// The tensor-parallel exchange that begins in the moment.
fn tensor_transfer(words: &MomentWords) -> String {
    let sent = words.begun(|route, _| route == Route::Tensor);
    words.ring_transfer(&Group::tensor(words.legal), sent)
}

fn gather(words: &MomentWords) -> [String; 2] {
    named(
        "All-gather.",
        &[
            "Each GPU sends its tokens around the ring of ",
            &grouped(words.legal.plan.layout.tensor),
            ": ",
            &tensor_transfer(words),
            ".",
        ],
    )
}

fn reduce(words: &MomentWords) -> [String; 2] {
    let sent = tensor_transfer(words);
    if words.legal.plan.sequence_parallel() {
        let lead = "Partial sums are added around the ring: ";
        let kept = "; each GPU keeps its tokens’ sums.";
        return named("Reduce-scatter.", &[lead, &sent, kept]);
    }
    let lead = "Partial sums are added and spread to all GPUs, twice the bytes of one pass: ";
    named("All-reduce.", &[lead, &sent, "."])
}

fn mlp_in(words: &MomentWords) -> [String; 2] {
    let plan = &words.legal.plan;
    let hidden = grouped(plan.model.ffn);
    let own = grouped(plan.model.ffn / plan.layout.tensor.max(1));
    let lead = if plan.layout.tensor > 1 {
        joined(&["Each GPU has ", &own, " of ", &hidden, " hidden values: "])
    } else {
        joined(&["Each token gets ", &hidden, " hidden values: "])
    };
    words.working("Into the MLP.", &lead)
}

/// Exchange of a split sequence before or after attention, with the lead of an all-to-all.
fn context(words: &MomentWords, lead: &str) -> [String; 2] {
    if words.begun_by(Collective::AllToAll).link > Seconds::ZERO {
        return words.sending("All-to-all.", lead, Route::Context);
    }
    words.sending(
        "Keys and values.",
        "Every GPU receives the keys and values of all parts of the sequence: it sends ",
        Route::Context,
    )
}

/// The part of the attention that a GPU computes.
fn attention_part(words: &MomentWords) -> &'static str {
    let layout = &words.legal.plan.layout;
    match layout.context_kind {
        ContextKind::Ring | ContextKind::AllGather if layout.context > 1 => {
            "Its queries meet the keys of the whole sequence: "
        }
        ContextKind::AllToAll if layout.context > 1 => "Each GPU computes its heads alone: ",
        _ => by_split(
            words,
            [
                "Each GPU computes all heads: ",
                "Each GPU computes its heads alone: ",
            ],
        ),
    }
}

/// Attention, or a turn of it on a ring.
fn attention(words: &MomentWords) -> [String; 2] {
    let works = words.works();
    let mut moments = words.trace.moments.iter();
    let is_ring = moments.any(|it| it.what == Happening::Attention && it.number > 0);
    if !is_ring {
        return named("Attention.", &[attention_part(words), &works, "."]);
    }
    let turn = joined(&["Ring step ", &words.number(), "."]);
    let sent = words.begun_by(Collective::RingPass);
    if sent.link == Seconds::ZERO {
        let lead = "The last keys and values are used, and go no further: ";
        return named(&turn, &[lead, &works, "."]);
    }
    named(
        &turn,
        &[
            "While queries meet these keys, ",
            &works,
            ", keys and values go on to the next GPU: ",
            &words.transfer(sent),
            ".",
        ],
    )
}

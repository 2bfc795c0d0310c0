//! Moments of one layer that is split by tensor or context parallelism.

use super::words::{MomentWords, named, time};
use crate::en::words::joined;
use cost::trace::{Collective, Happening};
use cost::units::Seconds;
use formats::number::grouped;

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Norm => norm(words),
        Happening::TensorGather => gather(words),
        Happening::Projections => words.working(
            "Queries, keys and values.",
            "Each GPU multiplies all tokens with its columns of the weights: ",
        ),
        Happening::ContextBefore => {
            let lead = "Each GPU trades tokens for heads: it has all tokens of its heads then. ";
            context(words, lead)
        }
        Happening::ContextAfter => context(words, "Heads are traded for tokens again. "),
        Happening::Attention => attention(words),
        Happening::Output => words.working(
            "Output.",
            "The GPU's rows of the weights give full width, but only a part of the sum: ",
        ),
        Happening::TensorReduce => reduce(words),
        Happening::Between => words.taking(
            "Add and normalise.",
            "The sums are added to the residual stream, and normalised for the MLP: ",
        ),
        Happening::MlpIn => mlp_in(words),
        Happening::MlpOut => words.working("Out of the MLP.", "Partial sums again: "),
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

fn gather(words: &MomentWords) -> [String; 2] {
    named(
        "All-gather.",
        &[
            "Each GPU sends ",
            &words.bytes(),
            " around the ring of ",
            &grouped(words.legal.plan.layout.tensor),
            " in ",
            &words.takes(),
            ". Until all tokens are there, it has nothing to multiply.",
        ],
    )
}

fn reduce(words: &MomentWords) -> [String; 2] {
    let [sent, takes] = [words.bytes(), words.takes()];
    if words.legal.plan.sequence_parallel() {
        return named(
            "Reduce-scatter.",
            &[
                "The partial sums are added on their way around the ring, ",
                &sent,
                " a GPU in ",
                &takes,
                ". Each GPU keeps the sums of its tokens.",
            ],
        );
    }
    named(
        "All-reduce.",
        &[
            "The partial sums are added and spread to all GPUs: ",
            &sent,
            " a GPU, twice the bytes of one pass, in ",
            &takes,
            ".",
        ],
    )
}

fn mlp_in(words: &MomentWords) -> [String; 2] {
    let plan = &words.legal.plan;
    let lead = joined(&[
        "Each GPU has ",
        &grouped(plan.model.ffn / plan.layout.tensor.max(1)),
        " of ",
        &grouped(plan.model.ffn),
        " hidden values: ",
    ]);
    words.working("Into the MLP.", &lead)
}

/// Exchange of a split sequence before or after attention, with the lead of an all-to-all.
fn context(words: &MomentWords, lead: &str) -> [String; 2] {
    if words.sent_by(Collective::AllToAll).link > Seconds::ZERO {
        return words.sending_each("All-to-all.", lead);
    }
    words.sending(
        "Keys and values.",
        "Every GPU receives the keys and values of all parts of the sequence: it sends ",
    )
}

/// Attention, or a turn of it on a ring.
fn attention(words: &MomentWords) -> [String; 2] {
    let works = words.works();
    let mut moments = words.trace.moments.iter();
    let is_ring = moments.any(|it| it.what == Happening::Attention && it.number > 0);
    if !is_ring {
        let sentence = ["Each GPU works on its heads alone: ", &works, "."];
        return named("Attention.", &sentence);
    }
    let turn = joined(&["Turn ", &words.number(), "."]);
    let sent = words.sent_by(Collective::RingPass);
    if sent.link == Seconds::ZERO {
        let lead = "The last keys and values are used, and go no further: ";
        return named(&turn, &[lead, &works, "."]);
    }
    let exposed = words.exposed();
    let shown = if exposed > Seconds::ZERO {
        joined(&["; ", &time(exposed), " of it are exposed"])
    } else {
        String::new()
    };
    named(
        &turn,
        &[
            "While queries meet these keys, ",
            &words.amount(sent.bytes),
            " of keys and values go on to the next GPU, ",
            &time(sent.link),
            " beside ",
            &works,
            &shown,
            ".",
        ],
    )
}

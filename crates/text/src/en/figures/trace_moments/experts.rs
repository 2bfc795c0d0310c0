//! Moments of a layer with routed experts.

use super::words::{MomentWords, named};
use crate::en::words::joined;
use cost::trace::Happening;
use formats::number::{grouped, three_digits};

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Router => router(words),
        Happening::Dispatch => {
            words.sending_each("Dispatch.", "Copies go to the GPUs of their experts: ")
        }
        Happening::ExpertGather => words.sending(
            "All-gather of copies.",
            "The GPUs of an expert share their copies: ",
        ),
        Happening::Experts => experts(words),
        Happening::ExpertReduce => words.sending(
            "Reduce-scatter of copies.",
            "The partial sums of an expert are added: ",
        ),
        Happening::Combine => words.sending("Combine.", "Results go back to their tokens' GPUs: "),
        Happening::SharedIn | Happening::SharedOut => words.taking(
            "Shared experts.",
            "All tokens pass the shared experts, too: ",
        ),
        _ => words.taking("Sum.", "The results of a token are weighted and added: "),
    }
}

fn router(words: &MomentWords) -> [String; 2] {
    let moe = &words.legal.plan.model.moe;
    let lead = joined(&[
        "Every token chooses ",
        &grouped(moe.per_token),
        " of ",
        &grouped(moe.experts),
        " experts. The copies are sorted by expert: ",
    ]);
    words.taking("Router.", &lead)
}

fn experts(words: &MomentWords) -> [String; 2] {
    let experts = match words.legal.local_experts() {
        1 => String::from("one expert"),
        experts => joined(&["its ", &grouped(experts), " experts"]),
    };
    let imbalance = words.legal.plan.imbalance();
    let fullest = if imbalance > 1.0 {
        let times = three_digits(imbalance);
        joined(&[
            " All wait for the fullest GPU, with ",
            &times,
            " times the mean.",
        ])
    } else {
        String::new()
    };
    named(
        "Experts.",
        &[
            "Each GPU runs ",
            &experts,
            ": ",
            &words.works(),
            words.beside(),
            ".",
            &fullest,
        ],
    )
}

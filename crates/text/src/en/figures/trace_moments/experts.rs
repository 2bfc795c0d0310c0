//! Moments of a layer with routed experts.

use super::words::{MomentWords, bandwidth, named};
use crate::en::words::joined;
use cost::network::Group;
use cost::trace::Happening;
use cost::traffic::Route;
use cost::units::{BytesPerSecond, Seconds};
use formats::number::{grouped, three_digits};

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Router => router(words),
        Happening::Dispatch => exchange(
            words,
            "Dispatch.",
            "Each GPU sends copies to the GPUs of their experts: ",
        ),
        Happening::ExpertGather => words.sending(
            "All-gather of copies.",
            "The GPUs of an expert share their copies: ",
            Route::ExpertTensor,
        ),
        Happening::Experts => experts(words),
        Happening::ExpertReduce => words.sending(
            "Reduce-scatter of copies.",
            "The partial sums of an expert are added: ",
            Route::ExpertTensor,
        ),
        Happening::Combine => exchange(
            words,
            "Combine.",
            "Each GPU sends results back to their tokens’ GPUs: ",
        ),
        Happening::SharedIn | Happening::SharedOut => words.taking(
            "Shared experts.",
            "All tokens pass the shared experts, too: ",
        ),
        _ => words.taking("Sum.", "The results of a token are weighted and added: "),
    }
}

/// An all-to-all of copies, with its mean bandwidth and the links that it takes.
fn exchange(words: &MomentWords, name: &str, lead: &str) -> [String; 2] {
    let sent = words.begun(|route, _| route == Route::Expert);
    let transfer = words.transfer(sent);
    if sent.link <= Seconds::ZERO {
        return named(name, &[lead, &transfer, "."]);
    }
    let rate = bandwidth(BytesPerSecond(sent.bytes.0 as f64 / sent.link.0));
    let group = Group::expert(words.legal);
    let others = group.size.saturating_sub(1);
    let far = (group.far_share() * others as f64).round() as u64;
    let links = match far {
        0 => String::from("all inside the NVLink domain"),
        _ => joined(&[
            &grouped(far),
            " of ",
            &grouped(others),
            " other GPUs are beyond the NVLink domain",
        ]),
    };
    named(name, &[lead, &transfer, ", ", &rate, "; ", &links, "."])
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
    let most_loaded = if words.legal.plan.layout.expert > 1 && imbalance > 1.0 {
        let times = three_digits(imbalance);
        joined(&[
            " All wait for the most loaded GPU, with ",
            &times,
            " times the mean.",
        ])
    } else {
        String::new()
    };
    let copies = words.begun(|route, _| route == Route::Expert);
    let beside = if copies.link > Seconds::ZERO {
        joined(&[" beside the copies, ", &words.transfer(copies)])
    } else {
        String::new()
    };
    let works = words.works();
    named(
        "Experts.",
        &[
            "Each GPU runs ",
            &experts,
            ": ",
            &works,
            &beside,
            ".",
            &most_loaded,
        ],
    )
}

//! The search for the best layout, in English.

use crate::cost::plan::{Schedule, Word, ZeroStage};
use crate::search::best::{Axis, Counts, Cut, Goal, KEYS, Rung, Shards, Ties, Unread};
use crate::text::SearchText;
use crate::text::number::{dollars, fixed, grouped, percent};

/// English, of the best layouts.
pub static EN_SEARCH: SearchText = SearchText {
    goal,
    counts,
    columns: [
        "layout",
        "step",
        "MFU",
        "memory",
        "bubble",
        "cable",
        "recompute",
        "rest",
    ],
    layout,
    nothing: "No layout leaves enough room on these cards.",
    tie,
    way: "From your layout to the best",
    no_way: "Your layout is as good.",
    axes: AXES,
    without: "What each axis buys: the best without it",
    needed,
    unread,
};

pub(super) const AXES: [&str; 12] = [
    "GPUs",
    "tensor parallel",
    "context parallel",
    "pipeline stages",
    "schedule",
    "expert parallel",
    "TP inside experts",
    "ZeRO",
    "micro-batch",
    "recompute",
    "offload",
    "type",
];

fn goal(goal: Goal) -> String {
    match goal {
        Goal::Fastest => "highest throughput".to_owned(),
        Goal::Smallest => "least memory".to_owned(),
        Goal::FewestGpus => "fewest GPUs that can train it".to_owned(),
        Goal::Cheapest { days: None } => "cheapest run".to_owned(),
        Goal::Cheapest { days: Some(limit) } => {
            ["cheapest run within ", &fixed(limit, 0), " days"].concat()
        }
        Goal::SoonestFor { dollars: limit } => ["shortest run for ", &dollars(limit)].concat(),
        Goal::FewestGpusWithin { days: limit } => [
            "fewest GPUs that are done within ",
            &fixed(limit, 0),
            " days",
        ]
        .concat(),
    }
}

fn counts(counts: &Counts) -> String {
    let Counts {
        considered,
        without_room,
        too_slow,
        refused,
        estimated,
    } = *counts;
    [
        grouped(considered).as_str(),
        " layouts: ",
        &grouped(too_slow),
        " passed over by a bound on their time, ",
        &grouped(without_room),
        " by one on their memory, ",
        &grouped(refused),
        " without enough room, ",
        &grouped(estimated),
        " estimated",
    ]
    .concat()
}

/// `TP 8 PP 16 v 3 ZeRO-1 b 2`: degrees of one and what is plain are left out.
pub(super) fn layout(cut: &Cut) -> String {
    let mut text = String::new();
    let mut say = |words: &[&str]| {
        if !text.is_empty() {
            text.push(' ');
        }
        for word in words {
            text.push_str(word);
        }
    };
    let degrees = [
        ("TP ", cut.tensor),
        ("CP ", cut.context),
        ("PP ", cut.pipeline),
        ("v ", cut.virtual_stages),
        ("EP ", cut.expert),
        ("ETP ", cut.expert_tensor),
    ];
    for (name, degree) in degrees {
        if degree > 1 {
            say(&[name, &grouped(degree)]);
        }
    }
    if !matches!(cut.schedule, Schedule::OneFOneB | Schedule::Interleaved) {
        say(&[cut.schedule.word()]);
    }
    if cut.tensor > 1 && !cut.sequence_parallel {
        say(&["no SP"]);
    }
    if cut.zero != ZeroStage::Zero {
        let node = cut.shards == Shards::Node;
        say(&["ZeRO-", cut.zero.word(), if node { " a node" } else { "" }]);
    }
    say(&["b ", &grouped(cut.micro)]);
    if cut.recompute != Rung::None {
        say(&["recompute ", cut.recompute.word()]);
    }
    text
}

fn tie(ties: &Ties) -> String {
    let within = ["±", &percent(ties.within)].concat();
    let Some(second) = ties.second else {
        return "No other layout leaves enough room.".to_owned();
    };
    let ahead = match ties.next {
        Some(next) if next.is_infinite() => "the next takes more GPUs".to_owned(),
        Some(next) => [
            "number ",
            &grouped(ties.count as u64 + 1),
            " is ",
            &percent(next),
            " behind",
        ]
        .concat(),
        None => ["the last is ", &percent(ties.last), " behind"].concat(),
    };
    if ties.count < 2 {
        return match second {
            share if share.is_infinite() => "All others take more GPUs.".to_owned(),
            share => [
                "The best is ahead of all others: the second is ",
                &percent(share),
                " behind, more than the ",
                &within,
                " by which the model errs between layouts.",
            ]
            .concat(),
        };
    }
    [
        "The best is ",
        &percent(second),
        " ahead of the second. ",
        if ties.is_open {
            "At least the first "
        } else {
            "The first "
        },
        &grouped(ties.count as u64),
        " are a tie: they differ by less than the ",
        &within,
        " by which the model errs between layouts; ",
        &ahead,
        ".",
    ]
    .concat()
}

fn needed(axis: Axis) -> String {
    [AXES[axis as usize], ": nothing fits without it"].concat()
}

fn unread(unread: &Unread) -> String {
    match unread {
        Unread::Axis(axis) => format!(
            "there is no axis {axis:?} to restrict; there are {}",
            KEYS.join(", ")
        ),
        Unread::Value {
            key,
            value,
            offered,
        } => {
            format!("{key} cannot be restricted to {value:?}, but to {offered}")
        }
    }
}

//! The view in which a plan cuts a model.

use std::ops::Range;

use crate::en::words::joined;
use crate::figures::CutText;
use cost::cut::{Cut, StageCut};
use cost::plan::Plan;
use cost::sharding::Gathering;
use formats::number::{duration, grouped, percent};

pub(super) const CUT: CutText = CutText {
    heading: "Which GPU holds what.",
    sentence,
    keys: [
        "weights",
        "gradients",
        "optimizer state",
        "kept by another GPU",
        "activations of a micro-batch",
    ],
    hint: "Drag a dark handle to cut elsewhere. Press a GPU to see what it holds.",
    drawn: ("Replicas", ["Stacked", "Apart"]),
    watch: "Watch it move ▸",
    handles: ["Tensor parallel", "Pipeline parallel", "Data parallel"],
    axes: ["TP", "PP", "DP", "CP", "EP"],
    stage: |stage| match stage {
        Some(stage) => ["stage ", &grouped(stage)].concat(),
        None => String::from("the model"),
    },
    layers,
    ends: |stage| match (stage.embeds, stage.has_head) {
        (true, true) => "embedding and head",
        (true, false) => "and embedding",
        (false, true) => "and output head",
        (false, false) => "",
    },
    runs: |rank| match rank.block {
        Some(block) => [
            crate::timeline::direction(block.direction),
            " ",
            &grouped(block.micro_batch as u64),
        ]
        .concat(),
        None => String::from("idle"),
    },
    folded: |stages| {
        let last = stages.end.saturating_sub(1);
        if stages.start == last {
            return ["stage ", &grouped(last), " is not drawn"].concat();
        }
        joined(&[
            "stages ",
            &grouped(stages.start),
            " to ",
            &grouped(last),
            " are not drawn",
        ])
    },
    gpu: |gpu| ["GPU ", &grouped(gpu)].concat(),
    replica: |replica| ["replica ", &grouped(replica)].concat(),
    behind: |next, others| match others {
        1 => joined(&[
            "replica ",
            &grouped(next),
            ": the same weights, other sequences",
        ]),
        _ => joined(&[
            &grouped(others),
            " more replicas: the same weights, other sequences",
        ]),
    },
    column,
    place,
    part,
    share,
    in_flight,
    total: |total, capacity, units| {
        let of = ["in all, of ", &units.size(capacity)].concat();
        [of, units.figure(total)]
    },
    rest: "logits and buffers",
    chosen: "The chosen GPU",
    messages: "Messages in a step",
    exposed: |link, time, exposed| {
        let exposed = if exposed.0 > 0.0 {
            [&duration(exposed), " exposed"].concat()
        } else {
            String::from("all overlapped with compute")
        };
        joined(&[link, ": ", &duration(time), ", ", &exposed])
    },
    headings: [
        "stage",
        "layers",
        "weights",
        "gradients",
        "optimizer state",
        "activations and logits",
        "micro-batches in flight",
        "in all",
    ],
};

fn sentence(cut: &Cut) -> String {
    let stages = cut.stages.len() as u64;
    let counts = [
        (stages, " stages"),
        (cut.tensor, " columns"),
        (cut.context, " sequence parts"),
        (cut.data, " replicas"),
    ];
    let factors = counts.into_iter().filter(|(count, _)| *count > 1);
    let factors: Vec<String> = factors
        .map(|(count, name)| [&grouped(count), name].concat())
        .collect();
    if factors.is_empty() {
        return String::from("One GPU holds all of it.");
    }
    let gpus = [" = ", &grouped(cut.gpus()), " GPUs"].concat();
    joined(&[&factors.join(" × "), &gpus, &sharded(cut)])
}

/// The part of the state that each rank of a shard group keeps.
fn sharded(cut: &Cut) -> String {
    if cut.sharers <= 1 {
        let is_alone = cut.data * cut.context <= 1;
        return String::from(if is_alone {
            "."
        } else {
            "; each GPU keeps its whole state."
        });
    }
    let keeps_gathered = cut.sharding.gathering == Gathering::OnceAStep;
    let state = match (cut.sharding.weights(), cut.sharding.gradients) {
        (true, true) => "weights, gradients and optimizer state.",
        (true, false) => "weights and optimizer state.",
        (false, true) => "gradients and optimizer state.",
        (false, false) => "optimizer state.",
    };
    let stays = match (keeps_gathered, cut.gradients_wait) {
        (true, true) => " Gathered weights and whole gradients stay until the last micro-batch.",
        (true, false) => " Gathered weights stay until the step ends.",
        (false, true) => " Gradients stay whole until the last micro-batch.",
        (false, false) => "",
    };
    joined(&[
        "; each GPU keeps 1/",
        &grouped(cut.sharers),
        " of the ",
        state,
        stays,
    ])
}

/// "layers 1–5, 21–25".
fn layers(stage: &StageCut) -> String {
    /// Runs that are named one by one.
    const NAMED: usize = 3;
    let runs = stage.layers.iter().filter(|run| !run.is_empty());
    let names: Vec<String> = runs.map(run).collect();
    match names.len() {
        0 => String::from("no layers"),
        1 if !names[0].contains('–') => ["layer ", &names[0]].concat(),
        count if count > NAMED => {
            let more = [" and ", &grouped((count - NAMED) as u64), " more runs"].concat();
            ["layers ", &names[..NAMED].join(", "), &more].concat()
        }
        _ => ["layers ", &names.join(", ")].concat(),
    }
}

/// The numbers of neighbouring layers, counted from 1.
fn run(layers: &Range<u64>) -> String {
    let (first, last) = (grouped(layers.start + 1), grouped(layers.end));
    if first == last {
        first
    } else {
        [&first, "–", &last].concat()
    }
}

fn column(plan: &Plan) -> String {
    let (model, tensor) = (&plan.model, plan.layout.tensor);
    if tensor <= 1 {
        return joined(&["the whole width: ", &grouped(model.heads), " heads"]);
    }
    joined(&[
        "a column: ",
        &grouped(model.heads / tensor),
        " of ",
        &grouped(model.heads),
        " heads",
    ])
}

fn place(cut: &Cut, gpu: u64) -> String {
    let seat = cut.seat(gpu);
    let parts = [
        (cut.stages.len() as u64, "stage ", seat.stage),
        (cut.tensor, "column ", seat.tensor),
        (cut.context, "sequence part ", seat.context),
        (cut.data, "replica ", seat.data),
    ];
    let parts = parts.into_iter().filter(|(count, ..)| *count > 1);
    let names: Vec<String> = parts
        .map(|(_, name, index)| [name, &grouped(index)].concat())
        .collect();
    names.join(", ")
}

fn part(cut: &Cut, gpu: u64) -> String {
    let Some(stage) = cut.stages.get(cut.seat(gpu).stage as usize) else {
        return String::new();
    };
    let mut part = layers(stage);
    if cut.tensor > 1 {
        part = joined(&[&part, ", 1/", &grouped(cut.tensor), " of the width"]);
    }
    if let Some(experts) = cut
        .experts_of(gpu)
        .filter(|_| cut.experts.is_some_and(|e| e.ranks > 1))
    {
        let last = grouped(experts.end.saturating_sub(1));
        let experts = [", experts ", &grouped(experts.start), " to ", &last].concat();
        part.push_str(&experts);
    }
    part
}

fn share(cut: &Cut, kept: f64, other: u64) -> String {
    if kept >= 1.0 {
        return String::new();
    }
    if kept <= 0.0 {
        return String::from("on the host");
    }
    let exact = (kept * cut.sharers as f64 - 1.0).abs() < 1e-3;
    let share = if exact {
        ["1/", &grouped(cut.sharers)].concat()
    } else {
        percent(kept)
    };
    let others = cut.sharers - 1;
    let rest = if others == 1 {
        ["; GPU ", &grouped(other), " has the other half"].concat()
    } else {
        ["; ", &grouped(others), " other GPUs have the rest"].concat()
    };
    joined(&[&share, &rest])
}

fn in_flight(cut: &Cut, stage: &StageCut) -> String {
    let count = grouped(stage.in_flight);
    let micro_batches = if stage.in_flight == 1 {
        " micro-batch in flight"
    } else {
        " micro-batches in flight"
    };
    let part = if cut.context > 1 {
        [", 1/", &grouped(cut.context), " of each sequence"].concat()
    } else {
        String::new()
    };
    joined(&[&count, micro_batches, &part])
}

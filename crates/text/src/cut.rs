//! The view in which a plan cuts a model.

use crate::CountText;
use std::ops::Range;

use crate::number::{grouped, listed, percent};
use cost::cut::{Cut, FrozenWeights, StageCut};
use cost::moment::RankMoment;
use cost::plan::Plan;
use cost::sharding::Gathering;
use cost::units::{Bytes, Seconds};
use formats::number::Units;

messages!("cut");

/// Sentence on the cut: stages, columns, sequence parts, replicas, and what each GPU keeps of the
/// model state.
#[must_use]
pub fn sentence(cut: &Cut) -> String {
    let counts: [(u64, CountText); 4] = [
        (cut.stages.len() as u64, factor_stages),
        (cut.tensor, factor_columns),
        (cut.context, factor_parts),
        (cut.data, factor_replicas),
    ];
    let factors = counts.into_iter().filter(|(count, _)| *count > 1);
    let factors: Vec<String> = factors.map(|(count, name)| name(count)).collect();
    if factors.is_empty() {
        return one_gpu().to_owned();
    }
    let (factors, gpus) = (factors.join(" × "), cut.gpus());
    if cut.sharers <= 1 {
        let is_alone = cut.data * cut.context <= 1;
        return if is_alone {
            split(&factors, gpus)
        } else {
            split_whole(&factors, gpus)
        };
    }
    let state = match (cut.sharding.weights(), cut.sharding.gradients) {
        (true, true) => State::All,
        (true, false) => State::Weights,
        (false, true) => State::Gradients,
        (false, false) => State::Optimizer,
    };
    let kept = split_sharded(&factors, gpus, cut.sharers, state);
    let keeps_gathered = cut.sharding.gathering == Gathering::OnceAStep;
    let stays = match (keeps_gathered, cut.gradients_wait) {
        (true, true) => both_stay(),
        (true, false) => weights_stay(),
        (false, true) => gradients_stay(),
        (false, false) => return kept,
    };
    [&kept, " ", stays].concat()
}

/// The key: frozen weights, trained weights, gradients, optimizer state, what other GPUs keep, a
/// micro-batch's activations. Without frozen weights the first name is empty.
#[must_use]
pub fn keys(cut: &Cut) -> [&'static str; 6] {
    let [frozen, weights] = weights(cut);
    [
        frozen,
        weights,
        key_gradients(),
        key_optimizer(),
        key_elsewhere(),
        key_activations(),
    ]
}

/// Names of frozen and of trained weights. The first is empty if all are trained.
#[must_use]
pub fn weights(cut: &Cut) -> [&'static str; 2] {
    match cut.frozen {
        Some(_) => [key_frozen(), key_trained()],
        None => ["", key_weights()],
    }
}

/// Frozen weights and trained state of a GPU, whose whole state has these bytes; empty if all weights are trained.
#[must_use]
pub fn state_groups(frozen: Option<FrozenWeights>, state: Bytes, units: Units) -> String {
    frozen.map_or_else(String::new, |frozen| {
        let trained = state.saturating_sub(frozen.bytes);
        said_state_groups(frozen.bytes, trained, units)
    })
}

/// Names of the handles: tensor, pipeline and data parallel.
#[must_use]
pub fn handles() -> [&'static str; 3] {
    [handle_tensor(), handle_pipeline(), handle_data()]
}

/// The short names on the handles and on lines of messages: tensor, pipeline, data, context, expert.
#[must_use]
pub fn axes() -> [&'static str; 5] {
    [
        axis_tensor(),
        axis_pipeline(),
        axis_data(),
        axis_context(),
        axis_expert(),
    ]
}

/// A stage, by its number; none: the plan has only one.
#[must_use]
pub fn stage(stage: Option<u64>) -> String {
    match stage {
        Some(stage) => stage_number(stage),
        None => the_model().to_owned(),
    }
}

/// The layers of a stage, counted from 1: "layers 1–5, 21–25".
#[must_use]
pub fn layers(stage: &StageCut) -> String {
    /// Runs that are named one by one.
    const NAMED: usize = 3;
    let runs: Vec<&Range<u64>> = stage.layers.iter().filter(|run| !run.is_empty()).collect();
    let names: Vec<String> = runs.iter().map(|layers| run(layers)).collect();
    match runs[..] {
        [] => no_layers().to_owned(),
        [run] if run.start + 1 == run.end => one_layer(run.end),
        _ if names.len() > NAMED => layer_runs_more(&names[..NAMED], (names.len() - NAMED) as u64),
        _ => layer_runs(&names),
    }
}

/// The numbers of neighbouring layers, counted from 1.
fn run(layers: &Range<u64>) -> String {
    let (first, last) = (layers.start + 1, layers.end);
    if first == last {
        grouped(first)
    } else {
        layer_run(first, last)
    }
}

/// The ends of the model that are on a stage.
#[must_use]
pub fn ends(stage: &StageCut) -> &'static str {
    match (stage.embeds, stage.has_head) {
        (true, true) => ends_both(),
        (true, false) => ends_embedding(),
        (false, true) => ends_head(),
        (false, false) => "",
    }
}

/// The work of a stage at a moment.
#[must_use]
pub fn runs(rank: &RankMoment) -> String {
    let Some(block) = rank.block else {
        return idle().to_owned();
    };
    runs_block(block.direction, block.micro_batch as u64)
}

/// Stages that are not drawn.
#[must_use]
pub fn folded(stages: &Range<u64>) -> String {
    let last = stages.end.saturating_sub(1);
    if stages.start == last {
        folded_one(last)
    } else {
        folded_several(stages.start, last)
    }
}

/// The part of each layer's matrices in a column.
#[must_use]
pub fn column(plan: &Plan) -> String {
    let (heads, tensor) = (plan.model.heads, plan.layout.tensor);
    if tensor <= 1 {
        column_whole(heads)
    } else {
        column_part(heads / tensor, heads)
    }
}

/// The place of a GPU: its stage, column, sequence part and replica.
#[must_use]
pub fn place(cut: &Cut, gpu: u64) -> String {
    let seat = cut.seat(gpu);
    let parts: [(u64, CountText, u64); 4] = [
        (cut.stages.len() as u64, stage_number, seat.stage),
        (cut.tensor, at_column, seat.tensor),
        (cut.context, at_part, seat.context),
        (cut.data, replica, seat.data),
    ];
    let parts = parts.into_iter().filter(|(count, ..)| *count > 1);
    let names: Vec<String> = parts.map(|(_, name, index)| name(index)).collect();
    listed(&names)
}

/// The weights of a GPU: layers, part of the width, experts.
#[must_use]
pub fn part(cut: &Cut, gpu: u64) -> String {
    let Some(stage) = cut.stages.get(cut.seat(gpu).stage as usize) else {
        return String::new();
    };
    let mut parts = vec![layers(stage)];
    if cut.tensor > 1 {
        parts.push(part_width(cut.tensor));
    }
    if let Some(experts) = cut
        .experts_of(gpu)
        .filter(|_| cut.experts.is_some_and(|e| e.ranks > 1))
    {
        parts.push(part_experts(experts.start, experts.end.saturating_sub(1)));
    }
    listed(&parts)
}

/// The share of a part of the model state that a GPU keeps, and who keeps the rest: the cut, the
/// share, and the GPU of another share. Empty if it keeps all.
#[must_use]
pub fn share(cut: &Cut, kept: f64, other: u64) -> String {
    if kept >= 1.0 {
        return String::new();
    }
    if kept <= 0.0 {
        return on_host().to_owned();
    }
    let is_exact = (kept * cut.sharers as f64 - 1.0).abs() < 1e-3;
    let share = if is_exact {
        share_fraction(cut.sharers)
    } else {
        percent(kept)
    };
    match cut.sharers - 1 {
        1 => share_of_two(&share, other),
        others => share_of_several(&share, others),
    }
}

/// Micro-batches in flight on a stage.
#[must_use]
pub fn in_flight(cut: &Cut, stage: &StageCut) -> String {
    if cut.context > 1 {
        flight_part(stage.in_flight, cut.context)
    } else {
        flight(stage.in_flight)
    }
}

/// The time of messages: their link, the time on it, and the exposed part.
#[must_use]
pub fn exposed(link: &str, time: Seconds, exposed: Seconds) -> String {
    if exposed.0 > 0.0 {
        exposed_part(link, time, exposed)
    } else {
        overlapped(link, time)
    }
}

/// Headings of the table: stage, layers, frozen weights if there are any, and the kinds of memory, in
/// flight, total.
#[must_use]
pub fn headings(cut: &Cut) -> Vec<&'static str> {
    let [frozen, weights] = weights(cut);
    let kinds = [
        weights,
        heading_gradients(),
        heading_optimizer(),
        heading_activations(),
        heading_in_flight(),
        heading_total(),
    ];
    let frozen = Some(frozen).filter(|name| !name.is_empty());
    let first = [heading_stage(), heading_layers()];
    first.into_iter().chain(frozen).chain(kinds).collect()
}

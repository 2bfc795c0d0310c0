//! Changes and cures in words.

use super::controls::{OFFLOADED, OPTIMIZERS};
use super::words::joined;
use cost::memory::Verdict;
use cost::plan::{Offload, Plan, Recompute, Word, WordSet};
use cost::units::Bytes;
use formats::catalog;
use formats::number::{Units, fixed, grouped};
use search::change::Change;
use search::cure::Cure;

/// Runs of equal stages that are written out.
const MOST_RUNS: usize = 4;

pub(super) fn change(change: &Change, plan: &Plan) -> String {
    // `None` follows the virtual stages; the change names the schedule that results.
    let after = match change {
        Change::Schedule(None) => {
            let followed = Change::applied(std::slice::from_ref(change), plan);
            value(&Change::Schedule(Some(followed.schedule())))
        }
        change => value(change),
    };
    if let Change::Split(_)
    | Change::EndsCount(_)
    | Change::Flash(_)
    | Change::Recompute(_)
    | Change::Offload(_) = change
    {
        return after;
    }
    let before = match change.now(plan) {
        Change::Schedule(_) => value(&Change::Schedule(Some(plan.schedule()))),
        now => value(&now),
    };
    joined(&[name(change), " ", &before, " → ", &after])
}

fn name(change: &Change) -> &'static str {
    match change {
        Change::Model(_) => "model",
        Change::Tensor(_) => "TP",
        Change::Pipeline(_) => "PP",
        Change::Context(_) => "CP",
        Change::VirtualStages(_) => "virtual stages",
        Change::Schedule(_) => "schedule",
        Change::Zero(_) => "ZeRO",
        Change::Gpus(_) => "GPUs",
        Change::Sequence(_) => "sequence",
        Change::MicroBatch(_) => "micro-batch",
        Change::GlobalBatch(_) => "global batch",
        Change::CrossEntropy(_) => "cross-entropy",
        Change::Dtype(_) => "precision",
        Change::Optimizer(_) => "optimizer",
        Change::MlpTiles(_) => "MLP tiles",
        Change::Experts(_, _) => "EP × expert TP",
        Change::Degrees(..) => "TP × PP × CP",
        Change::ExpertsPerToken(_) => "experts a token",
        Change::LatentRank(_) => "MLA KV rank",
        Change::KeyWidth(_) => "MLA width without positions",
        Change::ShardGroup(_) => "shard group",
        Change::Split(_)
        | Change::EndsCount(_)
        | Change::Recompute(_)
        | Change::Flash(_)
        | Change::Offload(_) => "",
    }
}

fn value(change: &Change) -> String {
    match change {
        Change::Model(name) => catalog::model_entry(name)
            .map_or(*name, |entry| entry.name)
            .to_owned(),
        Change::Tensor(value)
        | Change::Pipeline(value)
        | Change::Context(value)
        | Change::VirtualStages(value)
        | Change::Gpus(value)
        | Change::Sequence(value)
        | Change::MicroBatch(value)
        | Change::ExpertsPerToken(value)
        | Change::LatentRank(value)
        | Change::KeyWidth(value)
        | Change::MlpTiles(value)
        | Change::GlobalBatch(value) => grouped(*value),
        Change::ShardGroup(0) => String::from("all ranks"),
        Change::ShardGroup(value) => grouped(*value),
        Change::Experts(expert, tensor) => joined(&[&grouped(*expert), " × ", &grouped(*tensor)]),
        Change::Degrees(tensor, pipeline, context) => joined(&[
            &grouped(*tensor),
            " × ",
            &grouped(*pipeline),
            " × ",
            &grouped(*context),
        ]),
        Change::Schedule(schedule) => schedule.map_or("", Word::word).to_owned(),
        Change::Zero(stage) => stage.word().to_owned(),
        Change::CrossEntropy(kind) => kind.word().to_owned(),
        Change::Dtype(dtype) => dtype.word().to_owned(),
        Change::Optimizer(optimizer) => OPTIMIZERS[optimizer.index()].to_owned(),
        Change::Offload(parts) if parts.is_empty() => String::from("nothing on the host"),
        Change::Offload(parts) => joined(&["offload ", &on_host(*parts), " to the host"]),
        Change::Split(layers) if layers.is_empty() => String::from("an even split"),
        Change::Split(layers) => joined(&["an uneven split: ", &stages(layers)]),
        Change::EndsCount(true) => String::from("count embedding and loss as layers"),
        Change::EndsCount(false) => String::from("do not count embedding and loss as layers"),
        Change::Recompute(Recompute::None) => String::from("no recompute"),
        Change::Recompute(Recompute::Selective) => String::from("recompute the attention core"),
        Change::Recompute(Recompute::Full) => String::from("full recompute"),
        Change::Flash(true) => String::from("Flash Attention on"),
        Change::Flash(false) => String::from("Flash Attention off"),
    }
}

/// `optimizer + weights`: parts on the host; empty if there are none.
pub(super) fn on_host(parts: WordSet<Offload>) -> String {
    let mut text = String::new();
    let named = Offload::ALL.iter().zip(OFFLOADED);
    for (_, name) in named.filter(|(part, _)| parts.contains(**part)) {
        text.push_str(if text.is_empty() { "" } else { " + " });
        text.push_str(name);
    }
    text
}

/// `2 stages of 6 layers, 8 of 7, 2 of 6`: layers of stages that follow each other.
fn stages(split: &[u64]) -> String {
    let runs = split.chunk_by(|one, other| one == other);
    let mut text = String::new();
    for (place, run) in runs.clone().enumerate() {
        if place == MOST_RUNS {
            text.push('…');
            break;
        }
        let stages = match (place, run.len()) {
            (0, 1) => " stage of ",
            (0, _) => " stages of ",
            _ => " of ",
        };
        let layers = if place == 0 { " layers" } else { "" };
        let before = if place == 0 { "" } else { ", " };
        let count = grouped(run.len() as u64);
        let each = run.first().copied().unwrap_or_default();
        text.push_str(&joined(&[before, &count, stages, &grouped(each), layers]));
    }
    text
}

pub(super) fn cure_effect(cure: &Cure, units: Units) -> String {
    let size = units.size(Bytes(cure.memory_change.unsigned_abs()));
    let sign = if cure.memory_change < 0 { "−" } else { "+" };
    let points = cure.mfu_change * 100.0;
    let plus = if points > 0.0 { "+" } else { "" };
    let verdict = match cure.verdict {
        Verdict::Fits => "",
        Verdict::Tight => ", tight",
        Verdict::OutOfMemory => ", still out of memory",
    };
    joined(&[
        sign,
        &size,
        ", MFU ",
        plus,
        &fixed(points, 1),
        " points",
        verdict,
    ])
}

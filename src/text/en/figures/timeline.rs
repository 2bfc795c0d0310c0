//! The step as it runs.

use super::super::SCHEDULES;
use super::joined;
use crate::cost::Estimate;
use crate::cost::schedule::{Block, Pipeline};
use crate::cost::timeline::{Cell, Repeat, Row, Timeline};
use crate::cost::units::{Bytes, Seconds};
use crate::text::figures::TimelineText;
use crate::text::number::{Units, duration, grouped, percent};

pub(super) const TIMELINE: TimelineText = TimelineText {
    heading: "The comb.",
    sentence,
    too_long: "A step of this plan has more blocks than can be drawn.",
    region: "The step as it runs. Left and right go from block to block, up and down from stage to \
             stage, plus and minus zoom, space plays.",
    keys: [
        "forward",
        "backward",
        "weight gradient",
        "recompute",
        "communication",
        "optimizer",
        "waiting",
    ],
    buttons: [
        "Zoom out",
        "Zoom in",
        "Block before",
        "Next block",
        "Play",
        "Pause",
    ],
    against: ["Compare with", "nothing"],
    schedules: SCHEDULES,
    stage: "stage ",
    result,
    held,
    block,
    hint: "Point at a block, or go there by the arrow keys.",
    headings: [
        "stage",
        "works",
        "waits",
        "bubble",
        "most in flight",
        "most held",
    ],
    blocks: "Blocks of the chosen stage",
    columns: ["blocks", "start", "end", "each takes"],
    repeat,
};

/// Forward, backward, input gradient, weight gradient.
const DIRECTIONS: [&str; 4] = ["forward", "backward", "input gradient", "weight gradient"];

fn sentence(pipeline: &Pipeline, estimate: &Estimate) -> String {
    let time = &estimate.time;
    let step = duration(time.total());
    let micro_batches = grouped(pipeline.micro_batches as u64);
    if pipeline.ranks == 1 {
        return joined(&[
            "One stage waits for no other: ",
            &micro_batches,
            if pipeline.micro_batches == 1 {
                " micro-batch in a step of "
            } else {
                " micro-batches, one after another, in a step of "
            },
            &step,
            ".",
        ]);
    }
    let bubble = [
        "Stages wait ",
        &percent(time.bubble_fraction()),
        " of the pipeline’s time, ",
        &duration(time.bubble),
        " of a step of ",
        &step,
    ]
    .concat();
    let why = pipeline.equal_turns().map_or_else(
        || {
            joined(&[
                ": ",
                &micro_batches,
                " micro-batches must fill and drain it.",
            ])
        },
        |[waits, turns]| {
            joined(&[
                ": filling and draining take ",
                &grouped(waits as u64),
                " of ",
                &grouped(turns as u64),
                " turns, ",
                &percent(waits as f64 / turns as f64),
                " if all stages were equal.",
            ])
        },
    );
    [bubble, why].concat()
}

fn result(schedule: usize, bubble: f64, held: Bytes, units: Units) -> String {
    joined(&[
        SCHEDULES.get(schedule).copied().unwrap_or_default(),
        " waits ",
        &percent(bubble),
        " and holds up to ",
        &units.size(held),
        " of activations",
    ])
}

fn held(rank: usize, row: &Row, room: Bytes, units: Units) -> String {
    joined(&[
        "stage ",
        &grouped(rank as u64),
        " holds up to ",
        &grouped(row.in_flight as u64),
        if row.in_flight == 1 {
            " micro-batch, "
        } else {
            " micro-batches, "
        },
        &units.size(row.held),
        "; the card has room for ",
        &units.size(room),
    ])
}

/// "forward of micro-batch 3", and of which chunk where there are several.
fn name(timeline: &Timeline, block: Block) -> String {
    let chunk = if timeline.pipeline.chunks_a_rank() > 1 {
        joined(&[", chunk ", &grouped(block.chunk as u64)])
    } else {
        String::new()
    };
    joined(&[
        DIRECTIONS[block.direction as usize],
        " of micro-batch ",
        &grouped(block.micro_batch as u64),
        &chunk,
    ])
}

/// "Stage 1, forward of micro-batch 2: starts at 310 ms, takes 96 ms, of which computing takes
/// 80 ms, tensor parallelism 16 ms. Waited 12 ms for …"
fn block(timeline: &Timeline, rank: usize, index: usize) -> String {
    let Some(cell) = timeline.cell(rank, index) else {
        return String::new();
    };
    let spent = timeline.spent(rank, cell);
    let parts = [
        ("compute ", spent.compute),
        ("recompute ", spent.recompute),
        ("tensor-parallel exchange ", spent.tensor),
        ("context-parallel exchange ", spent.context),
        ("expert exchange ", spent.expert),
        ("sending to the next stage ", spent.pipeline),
        ("gathering ", spent.gather),
    ];
    let parts = parts.into_iter().filter(|(_, time)| time.0 > 0.0);
    let parts: Vec<String> = parts
        .map(|(name, time)| joined(&[name, &duration(time)]))
        .collect();
    let wait = match timeline.wait(rank, index) {
        Some(wait) => {
            let other = timeline.cell(wait.rank, wait.index);
            let other = other.map_or(String::new(), |cell| name(timeline, cell.block));
            if wait.rank == rank {
                joined(&[". Follows ", &other, " at once."])
            } else {
                joined(&[
                    ". Waited ",
                    &duration(wait.idle),
                    " for ",
                    &other,
                    " on stage ",
                    &grouped(wait.rank as u64),
                    ".",
                ])
            }
        }
        None => String::from(". Waits for nothing."),
    };
    joined(&[
        "Stage ",
        &grouped(rank as u64),
        ", ",
        &name(timeline, cell.block),
        ": starts at ",
        &duration(Seconds(cell.start)),
        ", takes ",
        &duration(Seconds(cell.end - cell.start)),
        ": ",
        &parts.join(", "),
        &wait,
    ])
}

/// "forward 4–15, backward 0–11"
fn repeat(blocks: &[Cell], repeat: Repeat) -> String {
    let one = |cell: &Cell| {
        let block = cell.block;
        let first = block.micro_batch as u64;
        let name = [DIRECTIONS[block.direction as usize], " ", &grouped(first)].concat();
        if repeat.times > 1 {
            joined(&[&name, "–", &grouped(first + repeat.times as u64 - 1)])
        } else {
            name
        }
    };
    let pattern = blocks.iter().skip(repeat.first).take(repeat.period);
    pattern.map(one).collect::<Vec<String>>().join(", ")
}

//! The step as it runs.

use crate::en::words::{filled, joined};
use crate::figures::TimelineText;
use cost::Estimate;
use cost::moment::StepMoment;
use cost::plan::Schedule;
use cost::schedule::Pipeline;
use cost::timeline::{Repeat, Timeline};
use cost::units::{Bytes, Seconds};
use formats::number::{Units, duration, fixed, grouped, percent};

pub(super) const TIMELINE: TimelineText = TimelineText {
    heading: "Pipeline timeline.",
    sentence,
    too_long: "A step of this plan has more blocks than can be drawn.",
    region: "Timeline of the step. Left and right go from block to block, up and down from stage to \
             stage, plus and minus zoom, 0 draws the whole step, space plays.",
    keys: [
        "forward",
        "backward",
        "weight gradient",
        "recompute",
        "communication",
        "optimizer",
        "idle",
    ],
    buttons: [
        "Zoom out",
        "Zoom in",
        "Block before",
        "Next block",
        "Play",
        "Pause",
    ],
    whole: "Whole step",
    left_out: |count| {
        let noun = if count == 1 {
            " micro-batch not drawn"
        } else {
            " micro-batches not drawn"
        };
        joined(&[&grouped(count as u64), noun])
    },
    tick: |time, step| {
        let decimals = match step {
            step if step > 0.999 => 0,
            step if step > 0.0999 => 1,
            step if step > 0.00999 => 2,
            _ => 3,
        };
        joined(&[&fixed(time, decimals), "\u{a0}s"])
    },
    against: ["Compare with", "nothing"],
    schedule: crate::changes::schedule_name,
    stage: "stage ",
    result,
    held,
    block,
    moment,
    at: |moment| joined(&["at ", &duration(moment.time), " of the step"]),
    in_flight: |count| joined(&[&grouped(count as u64), " in flight"]),
    hint: "Point at a block, or go there by the arrow keys.",
    headings: [
        "stage",
        "busy",
        "idle",
        "idle share",
        "peak in flight",
        "peak activations",
    ],
    blocks: "Blocks of the chosen stage",
    columns: ["blocks", "start", "end", "each takes"],
    cut: |shown, all| {
        joined(&[
            "The first ",
            &grouped(shown as u64),
            " of ",
            &grouped(all as u64),
            " rows. The drawing above shows the rest.",
        ])
    },
    repeat,
};

/// Forward, backward, input gradient, weight gradient.
pub(super) const DIRECTIONS: [&str; 4] =
    ["forward", "backward", "input gradient", "weight gradient"];

fn sentence(pipeline: &Pipeline, estimate: &Estimate) -> String {
    let time = &estimate.time;
    let step = duration(time.total());
    let micro_batches = grouped(pipeline.micro_batches as u64);
    if pipeline.ranks == 1 {
        return joined(&[
            "One stage has no pipeline bubble: ",
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
    let length = duration(time.pipeline());
    let length = if length == step {
        filled("a step of ~", &[&step])
    } else {
        filled("the pipeline’s time, ~ of a step of ~", &[&length, &step])
    };
    let idle = filled(
        "The mean of all ~ stages is idle ~ of ~: the pipeline bubble is ~, ~",
        &[
            &grouped(pipeline.ranks as u64),
            &percent(time.idle_fraction()),
            &length,
            &percent(time.bubble_fraction()),
            &duration(time.bubble),
        ],
    );
    let why = pipeline.equal_turns().map_or_else(
        || {
            filled(
                " (~ micro-batches fill and drain the pipeline)",
                &[&micro_batches],
            )
        },
        |[waits, turns]| {
            filled(
                " (fill and drain take ~ of ~ micro-batch slots, ~ with equal stages)",
                &[
                    &grouped(waits),
                    &grouped(turns),
                    &percent(waits as f64 / turns as f64),
                ],
            )
        },
    );
    let uneven = filled(
        "; imbalance of stages is ~, ~.",
        &[
            &percent(time.imbalance_fraction()),
            &duration(time.imbalance),
        ],
    );
    [idle, why, uneven].concat()
}

fn result(schedule: Schedule, bubble: f64, held: Bytes, units: Units) -> String {
    joined(&[
        crate::changes::schedule_name(schedule),
        " has a bubble of ",
        &percent(bubble),
        " and peak activations of ",
        &units.size(held),
    ])
}

fn held(timeline: &Timeline, rank: usize, room: Bytes, units: Units) -> String {
    let Some(row) = timeline.rows().get(rank) else {
        return String::new();
    };
    let what = match (timeline.pipeline().chunks_a_rank(), row.in_flight) {
        (1, 1) => " micro-batch, ",
        (1, _) => " micro-batches, ",
        _ => " chunks of micro-batches, ",
    };
    joined(&[
        "stage ",
        &grouped(rank as u64),
        " holds up to ",
        &grouped(row.in_flight as u64),
        what,
        &units.size(row.held),
        "; GPU memory for activations: ",
        &units.size(room),
    ])
}

/// "At 410 ms stage 1 holds 3 micro-batches, 12.1 GiB, and 1 of 4 stages is idle."
fn moment(moment: &StepMoment, rank: usize, units: Units) -> String {
    let held = moment
        .ranks
        .get(rank)
        .map_or_else(Default::default, |rank| rank.held);
    filled(
        "At ~ stage ~ has ~ in flight, ~; idle stages: ~ of ~.",
        &[
            &duration(moment.time),
            &grouped(rank as u64),
            &grouped(held.in_flight as u64),
            &units.size(Bytes(held.bytes)),
            &grouped(moment.idle() as u64),
            &grouped(moment.ranks.len() as u64),
        ],
    )
}

/// "forward of micro-batch 3", and of which chunk where there are several.
fn name(timeline: &Timeline, rank: usize, index: usize) -> String {
    let Some(cell) = timeline.cell(rank, index) else {
        return String::new();
    };
    let name = joined(&[
        DIRECTIONS[cell.block.direction as usize],
        " of micro-batch ",
        &grouped(cell.block.micro_batch as u64),
    ]);
    if timeline.pipeline().chunks_a_rank() > 1 {
        joined(&[&name, ", chunk ", &grouped(cell.block.chunk as u64)])
    } else {
        name
    }
}

/// "Stage 1, forward of micro-batch 2: starts at 310 ms, takes 96 ms: compute 80 ms,
/// tensor-parallel exchange 16 ms. Waited 12 ms for …"
fn block(timeline: &Timeline, rank: usize, index: usize) -> String {
    let Some(cell) = timeline.cell(rank, index) else {
        return String::new();
    };
    let mut said = joined(&[
        "Stage ",
        &grouped(rank as u64),
        ", ",
        &name(timeline, rank, index),
        ": starts at ",
        &duration(Seconds(cell.start)),
        ", takes ",
        &duration(Seconds(cell.end - cell.start)),
    ]);
    let spent = timeline.spent(rank, cell);
    let [tensor, context, expert, pipeline, data] = spent.exchange.exposed_by_axis();
    let mut mark = ": ";
    for (part, time) in [
        ("compute ", spent.compute),
        ("recompute ", spent.recompute),
        ("tensor-parallel exchange ", tensor),
        ("context-parallel exchange ", context),
        ("expert exchange ", expert),
        ("sending to the next stage ", pipeline),
        ("gathering ", data),
    ] {
        if time.0 > 0.0 {
            said = joined(&[&said, mark, part, &duration(time)]);
            mark = ", ";
        }
    }
    let Some(wait) = timeline.wait(rank, index) else {
        return joined(&[&said, ". Waits for nothing."]);
    };
    let other = name(timeline, wait.rank, wait.index);
    if wait.idle.0 > 0.0 {
        let stage = grouped(wait.rank as u64);
        let idle = duration(wait.idle);
        joined(&[
            &said,
            ". Waited ",
            &idle,
            " for ",
            &other,
            " on stage ",
            &stage,
            ".",
        ])
    } else {
        joined(&[&said, ". Follows ", &other, " at once."])
    }
}

/// "forward 4–15, backward 0–11", and of which chunk where there are several.
fn repeat(timeline: &Timeline, rank: usize, repeat: Repeat) -> String {
    let mut said = String::new();
    for index in repeat.first..repeat.first + repeat.period {
        let Some(cell) = timeline.cell(rank, index) else {
            continue;
        };
        let first = cell.block.micro_batch as u64;
        let mark = if said.is_empty() { "" } else { ", " };
        let name = DIRECTIONS[cell.block.direction as usize];
        said = joined(&[&said, mark, name, " ", &grouped(first)]);
        if repeat.times > 1 {
            said = joined(&[&said, "–", &grouped(first + repeat.times as u64 - 1)]);
        }
        if timeline.pipeline().chunks_a_rank() > 1 {
            said = joined(&[&said, " of chunk ", &grouped(cell.block.chunk as u64)]);
        }
    }
    said
}

//! The timeline of a step.

use crate::number::{duration, fixed, listed, locale};
use cost::Estimate;
use cost::moment::StepMoment;
use cost::plan;
use cost::schedule::{Direction, Pipeline};
use cost::timeline::{Repeat, Timeline};
use cost::units::{Bytes, Seconds};
use formats::number::Units;

messages!("timeline");

/// Names of the colours: forward, backward, weight gradient, recompute, communication, optimizer,
/// idle.
#[must_use]
pub fn colours() -> [&'static str; 7] {
    [
        forward(),
        backward(),
        weight_gradient(),
        recompute(),
        communication(),
        optimizer(),
        idle(),
    ]
}

/// The name of a kind of block.
#[must_use]
pub fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => forward(),
        Direction::Backward => backward(),
        Direction::InputGradient => input_gradient(),
        Direction::WeightGradient => weight_gradient(),
    }
}

/// The name of a schedule.
#[must_use]
pub fn schedule(schedule: plan::Schedule) -> &'static str {
    crate::changes::schedule_name(schedule)
}

/// Headings of the table of stages.
#[must_use]
pub fn headings() -> [&'static str; 6] {
    [
        column_stage(),
        column_busy(),
        column_idle(),
        column_idle_share(),
        column_in_flight(),
        column_activations(),
    ]
}

/// Headings of the table of a stage's blocks.
#[must_use]
pub fn columns() -> [&'static str; 4] {
    [
        column_blocks(),
        column_start(),
        column_end(),
        column_takes(),
    ]
}

/// Sentence on the size and the cause of the bubble.
#[must_use]
pub fn sentence(pipeline: &Pipeline, estimate: &Estimate) -> String {
    let time = &estimate.time;
    let (step, length) = (time.total(), time.pipeline());
    let micro_batches = pipeline.micro_batches as u64;
    if pipeline.ranks == 1 {
        return one_stage(micro_batches, step);
    }
    let length = if duration(length) == duration(step) {
        length_step(step)
    } else {
        length_pipeline(length, step)
    };
    let cause = pipeline.equal_turns().map_or_else(
        || cause_fill(micro_batches),
        |[waits, turns]| cause_turns(waits, turns, waits as f64 / turns as f64),
    );
    stages(
        pipeline.ranks as u64,
        time.idle_fraction(),
        &length,
        time.bubble_fraction(),
        time.bubble,
        &cause,
        time.imbalance_fraction(),
        time.imbalance,
    )
}

/// A place on the time axis, with ticks of this distance; both in seconds.
#[must_use]
pub fn tick(time: f64, step: f64) -> String {
    let decimals = match step {
        step if step > 0.999 => 0,
        step if step > 0.0999 => 1,
        step if step > 0.00999 => 2,
        _ => 3,
    };
    locale::seconds(&fixed(time, decimals))
}

/// Most micro-batches in flight on a stage, their activations, and the bytes for which the GPU has
/// room.
#[must_use]
pub fn held(timeline: &Timeline, rank: usize, room: Bytes, units: Units) -> String {
    let Some(row) = timeline.rows().get(rank) else {
        return String::new();
    };
    let (rank, in_flight) = (rank as u64, row.in_flight as u64);
    if timeline.pipeline().chunks_a_rank() == 1 {
        holds_micro_batches(rank, in_flight, row.held, room, units)
    } else {
        holds_chunks(rank, in_flight, row.held, room, units)
    }
}

/// The moment at which the cursor stands: the memory of a stage, and the number of idle stages.
#[must_use]
pub fn moment(moment: &StepMoment, rank: usize, units: Units) -> String {
    let held = moment
        .ranks
        .get(rank)
        .map_or_else(Default::default, |rank| rank.held);
    at_cursor(
        moment.time,
        rank as u64,
        held.in_flight as u64,
        Bytes(held.bytes),
        moment.idle() as u64,
        moment.ranks.len() as u64,
        units,
    )
}

/// Kind and micro-batch of a block, and its chunk where there are several.
fn name(timeline: &Timeline, rank: usize, index: usize) -> String {
    let Some(cell) = timeline.cell(rank, index) else {
        return String::new();
    };
    let kind = direction(cell.block.direction);
    let micro_batch = cell.block.micro_batch as u64;
    if timeline.pipeline().chunks_a_rank() > 1 {
        pass_of_chunk(kind, micro_batch, cell.block.chunk as u64)
    } else {
        pass(kind, micro_batch)
    }
}

/// A block by its rank and its place in the row: its times, and the block for which it waited.
#[must_use]
pub fn block(timeline: &Timeline, rank: usize, index: usize) -> String {
    let Some(cell) = timeline.cell(rank, index) else {
        return String::new();
    };
    let spent = timeline.spent(rank, cell);
    let [tensor, context, expert, pipeline, data] = spent.exchange.exposed_by_axis();
    let parts: Vec<String> = [
        (Part::Compute, spent.compute),
        (Part::Recompute, spent.recompute),
        (Part::ForwardOnly, spent.forward_only),
        (Part::Tensor, tensor),
        (Part::Context, context),
        (Part::Expert, expert),
        (Part::Sends, pipeline),
        (Part::Gathers, data),
    ]
    .into_iter()
    .filter(|(_, time)| time.0 > 0.0)
    .map(|(which, time)| part(which, time))
    .collect();
    let (stage, pass) = (rank as u64, name(timeline, rank, index));
    let (start, takes) = (Seconds(cell.start), Seconds(cell.end - cell.start));
    let times = if parts.is_empty() {
        block_sentence(stage, &pass, start, takes)
    } else {
        block_with_parts(stage, &pass, start, takes, &parts)
    };
    [times, waiting(timeline, rank, index)].join(" ")
}

/// The block for which a block waited.
fn waiting(timeline: &Timeline, rank: usize, index: usize) -> String {
    let Some(wait) = timeline.wait(rank, index) else {
        return waits_for_nothing().to_owned();
    };
    let other = name(timeline, wait.rank, wait.index);
    if wait.idle.0 > 0.0 {
        waited(wait.idle, &other, wait.rank as u64)
    } else {
        follows(&other)
    }
}

/// Blocks of one repetition on a rank, with their ranges of micro-batches, and their chunks where
/// there are several.
#[must_use]
pub fn repeat(timeline: &Timeline, rank: usize, repeat: Repeat) -> String {
    let has_chunks = timeline.pipeline().chunks_a_rank() > 1;
    let cells = repeat.first..repeat.first + repeat.period;
    let cells = cells.filter_map(|index| timeline.cell(rank, index));
    let each: Vec<String> = cells
        .map(|cell| {
            let kind = direction(cell.block.direction);
            let (first, chunk) = (cell.block.micro_batch as u64, cell.block.chunk as u64);
            let last = first + (repeat.times as u64).saturating_sub(1);
            match (repeat.times > 1, has_chunks) {
                (false, false) => repeated_one(kind, first),
                (true, false) => repeated_range(kind, first, last),
                (false, true) => repeated_one_of_chunk(kind, first, chunk),
                (true, true) => repeated_range_of_chunk(kind, first, last, chunk),
            }
        })
        .collect();
    listed(&each)
}

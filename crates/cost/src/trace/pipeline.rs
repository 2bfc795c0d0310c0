//! A whole step of one pipeline stage: its blocks as the simulation runs them, and its waiting.
//!
//! It is derived from [`crate::timeline`], with which tests compare it.

use super::middle::{self, is_forward};
use super::recorder::Recorder;
use super::types::{Activity, Collective, Happening, HeldPart, StageLoad, TraceLane};
use crate::Estimate;
use crate::legal::Legal;
use crate::step::BlockCosts;
use crate::timeline::{Cell, Timeline};
use crate::traffic::Route;
use crate::units::{Bytes, Seconds};

/// Records the step of the rank; `None` if the plan has no timeline.
pub(super) fn record(recorder: &mut Recorder, legal: &Legal, estimate: &Estimate) -> Option<()> {
    let timeline = Timeline::of(legal, estimate)?;
    let row = timeline.rows().get(recorder.rank)?;
    let cells = &row.blocks;
    let first_backward = cells.iter().position(|cell| !is_forward(cell))?;
    let last_forward = cells.iter().rposition(is_forward)?;
    let skipped = middle::of(&timeline, recorder.rank);
    if timeline.pipeline().schedule.validates_afterwards() {
        recorder.begins = Seconds(cells.first()?.start);
    }
    let stages = timeline.rows().iter().map(|row| StageLoad {
        idle: row.step.bubble_fraction(),
        held: row.held,
        in_flight: row.in_flight,
        first_backward: first_backward_of(&row.blocks),
    });
    recorder.compares(stages.collect());
    let times = skipped_times(cells, &skipped);
    held(recorder, &timeline, times);
    recorder.begin(Happening::Fill, 0);
    let mut middle = BlockCosts::default();
    let mut middle_sends: Option<Collective> = None;
    let (mut idle, mut idle_middle) = (Seconds::ZERO, Seconds::ZERO);
    let mut end = recorder.begins.0;
    for (index, cell) in cells.iter().enumerate() {
        let gap = Seconds((cell.start - end).max(0.0));
        end = cell.end;
        idle += gap;
        let spent = fitted(&timeline, recorder.rank, index);
        if skipped.contains(&index) {
            middle += spent;
            idle_middle += gap;
            if spent.exchange.of(Route::Pipeline).link > Seconds::ZERO {
                let form = sends(cell);
                middle_sends = Some(middle_sends.map_or(form, |before| before.and(form)));
            }
            if index + 1 == skipped.end {
                recorder.begin(Happening::Repeats, skipped.len() as u64);
                // Waits are between the blocks: results travel in them, too.
                block(
                    recorder,
                    &middle,
                    middle_sends.unwrap_or(Collective::Several),
                );
                recorder.run(Activity::Idle, idle_middle);
                if index + 1 != first_backward && index != last_forward {
                    recorder.begin(after(index + 1, first_backward, last_forward), 0);
                }
            }
            continue;
        }
        // A wait for the first backward is before it. If all forwards are, no steady state follows.
        if index == first_backward {
            recorder.run(Activity::Idle, gap);
            recorder.begin(after(index, first_backward, last_forward), 0);
        } else {
            if index == last_forward + 1 {
                recorder.begin(Happening::Drain, 0);
            }
            recorder.run(Activity::Idle, gap);
        }
        block(recorder, &spent, sends(cell));
    }
    if let Some(arrival) = last_arrival(&timeline, recorder.rank) {
        recorder.arrive_by(TraceLane::Exchange, arrival.beyond(recorder.begins));
    }
    let left = row.step.bubble.beyond(idle);
    recorder.run(Activity::Idle, left);
    let [exchange, update] = row.tail;
    // The exchange is a difference of sums: what rounding leaves of it is none.
    if exchange > row.step.total() * ROUNDING {
        recorder.begin(Happening::GradientsLeft, 0);
        recorder.wait(Route::Data, exchange);
    }
    recorder.begin(Happening::Update, 0);
    recorder.run(Activity::Update, update);
    Some(())
}

/// Share of a step below which a difference of sums of its seconds is rounding.
const ROUNDING: f64 = 1e-9;

/// The time of a block by cause, cut to the block's length. If a forward overlaps with a backward,
/// the expert exchange of both hides first. Compute of the backward beyond its length runs while
/// the forward before it waits.
fn fitted(timeline: &Timeline, rank: usize, index: usize) -> BlockCosts {
    let Some(cell) = timeline.cell(rank, index) else {
        return BlockCosts::default();
    };
    let mut costs = timeline.costs(rank, cell);
    let own = excess(timeline, rank, index);
    let next = excess(timeline, rank, index + 1);
    let works = costs.kernels();
    let waits = Seconds(cell.end - cell.start + own - next - works.0).max(Seconds::ZERO);
    let exposed = costs.exchange.exposed();
    if exposed > waits {
        let expert = costs.exchange.of(Route::Expert).exposed;
        let left = expert.beyond(exposed.beyond(waits));
        costs.exchange = costs.exchange.exposing_on(Route::Expert, left);
        let exposed = costs.exchange.exposed();
        if exposed > waits {
            costs.exchange = costs.exchange.exposing(waits);
        }
    }
    costs
}

/// Seconds that a block's kernels take beyond its length.
fn excess(timeline: &Timeline, rank: usize, index: usize) -> f64 {
    timeline.cell(rank, index).map_or(0.0, |cell| {
        let costs = timeline.costs(rank, cell);
        (costs.kernels().0 - (cell.end - cell.start)).max(0.0)
    })
}

/// The time at which the last result that the rank sends has arrived, from the start of the step;
/// `None` if it sends none. The optimizer does not wait for it, as the stage that receives it does.
fn last_arrival(timeline: &Timeline, rank: usize) -> Option<Seconds> {
    let mut cells = timeline.rows().get(rank)?.blocks.iter().rev();
    let last = cells.find(|cell| {
        let exchange = timeline.costs(rank, cell).exchange;
        exchange.of(Route::Pipeline).link > Seconds::ZERO
    })?;
    Some(Seconds(last.end) + timeline.transfer())
}

/// The start of the first backward among blocks, from the start of the step; zero if there is none.
fn first_backward_of(cells: &[Cell]) -> Seconds {
    let first = cells.iter().find(|cell| !is_forward(cell));
    Seconds(first.map_or(0.0, |cell| cell.start))
}

/// The form in which a block's result goes to another stage.
const fn sends(cell: &Cell) -> Collective {
    if is_forward(cell) {
        Collective::ToNextStage
    } else {
        Collective::ToStageBefore
    }
}

/// The part of a step to which a block belongs.
const fn after(index: usize, first_backward: usize, last_forward: usize) -> Happening {
    if index < first_backward {
        Happening::Fill
    } else if index <= last_forward {
        Happening::Steady
    } else {
        Happening::Drain
    }
}

/// The time that skipped blocks take.
fn skipped_times(cells: &[Cell], skipped: &std::ops::Range<usize>) -> [f64; 2] {
    let last = skipped.end.checked_sub(1);
    match (
        cells.get(skipped.start),
        last.and_then(|last| cells.get(last)),
    ) {
        (Some(first), Some(last)) if !skipped.is_empty() => [first.end, last.end],
        _ => [0.0, 0.0],
    }
}

/// One block, or several in one piece, whose results go to other stages in this form.
fn block(recorder: &mut Recorder, spent: &BlockCosts, between: Collective) {
    recorder.run(Activity::Recompute, spent.recompute);
    recorder.run(Activity::ForwardOnly, spent.forward_only);
    recorder.block(
        Activity::Compute,
        spent.compute,
        &spent.exchange,
        &Route::ALL,
        between,
    );
}

/// Activations that the rank holds, without those of skipped blocks.
fn held(recorder: &mut Recorder, timeline: &Timeline, [from, to]: [f64; 2]) {
    recorder.hold(HeldPart::Activations, Bytes::ZERO);
    let (rank, begins) = (recorder.rank, recorder.begins);
    timeline.holds(rank, &mut |time, now| {
        if time <= from || time >= to {
            let at = Seconds(time).beyond(begins);
            recorder.hold_from(at, HeldPart::Activations, Bytes(now.bytes));
        }
    });
}

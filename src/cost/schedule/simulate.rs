//! Runs a pipeline's programs under their dependencies: the one simulation from which step
//! time, bubble and timeline are read.

use super::program::{Block, Direction, Pipeline};

/// How long blocks take, by virtual stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Durations {
    /// Seconds of a forward, for each virtual stage.
    pub forward: Vec<f64>,
    /// Seconds of a backward, for each virtual stage.
    pub backward: Vec<f64>,
    /// Seconds that a tensor travels between stages without keeping either of them busy.
    pub travel: f64,
}

/// When a rank works.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RankTime {
    /// End of its last block, seconds from the start of the step.
    pub end: f64,
    /// Seconds in which it runs a block.
    pub busy: f64,
}

impl RankTime {
    /// Seconds before the end in which the rank waits.
    #[must_use]
    pub fn idle(&self) -> f64 {
        (self.end - self.busy).max(0.0)
    }
}

/// One block as it ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The rank.
    pub rank: usize,
    /// The block.
    pub block: Block,
    /// Seconds from the start of the step.
    pub start: f64,
    /// Seconds from the start of the step.
    pub end: f64,
}

/// Longest part of a step that is simulated block by block, in micro-batches beyond two
/// pipeline depths. By then a schedule repeats itself.
const TRANSIENT: usize = 32;

/// Times of every rank.
///
/// Long steps repeat the same pattern once the pipeline is full, so beyond two depths and
/// [`TRANSIENT`] micro-batches the step is extended by the pace of the last depth.
#[must_use]
pub fn simulate(pipeline: &Pipeline, durations: &Durations) -> Vec<RankTime> {
    let ranks = pipeline.ranks;
    // A whole number of groups short of the end, so that a last, smaller group stays the last.
    let longest = 2 * ranks + TRANSIENT;
    let groups_left_out = pipeline.micro_batches.saturating_sub(longest) / ranks;
    if groups_left_out < 2 {
        return simulate_traced(pipeline, durations, |_| {});
    }
    let short = Pipeline { micro_batches: pipeline.micro_batches - groups_left_out * ranks, ..*pipeline };
    let shorter = Pipeline { micro_batches: short.micro_batches - ranks, ..short };
    let times = simulate_traced(&short, durations, |_| {});
    let before = simulate_traced(&shorter, durations, |_| {});
    let more = groups_left_out as f64;
    times
        .iter()
        .zip(&before)
        .map(|(time, before)| RankTime {
            end: time.end + (time.end - before.end) * more,
            busy: time.busy + (time.busy - before.busy) * more,
        })
        .collect()
}

/// Times of every rank, block by block; `trace` sees each block as it is placed, in an order
/// in which dependencies come first.
pub fn simulate_traced(
    pipeline: &Pipeline,
    durations: &Durations,
    mut trace: impl FnMut(Span),
) -> Vec<RankTime> {
    let Pipeline { ranks, chunks, micro_batches, .. } = *pipeline;
    let stages = ranks * chunks;
    let warm_up: Vec<usize> = (0..ranks).map(|rank| pipeline.warm_up(rank)).collect();
    // When the output of a stage's forward (backward) of a micro-batch is there for the next
    // stage; a tensor that does not exist yet is infinitely late.
    let mut forward_out = vec![f64::INFINITY; stages * micro_batches];
    let mut backward_out = vec![f64::INFINITY; stages * micro_batches];
    let mut next = vec![0; ranks];
    let mut times = vec![RankTime::default(); ranks];
    let mut left = ranks * pipeline.slots();
    while left > 0 {
        let before = left;
        for rank in 0..ranks {
            let time = &mut times[rank];
            while next[rank] < pipeline.slots() {
                let Some(block) = pipeline.block_after(warm_up[rank], next[rank]) else {
                    next[rank] += 1;
                    left -= 1;
                    continue;
                };
                let stage = block.chunk * ranks + rank;
                let here = stage * micro_batches + block.micro_batch;
                let forward = block.direction == Direction::Forward;
                let ready = if forward {
                    if stage == 0 { 0.0 } else { forward_out[here - micro_batches] }
                } else if stage + 1 == stages {
                    forward_out[here] - durations.travel
                } else {
                    backward_out[here + micro_batches]
                };
                if ready == f64::INFINITY {
                    break;
                }
                let start = time.end.max(ready);
                let length =
                    if forward { durations.forward[stage] } else { durations.backward[stage] };
                let end = start + length;
                let out = if forward { &mut forward_out } else { &mut backward_out };
                out[here] = end + durations.travel;
                time.end = end;
                time.busy += length;
                next[rank] += 1;
                left -= 1;
                trace(Span { rank, block, start, end });
            }
        }
        // Every program above respects its dependencies; a new one that does not must not hang.
        debug_assert!(left < before, "a schedule waits for itself: {pipeline:?}");
        if left == before {
            break;
        }
    }
    times
}

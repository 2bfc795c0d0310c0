//! The most that the micro-batches in flight on a rank hold together, by schedule.

use crate::cost::activations::{Scratchpad, WalkPeak};
use crate::cost::legal::Legal;
use crate::cost::schedule::{HeldPeak, Pipeline, Share, Visits};

/// The most that each rank's micro-batches in flight hold together.
pub(super) fn all(legal: &Legal, scratchpad: &Scratchpad, pipeline: &Pipeline) -> Vec<WalkPeak> {
    if pipeline.schedule.splits_backward() {
        return split_peaks(legal, scratchpad, pipeline);
    }
    let peak: fn(&Legal, &Scratchpad, &Pipeline, usize) -> WalkPeak = if pipeline.chunks == 1 {
        plain_peak
    } else {
        interleaved_peak
    };
    (0..pipeline.ranks)
        .map(|rank| peak(legal, scratchpad, pipeline, rank))
        .collect()
}

/// Of a schedule without chunks, in which every micro-batch is alike: the others in flight, and
/// one that walks backward.
pub(super) fn plain_peak(
    legal: &Legal,
    scratchpad: &Scratchpad,
    pipeline: &Pipeline,
    rank: usize,
) -> WalkPeak {
    let others = pipeline.in_flight(rank) as u64 - 1;
    let stage = rank as u64;
    scratchpad.kept(legal, stage) * others + scratchpad.walk(legal, stage)
}

/// Walks over all programs, because weight gradients that wait keep a part of what they came
/// from.
fn split_peaks(legal: &Legal, scratchpad: &Scratchpad, pipeline: &Pipeline) -> Vec<WalkPeak> {
    let parts: Vec<[WalkPeak; 3]> = (0..legal.virtual_stages)
        .map(|stage| {
            [
                scratchpad.kept(legal, stage),
                scratchpad.walk(legal, stage),
                scratchpad.deferred(legal, stage),
            ]
        })
        .collect();
    let peaks = pipeline.peaks(&shares(legal, scratchpad));
    let moment = |(rank, held): (usize, &HeldPeak)| {
        let mut all = WalkPeak::default();
        for chunk in 0..pipeline.chunks_a_rank() {
            let [kept, walk, deferred] = parts[pipeline.stage(rank, chunk)];
            let walks = u64::from(held.walking == Some(chunk));
            all = all
                + kept * held.whole[chunk] as u64
                + deferred * held.waiting[chunk] as u64
                + walk * walks;
        }
        all
    };
    peaks.iter().enumerate().map(moment).collect()
}

/// What one micro-batch needs on each virtual stage.
pub(super) fn shares(legal: &Legal, scratchpad: &Scratchpad) -> Vec<Share> {
    let share = |stage| Share {
        kept: scratchpad.kept(legal, stage).total().0,
        walk: scratchpad.walk(legal, stage).total().0,
        weight: scratchpad.deferred(legal, stage).total().0,
    };
    (0..legal.virtual_stages).map(share).collect()
}

/// Walks over a rank's program, because chunks at the ends keep more than the others: all
/// forwards of the warm-up, then one period of backwards, each after a forward. Later periods
/// hold the same or, when forwards run out, less.
fn interleaved_peak(
    legal: &Legal,
    scratchpad: &Scratchpad,
    pipeline: &Pipeline,
    rank: usize,
) -> WalkPeak {
    let chunks: Vec<ChunkShare> = (0..pipeline.chunks)
        .map(|chunk| (chunk * pipeline.ranks + rank) as u64)
        .map(|stage| ChunkShare {
            kept: scratchpad.kept(legal, stage),
            walk: scratchpad.walk(legal, stage),
        })
        .collect();
    let mut forwards = Visits::start(pipeline);
    let mut backwards = Visits::start(pipeline);
    let mut held = WalkPeak::default();
    let mut peak = WalkPeak::default();
    for _ in 0..pipeline.warm_up(rank) {
        if let Some(forward) = forwards.next_forward(pipeline) {
            held = held + chunks[forward.chunk].kept;
        }
    }
    for _ in 0..pipeline.period() {
        if let Some(forward) = forwards.next_forward(pipeline) {
            held = held + chunks[forward.chunk].kept;
        }
        if let Some(backward) = backwards.next_backward(pipeline) {
            let chunk = &chunks[backward.chunk];
            held = held.saturating_sub(chunk.kept);
            let moment = held + chunk.walk;
            if moment.total() > peak.total() {
                peak = moment;
            }
        }
    }
    peak
}

/// What one micro-batch needs on one chunk of a rank.
struct ChunkShare {
    /// From its forward to its backward.
    kept: WalkPeak,
    /// During its backward, `kept` included.
    walk: WalkPeak,
}

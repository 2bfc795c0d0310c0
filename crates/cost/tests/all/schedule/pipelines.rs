//! Pipelines and durations that the tests run, and how they read a simulation.

use cost::plan::Schedule;
use cost::schedule::{Durations, Pipeline, RankTime, Span, simulate_traced};

/// The three schedules that are simulated, as the number of chunks asks.
fn schedules(chunks: usize) -> &'static [Schedule] {
    if chunks == 1 {
        &[Schedule::OneFOneB, Schedule::GPipe]
    } else {
        &[Schedule::Interleaved]
    }
}

/// Every pipeline of a grid of ranks, chunks and micro-batches, small ones and odd ones.
pub(crate) fn grid() -> Vec<Pipeline> {
    let mut pipelines = Vec::new();
    for ranks in [1, 2, 3, 4, 8, 16] {
        for chunks in [1, 2, 3, 5] {
            if chunks > 1 && ranks == 1 {
                continue;
            }
            for micro_batches in [1, 2, 3, 4, 7, 8, 16, 17, 32, 64] {
                for &schedule in schedules(chunks) {
                    pipelines.push(Pipeline {
                        ranks,
                        chunks,
                        micro_batches,
                        schedule,
                    });
                }
            }
        }
    }
    pipelines
}

pub(crate) fn equal(pipeline: &Pipeline, forward: f64, backward: f64) -> Durations {
    let stages = pipeline.ranks * pipeline.chunks;
    Durations {
        forward: vec![forward; stages],
        backward: vec![backward; stages],
        ..Durations::default()
    }
}

/// A step's length: the end of the rank that finishes last.
pub(crate) fn length(times: &[RankTime]) -> f64 {
    times.iter().map(|time| time.end).fold(0.0, f64::max)
}

pub(crate) fn spans(pipeline: &Pipeline, durations: &Durations) -> (Vec<Span>, Vec<RankTime>) {
    let mut spans = Vec::new();
    let times = simulate_traced(pipeline, durations, |span| spans.push(span));
    (spans, times)
}

/// Uneven but reproducible lengths.
pub(crate) fn uneven(pipeline: &Pipeline, seed: usize) -> Durations {
    let stages = pipeline.ranks * pipeline.chunks;
    let length =
        |stage: usize, salt: usize| 1.0 + ((stage * 31 + salt * 17 + seed) % 11) as f64 / 7.0;
    Durations {
        forward: (0..stages).map(|stage| length(stage, 1)).collect(),
        backward: (0..stages).map(|stage| 2.0 * length(stage, 2)).collect(),
        transfer: 0.25,
        ..Durations::default()
    }
}

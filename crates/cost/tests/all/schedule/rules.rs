//! The rules of every step: each block runs once, after its inputs, and nothing is quicker than the
//! critical path.

use std::collections::HashMap;

use cost::plan::Schedule;
use cost::schedule::{Direction, Durations, Pipeline, RankTime, Span, simulate};

use super::pipelines::{equal, grid, length, spans, uneven};
use test_utils::close;

#[test]
fn every_block_runs_once_and_waits_for_what_it_needs() {
    for pipeline in grid() {
        let durations = uneven(&pipeline, 7);
        let (spans, times) = spans(&pipeline, &durations);
        check_spans(&pipeline, &durations, &spans, &times);
    }
}

pub(crate) fn check_spans(
    pipeline: &Pipeline,
    durations: &Durations,
    spans: &[Span],
    times: &[RankTime],
) {
    let Pipeline {
        ranks,
        chunks,
        micro_batches,
        ..
    } = *pipeline;
    let stages = ranks * chunks;
    assert_eq!(spans.len(), 2 * stages * micro_batches, "{pipeline:?}");
    let mut ends: HashMap<(bool, usize, usize), f64> = HashMap::new();
    let mut rank_end = vec![0.0; ranks];
    for span in spans {
        let forward = span.block.direction == Direction::Forward;
        let stage = span.block.chunk * ranks + span.rank;
        let micro_batch = span.block.micro_batch;
        assert!(
            stage < stages && micro_batch < micro_batches,
            "{pipeline:?} {span:?}"
        );
        assert!(
            span.start >= rank_end[span.rank],
            "two blocks at once: {pipeline:?} {span:?}"
        );
        let needs = match (forward, stage) {
            (true, 0) => None,
            (true, _) => Some((true, stage - 1, durations.transfer)),
            // The last stage turns round on the spot.
            (false, last) if last + 1 == stages => Some((true, last, 0.0)),
            (false, _) => Some((false, stage + 1, durations.transfer)),
        };
        if let Some((forward, needed, transfer)) = needs {
            let ready = ends.get(&(forward, needed, micro_batch));
            let ready = ready.unwrap_or_else(|| panic!("{pipeline:?}: {span:?} came first"));
            let slack = 1e-9 * span.end;
            assert!(
                span.start + slack >= ready + transfer,
                "too early: {pipeline:?} {span:?}"
            );
        }
        if !forward {
            assert!(
                ends.contains_key(&(true, stage, micro_batch)),
                "backward first: {span:?}"
            );
        }
        let lengths = if forward {
            &durations.forward
        } else {
            &durations.backward
        };
        close(
            "length of a block",
            span.end - span.start,
            lengths[stage],
            1e-9,
        );
        let again = ends.insert((forward, stage, micro_batch), span.end);
        assert_eq!(again, None, "ran twice: {pipeline:?} {span:?}");
        rank_end[span.rank] = span.end;
    }
    for (rank, time) in times.iter().enumerate() {
        close(
            &format!("end of rank {rank}"),
            time.end,
            rank_end[rank],
            1e-12,
        );
    }
}

#[test]
fn the_slowest_stage_sets_the_pace() {
    // With one stage twice as long as the others, a long step is m times its length and a
    // filling and draining that m does not change: at most one pass of all others.
    for slow in [0, 3, 7] {
        let step = |micro_batches| {
            let schedule = Schedule::OneFOneB;
            let pipeline = Pipeline {
                ranks: 8,
                chunks: 1,
                micro_batches,
                schedule,
            };
            let mut durations = equal(&pipeline, 1.0, 2.0);
            durations.forward[slow] = 2.0;
            durations.backward[slow] = 4.0;
            let times = simulate(&pipeline, &durations);
            (length(&times), times[slow].idle())
        };
        let (long, idle) = step(500);
        assert!((3_000.0..=3_021.0).contains(&long), "stage {slow}: {long}");
        assert!(idle <= 21.0, "stage {slow} waits {idle}");
        let (longer, _) = step(1_000_500);
        close(
            &format!("a million more, stage {slow}"),
            longer - long,
            6e6,
            1e-12,
        );
    }
}

#[test]
fn a_critical_path_bounds_every_step() {
    // No schedule is quicker than one micro-batch through all stages and back, nor than the
    // busiest rank.
    for pipeline in grid() {
        let durations = uneven(&pipeline, 3);
        let times = simulate(&pipeline, &durations);
        let stages = (pipeline.ranks * pipeline.chunks) as f64;
        let travels = 2.0 * (stages - 1.0) * durations.transfer;
        let lone: f64 = durations
            .forward
            .iter()
            .chain(&durations.backward)
            .sum::<f64>()
            + travels;
        let busiest = times.iter().map(|time| time.busy).fold(0.0, f64::max);
        let length = length(&times);
        assert!(
            length >= lone.max(busiest) - 1e-9,
            "{pipeline:?}: {length} < {lone}, {busiest}"
        );
        assert!(
            times
                .iter()
                .all(|time| time.idle() >= 0.0 && time.end >= time.busy - 1e-9)
        );
    }
}

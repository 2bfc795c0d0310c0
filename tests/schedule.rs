//! The pipeline simulation against closed forms, and against its own rules, block by block.

mod common;

use std::collections::HashMap;

use common::close;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use shardwise::cost::plan::Schedule;
use shardwise::cost::schedule::{
    Direction, Durations, Pipeline, RankTime, Span, simulate, simulate_traced,
};

/// The three schedules that are simulated, as the number of chunks asks.
fn schedules(chunks: usize) -> &'static [Schedule] {
    if chunks == 1 {
        &[Schedule::OneFOneB, Schedule::GPipe]
    } else {
        &[Schedule::Interleaved]
    }
}

/// Every pipeline of a grid of ranks, chunks and micro-batches, small ones and odd ones.
fn grid() -> Vec<Pipeline> {
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

fn equal(pipeline: &Pipeline, forward: f64, backward: f64) -> Durations {
    let stages = pipeline.ranks * pipeline.chunks;
    Durations {
        forward: vec![forward; stages],
        backward: vec![backward; stages],
        travel: 0.0,
    }
}

/// A step's length: the end of the rank that finishes last.
fn length(times: &[RankTime]) -> f64 {
    times.iter().map(|time| time.end).fold(0.0, f64::max)
}

fn spans(pipeline: &Pipeline, durations: &Durations) -> (Vec<Span>, Vec<RankTime>) {
    let mut spans = Vec::new();
    let times = simulate_traced(pipeline, durations, |span| spans.push(span));
    (spans, times)
}

/// Micro-batch chunks that a rank holds at most, counted off its program.
fn held(pipeline: &Pipeline, rank: usize) -> usize {
    let (mut held, mut most) = (0_usize, 0);
    for block in (0..pipeline.slots()).filter_map(|index| pipeline.block(rank, index)) {
        match block.direction {
            Direction::Forward => held += 1,
            Direction::Backward => held -= 1,
        }
        most = most.max(held);
    }
    assert_eq!(
        held, 0,
        "{pipeline:?} rank {rank} leaves activations behind"
    );
    most
}

#[test]
fn equal_stages_follow_the_closed_forms() {
    // GPipe and 1F1B: (m + p − 1)(F + B) (Huang 2018; Narayanan 2021, section 2.2). Interleaved,
    // where p divides m: m·v blocks each way and (p − 1) of a chunk's length.
    for pipeline in grid() {
        let Pipeline {
            ranks,
            chunks,
            micro_batches,
            ..
        } = pipeline;
        if chunks > 1 && !micro_batches.is_multiple_of(ranks) {
            continue;
        }
        for (forward, backward) in [(1.0, 2.0), (1.0, 1.0), (0.3, 0.9)] {
            let times = simulate(&pipeline, &equal(&pipeline, forward, backward));
            let blocks = (micro_batches * chunks + ranks - 1) as f64;
            let expected = blocks * (forward + backward);
            close(&format!("{pipeline:?}"), length(&times), expected, 1e-12);
            for time in times {
                let busy = (micro_batches * chunks) as f64 * (forward + backward);
                close(&format!("busy, {pipeline:?}"), time.busy, busy, 1e-12);
            }
        }
    }
}

#[test]
fn bubble_fractions_of_the_textbooks() {
    // (p−1)/(m·v+p−1), idle over the whole step, which the first rank ends.
    for pipeline in grid() {
        let Pipeline {
            ranks,
            chunks,
            micro_batches,
            ..
        } = pipeline;
        if ranks == 1 || (chunks > 1 && !micro_batches.is_multiple_of(ranks)) {
            continue;
        }
        let times = simulate(&pipeline, &equal(&pipeline, 1.0, 2.0));
        let first = times[0];
        close("rank 0 ends the step", first.end, length(&times), 1e-12);
        let expected = (ranks - 1) as f64 / (micro_batches * chunks + ranks - 1) as f64;
        close(
            &format!("{pipeline:?}"),
            first.idle() / first.end,
            expected,
            1e-9,
        );
    }
}

#[test]
fn activations_in_flight_follow_the_closed_forms() {
    // GPipe m; 1F1B min(m, p − i); interleaved min(2(p − i − 1) + (v − 1)p + 1, m·v) chunks
    // (Narayanan 2021, section 2.2; Korthikanti 2022, appendix B).
    for pipeline in grid() {
        let Pipeline {
            ranks,
            chunks,
            micro_batches,
            schedule,
        } = pipeline;
        for rank in 0..ranks {
            let expected = match schedule {
                Schedule::GPipe => micro_batches,
                Schedule::OneFOneB => micro_batches.min(ranks - rank),
                _ => {
                    let warm_up = 2 * (ranks - rank - 1) + (chunks - 1) * ranks;
                    (warm_up + 1).min(micro_batches * chunks)
                }
            };
            assert_eq!(
                pipeline.in_flight(rank),
                expected,
                "{pipeline:?} rank {rank}"
            );
            let held = held(&pipeline, rank);
            if chunks == 1 || micro_batches.is_multiple_of(ranks) {
                assert_eq!(held, expected, "{pipeline:?} rank {rank}, counted");
            } else {
                // Empty slots of the last group may come before the first backward.
                assert!(
                    held <= expected,
                    "{pipeline:?} rank {rank}: {held} > {expected}"
                );
            }
        }
    }
}

#[test]
fn interleaving_raises_the_first_ranks_memory() {
    // Korthikanti 2022, section 4.2.3: by 1 + (p − 1)/(p·v) over 1F1B, in whole stages.
    for (ranks, chunks) in [(8, 2), (8, 4), (16, 3), (35, 3), (64, 2)] {
        let pipeline = Pipeline {
            ranks,
            chunks,
            micro_batches: 8 * ranks,
            schedule: Schedule::Interleaved,
        };
        let stages = pipeline.in_flight(0) as f64 / chunks as f64;
        let (p, v) = (ranks as f64, chunks as f64);
        let expected = p * (1.0 + (p - 1.0) / (p * v));
        close(
            &format!("p = {ranks}, v = {chunks}"),
            stages,
            expected,
            1e-12,
        );
    }
}

/// The same simulation in the plainest way: each rank runs its program as far as what it needs
/// is there, over and over. Gives the blocks in the order in which they were placed.
fn placed_by_searching(pipeline: &Pipeline, durations: &Durations) -> Vec<Span> {
    let Pipeline { ranks, chunks, .. } = *pipeline;
    let stages = ranks * chunks;
    let mut out: HashMap<(bool, usize, usize), f64> = HashMap::new();
    let mut next = vec![0; ranks];
    let mut ends = vec![0.0_f64; ranks];
    let mut spans = Vec::new();
    loop {
        let before = spans.len();
        for rank in 0..ranks {
            while next[rank] < pipeline.slots() {
                let Some(block) = pipeline.block(rank, next[rank]) else {
                    next[rank] += 1;
                    continue;
                };
                let forward = block.direction == Direction::Forward;
                let stage = block.chunk * ranks + rank;
                let ready = match (forward, stage) {
                    (true, 0) => Some(0.0),
                    (true, _) => out.get(&(true, stage - 1, block.micro_batch)).copied(),
                    (false, last) if last + 1 == stages => {
                        let turned = out.get(&(true, last, block.micro_batch));
                        turned.map(|out| out - durations.travel)
                    }
                    (false, _) => out.get(&(false, stage + 1, block.micro_batch)).copied(),
                };
                let Some(ready) = ready else { break };
                let lengths = if forward {
                    &durations.forward
                } else {
                    &durations.backward
                };
                let start = ready.max(ends[rank]);
                let end = start + lengths[stage];
                out.insert((forward, stage, block.micro_batch), end + durations.travel);
                ends[rank] = end;
                next[rank] += 1;
                spans.push(Span {
                    rank,
                    block,
                    start,
                    end,
                });
            }
        }
        if spans.len() == before {
            return spans;
        }
    }
}

#[test]
fn rounds_place_blocks_where_a_search_would() {
    for pipeline in grid() {
        let durations = uneven(&pipeline, 5);
        let (walked, _) = spans(&pipeline, &durations);
        let mut walked = walked;
        let mut searched = placed_by_searching(&pipeline, &durations);
        assert_eq!(
            searched.len(),
            2 * pipeline.chunks * pipeline.ranks * pipeline.micro_batches
        );
        let order = |a: &Span, b: &Span| (a.rank, a.start).partial_cmp(&(b.rank, b.start));
        for spans in [&mut walked, &mut searched] {
            spans.sort_by(|a, b| order(a, b).expect("times are numbers"));
        }
        for (walked, searched) in walked.iter().zip(&searched) {
            assert_eq!(walked.block, searched.block, "{pipeline:?}");
            let off = (walked.start - searched.start).abs() + (walked.end - searched.end).abs();
            assert!(off < 1e-9, "{pipeline:?}: {walked:?} is not {searched:?}");
        }
    }
}

#[test]
fn every_block_runs_once_and_waits_for_what_it_needs() {
    for pipeline in grid() {
        let durations = uneven(&pipeline, 7);
        let (spans, times) = spans(&pipeline, &durations);
        check_spans(&pipeline, &durations, &spans, &times);
    }
}

/// Uneven but reproducible lengths.
fn uneven(pipeline: &Pipeline, seed: usize) -> Durations {
    let stages = pipeline.ranks * pipeline.chunks;
    let length =
        |stage: usize, salt: usize| 1.0 + ((stage * 31 + salt * 17 + seed) % 11) as f64 / 7.0;
    Durations {
        forward: (0..stages).map(|stage| length(stage, 1)).collect(),
        backward: (0..stages).map(|stage| 2.0 * length(stage, 2)).collect(),
        travel: 0.25,
    }
}

fn check_spans(pipeline: &Pipeline, durations: &Durations, spans: &[Span], times: &[RankTime]) {
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
            (true, _) => Some((true, stage - 1, durations.travel)),
            // The last stage turns round on the spot.
            (false, last) if last + 1 == stages => Some((true, last, 0.0)),
            (false, _) => Some((false, stage + 1, durations.travel)),
        };
        if let Some((forward, needed, travel)) = needs {
            let ready = ends.get(&(forward, needed, micro_batch));
            let ready = ready.unwrap_or_else(|| panic!("{pipeline:?}: {span:?} came first"));
            let slack = 1e-9 * span.end;
            assert!(
                span.start + slack >= ready + travel,
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
        let travels = 2.0 * (stages - 1.0) * durations.travel;
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

#[test]
fn travel_between_equal_stages_delays_only_what_waits_for_it() {
    // One micro-batch: every boundary is crossed there and back.
    let pipeline = Pipeline {
        ranks: 4,
        chunks: 1,
        micro_batches: 1,
        schedule: Schedule::OneFOneB,
    };
    let mut durations = equal(&pipeline, 1.0, 2.0);
    durations.travel = 0.5;
    close(
        "one micro-batch",
        length(&simulate(&pipeline, &durations)),
        12.0 + 6.0 * 0.5,
        1e-12,
    );
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        // The same pipelines every time: a failure is news about the code.
        rng_seed: RngSeed::Fixed(2_021),
        ..ProptestConfig::default()
    }
}

/// A pipeline with random stage times, long enough to be extrapolated.
fn long_step() -> impl Strategy<Value = (Pipeline, Durations)> {
    (1..9_usize, 1..4_usize, 0..200_usize, any::<bool>())
        .prop_flat_map(|(ranks, chunks, more, gpipe)| {
            let chunks = if ranks == 1 { 1 } else { chunks };
            let schedule = match (chunks, gpipe) {
                (1, true) => Schedule::GPipe,
                (1, false) => Schedule::OneFOneB,
                _ => Schedule::Interleaved,
            };
            let pipeline = Pipeline {
                ranks,
                chunks,
                micro_batches: 4 * ranks + 32 + more,
                schedule,
            };
            let stages = ranks * chunks;
            let lengths = || proptest::collection::vec(0.5..1.5_f64, stages);
            (Just(pipeline), lengths(), lengths(), 0.0..0.5_f64)
        })
        .prop_map(|(pipeline, forward, backward, travel)| {
            (
                pipeline,
                Durations {
                    forward,
                    backward,
                    travel,
                },
            )
        })
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn extrapolated_steps_equal_simulated_ones((pipeline, durations) in long_step()) {
        let quick = simulate(&pipeline, &durations);
        let whole = simulate_traced(&pipeline, &durations, |_| {});
        for (rank, (quick, whole)) in quick.iter().zip(&whole).enumerate() {
            let end = quick.end / whole.end - 1.0;
            let busy = quick.busy / whole.busy - 1.0;
            prop_assert!(
                end.abs() < 1e-6 && busy.abs() < 1e-6,
                "rank {rank}: end {} instead of {} ({end:+.1e}), busy {} instead of {}",
                quick.end, whole.end, quick.busy, whole.busy,
            );
        }
    }

    #[test]
    fn random_stages_respect_their_dependencies((pipeline, durations) in long_step()) {
        let (spans, times) = spans(&pipeline, &durations);
        check_spans(&pipeline, &durations, &spans, &times);
    }
}

proptest! {
    #![proptest_config(config(16))]

    #[test]
    fn very_long_steps_too((pipeline, durations) in long_step()) {
        let pipeline = Pipeline { micro_batches: pipeline.micro_batches + 10_000, ..pipeline };
        let quick = length(&simulate(&pipeline, &durations));
        let whole = length(&simulate_traced(&pipeline, &durations, |_| {}));
        prop_assert!((quick / whole - 1.0).abs() < 1e-9, "{quick} instead of {whole}");
    }
}

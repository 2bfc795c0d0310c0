//! The simulation against closed forms: lengths, bubbles and activations in flight.

use cost::plan::Schedule;
use cost::schedule::{Direction, Pipeline, simulate};

use super::pipelines::{equal, grid, length};
use test_utils::close;

/// Micro-batch chunks that a rank holds at most, counted off its program.
fn held(pipeline: &Pipeline, rank: usize) -> usize {
    let (mut held, mut most) = (0_usize, 0);
    for block in (0..pipeline.slots()).filter_map(|index| pipeline.block(rank, index)) {
        match block.direction {
            Direction::Forward => held += 1,
            _ => held -= 1,
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
                expected as u64,
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
    durations.transfer = 0.5;
    close(
        "one micro-batch",
        length(&simulate(&pipeline, &durations)),
        12.0 + 6.0 * 0.5,
        1e-12,
    );
}

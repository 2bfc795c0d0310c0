//! Moments of a step, against its blocks and the estimate.

use cost::moment::StepMoment;
use cost::timeline::Timeline;
use cost::units::Seconds;

use super::timeline::{laid_out, plans};

/// Moments at which something changes, and those between them.
fn times(timeline: &Timeline) -> Vec<f64> {
    let cells = timeline.rows().iter().flat_map(|row| &row.blocks);
    let mut times: Vec<f64> = cells.flat_map(|cell| [cell.start, cell.end]).collect();
    times.sort_by(f64::total_cmp);
    let every = times.len().div_ceil(400);
    let between: Vec<f64> = times
        .windows(2)
        .map(|pair| pair.iter().sum::<f64>() / 2.0)
        .collect();
    times.into_iter().chain(between).step_by(every).collect()
}

#[test]
fn a_rank_runs_the_block_of_the_chart_and_is_idle_between_blocks() {
    for (what, plan) in plans() {
        let (timeline, _) = laid_out(&plan);
        for time in times(&timeline) {
            for (row, rank) in timeline
                .rows()
                .iter()
                .zip(StepMoment::of(&timeline, Seconds(time)).ranks)
            {
                let mut cells = row.blocks.iter();
                let runs = cells.find(|cell| cell.start <= time && time < cell.end);
                assert_eq!(rank.block, runs.map(|cell| cell.block), "{what} at {time}");
            }
        }
    }
}

#[test]
fn the_most_that_a_rank_holds_at_a_moment_is_the_estimates() {
    for (what, plan) in plans() {
        let (timeline, estimate) = laid_out(&plan);
        for (rank, row) in timeline.rows().iter().enumerate() {
            let times = row.blocks.iter().flat_map(|cell| [cell.start, cell.end]);
            let held: Vec<_> = times.map(|time| timeline.held_at(rank, time)).collect();
            let in_flight = held.iter().map(|held| held.in_flight).max();
            let bytes = held.iter().map(|held| held.bytes).max();
            assert_eq!(in_flight, Some(row.in_flight), "{what}, rank {rank}");
            assert_eq!(bytes, Some(row.held.0), "{what}, rank {rank}");
            let stage = &estimate.memory.stages[rank];
            assert_eq!(
                row.held,
                stage.activations + stage.logits,
                "{what}, rank {rank}"
            );
            // At the peak of bytes no more are in flight than at any moment.
            assert!(
                stage.in_flight <= row.in_flight as u64,
                "{what}, rank {rank}"
            );
            let after = timeline.held_at(rank, timeline.end().0);
            assert_eq!(
                (after.bytes, after.in_flight),
                (0, 0),
                "{what}, rank {rank}"
            );
        }
    }
}

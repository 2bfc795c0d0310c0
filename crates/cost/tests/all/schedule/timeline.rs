//! The step as it runs, against the estimate that comes from the same simulation.

use cost::legal::Legal;
use cost::plan::Plan;
use cost::schedule::{Block, Direction};
use cost::step::StepTime;
use cost::timeline::{MOST_BLOCKS, RankRow, Timeline};
use cost::units::Seconds;
use cost::{Estimate, estimate};
use search::schedules;

use test_utils::plan;

/// Plans with equal and unequal stages, experts, recompute, ZeRO-3, offload and a measured
/// machine, each under every schedule that it can run.
pub(super) fn plans() -> Vec<(String, Plan)> {
    let links = [
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
        "#v=1&p=llama3-70b/h100x64&tp=4&pp=8&gbs=16&ckpt=full",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&vp=5&gbs=64",
        "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=512",
        "#v=1&p=deepseek-v2-236b/h800x256&pp=4&ep=16&gbs=2048",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&zero=3&mstep=20",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=2&off=acts",
        "#v=1&p=llama3-8b/h100x8",
    ];
    let mut plans = Vec::new();
    for link in links {
        let own = plan(link);
        for plan in schedules(&own).into_iter().chain([own]) {
            plans.push((format!("{link} {:?}", plan.schedule()), plan));
        }
    }
    plans
}

pub(super) fn laid_out(plan: &Plan) -> (Timeline, Estimate) {
    let estimate = estimate(plan).unwrap();
    let timeline = Timeline::of(&Legal::check(plan).unwrap(), &estimate).unwrap();
    (timeline, estimate)
}

#[test]
fn the_estimate_is_the_mean_of_the_ranks() {
    for (what, plan) in plans() {
        let (timeline, estimate) = laid_out(&plan);
        let time = &estimate.time;
        let same = |value: f64, expected: f64| {
            assert!(
                (value - expected).abs() <= 1e-9 * time.total().0,
                "{what}: {value}, {expected}"
            );
        };
        let entries: [fn(&StepTime) -> Seconds; 5] = [
            |step| step.compute,
            |step| step.recompute,
            StepTime::communication,
            |step| step.data,
            |step| step.optimizer,
        ];
        let rows = timeline.rows();
        let mean =
            |of: &dyn Fn(&RankRow) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
        for entry in entries {
            same(mean(&|row| entry(&row.step).0), entry(time).0);
        }
        // The bubble is what the rank that works most waits, the imbalance what the others wait
        // beyond it; both counted off the blocks.
        let idle = |row: &RankRow| {
            let busy: f64 = row.blocks.iter().map(|cell| cell.end - cell.start).sum();
            time.total().0 - busy - row.tail[0].0 - row.tail[1].0
        };
        let least = rows.iter().map(idle).fold(f64::INFINITY, f64::min);
        same(least, time.bubble.0);
        same(idle(&rows[timeline.busiest()]), time.bubble.0);
        same(mean(&idle), time.bubble.0 + time.imbalance.0);
        // Sum of idle over ranks × time of the pipeline.
        let of_pipeline = time.total().0 - time.data.0 - time.optimizer.0;
        let all: f64 = rows.iter().map(idle).sum();
        let share = all / (rows.len() as f64 * of_pipeline);
        assert!((time.idle_fraction() - share).abs() < 1e-9, "{what}");
        assert!(time.idle_fraction() >= time.bubble_fraction(), "{what}");
        // The step lasts until the last rank's last block and what follows it.
        let validates = timeline.pipeline().schedule.validates_afterwards();
        let mut longest: f64 = 0.0;
        for (rank, row) in rows.iter().enumerate() {
            same(row.step.total().0, time.total().0);
            same(row.step.bubble.0, idle(row));
            same(row.step.imbalance.0, 0.0);
            let (first, last) = (row.blocks.first().unwrap(), row.blocks.last().unwrap());
            let end = last.end + row.tail[0].0 + row.tail[1].0;
            assert!(end <= timeline.end().0, "{what}");
            longest = longest.max(end - if validates { first.start } else { 0.0 });
            let gathered: f64 = row
                .blocks
                .iter()
                .map(|cell| timeline.spent(rank, cell))
                .map(|spent| spent.exchange.exposed_by_axis()[4].0)
                .sum();
            same(gathered + row.tail[0].0, row.step.data.0);
            same(row.tail[1].0, row.step.optimizer.0);
        }
        same(longest, time.total().0);
    }
}

#[test]
fn what_a_rank_holds_at_most_is_its_peak_in_memory() {
    for (what, plan) in plans() {
        let (timeline, estimate) = laid_out(&plan);
        for (rank, stage) in estimate.memory.stages.iter().enumerate() {
            let row = &timeline.rows()[rank];
            let expected = stage.activations + stage.logits;
            // Nothing is left where the optimizer's step holds more than all micro-batches.
            if expected.0 > 0 {
                assert_eq!(row.held, expected, "{what}, rank {rank}");
            }
            let mut last = None;
            timeline.holds(rank, &mut |_, now| last = Some(now));
            let last = last.unwrap();
            assert_eq!((last.bytes, last.in_flight), (0, 0), "{what}, rank {rank}");
        }
    }
}

#[test]
fn one_f_one_b_holds_p_less_i_and_zero_bubble_as_many_everywhere() {
    let (timeline, _) = laid_out(&plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4"));
    assert_eq!(
        [0, 1, 2, 3].map(|rank| timeline.rows()[rank].in_flight),
        [4, 3, 2, 1]
    );
    // Qi 2023, section 2.2: with what waits for its weight gradient every rank holds p.
    let (timeline, _) = laid_out(&plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=zbh1"));
    assert_eq!(
        [0, 1, 2, 3].map(|rank| timeline.rows()[rank].in_flight),
        [4; 4]
    );
}

#[test]
fn every_block_runs_once_and_when_what_it_waits_for_is_there() {
    for (what, plan) in plans() {
        let (timeline, estimate) = laid_out(&plan);
        let nothing = 1e-9 * estimate.time.total().0;
        let mut blocks = 0;
        for (rank, row) in timeline.rows().iter().enumerate() {
            let mut free = 0.0;
            for (index, cell) in row.blocks.iter().enumerate() {
                blocks += 1;
                let what = format!("{what}, rank {rank}, {cell:?}");
                assert!(
                    cell.start >= free - nothing && cell.end >= cell.start,
                    "{what}"
                );
                let length = timeline.spent(rank, cell).total();
                assert!(
                    (length - (cell.end - cell.start)).abs() <= nothing,
                    "{what}"
                );
                let wait = timeline.wait(rank, index);
                if cell.start - free > nothing {
                    let wait = wait.unwrap_or_else(|| panic!("{what} waits for nothing"));
                    assert!(
                        (wait.idle.0 - (cell.start - free)).abs() <= nothing,
                        "{what}"
                    );
                    let end = timeline.cell(wait.rank, wait.index).unwrap().end;
                    assert!(end <= cell.start + nothing, "{what}");
                    // Woven blocks apart, the output leaves at its end and travels alike for all.
                    if !timeline.pipeline().schedule.splits_backward() {
                        let travels = cell.start - end;
                        assert!((travels - timeline.transfer().0).abs() <= nothing, "{what}");
                    }
                } else {
                    let own = wait.map(|wait| (wait.rank, wait.index));
                    assert_eq!(
                        own,
                        index.checked_sub(1).map(|index| (rank, index)),
                        "{what}"
                    );
                }
                assert_eq!(timeline.at(rank, cell.start), index, "{what}");
                free = cell.end;
            }
        }
        let pipeline = timeline.pipeline();
        if !pipeline.schedule.splits_backward() {
            assert_eq!(blocks, pipeline.blocks(), "{what}");
        }
        assert!(blocks <= pipeline.blocks(), "{what}");
    }
}

#[test]
fn what_repeats_is_the_row() {
    for (what, plan) in plans() {
        let (timeline, _) = laid_out(&plan);
        for rank in 0..timeline.rows().len() {
            let cell = |index| timeline.cell(rank, index).unwrap().block;
            let mut next = 0;
            for repeat in timeline.repeats(rank) {
                assert_eq!(repeat.first, next, "{what}");
                for index in repeat.first..repeat.first + repeat.period * repeat.times {
                    let turn = (index - repeat.first) / repeat.period;
                    let first = cell(repeat.first + (index - repeat.first) % repeat.period);
                    let micro_batch = first.micro_batch + turn;
                    assert_eq!(
                        cell(index),
                        Block {
                            micro_batch,
                            ..first
                        },
                        "{what}"
                    );
                    next = index + 1;
                }
            }
            assert_eq!(next, timeline.rows()[rank].blocks.len(), "{what}");
        }
    }
    // Warm-up, the steady turns and the rest of the backwards.
    let (timeline, _) = laid_out(&plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4"));
    assert_eq!(timeline.repeats(0).len(), 3);
    let (first, rest) = (
        timeline.cell(0, 0).unwrap(),
        timeline.rows()[0].blocks.last().unwrap(),
    );
    assert_eq!(first.block.direction, Direction::Forward);
    assert_eq!(rest.block.direction, Direction::Backward);
}

#[test]
fn a_step_that_is_too_long_is_not_laid_out() {
    let longest = "#v=1&p=class-100b/h100x4096&layers=128&tp=8&pp=64&gbs=4096";
    let (timeline, _) = laid_out(&plan(longest));
    let blocks = timeline.rows().iter().map(|row| row.blocks.len() as u64);
    assert_eq!(blocks.sum::<u64>(), MOST_BLOCKS);
    let long = plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=1048576");
    let estimate = estimate(&long).unwrap();
    let legal = Legal::check(&long).unwrap();
    assert!(legal.micro_batches * 2 * 4 > MOST_BLOCKS);
    assert!(Timeline::of(&legal, &estimate).is_none());
}

//! The bubble: the share of a step in which stages wait for each other.

use cost::plan::{Schedule, Word};
use cost::schedule::{Durations, Pipeline, simulate};

use test_utils::{close, estimated};

/// Idle share of the pipeline's time with equal stages, nothing to send and B = 2 F.
fn idle_share(schedule: Schedule, ranks: usize, chunks: usize, micro_batches: usize) -> f64 {
    let pipeline = Pipeline {
        ranks,
        chunks,
        micro_batches,
        schedule,
    };
    let stages = ranks * chunks;
    let durations = Durations {
        forward: vec![1.0; stages],
        backward: vec![2.0; stages],
        ..Durations::default()
    };
    let times = simulate(&pipeline, &durations);
    let end = times.iter().map(|time| time.end).fold(0.0, f64::max);
    let busy = times.iter().map(|time| time.busy).sum::<f64>() / ranks as f64;
    1.0 - busy / end
}

#[test]
fn bubble_of_eight_stages() {
    // (p−1)/(m+p−1) (Huang 2018; Narayanan 2021): 7/15 at m = 8, 7/71 at m = 64; the lessons
    // print 47 % and 10 %.
    for schedule in [Schedule::OneFOneB, Schedule::GPipe] {
        let shares = [(8, 7.0 / 15.0, "47"), (64, 7.0 / 71.0, "10")];
        for (micro_batches, exact, per_cent) in shares {
            let share = idle_share(schedule, 8, 1, micro_batches);
            close(
                &format!("{} m = {micro_batches}", schedule.word()),
                share,
                exact,
                1e-12,
            );
            assert_eq!(format!("{:.0}", 100.0 * share), per_cent);
        }
    }
}

#[test]
fn bubble_of_interleaved_stages() {
    // (p−1)/(m·v+p−1) (Narayanan 2021, section 2.2); Llama 3 (2024, section 3.3.2) prints the
    // overhead (p−1)/(m·v) over the busy time instead.
    for (ranks, chunks, micro_batches) in [(8, 2, 8), (8, 2, 64), (4, 3, 16), (16, 5, 32)] {
        let share = idle_share(Schedule::Interleaved, ranks, chunks, micro_batches);
        let (p, work) = (ranks as f64, (micro_batches * chunks) as f64);
        let what = format!("p = {ranks}, v = {chunks}, m = {micro_batches}");
        close(&what, share, (p - 1.0) / (work + p - 1.0), 1e-12);
        close(
            &["overhead, ", &what].concat(),
            share / (1.0 - share),
            (p - 1.0) / work,
            1e-12,
        );
    }
}

#[test]
fn a_group_that_is_not_full_takes_as_long_in_all_chunks_but_one() {
    for (ranks, chunks) in [(2, 1), (8, 1), (8, 2), (4, 3)] {
        for micro_batches in 1..20 {
            let schedule = Schedule::usual(chunks as u64);
            let share = idle_share(schedule, ranks, chunks, micro_batches);
            let pipeline = Pipeline {
                ranks,
                chunks,
                micro_batches,
                schedule,
            };
            let idle = 1.0 - micro_batches as f64 / pipeline.micro_batches_worth();
            let is_full = chunks == 1 || micro_batches % ranks == 0;
            if is_full || micro_batches <= ranks {
                close(&format!("{pipeline:?}"), idle, share, 1e-12);
            } else {
                // The group before fills a part of the empty slots, but not all.
                let filled = (ranks as f64 - 1.0) / chunks as f64;
                let least = filled / (micro_batches as f64 + filled);
                assert!((least..idle).contains(&share), "{pipeline:?}: {share}");
            }
        }
    }
}

#[test]
fn bubble_of_whole_estimates() {
    // The same fractions out of whole plans whose ends and links cost next to nothing: a
    // vocabulary of 64 words, boundless bandwidth, 16 layers a stage.
    let link = "#v=1&p=custom/h100x8&layers=128&hidden=8192&ffn=32768&heads=64&vocab=64\
                &nvbw=999999999&nicbw=999999999&pp=8&seq=8192&overlap=none";
    let cases = [
        ("&gbs=8", 7.0 / 15.0),
        ("&gbs=64", 7.0 / 71.0),
        ("&gbs=8&sched=gpipe", 7.0 / 15.0),
        ("&gbs=8&vp=2", 7.0 / 23.0),
        ("&gbs=64&vp=4", 7.0 / 263.0),
    ];
    for (levers, fraction) in cases {
        let (_, estimate) = estimated(&[link, levers].concat());
        close(levers, estimate.time.bubble_fraction(), fraction, 0.01);
    }
}

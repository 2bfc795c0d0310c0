//! Winners: the same with pruning and without, by whatever goal, and as the estimate has them.

use cost::memory::Verdict;
use cost::{estimate, memory};
use search::optimize::{
    Best, Constraints, FoundLayout, Incumbent, Margin, Objective, SearchQuestion, Searcher, Space,
    search,
};

use super::plan;

/// Plans whose whole space is small enough to estimate.
const SMALL: [(&str, &[&str]); 7] = [
    ("#v=1&p=llama3-8b/h100x8&gbs=16", &[]),
    ("#v=1&p=llama3-70b/h100x32&gbs=64", &["tp=4..8", "mbs=..2"]),
    ("#v=1&p=mixtral-8x7b/h100x16&gbs=32", &["etp=..2", "mbs=1"]),
    ("#v=1&p=gpt3-175b/a100-80x64&gbs=48", &["tp=8", "sp=1"]),
    (
        "#v=1&p=llama3-8b/h100x8&tp=2&gbs=16&mstep=9&mmem=60",
        &["sched=1f1b,int,zbv,dualpipe"],
    ),
    // Uneven virtual stages, and a recomputation of the plan's own.
    (
        "#v=1&p=llama3-8b/h100x8&layers=29&gbs=16&ckpt=full&ckptn=3",
        &["pp=4..", "ckpt=none,own"],
    ),
    (
        "#v=1&p=mixtral-8x7b/h100x16&gbs=32&ckpt=sel&ckptmod=norm",
        &["etp=1", "mbs=1", "ckpt=own,full", "pp=2..4"],
    ),
];

const GOALS: [Objective; 6] = [
    Objective::Fastest,
    Objective::Smallest,
    Objective::FewestGpus,
    Objective::Cheapest { days: Some(200.0) },
    Objective::SoonestFor { dollars: 3e6 },
    Objective::FewestGpusWithin { days: 300.0 },
];

#[test]
fn pruning_loses_nothing() {
    for (link, restrictions) in SMALL {
        let plan = plan(link);
        for goal in GOALS {
            let mut constraints = Constraints::of(&plan);
            for restriction in restrictions {
                constraints.restrict(restriction).expect("a restriction");
            }
            for margin in [Margin::Band, Margin::Share(0.0)] {
                let question = SearchQuestion {
                    margin,
                    ..SearchQuestion::of(goal)
                };
                let patient = SearchQuestion {
                    prunes: false,
                    ..question.clone()
                };
                let (pruned, counts) = search(&plan, &constraints, &question);
                let (complete, all) = search(&plan, &constraints, &patient);
                assert_eq!(pruned, complete, "{link} {goal:?} {margin:?}");
                assert_eq!(counts.considered, all.considered, "{link}");
                let accounted = counts.without_room + counts.too_slow + counts.refused;
                assert_eq!(
                    accounted + counts.estimated,
                    counts.considered,
                    "{link} {goal:?}"
                );
                assert_eq!(all.refused + all.estimated, all.considered, "{link}");
            }
        }
    }
}

#[test]
fn what_memory_buys_is_the_best_within_each_limit() {
    for (link, restrictions) in SMALL {
        let plan = plan(link);
        let mut constraints = Constraints::of(&plan);
        for restriction in restrictions {
            constraints.restrict(restriction).expect("a restriction");
        }
        let question = SearchQuestion::of_memory(Objective::Fastest, Margin::Share(0.0));
        let (pruned, counts) = search(&plan, &constraints, &question);
        let patient = SearchQuestion {
            prunes: false,
            ..question.clone()
        };
        let (complete, _) = search(&plan, &constraints, &patient);
        assert_eq!(pruned, complete, "{link}");
        assert!(counts.too_slow > 0, "{link}: {counts:?}");
        let front = pruned.front();
        assert!(front.len() > 2, "{link}: {} layouts", front.len());
        for pair in front.windows(2) {
            assert!(pair[0].peak < pair[1].peak, "{link}");
            assert!(pair[0].score > pair[1].score, "{link}");
        }
        let whole = SearchQuestion {
            keep: 1,
            rooms: 1,
            ..question
        };
        let (best, _) = search(&plan, &constraints, &whole);
        let score = |found: Option<&FoundLayout>| found.map(|found| found.score);
        assert_eq!(score(front.last()), score(best.found().first()), "{link}");
    }
}

#[test]
fn what_is_found_is_what_the_estimate_says() {
    for (link, restrictions) in SMALL {
        let base = plan(link);
        let mut constraints = Constraints::of(&base);
        for restriction in restrictions {
            constraints.restrict(restriction).expect("a restriction");
        }
        let question = SearchQuestion {
            keep: 500,
            ..SearchQuestion::of(Objective::Fastest)
        };
        let (best, _) = search(&base, &constraints, &question);
        assert!(best.found().len() > 20, "{link}");
        for found in best.found() {
            let mut plan = base.clone();
            plan.hold_measured();
            found.candidate.write(&mut plan);
            let estimate = estimate(&plan).expect("a legal layout");
            assert_eq!(
                estimate.time.total(),
                found.step,
                "{link} {:?}",
                found.candidate
            );
            assert_eq!(
                estimate.memory.peak(),
                found.peak,
                "{link} {:?}",
                found.candidate
            );
            assert_eq!(
                estimate.memory.verdict,
                Verdict::Fits,
                "{link} {:?}",
                found.candidate
            );
        }
    }
}

#[test]
fn the_memory_of_many_is_that_of_each() {
    let base = plan("#v=1&p=mixtral-8x7b/h100x16&gbs=32");
    let constraints = Constraints::of(&base);
    let mut place = 0;
    Space::of(&base, &constraints).layouts(|candidate| {
        place += 1;
        if place % 97 != 0 {
            return;
        }
        let mut plan = base.clone();
        candidate.write(&mut plan);
        let legal = cost::legal::Legal::check(&plan).expect("a legal layout");
        assert_eq!(
            memory::peak(&legal),
            memory::Memory::of(&legal).peak(),
            "{candidate:?}"
        );
    });
    assert!(place > 10_000, "{place}");
}

#[test]
fn searchers_side_by_side_find_what_one_finds() {
    let plan = plan("#v=1&p=llama3-70b/h100x64");
    let constraints = Constraints::of(&plan);
    let question = SearchQuestion::of(Objective::Fastest);
    let (alone, counts) = search(&plan, &constraints, &question);
    let space = Space::of(&plan, &constraints);
    for of in [2, 3, 7] {
        let incumbent = Incumbent::of(&plan, &question);
        let mut together = Best::of(&plan, &question);
        let mut considered = 0;
        for index in 0..of {
            let mut searcher = Searcher::of(space.clone(), &question, index, of);
            while searcher.advance(&incumbent) {}
            together.merge(&searcher.best);
            considered += searcher.counts.considered;
        }
        assert_eq!(together, alone, "{of} parts");
        assert_eq!(considered, counts.considered);
    }
}

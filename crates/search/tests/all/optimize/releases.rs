//! Searches for layouts that a framework runs.

use cost::legal::Legal;
use cost::plan::Plan;
use formats::export::Release;
use search::optimize::{Constraints, FoundLayout, Objective, SearchQuestion, search};

use super::plan;

/// Plans whose whole space is small enough to look at each layout, with restrictions.
const SMALL: [(&str, &[&str]); 3] = [
    ("#v=1&p=llama3-8b/h100x8&gbs=16", &[]),
    ("#v=1&p=mixtral-8x7b/h100x16&gbs=32", &["etp=..2", "mbs=1"]),
    ("#v=1&p=llama3-70b/h100x32&gbs=64", &["tp=4..8", "mbs=..2"]),
];

fn runs(release: Release, plan: &Plan, found: &FoundLayout) -> bool {
    let mut plan = plan.clone();
    found.candidate.write(&mut plan);
    release.runs(&Legal::check(&plan).expect("a legal layout"))
}

#[test]
fn the_best_of_a_framework_are_the_best_of_all_that_it_runs() {
    for (link, restrictions) in SMALL {
        let plan = plan(link);
        let mut constraints = Constraints::of(&plan);
        for restriction in restrictions {
            constraints.restrict(restriction).expect("a restriction");
        }
        let every = SearchQuestion {
            keep: 200_000,
            prunes: false,
            ..SearchQuestion::of(Objective::Fastest)
        };
        let (all, _) = search(&plan, &constraints, &every);
        for release in Release::all() {
            let question = SearchQuestion {
                keep: 5,
                release: Some(release),
                ..SearchQuestion::of(Objective::Fastest)
            };
            let (best, counts) = search(&plan, &constraints, &question);
            let there = all.found().iter();
            let expected: Vec<FoundLayout> = there
                .filter(|found| runs(release, &plan, found))
                .take(5)
                .copied()
                .collect();
            assert_eq!(best.found(), expected, "{link}, {}", release.name());
            assert_eq!(counts.settled(), counts.considered, "{link}");
            assert!(counts.not_run > 0, "{link}, {}", release.name());
        }
    }
}

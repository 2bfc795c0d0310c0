//! The fuzzer's properties (`fuzz/src/holds/`), checked for some inputs of each kind.

use fuzz::holds::Scope;
use fuzz::target::{Generator, TARGETS, Target};
use proptest::test_runner::TestRunner;
use test_utils::config;
use test_utils::draw::drawn;
use test_utils::given::{goal, lesson, link};

use super::held;

/// Checks a number of inputs of a target.
#[track_caller]
fn check(target: &Target, cases: u32, make: Generator) {
    let scope = Scope::thorough();
    let outcome = TestRunner::new(config(cases))
        .run(&drawn(make), |input| held(target.examine(&scope, &input)));
    outcome.unwrap_or_else(|why| panic!("{}: {why}", target.name));
}

fn named(name: &str) -> &'static Target {
    Target::named(name).expect("a target")
}

#[test]
fn links_hold() {
    check(named("link"), 768, link::pairs);
}

#[test]
fn goals_hold() {
    check(named("goal"), 2_048, goal::goal);
}

#[test]
fn texts_hold_as_goals() {
    check(named("goal"), 2_048, |draw| draw.text(80));
}

#[test]
fn lessons_hold() {
    check(named("lesson"), 1_024, lesson::lesson);
}

#[test]
fn a_few_inputs_of_every_target_hold() {
    for target in &TARGETS {
        check(target, 16, target.draw);
    }
}

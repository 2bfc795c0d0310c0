//! The share of drawn cases to which a property applies. A property that skips most of its cases
//! shows little, and one that skips all of them shows nothing.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::seed::config;

/// Draws this many values, prints the share of them that is accepted, and asserts that it is at
/// least this one.
#[track_caller]
pub fn share<S: Strategy>(
    what: &str,
    strategy: &S,
    count: usize,
    least: f64,
    accepts: impl Fn(S::Value) -> bool,
) {
    let mut runner = TestRunner::new(config(1));
    let accepted = (0..count)
        .filter(|_| {
            let drawn = strategy.new_tree(&mut runner);
            accepts(drawn.expect("a value").current())
        })
        .count();
    let share = accepted as f64 / count as f64;
    eprintln!("{what}: {:.1} % of {count}", 100.0 * share);
    assert!(
        share >= least,
        "{what}: {:.1} % of {count}, at least {:.1} % expected",
        100.0 * share,
        100.0 * least
    );
}

//! What holds for every plan: totals, bounds and directions, over randomly drawn plans.

#[path = "../common/mod.rs"]
mod common;

mod corners;
mod directions;
mod drawn;
mod faster;
mod goals;
mod lessons;
mod links;
mod machine;
mod mending;
mod peak;
mod totals;
mod wide;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        // The same plans every time: a failure is news about the code.
        rng_seed: RngSeed::Fixed(1_974),
        ..ProptestConfig::default()
    }
}

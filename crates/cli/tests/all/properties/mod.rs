//! Properties of every plan: totals, bounds and directions, over randomly drawn plans.

mod corners;
mod directions;
mod ends;
mod faster;
mod goals;
mod lessons;
mod links;
mod machine;
mod mending;
mod peak;
mod shares;
mod totals;
mod trace;
mod trace_words;
mod wide;

use proptest::prelude::*;
use test_utils::seed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        // A case that a property is not about is drawn anew, not passed over: there are as many as
        // it says. At least one in four has to be one that it is about.
        max_global_rejects: 3 * cases,
        failure_persistence: None,
        rng_seed: seed(1_974),
        ..ProptestConfig::default()
    }
}

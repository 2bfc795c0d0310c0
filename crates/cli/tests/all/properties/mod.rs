//! Properties of every plan: totals, bounds and directions, over randomly drawn plans.

mod corners;
mod directions;
mod ends;
mod goals;
mod inputs;
mod lessons;
mod links;
mod machine;
mod mending;
mod peak;
mod shares;
mod totals;
mod trace;
mod trace_words;

use fuzz::failure::{Failure, Holds};
use proptest::test_runner::TestCaseError;

/// The outcome of a check of the fuzzer as one of a property.
fn held(outcome: Holds) -> Result<(), TestCaseError> {
    outcome.map_err(|Failure { property, said, .. }| {
        TestCaseError::fail(format!("{property}: {said}"))
    })
}

//! Properties of every plan: totals, bounds and directions, over randomly drawn plans.

mod advice;
mod corners;
mod difference;
mod directions;
mod ends;
mod goals;
mod inputs;
mod lengths;
mod lessons;
mod links;
mod machine;
mod mending;
mod paper;
mod peak;
mod shares;
mod totals;
mod trace;
mod trace_words;
mod why;

use cost::plan::Plan;
use fuzz::failure::{Failure, Holds};
use fuzz::known::known;
use proptest::test_runner::TestCaseError;

/// The outcome of a check of the fuzzer as one of a property.
fn held(outcome: Holds) -> Result<(), TestCaseError> {
    outcome.map_err(|Failure { property, said, by }| {
        TestCaseError::fail(format!("{property}, by {by}: {said}"))
    })
}

/// The outcome of a check of a plan as one of a property. A violation that is known of such plans,
/// and no larger than is known, is none.
fn held_but_for_known(outcome: Holds, plan: &Plan) -> Result<(), TestCaseError> {
    match outcome {
        Err(failure) if known(&failure, plan).is_some() => Ok(()),
        outcome => held(outcome),
    }
}

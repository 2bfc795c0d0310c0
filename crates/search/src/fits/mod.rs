//! Three questions about the memory of one plan: the cheapest card on which it fits, the longest
//! sequence with which it fits on its card, and the largest model that fits on its card.
//!
//! Each answer consists of plans that differ from the given one in the card, the sequence or the
//! model alone. The number of accelerators, the layout, the method of training and the batch in
//! sequences stay. Nothing is repaired: a plan that cannot exist on a card has its reasons there.
//!
//! An answer takes one estimate a card or model, or some ninety verdicts on memory.
//!
//! Tests: `tests/all/fits.rs`, `crates/cli/tests/all/fits_command.rs`.

mod answer;
mod catalogue;
mod longest;
mod row;

pub use answer::{FitAnswer, FitNumbers, FitQuestion};
pub use catalogue::{cards, models};
pub use longest::{LongestSequence, SEQUENCE_STEP, longest, sequence_step};
pub use row::{FitFigures, FitRow, NearAnswers, first_that_fits, near_answers};

//! The search as the page's workers do it: what they are asked, what they answer, and how one
//! works a moment at a time so that it hears what comes in between.
//!
//! A question goes to all workers at once, a part of the space to each. What they find they send
//! back with every moment's work; the page sends it on, so that each knows what is good enough.
//!
//! Tests: `src/worker/work.rs`, `src/worker/numbers.rs`.

mod messages;
mod numbers;
mod row;
#[cfg(feature = "engine")]
mod work;

pub use messages::{Progress, Reply, Request};
pub use row::{Reading, Row};
#[cfg(feature = "engine")]
pub use work::Worker;

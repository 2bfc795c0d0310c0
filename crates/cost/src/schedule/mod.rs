//! Pipeline schedules: the order of blocks on each rank, their times, and the activations in
//! flight.
//!
//! Tests: `tests/all/schedule/mod.rs`, `tests/all/papers/bubble.rs`.

mod action;
mod condensed;
mod held;
mod moments;
mod needs;
mod pipeline;
mod program;
mod replay;
mod rounds;
mod settle;
mod simulate;
mod split;
mod stand_in;
mod steady;
mod times;
mod visits;

pub use moments::{HeldPeak, Moments, Share};
pub use pipeline::{Block, Direction, Pipeline};
pub use program::Program;
pub use settle::simulate;
pub(super) use settle::{settle, settle_program};
pub use simulate::simulate_traced;
pub(super) use times::Settled;
pub use times::{Durations, RankTime, Span};

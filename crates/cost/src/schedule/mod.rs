//! Pipeline schedules: the order of blocks on each rank, their times, and the activations in
//! flight.
//!
//! Memory, times and the timeline use the same programs ([`Program`]); closed forms are their
//! tests. The time of a simulation is bounded: the full middle of a long step is skipped
//! (`steady.rs`), and above a number of actions shorter pipelines stand in (`stand_in.rs`), which
//! have no timeline. `cargo bench --bench bounded` prints the slowest plans.
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

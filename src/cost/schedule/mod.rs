//! Pipeline schedules: who runs which micro-batch when, what stays in flight, and who waits.

mod action;
mod condensed;
mod held;
mod needs;
mod program;
mod replay;
mod rounds;
mod simulate;
mod split;
mod steady;
mod visits;

pub use action::Program;
pub use held::{HeldPeak, Moments, Share};
pub use program::{Block, Direction, Pipeline};
pub use simulate::{Durations, RankTime, Span, simulate, simulate_traced};
pub(super) use simulate::{Settled, settle, settle_program};

//! Pipeline schedules: the order of blocks on each rank, their times, and the activations in
//! flight.
//!
//! # From programs to times
//!
//! A [`Pipeline`] has p ranks and m micro-batches; each rank holds one or more chunks of the model,
//! its virtual stages (`pipeline.rs`). A *block* is the forward or the backward of one micro-batch
//! through one chunk. Schedules of the zero-bubble family split a backward into an input gradient
//! and a weight gradient (`split/`).
//!
//! 1. **Programs.** A schedule gives each rank a *program*, the order of its blocks
//!    ([`Program`]). For GPipe, 1F1B and interleaved 1F1B a formula gives it: `slots.rs` counts
//!    micro-batches and chunks, `rounds.rs` goes through all ranks round by round. The split
//!    schedules are found by their rules (`split/walk.rs`). In either case a program comes as a
//!    sequence of *actions* of all ranks in which every action comes after those that it needs
//!    (`action.rs`).
//! 2. **Dependencies.** A forward needs the forward of the stage before, a backward the backward of
//!    the stage after, a weight gradient its input gradient ([`Pipeline::dependency`]).
//! 3. **Simulation.** An action starts when its rank is free and its input has arrived, and takes
//!    the seconds of [`Durations`] (`replay.rs`). `block_by_block.rs` runs all actions and gives
//!    the [`RankTime`]s, and each block's [`Span`] for the timeline.
//! 4. **Steady state.** In the middle of a long step a period of actions repeats. As long as each
//!    action waits for the same input as a period before, all periods shift by the same seconds, so
//!    that they are skipped without changing the result (`steady.rs`).
//! 5. **Extrapolation.** A pipeline of too many actions has *reduced* pipelines: the same schedule
//!    on fewer ranks, as full as the long one (`reduced.rs`). Three of them give the length of a
//!    step and its growth by rank and by micro-batch (`extrapolate.rs`). Such a pipeline has no
//!    timeline. [`simulate`] chooses between this and the simulation (`simulate.rs`).
//! 6. **Memory.** A rank keeps activations from a forward until its backward has used them. The
//!    peak comes from the same programs (`peak.rs`); for plans that share a program only the states
//!    that may be a peak are kept (`peak_candidates.rs`).
//!
//! The time of a simulation is bounded: `cargo bench --bench bounded` prints the slowest plans.
//! Closed forms of the literature are tests, not code.
//!
//! Tests: `tests/all/schedule/mod.rs`, `tests/all/papers/bubble.rs`.

mod action;
mod block_by_block;
mod dependencies;
mod extrapolate;
mod path;
mod peak;
mod peak_candidates;
mod pipeline;
mod program;
mod reduced;
mod replay;
mod rounds;
mod simulate;
mod slots;
mod split;
mod steady;
mod times;

pub use block_by_block::simulate_traced;
pub(super) use path::{Chain, chains};
pub use peak_candidates::{ActivationPeak, MicroBatchBytes, PeakCandidates};
pub use pipeline::{Block, Direction, Pipeline};
pub use program::Program;
pub use simulate::simulate;
pub(super) use simulate::{simulated, simulated_program};
pub(super) use times::SimulatedTimes;
pub use times::{Durations, RankTime, Span};

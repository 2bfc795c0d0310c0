//! Work that can be interrupted: its units and its progress.
//!
//! A search that tries plans takes a number of units and stops when they are spent. The units count
//! work, not seconds, so that the same question has the same answer on every machine. A page that
//! stops after some seconds passes few units at a time and reads its clock in between.
//!
//! Tests: `tests/all/diagnosis.rs`.

use cost::plan::Plan;

/// State of a search: more to do, or done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The units are spent, and more is left to try.
    Pending,
    /// All is tried.
    Done,
}

/// Takes steps until this many units of work are spent, at least one step. `step` returns the units
/// that it took, or `None` if nothing is left.
pub(super) fn spend(units: u64, mut step: impl FnMut() -> Option<u64>) -> Progress {
    let mut left = units.max(1);
    while left > 0 {
        match step() {
            Some(taken) => left = left.saturating_sub(taken),
            None => return Progress::Done,
        }
    }
    Progress::Pending
}

/// Units of work for an answer that a reader awaits: about half a second natively.
pub const PATIENCE: u64 = 10_000;

/// Upper bound on the units of a plan.
const MOST: u64 = 100;
/// Blocks that a simulation runs in one unit, about 50 µs natively.
const BLOCKS: u64 = 1_000;

/// The units that the estimate of a plan takes. A plan without a pipeline takes one; a pipeline
/// takes more the more blocks of forward and backward its simulation runs. One unit is about 50 µs
/// natively.
///
/// ```
/// use formats::link;
/// use search::work::units;
/// let units = |link: &str| units(&link::decode(link).0);
/// assert_eq!(units("#v=1&p=llama3-8b/h100x8"), 1);
/// assert!(units("#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&gbs=8192") > 50);
/// ```
#[must_use]
pub fn units(plan: &Plan) -> u64 {
    let layout = &plan.layout;
    if layout.pipeline <= 1 {
        return 1;
    }
    let ranks = plan.batch.micro.saturating_mul(plan.data_parallel()).max(1);
    let micro_batches = plan.global_batch() / ranks;
    // The simulation skips repetitions of a long step, and runs a few micro-batches a stage.
    let stages = layout.pipeline.saturating_mul(layout.virtual_stages.max(1));
    let run = micro_batches.min(layout.pipeline.saturating_mul(4));
    let blocks = stages.saturating_mul(run);
    (1 + blocks / BLOCKS).min(MOST)
}

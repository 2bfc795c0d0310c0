//! Sequences that follow from the number of GPUs.
//!
//! Tests: `crates/formats/tests/all/import_accounts.rs`, `src/panels/share/import/tests.rs`.

use cost::plan::Plan;
use serde::{Deserialize, Serialize};

/// A number of sequences that a file does not have: its program computes it from the data-parallel
/// ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Following {
    /// Sequences of a step, by the micro-batches that each rank accumulates.
    Batch(u64),
    /// Sequences of a micro-batch, by the micro-batches that each rank accumulates.
    MicroBatch(u64),
}

impl Following {
    /// The key of the number.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Batch(_) => "gbs",
            Self::MicroBatch(_) => "mbs",
        }
    }

    /// The number on the ranks of a plan, at least one.
    #[must_use]
    pub fn sequences(self, plan: &Plan) -> u64 {
        let ranks = plan.data_parallel();
        match self {
            Self::Batch(steps) => {
                let each = plan.batch.micro.saturating_mul(steps);
                each.saturating_mul(ranks)
            }
            Self::MicroBatch(steps) => {
                let parts = ranks.saturating_mul(steps).max(1);
                (plan.global_batch() / parts).max(1)
            }
        }
    }
}

//! The verdict on a plan's memory.
//!
//! Tests: `crates/runs/tests/all/published_runs.rs`.

use serde::{Deserialize, Serialize};

use crate::band::{Band, MemoryCount};
use crate::plan::Plan;
use crate::units::Bytes;

/// Verdict on a plan's memory, by the range around the predicted peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The plan fits even at the upper end of the range.
    Fits,
    /// The plan may fit: the capacity is inside the range, or the allocator's cache alone reaches
    /// beyond it, so that fragmentation may cost the run.
    Tight,
    /// The plan does not fit even at the lower end of the range.
    #[serde(rename = "oom")]
    OutOfMemory,
}

/// The ranges around a plan's memory, as factors.
#[derive(Clone, Copy)]
pub(super) struct MemoryBands {
    /// Range around all memory in use.
    pub(super) reserved: Band,
    /// Range around the bytes that the process must have.
    pub(super) must: Band,
}

impl MemoryBands {
    pub(super) fn of(plan: &Plan) -> Self {
        Self {
            reserved: Band::of_memory(plan, MemoryCount::Reserved),
            must: Band::of_memory(plan, MemoryCount::Allocated),
        }
    }

    /// Out of memory if the low end of the bytes that the process must have exceeds the capacity,
    /// since PyTorch frees its cache before an allocation fails. Tight if only the high end of all
    /// memory in use exceeds it.
    pub(super) fn verdict(self, peak: Bytes, must: Bytes, capacity: Bytes) -> Verdict {
        if must.scaled(self.must.low) > capacity {
            Verdict::OutOfMemory
        } else if peak.scaled(self.reserved.high) > capacity {
            Verdict::Tight
        } else {
            Verdict::Fits
        }
    }
}

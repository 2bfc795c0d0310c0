//! The verdict on a plan's memory.
//!
//! Tests: `crates/runs/tests/all/published_runs.rs`.

use serde::{Deserialize, Serialize};

use crate::band::{Band, MemoryCount, MemoryStack};
use crate::plan::Plan;
use crate::units::Bytes;

/// Verdict on memory, the best first. The range that is printed is the range that judges: a
/// prediction with both ends of its band. In the order of the variants:
///
/// | verdict | prediction | lower end | upper end |
/// |---|---|---|---|
/// | fits | inside | inside | inside |
/// | tight | inside | inside | outside |
/// | may not fit | outside | inside | outside |
/// | does not fit | outside | outside | outside |
///
/// Beside that, a plan does not fit if its predicted allocation alone exceeds the whole card, the
/// driver's part included: no setting of the allocator can save it, only an error of the model.
/// This holds for stacks whose published peaks confirm the prediction of allocated memory; those of
/// DeepSpeed are of reserved memory, and others have none. The allocator's cache never decides,
/// because it gives way before an allocation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole range is within the capacity.
    Fits,
    /// The prediction is within the capacity, the upper end of the range is not.
    Tight,
    /// The prediction exceeds the capacity, the lower end of the range does not.
    MayNotFit,
    /// The whole range exceeds the capacity, or the predicted allocation exceeds the card.
    #[serde(rename = "oom")]
    OutOfMemory,
}

impl Verdict {
    /// Every verdict, the best first.
    pub const ALL: [Self; 4] = [Self::Fits, Self::Tight, Self::MayNotFit, Self::OutOfMemory];

    /// The verdict on these predicted bytes, with their band, against a capacity.
    ///
    /// ```
    /// use cost::{band::Band, memory::Verdict, units::Bytes};
    /// let of = |gib: f64| {
    ///     let band = Band { low: 0.9, high: 1.2 };
    ///     Verdict::of(Bytes::from_gib(gib), band, Bytes::from_gib(80.0))
    /// };
    /// let all = [of(60.0), of(70.0), of(85.0), of(90.0)];
    /// assert_eq!(all, Verdict::ALL);
    /// ```
    #[must_use]
    pub fn of(predicted: Bytes, band: Band, capacity: Bytes) -> Self {
        if predicted.scaled(band.low) > capacity {
            Self::OutOfMemory
        } else if predicted > capacity {
            Self::MayNotFit
        } else if predicted.scaled(band.high) > capacity {
            Self::Tight
        } else {
            Self::Fits
        }
    }
}

/// The ranges around a plan's memory, as factors.
#[derive(Clone, Copy)]
pub(super) struct MemoryBands {
    /// Range around all memory in use.
    pub(super) reserved: Band,
    /// Range around the bytes that the process must have.
    pub(super) must: Band,
    /// [`Memory::most_allocated`](super::Memory::most_allocated).
    pub(super) most_allocated: Option<Bytes>,
}

impl MemoryBands {
    pub(super) fn of(plan: &Plan) -> Self {
        Self {
            reserved: Band::of_memory(plan, MemoryCount::Reserved),
            must: Band::of_memory(plan, MemoryCount::Allocated),
            most_allocated: MemoryStack::of(plan)
                .has_published_allocations()
                .then(|| plan.cluster.gpu.whole_memory()),
        }
    }

    /// The verdict on all memory in use, of which these bytes are allocated.
    pub(super) fn verdict(self, peak: Bytes, allocated: Bytes, capacity: Bytes) -> Verdict {
        if self.most_allocated.is_some_and(|most| allocated > most) {
            Verdict::OutOfMemory
        } else {
            Verdict::of(peak, self.reserved, capacity)
        }
    }
}

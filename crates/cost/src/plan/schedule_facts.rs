//! The facts of each pipeline schedule. All code that treats schedules differently reads them here,
//! so that a further schedule is a row of this table, its words in `text` and its names in
//! frameworks in `formats`.
//!
//! Tests: `tests/all/schedule/facts.rs`.

use super::words::Schedule;

/// The facts of a pipeline schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleFacts {
    /// Rule that orders the passes of a rank.
    pub order: PassOrder,
    /// Placement of the stages on the ranks.
    pub placement: StagePlacement,
    /// True if ranks go on to the next step before all have agreed that this one's gradients are
    /// finite. In the rare case that they are not, ranks take the step back (Qi 2023, section 4).
    /// So a rank that begins late also ends late, and only the gaps between count.
    pub validates_afterwards: bool,
    /// True if a diagnosis tries the schedule against a bubble.
    pub is_tried: bool,
}

/// The rule that orders the passes of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOrder {
    /// All forwards, then all backwards.
    ForwardsFirst,
    /// A warm-up of forwards, then one forward and one backward in turn: 1F1B, interleaved or not.
    Alternating,
    /// Split backward, one stage a rank, with this number of warm-up forwards for each rank behind.
    Straight {
        /// Forwards for each rank behind: 1 as 1F1B, 2 to fill the whole warm-up.
        warm_up: u32,
    },
    /// Split backward in V order, within this share of 1F1B's activations.
    Folded(FoldedMemory),
    /// Split backward, by `DualPipe`'s list of steps, some of which overlap a forward with a
    /// backward.
    Paired,
}

/// Share of 1F1B's peak of activations in which a schedule in V order runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldedMemory {
    /// The whole peak of 1F1B.
    Whole,
    /// Half of the peak, and a stage more.
    Half,
    /// A third of the peak, and a stage or two more.
    Third,
}

/// The placement of a pipeline's stages on its ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagePlacement {
    /// One stage a rank.
    Straight,
    /// A chosen number of stages a rank: stage s on rank s mod p.
    Interleaved,
    /// Down the ranks and up again: rank i holds stages i and 2p−1−i. So the first and the last
    /// stage meet on rank 0 (Qi 2024, "Controllable Memory", section 3.2).
    Fold,
    /// Two whole pipelines, one in each direction: rank i holds stage i of one and stage p−1−i
    /// of the other (DeepSeek-V3 2024, section 3.2.1).
    Mirror,
}

impl ScheduleFacts {
    /// True if backward is cut into input and weight gradients.
    #[must_use]
    pub const fn splits_backward(&self) -> bool {
        !matches!(
            self.order,
            PassOrder::ForwardsFirst | PassOrder::Alternating
        )
    }

    /// True of 1F1B, interleaved or not: the schedules of every framework, between which the
    /// number of virtual stages decides ([`Schedule::usual`]).
    #[must_use]
    pub const fn is_1f1b(&self) -> bool {
        matches!(self.order, PassOrder::Alternating)
    }

    /// True if a plan chooses the number of virtual stages; other schedules settle it.
    #[must_use]
    pub const fn is_interleaved(&self) -> bool {
        matches!(self.placement, StagePlacement::Interleaved)
    }

    /// True if a pipeline runs in each direction. Each has a copy of the model and half of the
    /// micro-batches, and they meet in the middle of an even number of ranks.
    #[must_use]
    pub const fn is_bidirectional(&self) -> bool {
        matches!(self.placement, StagePlacement::Mirror)
    }

    /// True if a forward overlaps with a backward on the same rank. The expert exchange of each
    /// then hides under the compute of the other (DeepSeek-V3 2024, section 3.2.1).
    #[must_use]
    pub const fn overlaps_passes(&self) -> bool {
        matches!(self.order, PassOrder::Paired)
    }
}

impl Schedule {
    /// The schedule of a plan without a pipeline: 1F1B.
    pub const PLAIN: Self = Self::OneFOneB;

    /// The schedule of this many virtual stages a rank where a plan chooses none: 1F1B, interleaved
    /// if there are several.
    #[must_use]
    pub const fn usual(virtual_stages: u64) -> Self {
        match virtual_stages {
            0 | 1 => Self::OneFOneB,
            _ => Self::Interleaved,
        }
    }

    /// [`ScheduleFacts::splits_backward`], which most code reads.
    #[must_use]
    pub const fn splits_backward(self) -> bool {
        self.facts().splits_backward()
    }

    /// [`ScheduleFacts::validates_afterwards`].
    #[must_use]
    pub const fn validates_afterwards(self) -> bool {
        self.facts().validates_afterwards
    }

    /// The row of the table of facts.
    ///
    /// ```
    /// use cost::plan::Schedule;
    /// assert!(Schedule::Interleaved.facts().is_interleaved());
    /// assert!(Schedule::DualPipe.facts().is_bidirectional());
    /// ```
    #[must_use]
    #[inline]
    pub const fn facts(self) -> ScheduleFacts {
        match self {
            // Huang 2018, "GPipe", arXiv:1811.06965.
            Self::GPipe => ScheduleFacts {
                order: PassOrder::ForwardsFirst,
                placement: StagePlacement::Straight,
                validates_afterwards: false,
                is_tried: false,
            },
            // Narayanan 2021, "Megatron-LM", arXiv:2104.04473.
            Self::OneFOneB => ScheduleFacts {
                order: PassOrder::Alternating,
                placement: StagePlacement::Straight,
                validates_afterwards: false,
                is_tried: false,
            },
            // The same paper. A diagnosis tries it by its number of virtual stages.
            Self::Interleaved => ScheduleFacts {
                order: PassOrder::Alternating,
                placement: StagePlacement::Interleaved,
                validates_afterwards: false,
                is_tried: false,
            },
            // Qi 2023, "Zero Bubble Pipeline Parallelism", arXiv:2401.10241. Memory as 1F1B.
            Self::ZbH1 => ScheduleFacts {
                order: PassOrder::Straight { warm_up: 1 },
                placement: StagePlacement::Straight,
                validates_afterwards: false,
                is_tried: true,
            },
            // The same paper. About twice the memory of 1F1B.
            Self::ZbH2 => ScheduleFacts {
                order: PassOrder::Straight { warm_up: 2 },
                placement: StagePlacement::Straight,
                validates_afterwards: true,
                is_tried: false,
            },
            // The same paper. Memory as 1F1B.
            Self::ZbV => ScheduleFacts {
                order: PassOrder::Folded(FoldedMemory::Whole),
                placement: StagePlacement::Fold,
                validates_afterwards: true,
                is_tried: true,
            },
            // Qi 2024, "Controllable Memory", arXiv:2405.15362.
            Self::VHalf => ScheduleFacts {
                order: PassOrder::Folded(FoldedMemory::Half),
                placement: StagePlacement::Fold,
                validates_afterwards: true,
                is_tried: false,
            },
            // The same paper.
            Self::VMin => ScheduleFacts {
                order: PassOrder::Folded(FoldedMemory::Third),
                placement: StagePlacement::Fold,
                validates_afterwards: true,
                is_tried: false,
            },
            // DeepSeek-V3 2024, arXiv:2412.19437, section 3.2.1.
            Self::DualPipe => ScheduleFacts {
                order: PassOrder::Paired,
                placement: StagePlacement::Mirror,
                validates_afterwards: false,
                is_tried: false,
            },
            // DeepSeek's repository DualPipe, `dualpipe/dualpipev.py`: half of `DualPipe`, folded
            // into a V.
            Self::DualPipeV => ScheduleFacts {
                order: PassOrder::Paired,
                placement: StagePlacement::Fold,
                validates_afterwards: false,
                is_tried: false,
            },
        }
    }
}

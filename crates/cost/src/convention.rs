//! Conventions of published figures: the FLOPs that an MFU counts, and the bytes that a figure of
//! memory counts.
//!
//! Conventions change the figures that are shown, and never a verdict, a cure or a share of a step.
//!
//! Tests: `tests/all/papers/waterfall.rs`, `crates/cli/tests/all/properties/peak.rs`.

use super::plan::Word;
use super::units::FlopsPerSecond;
use super::utilisation::Utilisation;
use crate::vocabularies;

vocabularies! {
    /// FLOPs of a step that the shown utilisation counts.
    MfuKind {
        /// [`Convention::NonCausal`](crate::model_flops::Convention::NonCausal).
        NonCausal = "noncausal",
        /// [`Convention::Causal`](crate::model_flops::Convention::Causal).
        Causal = "causal",
        /// [`Convention::AllParameters`](crate::model_flops::Convention::AllParameters).
        AllParameters = "allparams",
        /// [`Convention::NonCausal`](crate::model_flops::Convention::NonCausal) with the FLOPs that
        /// this plan recomputes added: HFU.
        Hardware = "hfu",
    }
    /// Peak of the GPU to which the shown utilisation is relative.
    PeakKind {
        /// The dense peak of the matrix products' type.
        Dtype = "dtype",
        /// The dense 16-bit peak, whatever the products' type.
        SixteenBit = "16bit",
    }
    /// The bytes that a shown figure of memory counts.
    MemoryKind {
        /// Tensors: `torch.cuda.max_memory_allocated`.
        Allocated = "allocated",
        /// The allocator's cache too: `torch.cuda.max_memory_reserved`.
        Reserved = "reserved",
        /// All GPU memory in use, as the verdict compares it: with context and communicators.
        NvidiaSmi = "nvidia-smi",
    }
}

/// Conventions of the figures shown. No verdict and no sum depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// FLOPs that count.
    pub mfu: MfuKind,
    /// Peak to which the utilisation is relative.
    pub peak: PeakKind,
    /// Memory that counts.
    pub memory: MemoryKind,
}

impl Conventions {
    /// The name of each choice in a query, and its words.
    pub const CHOICES: [(&'static str, &'static [&'static str]); 3] = [
        ("mfu", MfuKind::WORDS),
        ("peak", PeakKind::WORDS),
        ("mem", MemoryKind::WORDS),
    ];

    /// The conventions with these positions among the words of [`Conventions::CHOICES`]; beyond the
    /// last the default.
    #[must_use]
    pub fn of([mfu, peak, memory]: [usize; 3]) -> Self {
        let default = Self::default();
        Self {
            mfu: MfuKind::ALL.get(mfu).copied().unwrap_or(default.mfu),
            peak: PeakKind::ALL.get(peak).copied().unwrap_or(default.peak),
            memory: MemoryKind::ALL
                .get(memory)
                .copied()
                .unwrap_or(default.memory),
        }
    }

    /// A plan's utilisation by these conventions: 1 is the whole peak.
    #[must_use]
    pub fn utilisation(self, utilisation: &Utilisation) -> f64 {
        let share = match self.mfu {
            MfuKind::NonCausal => utilisation.mfu,
            MfuKind::Causal => utilisation.causal_mfu,
            MfuKind::AllParameters => utilisation.all_parameters_mfu,
            MfuKind::Hardware => utilisation.hfu,
        };
        share * (utilisation.peak.0 / self.peak(utilisation).0)
    }

    /// The peak that the shown utilisation is relative to.
    #[must_use]
    pub const fn peak(self, utilisation: &Utilisation) -> FlopsPerSecond {
        match self.peak {
            PeakKind::Dtype => utilisation.peak,
            PeakKind::SixteenBit => utilisation.peak_16_bit,
        }
    }
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            mfu: MfuKind::NonCausal,
            peak: PeakKind::Dtype,
            memory: MemoryKind::NvidiaSmi,
        }
    }
}

//! What an MFU or a figure of memory counts: one step, several numbers.

use super::memory::StageMemory;
use super::plan::{Model, Word};
use super::units::{Bytes, Flops, FlopsPerSecond};
use super::utilisation::{Utilisation, causal_flops_per_token, model_flops_per_token};
use crate::vocabularies;

/// Which FLOPs of a step a published figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Forward and backward once, attention without its causal mask, the output head but not
    /// the input embedding (Chowdhery 2022, appendix B): the MFU that reports show. Of a layer
    /// with a sliding window only the window counts.
    NonCausal,
    /// The same with only what the causal mask leaves of attention, half of it where no window
    /// does (Megatron-Bridge's performance summaries).
    Causal,
    /// As [`Convention::NonCausal`], the input embedding counted as if it were multiplied
    /// (torchtitan's metrics until 2024: 6 N of all parameters).
    AllParameters,
    /// Layers run four times instead of three, as full recompute does: HFU. For GPT shapes
    /// 96·B·s·L·h²·(1 + s/6h + V/16Lh) a step (Narayanan 2021, equation 3).
    FullRecompute,
}

/// FLOPs of a token, forward and backward, by what a figure counts.
///
/// ```
/// use formats::catalog;
/// use cost::convention::{Convention, flops_per_token};
/// let gpt = catalog::model("gpt3-175b").unwrap();
/// let (s, h, l, v) = (2_048.0, 12_288.0, 96.0, gpt.vocab as f64);
/// let narayanan = 96.0 * l * h * h * (1.0 + s / (6.0 * h) + v / (16.0 * l * h));
/// let ours = flops_per_token(&gpt, 2_048, Convention::FullRecompute).0;
/// assert!((ours / narayanan - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn flops_per_token(model: &Model, sequence: u64, convention: Convention) -> Flops {
    let all = model_flops_per_token(model, sequence).0;
    let table = 6.0 * model.vocab as f64 * model.hidden as f64;
    Flops(match convention {
        Convention::NonCausal => all,
        Convention::Causal => causal_flops_per_token(model, sequence).0,
        // A tied table is counted once already, as the head.
        Convention::AllParameters if model.tied => all,
        Convention::AllParameters => all + table,
        Convention::FullRecompute => (all - table) * 4.0 / 3.0 + table,
    })
}

vocabularies! {
    /// Which FLOPs of a step the shown utilisation counts.
    MfuKind {
        /// [`Convention::NonCausal`].
        NonCausal = "noncausal",
        /// [`Convention::Causal`].
        Causal = "causal",
        /// [`Convention::AllParameters`].
        AllParameters = "allparams",
        /// As [`Convention::NonCausal`] and what this plan recomputes besides: HFU.
        Hardware = "hfu",
    }
    /// Against which peak of the card.
    PeakKind {
        /// The dense peak of the matrix products' type.
        Dtype = "dtype",
        /// The dense 16-bit peak, whatever the products' type.
        SixteenBit = "16bit",
    }
    /// What a shown figure of memory counts.
    MemoryKind {
        /// Tensors: `torch.cuda.max_memory_allocated`.
        Allocated = "allocated",
        /// The allocator's cache too: `torch.cuda.max_memory_reserved`.
        Reserved = "reserved",
        /// What the card must give, as the verdict compares it: context and communicators too.
        NvidiaSmi = "nvidia-smi",
    }
}

/// How figures are counted where they are shown. No verdict and no sum depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Which FLOPs count.
    pub mfu: MfuKind,
    /// Against which peak.
    pub peak: PeakKind,
    /// Which memory counts.
    pub memory: MemoryKind,
}

impl Counting {
    /// The name of each choice in a query, and its words.
    pub const CHOICES: [(&'static str, &'static [&'static str]); 3] = [
        ("mfu", MfuKind::WORDS),
        ("peak", PeakKind::WORDS),
        ("mem", MemoryKind::WORDS),
    ];

    /// The counting with these positions among the words of [`Counting::CHOICES`]; beyond the
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

    /// A plan's utilisation, counted so: 1 is the whole peak.
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

    /// The peak that it is counted against.
    #[must_use]
    pub const fn peak(self, utilisation: &Utilisation) -> FlopsPerSecond {
        match self.peak {
            PeakKind::Dtype => utilisation.peak,
            PeakKind::SixteenBit => utilisation.peak_16_bit,
        }
    }
}

impl Default for Counting {
    fn default() -> Self {
        Self {
            mfu: MfuKind::NonCausal,
            peak: PeakKind::Dtype,
            memory: MemoryKind::NvidiaSmi,
        }
    }
}

/// Memory of a stage as this kind of figure counts it.
#[must_use]
pub fn memory_of_kind(stage: &StageMemory, kind: MemoryKind) -> Bytes {
    match kind {
        MemoryKind::Allocated => stage.allocated(),
        MemoryKind::Reserved => stage.reserved(),
        MemoryKind::NvidiaSmi => stage.total(),
    }
}

//! The extent of published peaks, and the distance of a plan from it.
//!
//! Tests: `crates/cost/tests/all/papers/trainer.rs`.

use crate::plan::{CrossEntropy, Dtype, Optimizer, Plan, Word, WordSet};
use crate::vocabularies;

vocabularies! {
    /// Settings that bring a mechanism of memory into a plan, whatever its layout. Those of a layout
    /// do not count: a search compares layouts, and a band that differs between them would prefer
    /// those that have been published.
    MemorySetting {
        /// Attention that writes its scores.
        WrittenScores = "written scores",
        /// Training in fp32.
        Fp32 = "fp32",
        /// An optimizer with less state than fp32 Adam.
        SmallState = "small state",
        /// A loss that is not the framework's own.
        OtherLoss = "other loss",
        /// An MLP in tiles.
        Tiles = "tiles",
    }
}

/// The extent of a set of plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Settings that at least one plan has.
    settings: WordSet<MemorySetting>,
    /// Tokens of the longest sequence.
    longest: u64,
}

impl Extent {
    /// An extent of these bits of settings, as [`WordSet::from_bits`] counts them, and this longest
    /// sequence.
    #[must_use]
    pub const fn new(settings: u32, longest: u64) -> Self {
        Self {
            settings: WordSet::from_bits(settings),
            longest,
        }
    }

    /// Extent of one plan.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let has = MemorySetting::ALL
            .iter()
            .filter(|setting| setting.is_in(plan));
        let bits = has.fold(0, |bits, setting| bits | 1 << setting.index());
        Self::new(bits, plan.sequence())
    }

    /// Bits of the settings, as [`WordSet::bits`] counts them.
    #[must_use]
    pub const fn settings(self) -> u32 {
        self.settings.bits()
    }

    /// Tokens of the longest sequence.
    #[must_use]
    pub const fn longest(self) -> u64 {
        self.longest
    }

    /// Extent of the plans of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::new(
            self.settings.bits() | other.settings.bits(),
            self.longest.max(other.longest),
        )
    }

    /// Distance of a plan from plans of this extent: the settings that none of them has, and the
    /// doublings of the longest sequence to the plan's.
    ///
    /// ```
    /// use cost::band::Extent;
    /// let plan = |link: &str| formats::link::decode(link).0;
    /// let seen = Extent::of(&plan("p=llama3-8b/h100x8&opt=lion&seq=8192"));
    /// assert_eq!(seen.distance(&plan("p=llama3-70b/h100x64&tp=8&seq=4096")), 0.0);
    /// // Four times as long, and another loss
    /// assert_eq!(seen.distance(&plan("p=llama3-8b/h100x8&ce=fused&seq=32768")), 2.0 + 1.0);
    /// ```
    #[must_use]
    pub fn distance(self, plan: &Plan) -> f64 {
        let of_plan = Self::of(plan);
        let unseen = of_plan.settings.bits() & !self.settings.bits();
        let doublings = if of_plan.longest > self.longest {
            (of_plan.longest as f64 / self.longest.max(1) as f64).ln() / std::f64::consts::LN_2
        } else {
            0.0
        };
        f64::from(unseen.count_ones()) + doublings
    }
}

impl MemorySetting {
    /// True if a plan has the setting.
    fn is_in(self, plan: &Plan) -> bool {
        let levers = &plan.levers;
        match self {
            Self::WrittenScores => !levers.flash,
            Self::Fp32 => levers.dtype == Dtype::Fp32,
            Self::SmallState => levers.optimizer != Optimizer::AdamW,
            Self::OtherLoss => levers.cross_entropy != CrossEntropy::Plain,
            Self::Tiles => levers.mlp_tiles > 1,
        }
    }
}

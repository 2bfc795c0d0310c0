//! The extent of published peaks, and the distance of a plan from it.
//!
//! Tests: `crates/cost/tests/all/papers/trainer.rs`.

use crate::plan::{CrossEntropy, Dtype, Optimizer, Plan};

/// The extent of a set of plans: the settings outside the layout that add a mechanism of memory,
/// and the longest sequence. Settings of a layout do not count: a search compares layouts, and a
/// band that differs between them would prefer those that have been published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Settings that at least one plan has, one bit each.
    settings: u32,
    /// Tokens of the longest sequence.
    longest: u64,
}

impl Extent {
    /// An extent of these bits of [`Extent::settings`] and this longest sequence.
    #[must_use]
    pub const fn new(settings: u32, longest: u64) -> Self {
        Self { settings, longest }
    }

    /// Extent of one plan.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let levers = &plan.levers;
        let settings = [
            !levers.flash,
            levers.dtype == Dtype::Fp32,
            levers.optimizer != Optimizer::AdamW,
            levers.cross_entropy != CrossEntropy::Plain,
            levers.mlp_tiles > 1,
        ];
        let bits = settings
            .into_iter()
            .rev()
            .fold(0, |bits, is_set| bits << 1 | u32::from(is_set));
        Self::new(bits, plan.sequence())
    }

    /// Bits of the settings, from the lowest: attention that writes its scores, training in fp32,
    /// an optimizer with less state than fp32 Adam, a loss that is not the framework's own, an MLP
    /// in tiles.
    #[must_use]
    pub const fn settings(self) -> u32 {
        self.settings
    }

    /// Tokens of the longest sequence.
    #[must_use]
    pub const fn longest(self) -> u64 {
        self.longest
    }

    /// Extent of both sets of plans together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::new(
            self.settings | other.settings,
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
        let unseen = of_plan.settings & !self.settings;
        let doublings = if of_plan.longest > self.longest {
            (of_plan.longest as f64 / self.longest.max(1) as f64).ln() / std::f64::consts::LN_2
        } else {
            0.0
        };
        f64::from(unseen.count_ones()) + doublings
    }
}

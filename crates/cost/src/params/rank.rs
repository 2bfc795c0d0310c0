//! Parameters of one rank.

use std::ops::{Add, AddAssign, Mul};

use super::count::Params;
use crate::amount::{Count, Part};

/// Parameters that one rank holds, by the group of ranks that hold the same ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RankParams<C: Count = u64> {
    /// Parameters that the d·c replicas hold in common.
    pub common: Params<C>,
    /// Routed experts, which t·c·d / (ep·etp) ranks hold in common.
    pub experts: Params<C>,
    /// The part of `common` in the input embedding.
    pub embedding: Params<C>,
    /// The part of `common` in the input embedding or the output head.
    pub ends: Params<C>,
}

impl<C: Count> Clone for RankParams<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for RankParams<C> {}

impl<C: Count> RankParams<C> {
    /// All parameters of the rank.
    #[must_use]
    pub fn total(self) -> Params<C> {
        self.common + self.experts
    }

    /// The trained parameters alone.
    #[must_use]
    pub fn without_frozen(self) -> Self {
        self.map(Params::without_frozen, Params::without_frozen)
    }

    /// The frozen parameters alone.
    #[must_use]
    pub fn without_trained(self) -> Self {
        self.map(Params::without_trained, Params::without_trained)
    }

    /// The share of one of the ranks that hold the same parameters, rounded down: of `common` ranks,
    /// and for experts of `experts`.
    #[must_use]
    pub fn over(self, common: C, experts: C) -> Self {
        self.map(|params| params.over(common), |params| params.over(experts))
    }

    /// The parameters outside experts as a part of this name, and those of experts as theirs.
    pub(super) fn named(self, part: Part) -> Self {
        Self {
            common: self.common.parts([part; 2]),
            experts: self.experts.parts([Part::LayerExperts; 2]),
            ..self
        }
    }

    fn map(
        self,
        common: impl Fn(Params<C>) -> Params<C>,
        experts: impl Fn(Params<C>) -> Params<C>,
    ) -> Self {
        Self {
            common: common(self.common),
            experts: experts(self.experts),
            embedding: common(self.embedding),
            ends: common(self.ends),
        }
    }
}

impl<C: Count> Add for RankParams<C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            common: self.common + other.common,
            experts: self.experts + other.experts,
            embedding: self.embedding + other.embedding,
            ends: self.ends + other.ends,
        }
    }
}

impl<C: Count> AddAssign for RankParams<C> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<C: Count> Mul<C> for RankParams<C> {
    type Output = Self;
    fn mul(self, times: C) -> Self {
        Self {
            common: self.common * times,
            experts: self.experts * times,
            embedding: self.embedding * times,
            ends: self.ends * times,
        }
    }
}

impl<C: Count> std::iter::Sum for RankParams<C> {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

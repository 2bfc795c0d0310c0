//! Parameters of one rank.

use std::ops::{Add, AddAssign, Mul};

/// Parameters that one rank holds, by the group of ranks that hold the same ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankParams {
    /// Parameters that the d·c replicas hold in common.
    pub common: u64,
    /// Routed experts, which t·c·d / (ep·etp) ranks hold in common.
    pub experts: u64,
    /// The part of `common` in the input embedding.
    pub embedding: u64,
    /// The part of `common` in the input embedding or the output head.
    pub ends: u64,
}

impl RankParams {
    /// All parameters of the rank.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.common + self.experts
    }
}

impl Add for RankParams {
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

impl AddAssign for RankParams {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<u64> for RankParams {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self {
            common: self.common * times,
            experts: self.experts * times,
            embedding: self.embedding * times,
            ends: self.ends * times,
        }
    }
}

impl std::iter::Sum for RankParams {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

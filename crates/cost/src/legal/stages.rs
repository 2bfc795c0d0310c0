//! Virtual stages of a plan, and the layers that are divided among them.

use std::ops::{Add, Range};

use crate::plan::{Model, Plan};
use crate::schedule::Pipeline;

/// Transformer layers by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// Layers with one MLP for all tokens.
    pub dense: u64,
    /// Layers with routed experts.
    pub routed: u64,
}

impl Layers {
    /// Layers of either kind.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.dense + self.routed
    }

    /// Layers of a range of a model's layers.
    #[must_use]
    pub fn of_range(model: &Model, range: Range<u64>) -> Self {
        let routed = model.routed_before(range.end) - model.routed_before(range.start);
        Self {
            dense: range.end - range.start - routed,
            routed,
        }
    }

    /// These layers without others; no fewer than none.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self {
            dense: self.dense.saturating_sub(others.dense),
            routed: self.routed.saturating_sub(others.routed),
        }
    }

    /// These layers, but of each kind no more than of others.
    #[must_use]
    pub fn at_most(self, others: Self) -> Self {
        Self {
            dense: self.dense.min(others.dense),
            routed: self.routed.min(others.routed),
        }
    }
}

impl Add for Layers {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            dense: self.dense + other.dense,
            routed: self.routed + other.routed,
        }
    }
}

/// Virtual stages into which a plan's schedule divides its model: p·v, 2p in V order.
pub fn virtual_stages(plan: &Plan) -> u64 {
    let pipeline = Pipeline {
        ranks: plan.layout.pipeline as usize,
        chunks: plan.layout.virtual_stages as usize,
        micro_batches: 1,
        schedule: plan.schedule(),
    };
    pipeline.stages() as u64
}

/// Layers that are divided among the virtual stages; embedding and loss are two more if they count
/// as layers.
#[must_use]
pub const fn divided_layers(plan: &Plan) -> u64 {
    plan.model.layers + if plan.layout.ends_count { 2 } else { 0 }
}

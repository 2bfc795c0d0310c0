//! Pieces of the model that a rank has.

use crate::amount::Count;
use crate::legal::{Layers, Legal};
use crate::schedule::Pipeline;
use crate::units::Bytes;

/// Pieces of the model that a rank has at least once.
#[derive(Clone, Copy)]
pub(in crate::memory) struct Kinds {
    pub(super) dense: bool,
    pub(super) routed: bool,
    pub(super) embedding: bool,
    pub(super) head: bool,
    /// Layers of each kind on the rank.
    pub(super) layers: Layers,
    /// Layers of its longest virtual stage.
    pub(super) longest: u64,
}

impl Kinds {
    pub(in crate::memory) fn of_rank(legal: &Legal, pipeline: &Pipeline, rank: usize) -> Self {
        let mut kinds = Self {
            dense: false,
            routed: false,
            embedding: false,
            head: false,
            layers: Layers {
                dense: 0,
                routed: 0,
            },
            longest: 0,
        };
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk) as u64;
            let layers = legal.layers(stage);
            kinds.dense |= layers.dense > 0;
            kinds.routed |= layers.routed > 0;
            kinds.layers.dense += layers.dense;
            kinds.layers.routed += layers.routed;
            kinds.longest = kinds.longest.max(layers.dense + layers.routed);
            kinds.embedding |= stage == 0;
            kinds.head |= legal.is_last(stage);
        }
        kinds
    }
}

/// The bytes if a condition holds, else zero.
pub(super) fn if_there<C: Count>(is_there: bool, bytes: Bytes<C>) -> Bytes<C> {
    if is_there { bytes } else { Bytes::ZERO }
}

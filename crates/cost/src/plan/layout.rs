//! Degrees of parallelism, and the division of layers, sequences and state.

use serde::{Deserialize, Serialize};

use super::words::{ContextKind, Schedule, ZeroStage};

/// Degrees of parallelism; the data-parallel degree follows from the remaining GPUs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// Tensor parallel degree, t.
    pub tensor: u64,
    /// Pipeline stages, p.
    pub pipeline: u64,
    /// Context parallel degree, c.
    pub context: u64,
    /// Expert parallel degree.
    pub expert: u64,
    /// Tensor parallel degree inside an expert.
    pub expert_tensor: u64,
    /// Sequence parallelism beside tensor parallelism; by default wherever t > 1.
    pub sequence_parallel: Option<bool>,
    /// Virtual stages (chunks) per pipeline rank, v.
    pub virtual_stages: u64,
    /// The pipeline's order; by default 1F1B, interleaved where v > 1.
    pub schedule: Option<Schedule>,
    /// Layers of each virtual stage in the order in which a token visits them; empty stands for an
    /// even division.
    pub split: Vec<u64>,
    /// True if embedding and loss each count as a layer when layers are divided.
    pub ends_count: bool,
    /// Exchange of keys and values between context-parallel ranks.
    pub context_kind: ContextKind,
    /// True if each context-parallel rank has an early and a late piece of a sequence, so that all
    /// ranks have equally much causal attention. False if each rank has one piece; the last rank
    /// has most attention and sets the pace.
    pub context_balanced: bool,
    /// The model state that data-parallel ranks shard.
    pub zero: ZeroStage,
    /// Ranks that shard one copy of the state; 0 stands for all.
    pub shard_group: u64,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            tensor: 1,
            pipeline: 1,
            context: 1,
            expert: 1,
            expert_tensor: 1,
            sequence_parallel: None,
            virtual_stages: 1,
            schedule: None,
            split: Vec::new(),
            ends_count: false,
            context_kind: ContextKind::Ring,
            context_balanced: true,
            zero: ZeroStage::One,
            shard_group: 0,
        }
    }
}

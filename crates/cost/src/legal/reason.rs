//! Reasons why a plan cannot exist.

use crate::plan::{Dtype, Schedule};
use serde::{Deserialize, Serialize};

/// A reason why a plan cannot exist. Its variants are codes of our JSON: they keep their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A number is zero, absurd or not a number at all.
    OutOfRange {
        /// Key of the number in a link.
        key: &'static str,
    },
    /// Queries and keys of latent attention have no width.
    KeyWidth,
    /// The latent from which latent attention makes keys and values has no rank.
    LatentRank,
    /// No matrix of the model has an adapter, so that nothing is trained.
    NoAdapters,
    /// No layer is left that is trained.
    FrozenLayers {
        /// First and last layers of which nothing is trained.
        frozen: u64,
        /// Layers of the model.
        layers: u64,
    },
    /// The backward can update weights only in a step of one micro-batch, whose gradients are final
    /// when they exist, and without a pipeline.
    UpdateInBackward {
        /// Micro-batches of a step on each rank.
        micro_batches: u64,
        /// Pipeline stages.
        pipeline: u64,
    },
    /// The card has no units for products of this type.
    Dtype {
        /// The type.
        dtype: Dtype,
    },
    /// All-to-all context parallelism divides whole query heads, and c does not divide those of a
    /// rank.
    ContextHeads {
        /// Context parallel degree.
        context: u64,
        /// Query heads of a tensor-parallel rank.
        heads: u64,
    },
    /// t does not divide the query heads.
    TensorHeads {
        /// Tensor parallel degree.
        tensor: u64,
        /// Query heads.
        heads: u64,
    },
    /// Key-value heads can neither be divided among the t ranks nor copied evenly.
    TensorKvHeads {
        /// Tensor parallel degree.
        tensor: u64,
        /// Key-value heads.
        kv_heads: u64,
    },
    /// The t·c ranks that divide the heads of a linear mixer do not divide them evenly.
    MixerHeads {
        /// Tensor parallel degree.
        tensor: u64,
        /// Context parallel degree.
        context: u64,
        /// Number of value heads, or of key heads if the value heads divide evenly.
        heads: u64,
    },
    /// t does not divide the MLP's width.
    TensorFfn {
        /// Tensor parallel degree.
        tensor: u64,
        /// Width of the MLP.
        ffn: u64,
    },
    /// Sequence parallelism cannot cut a context rank's tokens into t parts.
    SequenceSlices {
        /// Tensor parallel degree.
        tensor: u64,
        /// Tokens of one sequence on one context rank.
        tokens: u64,
    },
    /// c context ranks cannot cut the sequence into 2c equal pieces. Each rank gets an early and a
    /// late piece, which balances the causal mask.
    ContextSlices {
        /// Context parallel degree.
        context: u64,
        /// Tokens per sequence.
        sequence: u64,
    },
    /// t·p·c does not divide the number of GPUs.
    Degrees {
        /// Tensor parallel degree.
        tensor: u64,
        /// Pipeline stages.
        pipeline: u64,
        /// Context parallel degree.
        context: u64,
        /// GPUs in the cluster.
        gpus: u64,
    },
    /// The layers do not divide evenly into p·v virtual stages.
    Layers {
        /// Layers, with the two ends if they count as layers.
        layers: u64,
        /// Pipeline stages.
        pipeline: u64,
        /// Virtual stages per rank.
        virtual_stages: u64,
    },
    /// The given split has the wrong number of stages or layers.
    Split {
        /// Stages in the split.
        stages: u64,
        /// Layers in the split.
        layers: u64,
        /// Virtual stages of the plan, p·v.
        wanted_stages: u64,
        /// Layers of the model.
        wanted_layers: u64,
    },
    /// The global batch does not divide into micro-batches for every data-parallel rank.
    Batch {
        /// Sequences per step.
        global: u64,
        /// Sequences per micro-batch.
        micro: u64,
        /// Data-parallel degree.
        data: u64,
    },
    /// Only an interleaved schedule runs several virtual stages a rank.
    VirtualStages {
        /// Virtual stages per rank.
        virtual_stages: u64,
        /// The schedule of the plan.
        schedule: Schedule,
    },
    /// `DualPipe`'s two pipelines meet between two ranks, so there must be an even number.
    MeetingPipelines {
        /// Pipeline stages.
        pipeline: u64,
    },
    /// Virtual stages need a pipeline.
    VirtualWithoutPipeline {
        /// Virtual stages per rank.
        virtual_stages: u64,
    },
    /// Expert parallelism needs experts.
    ExpertsMissing,
    /// ep does not divide the experts.
    Experts {
        /// Expert parallel degree.
        expert: u64,
        /// Routed experts a layer.
        experts: u64,
    },
    /// Tokens cannot be sent to more experts than the layer has.
    ExpertsPerToken {
        /// Experts a token is sent to.
        per_token: u64,
        /// Routed experts a layer.
        experts: u64,
    },
    /// etp does not divide an expert's width.
    ExpertWidth {
        /// Tensor parallel degree inside an expert.
        expert_tensor: u64,
        /// Width of one expert.
        ffn: u64,
    },
    /// ep·etp does not divide the ranks of a stage, t·c·d.
    ExpertRanks {
        /// Expert parallel degree.
        expert: u64,
        /// Tensor parallel degree inside an expert.
        expert_tensor: u64,
        /// Ranks of a stage.
        ranks: u64,
    },
    /// Shard groups cannot divide the ranks that hold the same weights.
    ShardGroup {
        /// Ranks that shard among themselves.
        group: u64,
        /// Ranks that hold the same weights.
        replicas: u64,
    },
}

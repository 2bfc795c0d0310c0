//! One change of a plan. Repairs and cures consist of changes.
//!
//! Tests: `tests/all/diagnosis.rs`, `crates/cli/tests/all/properties/mending.rs`.

use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Offload, Optimizer, OptimizerKernel, Plan, Recompute,
    Schedule, Target, Tuned, WordSet, ZeroStage,
};
use formats::catalog;

/// An axis set to a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The model, by its name in the catalogue.
    Model(&'static str),
    /// Tensor parallel degree.
    Tensor(u64),
    /// Pipeline stages.
    Pipeline(u64),
    /// Context parallel degree.
    Context(u64),
    /// Exchange of keys and values between context-parallel ranks.
    ContextKind(ContextKind),
    /// Expert parallel degree, and the tensor parallel degree inside an expert.
    Experts(u64, u64),
    /// Tensor parallel degree, pipeline stages and context parallel degree together.
    Degrees(u64, u64, u64),
    /// Experts to which a token is sent.
    ExpertsPerToken(u64),
    /// Rank of the latent from which latent attention makes keys and values.
    LatentRank(u64),
    /// Width of queries and keys without position, of each head of latent attention.
    KeyWidth(u64),
    /// Ranks that shard one copy of the state; 0 stands for all.
    ShardGroup(u64),
    /// Virtual stages per rank.
    VirtualStages(u64),
    /// The pipeline's order; `None` follows the virtual stages.
    Schedule(Option<Schedule>),
    /// Layers of each virtual stage; empty stands for an even division.
    Split(Vec<u64>),
    /// True if embedding and loss count as layers.
    EndsCount(bool),
    /// ZeRO stage.
    Zero(ZeroStage),
    /// GPUs in the cluster.
    Gpus(u64),
    /// Tokens per sequence.
    Sequence(u64),
    /// Sequences per micro-batch.
    MicroBatch(u64),
    /// Sequences per step.
    GlobalBatch(u64),
    /// Activation checkpointing.
    Recompute(Recompute),
    /// Flash Attention.
    Flash(bool),
    /// Implementation of the loss.
    CrossEntropy(CrossEntropy),
    /// The optimizer.
    Optimizer(Optimizer),
    /// State and activations that move to host memory.
    Offload(WordSet<Offload>),
    /// Tiles of a dense MLP.
    MlpTiles(u64),
    /// First layers of which nothing is trained.
    FrozenFirst(u64),
    /// Last layers of which nothing is trained.
    FrozenLast(u64),
    /// Type of the matrix products.
    Dtype(Dtype),
    /// The weights that are trained.
    Tuned(Tuned),
    /// Matrices with an adapter.
    Targets(WordSet<Target>),
    /// Kernels of the optimizer's step.
    OptimizerKernel(OptimizerKernel),
}

impl Change {
    /// The change that sets the same axis to its value in a plan.
    #[must_use]
    pub fn now(&self, plan: &Plan) -> Self {
        let layout = &plan.layout;
        match self {
            Self::Model(_) => Self::Model(plan.model.preset),
            Self::Tensor(_) => Self::Tensor(layout.tensor),
            Self::Pipeline(_) => Self::Pipeline(layout.pipeline),
            Self::Context(_) => Self::Context(layout.context),
            Self::ContextKind(_) => Self::ContextKind(layout.context_kind),
            Self::Experts(..) => Self::Experts(layout.expert, layout.expert_tensor),
            Self::Degrees(..) => Self::Degrees(layout.tensor, layout.pipeline, layout.context),
            Self::ExpertsPerToken(_) => Self::ExpertsPerToken(plan.model.moe.per_token),
            Self::LatentRank(_) => Self::LatentRank(plan.model.mla.map_or(0, |mla| mla.kv_rank)),
            Self::KeyWidth(_) => Self::KeyWidth(plan.model.mla.map_or(0, |mla| mla.nope)),
            Self::ShardGroup(_) => Self::ShardGroup(layout.shard_group),
            Self::VirtualStages(_) => Self::VirtualStages(layout.virtual_stages),
            Self::Schedule(_) => Self::Schedule(layout.schedule),
            Self::Split(_) => Self::Split(layout.split.clone()),
            Self::EndsCount(_) => Self::EndsCount(layout.ends_count),
            Self::Zero(_) => Self::Zero(layout.zero),
            Self::Gpus(_) => Self::Gpus(plan.cluster.gpus),
            Self::Sequence(_) => Self::Sequence(plan.sequence()),
            Self::MicroBatch(_) => Self::MicroBatch(plan.batch.micro),
            Self::GlobalBatch(_) => Self::GlobalBatch(plan.global_batch()),
            Self::Recompute(_) => Self::Recompute(plan.levers.recompute),
            Self::Flash(_) => Self::Flash(plan.levers.flash),
            Self::CrossEntropy(_) => Self::CrossEntropy(plan.levers.cross_entropy),
            Self::Optimizer(_) => Self::Optimizer(plan.levers.optimizer),
            Self::Offload(_) => Self::Offload(plan.levers.offload),
            Self::MlpTiles(_) => Self::MlpTiles(plan.levers.mlp_tiles),
            Self::FrozenFirst(_) => Self::FrozenFirst(plan.tuning.frozen_first),
            Self::FrozenLast(_) => Self::FrozenLast(plan.tuning.frozen_last),
            Self::Dtype(_) => Self::Dtype(plan.levers.dtype),
            Self::Tuned(_) => Self::Tuned(plan.tuning.tuned),
            Self::Targets(_) => Self::Targets(plan.tuning.targets),
            Self::OptimizerKernel(_) => Self::OptimizerKernel(plan.optimizer_kernel()),
        }
    }

    /// Makes the change; a measurement of the plan stays with the plan as it was.
    pub fn apply(&self, plan: &mut Plan) {
        plan.hold_measured();
        let layout = &mut plan.layout;
        match *self {
            Self::Model(name) => plan.model = catalog::model(name).unwrap_or(plan.model),
            Self::Tensor(degree) => layout.tensor = degree,
            Self::Pipeline(stages) => layout.pipeline = stages,
            Self::Context(degree) => layout.context = degree,
            Self::ContextKind(kind) => layout.context_kind = kind,
            Self::Experts(expert, tensor) => {
                (layout.expert, layout.expert_tensor) = (expert, tensor);
            }
            Self::Degrees(tensor, pipeline, context) => {
                (layout.tensor, layout.pipeline, layout.context) = (tensor, pipeline, context);
            }
            Self::ExpertsPerToken(experts) => plan.model.moe.per_token = experts,
            Self::LatentRank(rank) => {
                if let Some(mla) = &mut plan.model.mla {
                    mla.kv_rank = rank;
                }
            }
            Self::KeyWidth(width) => {
                if let Some(mla) = &mut plan.model.mla {
                    mla.nope = width;
                }
            }
            Self::ShardGroup(ranks) => layout.shard_group = ranks,
            Self::VirtualStages(chunks) => layout.virtual_stages = chunks,
            Self::Schedule(schedule) => layout.schedule = schedule,
            Self::Split(ref layers) => layout.split.clone_from(layers),
            Self::EndsCount(on) => layout.ends_count = on,
            Self::Zero(stage) => layout.zero = stage,
            Self::Gpus(gpus) => plan.cluster.gpus = gpus,
            Self::Sequence(tokens) => plan.batch.sequence = Some(tokens),
            Self::MicroBatch(sequences) => plan.batch.micro = sequences,
            Self::GlobalBatch(sequences) => plan.batch.global = Some(sequences),
            Self::Recompute(kind) => plan.levers.recompute = kind,
            Self::Flash(on) => plan.levers.flash = on,
            Self::CrossEntropy(kind) => plan.levers.cross_entropy = kind,
            Self::Optimizer(optimizer) => plan.levers.optimizer = optimizer,
            Self::Offload(parts) => plan.levers.offload = parts,
            Self::MlpTiles(tiles) => plan.levers.mlp_tiles = tiles,
            Self::FrozenFirst(layers) => plan.tuning.frozen_first = layers,
            Self::FrozenLast(layers) => plan.tuning.frozen_last = layers,
            Self::Dtype(dtype) => plan.levers.dtype = dtype,
            Self::Tuned(tuned) => plan.tuning.tuned = tuned,
            Self::Targets(targets) => plan.tuning.targets = targets,
            Self::OptimizerKernel(kernel) => plan.stack.optimizer_kernel = Some(kernel),
        }
    }

    /// True if both changes set the same axis.
    #[must_use]
    pub fn is_of_axis(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// A copy of the plan with these changes made.
    #[must_use]
    pub fn applied(changes: &[Self], plan: &Plan) -> Plan {
        let mut changed = plan.clone();
        for change in changes {
            change.apply(&mut changed);
        }
        changed
    }
}

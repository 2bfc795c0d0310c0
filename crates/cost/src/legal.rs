//! Whether a plan can exist at all: a plan becomes [`Legal`] or a list of named reasons.

use std::ops::Add;

use super::calibration::{CALIBRATION, Calibration};
use super::plan::{Plan, Recompute, Schedule, limits};
use super::schedule::Pipeline;

/// A plan whose numbers divide as they must, with what follows from them.
///
/// It can only be made by [`Legal::check`], so that everything behind it may divide freely.
#[derive(Clone, Copy, Debug)]
pub struct Legal<'a> {
    /// The plan itself.
    pub plan: &'a Plan,
    /// Tokens per sequence, s.
    pub sequence: u64,
    /// Data-parallel degree, d.
    pub data: u64,
    /// Micro-batches per step and pipeline, m.
    pub micro_batches: u64,
    /// Virtual stages into which the schedule cuts the model.
    pub virtual_stages: u64,
    /// Layers of a virtual stage where they are dealt out evenly, the ends among them if they
    /// count.
    pub share: u64,
    /// The constants to estimate with.
    pub fitted: &'a Calibration,
}

/// Transformer layers by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// With one MLP for all tokens.
    pub dense: u64,
    /// With routed experts.
    pub routed: u64,
}

impl Layers {
    /// Layers of either kind.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.dense + self.routed
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

/// Why a plan cannot exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A number is zero, absurd or not a number at all.
    OutOfRange {
        /// Its key in a link.
        key: &'static str,
    },
    /// Queries and keys of latent attention have no width, so that there is nothing to compare.
    KeyWidth,
    /// The latent from which latent attention makes keys and values has no rank.
    LatentRank,
    /// t does not divide the query heads.
    TensorHeads {
        /// Tensor parallel degree.
        tensor: u64,
        /// Query heads.
        heads: u64,
    },
    /// Key-value heads can neither be dealt out to the t ranks nor copied evenly.
    TensorKvHeads {
        /// Tensor parallel degree.
        tensor: u64,
        /// Key-value heads.
        kv_heads: u64,
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
    /// c context ranks cannot cut the sequence into 2c equal pieces (the causal mask is
    /// balanced by giving each rank an early and a late piece).
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
        /// Cards in the cluster.
        gpus: u64,
    },
    /// The layers do not divide evenly into p·v virtual stages.
    Layers {
        /// Layers, with the two ends where they count.
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
        /// The schedule asked for.
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
    /// Tokens cannot be sent to more experts than there are.
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

impl<'a> Legal<'a> {
    /// Checks a plan.
    ///
    /// # Errors
    /// All the reasons why it cannot exist, the most basic first.
    pub fn check(plan: &'a Plan) -> Result<Self, Vec<Reason>> {
        if let Some(key) = limits::violated(plan) {
            return Err(vec![Reason::OutOfRange { key }]);
        }
        let mut reasons = Vec::new();
        if plan.model.key_dim() == 0 {
            reasons.push(Reason::KeyWidth);
        }
        if plan.model.mla.is_some_and(|mla| mla.kv_rank == 0) {
            reasons.push(Reason::LatentRank);
        }
        tensor_reasons(plan, &mut reasons);
        context_reasons(plan, &mut reasons);
        pipeline_reasons(plan, &mut reasons);
        batch_reasons(plan, &mut reasons);
        expert_reasons(plan, &mut reasons);
        shard_reasons(plan, &mut reasons);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let (data, virtual_stages) = (plan.data_parallel(), virtual_stages(plan));
        Ok(Self {
            plan,
            sequence: plan.sequence(),
            data,
            micro_batches: plan.global_batch() / (plan.batch.micro * data),
            virtual_stages,
            share: dealt_out(plan) / virtual_stages,
            fitted: &CALIBRATION,
        })
    }

    /// The same plan under other constants.
    #[must_use]
    pub const fn fitted_by(self, fitted: &'a Calibration) -> Self {
        Self { fitted, ..self }
    }

    /// Pipeline stages, p.
    #[must_use]
    pub const fn pipeline(&self) -> u64 {
        self.plan.layout.pipeline
    }

    /// Virtual stages of one copy of the model per rank: v, or two in V order.
    #[must_use]
    pub const fn chunks(&self) -> u64 {
        self.virtual_stages / self.pipeline()
    }

    /// Copies of the model that the ranks of one pipeline hold: two where two pipelines meet.
    #[must_use]
    pub fn copies(&self) -> u64 {
        if self.plan.schedule() == Schedule::DualPipe {
            2
        } else {
            1
        }
    }

    /// Whether a virtual stage is the last that a token visits.
    #[must_use]
    pub const fn is_last(&self, virtual_stage: u64) -> bool {
        virtual_stage + 1 == self.virtual_stages
    }

    /// Layers of a virtual stage; stage 0 is the first that a token visits. Layers that predict
    /// further tokens stand behind the last.
    #[must_use]
    pub fn layers(&self, virtual_stage: u64) -> Layers {
        let first = self.layers_before(virtual_stage);
        let end = self.layers_before(virtual_stage + 1);
        let extra = if self.is_last(virtual_stage) {
            self.plan.model.multi_token_layers
        } else {
            0
        };
        let model = &self.plan.model;
        let routed = model.routed_before(end) - model.routed_before(first);
        let dense = end - first - routed;
        if model.moe.experts > 0 {
            Layers {
                dense,
                routed: routed + extra,
            }
        } else {
            Layers {
                dense: dense + extra,
                routed,
            }
        }
    }

    /// Layers that a token has passed when it comes to a virtual stage.
    fn layers_before(&self, virtual_stage: u64) -> u64 {
        let layout = &self.plan.layout;
        if !layout.split.is_empty() {
            return layout.split.iter().take(virtual_stage as usize).sum();
        }
        let before = virtual_stage * self.share;
        if !layout.ends_count {
            return before;
        }
        let past_embedding = u64::from(virtual_stage > 0);
        let past_loss = u64::from(virtual_stage == self.virtual_stages);
        before - past_embedding - past_loss
    }

    /// Whether a virtual stage does what the one before it does: it has the same layers, of which
    /// as many are recomputed. The model's two ends are like no other.
    #[must_use]
    pub fn is_like_the_one_before(&self, virtual_stage: u64) -> bool {
        virtual_stage > 1
            && !self.is_last(virtual_stage)
            && self.layers(virtual_stage) == self.layers(virtual_stage - 1)
            && self.recomputed_layers(virtual_stage) == self.recomputed_layers(virtual_stage - 1)
    }

    /// Layers of a virtual stage that full recompute covers. `ckptn` counts per rank; the rank's
    /// chunks share it evenly, the first ones rounded up, and each begins with its first layers.
    #[must_use]
    pub fn recomputed_layers(&self, virtual_stage: u64) -> Layers {
        let levers = &self.plan.levers;
        if levers.recompute != Recompute::Full {
            return Layers::default();
        }
        let layers = self.layers(virtual_stage);
        let Some(per_rank) = levers.recompute_layers else {
            return layers;
        };
        let (chunk, chunks) = (virtual_stage / self.pipeline(), self.chunks());
        let recomputed = per_rank / chunks + u64::from(chunk < per_rank % chunks);
        let dense = recomputed.min(layers.dense);
        Layers {
            dense,
            routed: (recomputed - dense).min(layers.routed),
        }
    }

    /// Tokens that one rank works on in a micro-batch, T = s·b/c.
    #[must_use]
    pub const fn tokens(&self) -> u64 {
        self.sequence.saturating_mul(self.plan.batch.micro) / self.plan.layout.context
    }

    /// Tokens of a micro-batch outside the tensor-parallel regions: T/t under sequence
    /// parallelism, else T.
    #[must_use]
    pub fn outer_tokens(&self) -> u64 {
        if self.plan.sequence_parallel() {
            self.tokens() / self.plan.layout.tensor
        } else {
            self.tokens()
        }
    }

    /// Ranks that hold the same dense weights and share their gradients, d·c.
    #[must_use]
    pub const fn replicas(&self) -> u64 {
        self.data * self.plan.layout.context
    }

    /// Ranks that share out one copy of the dense state: all replicas, or a group of them.
    #[must_use]
    pub fn shard_group(&self) -> u64 {
        match self.plan.layout.shard_group {
            0 => self.replicas(),
            group => group.min(self.replicas()),
        }
    }

    /// Ranks of a stage that hold the same experts, t·c·d / (ep·etp).
    #[must_use]
    pub const fn expert_replicas(&self) -> u64 {
        let layout = &self.plan.layout;
        layout.tensor * self.replicas() / (layout.expert * layout.expert_tensor)
    }

    /// The same as [`Legal::shard_group`] for experts: there are as many groups, each with its
    /// part of the ranks that hold the same experts.
    #[must_use]
    pub fn expert_shard_group(&self) -> u64 {
        let groups = self.replicas() / self.shard_group();
        (self.expert_replicas() / groups).max(1)
    }

    /// Tokens of a micro-batch that a rank works on as an expert, copies counted: what it sends
    /// out comes back from others, K copies of each of its own tokens, as often as ranks inside
    /// an expert have tokens of their own. All of them have under sequence parallelism; without,
    /// tensor-parallel ranks hold the same tokens, and only what reaches beyond them has others.
    #[must_use]
    pub fn routed_copies(&self) -> u64 {
        let layout = &self.plan.layout;
        let seen = if self.plan.sequence_parallel() {
            layout.expert_tensor
        } else {
            layout.expert_tensor.div_ceil(layout.tensor)
        };
        self.outer_tokens()
            .saturating_mul(self.plan.model.moe.per_token)
            .saturating_mul(seen)
    }

    /// Routed experts on one rank.
    #[must_use]
    pub const fn local_experts(&self) -> u64 {
        self.plan.model.moe.experts / self.plan.layout.expert
    }

    /// Key-value heads on one tensor-parallel rank, at least one.
    #[must_use]
    pub fn kv_heads_per_rank(&self) -> u64 {
        self.plan
            .model
            .kv_heads
            .div_ceil(self.plan.layout.tensor)
            .max(1)
    }
}

/// What is dealt out to the virtual stages: layers, and the two ends where they count.
const fn dealt_out(plan: &Plan) -> u64 {
    plan.model.layers + if plan.layout.ends_count { 2 } else { 0 }
}

impl Pipeline {
    /// The pipeline of a plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self {
            ranks: legal.pipeline() as usize,
            chunks: legal.plan.layout.virtual_stages as usize,
            micro_batches: legal.micro_batches as usize,
            schedule: legal.plan.schedule(),
        }
    }
}

/// Virtual stages into which a plan's schedule cuts its model: p·v, 2p in V order.
pub fn virtual_stages(plan: &Plan) -> u64 {
    let pipeline = Pipeline {
        ranks: plan.layout.pipeline as usize,
        chunks: plan.layout.virtual_stages as usize,
        micro_batches: 1,
        schedule: plan.schedule(),
    };
    pipeline.stages() as u64
}

fn tensor_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let (tensor, model) = (plan.layout.tensor, &plan.model);
    if !model.heads.is_multiple_of(tensor) {
        reasons.push(Reason::TensorHeads {
            tensor,
            heads: model.heads,
        });
    } else if !model.kv_heads.is_multiple_of(tensor) && !tensor.is_multiple_of(model.kv_heads) {
        reasons.push(Reason::TensorKvHeads {
            tensor,
            kv_heads: model.kv_heads,
        });
    } else if !model.ffn.is_multiple_of(tensor) {
        reasons.push(Reason::TensorFfn {
            tensor,
            ffn: model.ffn,
        });
    }
}

fn context_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let (context, sequence) = (plan.layout.context, plan.sequence());
    if context > 1 && !sequence.is_multiple_of(2 * context) {
        reasons.push(Reason::ContextSlices { context, sequence });
        return;
    }
    let (tensor, tokens) = (plan.layout.tensor, sequence / context);
    // A degree that the heads refuse is explained by them.
    let heads_agree = plan.model.heads.is_multiple_of(tensor);
    if plan.sequence_parallel() && heads_agree && !tokens.is_multiple_of(tensor) {
        reasons.push(Reason::SequenceSlices { tensor, tokens });
    }
}

fn pipeline_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let layout = &plan.layout;
    let (pipeline, virtual_stages) = (layout.pipeline, layout.virtual_stages);
    if virtual_stages > 1 && pipeline == 1 {
        reasons.push(Reason::VirtualWithoutPipeline { virtual_stages });
        return;
    }
    let schedule = plan.schedule();
    if virtual_stages > 1 && schedule != Schedule::Interleaved {
        reasons.push(Reason::VirtualStages {
            virtual_stages,
            schedule,
        });
    }
    if schedule == Schedule::DualPipe && !pipeline.is_multiple_of(2) {
        reasons.push(Reason::MeetingPipelines { pipeline });
    }
    let stages = self::virtual_stages(plan);
    if !layout.split.is_empty() {
        let layers = layout
            .split
            .iter()
            .fold(0, |sum: u64, &part| sum.saturating_add(part));
        if layout.split.len() as u64 != stages || layers != plan.model.layers {
            reasons.push(Reason::Split {
                stages: layout.split.len() as u64,
                layers,
                wanted_stages: stages,
                wanted_layers: plan.model.layers,
            });
        }
        return;
    }
    let layers = dealt_out(plan);
    // A lone stage that holds both ends needs room for both.
    let ends_fit = !layout.ends_count || stages == 1 || layers / stages >= 1;
    if !layers.is_multiple_of(stages) || !ends_fit {
        reasons.push(Reason::Layers {
            layers,
            pipeline,
            virtual_stages: stages / pipeline,
        });
    }
}

fn batch_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let layout = &plan.layout;
    let (tensor, pipeline, context) = (layout.tensor, layout.pipeline, layout.context);
    let gpus = plan.cluster.gpus;
    let product = tensor.saturating_mul(pipeline).saturating_mul(context);
    if !gpus.is_multiple_of(product) {
        reasons.push(Reason::Degrees {
            tensor,
            pipeline,
            context,
            gpus,
        });
        return;
    }
    let (global, micro, data) = (plan.global_batch(), plan.batch.micro, plan.data_parallel());
    if !global.is_multiple_of(micro.saturating_mul(data)) {
        reasons.push(Reason::Batch {
            global,
            micro,
            data,
        });
    }
}

fn expert_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let (layout, moe) = (&plan.layout, &plan.model.moe);
    let (expert, expert_tensor) = (layout.expert, layout.expert_tensor);
    if moe.experts == 0 {
        if expert > 1 || expert_tensor > 1 {
            reasons.push(Reason::ExpertsMissing);
        }
        return;
    }
    if moe.per_token > moe.experts {
        reasons.push(Reason::ExpertsPerToken {
            per_token: moe.per_token,
            experts: moe.experts,
        });
    }
    if !moe.experts.is_multiple_of(expert) {
        reasons.push(Reason::Experts {
            expert,
            experts: moe.experts,
        });
    }
    if !moe.ffn.is_multiple_of(expert_tensor) {
        reasons.push(Reason::ExpertWidth {
            expert_tensor,
            ffn: moe.ffn,
        });
    }
    let ranks = plan.cluster.gpus / layout.pipeline;
    // Degrees that do not divide the cluster are a reason of their own.
    let whole = plan.cluster.gpus.is_multiple_of(layout.pipeline);
    if whole && !ranks.is_multiple_of(expert.saturating_mul(expert_tensor)) {
        reasons.push(Reason::ExpertRanks {
            expert,
            expert_tensor,
            ranks,
        });
    }
}

fn shard_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let group = plan.layout.shard_group;
    let replicas = plan.data_parallel() * plan.layout.context;
    if group > 0 && replicas > 0 && !replicas.is_multiple_of(group) {
        reasons.push(Reason::ShardGroup { group, replicas });
    }
}

//! Whether a plan can exist at all: a plan becomes [`Legal`] or a list of named reasons.

use super::plan::{Plan, Recompute, Schedule, limits};

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
    /// The order of the pipeline, one of those that the model simulates.
    pub schedule: Schedule,
}

/// Why a plan cannot exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A number is zero, absurd or not a number at all.
    OutOfRange {
        /// Its key in a link.
        key: &'static str,
    },
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
    /// Virtual stages need a pipeline.
    VirtualWithoutPipeline {
        /// Virtual stages per rank.
        virtual_stages: u64,
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
        tensor_reasons(plan, &mut reasons);
        context_reasons(plan, &mut reasons);
        pipeline_reasons(plan, &mut reasons);
        batch_reasons(plan, &mut reasons);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let data = plan.data_parallel();
        Ok(Self {
            plan,
            sequence: plan.sequence(),
            data,
            micro_batches: plan.global_batch() / (plan.batch.micro * data),
            schedule: modelled(plan),
        })
    }

    /// Pipeline stages, p.
    #[must_use]
    pub const fn pipeline(&self) -> u64 {
        self.plan.layout.pipeline
    }

    /// Virtual stages per rank, v.
    #[must_use]
    pub const fn chunks(&self) -> u64 {
        self.plan.layout.virtual_stages
    }

    /// Virtual stages in all, p·v.
    #[must_use]
    pub const fn virtual_stages(&self) -> u64 {
        self.pipeline() * self.chunks()
    }

    /// Layers of a virtual stage; stage 0 is the first that a token visits.
    #[must_use]
    pub fn layers(&self, virtual_stage: u64) -> u64 {
        let layout = &self.plan.layout;
        if let Some(&layers) = layout.split.get(virtual_stage as usize) {
            return layers;
        }
        let stages = self.virtual_stages();
        if !layout.ends_count {
            return self.plan.model.layers / stages;
        }
        let share = (self.plan.model.layers + 2) / stages;
        share - u64::from(virtual_stage == 0) - u64::from(virtual_stage + 1 == stages)
    }

    /// Layers of a virtual stage that full recompute covers. `ckptn` counts per rank; the rank's
    /// chunks share it evenly, the first ones rounded up.
    #[must_use]
    pub fn recomputed_layers(&self, virtual_stage: u64) -> u64 {
        let levers = &self.plan.levers;
        if levers.recompute != Recompute::Full {
            return 0;
        }
        let layers = self.layers(virtual_stage);
        let Some(per_rank) = levers.recompute_layers else {
            return layers;
        };
        let (chunk, chunks) = (virtual_stage / self.pipeline(), self.chunks());
        (per_rank / chunks + u64::from(chunk < per_rank % chunks)).min(layers)
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

/// The schedule to simulate: what is not modelled yet stands in as 1F1B, and is reported.
fn modelled(plan: &Plan) -> Schedule {
    match plan.schedule() {
        Schedule::GPipe => Schedule::GPipe,
        Schedule::Interleaved => Schedule::Interleaved,
        _ if plan.layout.virtual_stages > 1 => Schedule::Interleaved,
        _ => Schedule::OneFOneB,
    }
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
    if virtual_stages > 1 && matches!(schedule, Schedule::GPipe | Schedule::OneFOneB) {
        reasons.push(Reason::VirtualStages {
            virtual_stages,
            schedule,
        });
    }
    let stages = pipeline.saturating_mul(virtual_stages);
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
    let layers = plan.model.layers + if layout.ends_count { 2 } else { 0 };
    // A lone stage that holds both ends needs room for both.
    let ends_fit = !layout.ends_count || stages == 1 || layers / stages >= 1;
    if !layers.is_multiple_of(stages) || !ends_fit {
        reasons.push(Reason::Layers {
            layers,
            pipeline,
            virtual_stages,
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

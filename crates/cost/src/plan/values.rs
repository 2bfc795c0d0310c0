//! Values in force: the chosen value, or the default that follows from other fields.

use super::{
    AdapterType, Dispatcher, Dtype, Family, GradientSync, GradientType, GraphScope, Kernels,
    Layout, MasterWeights, Messages, Model, Objective, OptimizerKernel, Overlap, Plan, Recipe,
    Reference, Schedule, Target, WeightStorage, Word, WordSet,
};

/// Tokens of a step where the plan names no global batch: 4 Mi, the order of recent large runs.
const DEFAULT_STEP_TOKENS: u64 = 4_194_304;

impl Plan {
    /// Tokens per sequence, s.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.batch.sequence.unwrap_or(self.model.trained_sequence)
    }

    /// Sequences per step, B.
    #[must_use]
    pub fn global_batch(&self) -> u64 {
        self.batch
            .global
            .unwrap_or_else(|| (DEFAULT_STEP_TOKENS / self.sequence()).max(1))
    }

    /// Data-parallel degree, d = GPUs / (t·p·c), rounded down.
    #[must_use]
    pub fn data_parallel(&self) -> u64 {
        let Layout {
            tensor,
            pipeline,
            context,
            ..
        } = self.layout;
        self.cluster.gpus
            / tensor
                .saturating_mul(pipeline)
                .saturating_mul(context)
                .max(1)
    }

    /// True if sequence parallelism is on; it needs t > 1.
    #[must_use]
    pub fn sequence_parallel(&self) -> bool {
        self.layout.tensor > 1 && self.layout.sequence_parallel.unwrap_or(true)
    }

    /// The pipeline's order.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        self.layout
            .schedule
            .unwrap_or(Schedule::usual(self.layout.virtual_stages))
    }

    /// True if data-parallel ranks gather the weights of 8-bit products in 8 bits.
    #[must_use]
    pub fn gathers_in_8_bits(&self) -> bool {
        let levers = &self.levers;
        let is_8_bit = matches!(levers.dtype, Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8);
        levers.gathers_narrow && is_8_bit && levers.weight_storage == WeightStorage::Dtype
    }

    /// True if the inputs of activation functions are kept in 8 bits.
    #[must_use]
    pub const fn keeps_gates_in_8_bits(&self) -> bool {
        self.levers.keeps_gates_narrow && self.model.gated
    }

    /// True if a collective of this kind hides under compute.
    #[must_use]
    pub fn overlaps(&self, kind: Overlap) -> bool {
        self.overlap().contains(kind)
    }

    /// The kinds of communication that hide under compute.
    #[must_use]
    pub fn overlap(&self) -> WordSet<Overlap> {
        self.stack
            .overlap
            .unwrap_or_else(|| self.stack.recipe.overlap())
    }

    /// Fusion of elementwise kernels.
    #[must_use]
    pub fn kernels(&self) -> Kernels {
        self.stack
            .kernels
            .unwrap_or_else(|| self.stack.recipe.kernels())
    }

    /// Generation of the Flash Attention kernel.
    #[must_use]
    pub fn flash_generation(&self) -> u64 {
        self.stack
            .flash_generation
            .unwrap_or_else(|| self.stack.recipe.flash_generation())
    }

    /// Grouping of gradients into messages.
    #[must_use]
    pub fn messages(&self) -> Messages {
        self.stack
            .messages
            .unwrap_or_else(|| self.stack.recipe.messages())
    }

    /// The copy of the weights that the optimizer updates. All frameworks of the catalogue keep
    /// fp32 by default.
    #[must_use]
    pub fn master(&self) -> MasterWeights {
        self.levers.master.unwrap_or(MasterWeights::Fp32)
    }

    /// The type in which a rank keeps gradients.
    #[must_use]
    pub fn gradients(&self) -> GradientType {
        self.levers.gradients.unwrap_or_else(|| {
            let is_fp16 = self.levers.dtype == Dtype::Fp16;
            let wide = match self.stack.recipe {
                Recipe::Megatron => !is_fp16,
                Recipe::DeepSpeed => !is_fp16 && !self.layout.zero.shards_gradients(),
                Recipe::TorchTitan
                | Recipe::LlmFoundry
                | Recipe::MaxText
                | Recipe::Nanotron
                | Recipe::Verl => true,
                // Gradients have the type of the parameter (`torch.Tensor.grad`).
                Recipe::HuggingFace => self.master() != MasterWeights::None,
                // The engine accumulates in the type of the model (`get_data_types` in DeepSpeed).
                Recipe::ZeroPaper
                | Recipe::Nemo
                | Recipe::HuggingFaceDeepSpeed
                | Recipe::OpenRlhf => false,
            };
            let wide = wide || self.levers.dtype == Dtype::Fp32;
            if wide {
                GradientType::Fp32
            } else {
                GradientType::Half
            }
        })
    }

    /// The micro-batches after which sharded gradients are reduced. With a pipeline FSDP reduces
    /// them after the last one (`torch/distributed/pipelining/stage.py`), and so does Hugging Face's
    /// Trainer (`no_sync` in `Trainer.train`); DeepSpeed and FSDP without a pipeline after each.
    #[must_use]
    pub fn gradient_sync(&self) -> GradientSync {
        self.stack.gradient_sync.unwrap_or_else(|| {
            let accumulates = self.stack.recipe == Recipe::HuggingFace;
            let is_fsdp = self.stack.recipe.shards_fully();
            if accumulates || (is_fsdp && self.layout.pipeline > 1) {
                GradientSync::Once
            } else {
                GradientSync::Each
            }
        })
    }

    /// Number of tensors that a kernel of the optimizer's step updates. The Trainer's `adamw_torch`
    /// leaves the choice to PyTorch, which takes `foreach` on GPUs, and so does verl
    /// (`config/optimizer.py`, `build_optimizer`, commit b178a3cd); torchtitan asks for `fused`.
    /// Fused kernels are part of Apex, TransformerEngine and DeepSpeed.
    #[must_use]
    pub fn optimizer_kernel(&self) -> OptimizerKernel {
        self.stack
            .optimizer_kernel
            .unwrap_or(match self.stack.recipe {
                Recipe::HuggingFace | Recipe::Verl => OptimizerKernel::ForEach,
                _ => OptimizerKernel::Fused,
            })
    }

    /// The software that sends tokens to experts and back. Megatron-Bridge's recipes choose DeepEP
    /// on Hopper and HybridEP on Blackwell; other frameworks use an all-to-all by default.
    #[must_use]
    pub fn dispatcher(&self) -> Dispatcher {
        self.stack
            .dispatcher
            .unwrap_or(match (self.stack.recipe, self.cluster.gpu.family) {
                (Recipe::Nemo, Family::Hopper) => Dispatcher::DeepEp,
                (Recipe::Nemo, Family::Blackwell | Family::BlackwellUltra) => Dispatcher::HybridEp,
                _ => Dispatcher::AllToAll,
            })
    }

    /// The part of a layer that a CUDA graph launches. XLA compiles a whole step into one program;
    /// other frameworks use no graph by default.
    #[must_use]
    pub fn graphs(&self) -> GraphScope {
        self.stack.graphs.unwrap_or(match self.stack.recipe {
            Recipe::MaxText => GraphScope::Full,
            _ => GraphScope::None,
        })
    }

    /// Load of the busiest expert over the mean.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        let usual = if self.model.moe.experts > 0 { 1.1 } else { 1.0 };
        self.stack.imbalance.unwrap_or(usual)
    }

    /// Checkpoint bandwidth of the whole storage, GB/s.
    #[must_use]
    pub fn checkpoint_gb_s(&self) -> f64 {
        let nodes = self
            .cluster
            .gpus
            .div_ceil(self.cluster.gpu.node.max(1))
            .max(1);
        self.run.checkpoint_gb_s.unwrap_or(2.0 * nodes as f64)
    }
}

impl Plan {
    /// True if a matrix of a trained layer has an adapter. Latent attention, linear mixers and experts
    /// have none.
    #[must_use]
    pub fn has_adapters(&self) -> bool {
        use Target::{Down, Gate, Key, Output, Query, Up, Value};
        let model = &self.model;
        let extra = model.multi_token_layers;
        let trained = self.trained_layers();
        let among = |before: fn(&Model, u64) -> u64| {
            before(model, trained.end).saturating_sub(before(model, trained.start))
        };
        let layers = trained.end - trained.start;
        let has_extra = extra > 0 && model.moe.experts == 0;
        let has_dense = has_extra || among(Model::routed_before) < layers;
        let has_attention = model.mla.is_none() && among(Model::linear_before) < layers + extra;
        Target::ALL.iter().any(|target| {
            let is_there = match target {
                Query | Key | Value | Output => has_attention,
                Gate => has_dense && model.gated,
                Up | Down => has_dense,
            };
            is_there && self.tuning.adapts(*target)
        })
    }

    /// Type of the adapters' weights. PEFT keeps adapters in fp32 whatever the type of the model is
    /// (`autocast_adapter_dtype`, since 0.12), other frameworks in the type of the model.
    #[must_use]
    pub fn adapter_type(&self) -> AdapterType {
        match self.tuning.adapters {
            Some(chosen) => chosen,
            None if self.levers.dtype == Dtype::Fp32 => AdapterType::Fp32,
            None if self.stack.recipe.has_trainer() || self.stack.recipe == Recipe::Verl => {
                AdapterType::Fp32
            }
            None => AdapterType::Half,
        }
    }

    /// The model to which the loss compares the trained one. By default DPO has one (Rafailov 2023,
    /// equation 7) and GRPO none, as its coefficient is zero (TRL, `GRPOConfig.beta`; verl,
    /// `use_kl_loss`).
    #[must_use]
    pub fn reference(&self) -> Reference {
        self.tuning
            .reference
            .unwrap_or(match self.tuning.objective {
                Objective::Preference => Reference::Resident,
                Objective::NextToken | Objective::Reward => Reference::None,
            })
    }

    /// Forwards of a micro-batch without a backward: that of the reference model, and with a reward
    /// that of the policy before its update, whose log-probabilities the ratio of the loss needs
    /// (Schulman 2017, equation 6; verl, `compute_log_prob`).
    #[must_use]
    pub fn forward_only_passes(&self) -> u64 {
        let reference = u64::from(self.reference() == Reference::Resident);
        reference + u64::from(self.tuning.objective == Objective::Reward)
    }

    /// True if the reference model is a second copy of the weights. With adapters it is the frozen
    /// weights without them (TRL, `dpo_trainer.py`, `disable_adapter`).
    #[must_use]
    pub fn copies_reference(&self) -> bool {
        self.reference() == Reference::Resident && !self.tuning.is_frozen()
    }

    /// True if the backward updates each weight as soon as its gradient exists.
    #[must_use]
    pub fn updates_in_backward(&self) -> bool {
        self.optimizer_kernel() == OptimizerKernel::Backward
    }
}

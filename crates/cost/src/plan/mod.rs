//! A training plan: all that a person can choose, with defaults for fields that follow from others.
//!
//! A field of type `Option` has a default that depends on other fields. `None` stands for the
//! default, and the method of the same name gives the value in force.
//!
//! Tests: `tests/all/axes.rs`.

mod card_recipe;
mod cluster;
pub mod limits;
mod mixer;
mod model;
mod words;

pub use cluster::{Cluster, Family, Gpu};
pub use mixer::{LinearMixer, MixerKind};
pub use model::{LatentAttention, MixtureOfExperts, Model, Norm};
pub use words::{
    ContextKind, CrossEntropy, Dispatcher, Dtype, GradientSync, GradientType, GraphScope, Kernels,
    MasterWeights, Messages, Module, Offload, OffloadModule, Optimizer, OptimizerKernel, Overlap,
    Positions, Recipe, Recompute, Schedule, WeightStorage, Word, WordSet, ZeroStage,
    deserialize_word, serialize_word,
};

/// A model on a cluster, with one parallel layout, for one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The model.
    pub model: Model,
    /// The machines.
    pub cluster: Cluster,
    /// Split of the model across them.
    pub layout: Layout,
    /// Tokens per step.
    pub batch: Batch,
    /// Settings that trade memory against time.
    pub levers: Levers,
    /// The framework and its settings.
    pub stack: Stack,
    /// The whole training run.
    pub run: RunChoice,
    /// Measurements on the reader's own machine.
    pub measured: Measured,
    /// Plan B of a comparison.
    pub rival: Option<Box<Plan>>,
}

/// Degrees of parallelism; data parallel follows from what is left.
#[derive(Clone, Debug, PartialEq)]
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
    /// Layers of each virtual stage in the order in which a token visits them; empty is even.
    pub split: Vec<u64>,
    /// True if embedding and loss each count as a layer when layers are divided.
    pub ends_count: bool,
    /// Exchange of keys and values between context-parallel ranks.
    pub context_kind: ContextKind,
    /// True if each context-parallel rank has an early and a late piece of a sequence, so that the
    /// causal mask leaves all of them as much attention. False if each has one piece: the last rank
    /// then sets the pace.
    pub context_balanced: bool,
    /// The model state that data-parallel ranks shard.
    pub zero: ZeroStage,
    /// Ranks that shard among themselves; 0 is all.
    pub shard_group: u64,
}

/// Work of one optimizer step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// Tokens per sequence, s; by default as the model was trained.
    pub sequence: Option<u64>,
    /// Sequences per micro-batch, b.
    pub micro: u64,
    /// Sequences per step, B; by default 4,194,304 tokens' worth.
    pub global: Option<u64>,
}

/// Choices that trade memory against time or precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levers {
    /// Type of the matrix products.
    pub dtype: Dtype,
    /// Storage of weights.
    pub weight_storage: WeightStorage,
    /// The optimizer.
    pub optimizer: Optimizer,
    /// The copy of the weights that the optimizer updates; by recipe.
    pub master: Option<MasterWeights>,
    /// The type in which gradients are kept; by recipe.
    pub gradients: Option<GradientType>,
    /// Amount that is recomputed in backward.
    pub recompute: Recompute,
    /// Modules whose activations selective recompute drops.
    pub modules: WordSet<Module>,
    /// Layers per stage that full recompute covers; all by default.
    pub recompute_layers: Option<u64>,
    /// True if attention runs as one kernel that never writes the scores.
    pub flash: bool,
    /// Implementation of the loss.
    pub cross_entropy: CrossEntropy,
    /// State and activations that move to host memory.
    pub offload: WordSet<Offload>,
    /// Layers whose activations move to host memory; all by default.
    pub offload_layers: Option<u64>,
    /// Parts of those layers whose activations move; empty is all.
    pub offload_modules: WordSet<OffloadModule>,
    /// Tiles of tokens through which a dense MLP passes one after the other. From 2 on it keeps its
    /// input alone, and backward runs each tile again (Arctic Long Sequence Training, arXiv
    /// 2506.13996, section 3.1; DeepSpeed, `runtime/sequence_parallel/ulysses_sp.py`, `TiledMLP`).
    pub mlp_tiles: u64,
    /// True if data-parallel ranks gather weights in 8 bits, and keep them so where an optimizer
    /// has wider ones. It has no effect unless products are in 8 bits.
    pub gathers_narrow: bool,
}

/// A software stack: a framework, and the settings that differ from its defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stack {
    /// Framework whose defaults apply.
    pub recipe: Recipe,
    /// Communication that hides under compute; by recipe.
    pub overlap: Option<WordSet<Overlap>>,
    /// Fusion of elementwise kernels; by recipe.
    pub kernels: Option<Kernels>,
    /// Generation of the Flash Attention kernel, 1 to 3; by recipe.
    pub flash_generation: Option<u64>,
    /// Grouping of gradients into messages; by recipe.
    pub messages: Option<Messages>,
    /// The micro-batches after which sharded gradients are reduced; by recipe.
    pub gradient_sync: Option<GradientSync>,
    /// How many tensors a kernel of the optimizer's step updates; by recipe.
    pub optimizer_kernel: Option<OptimizerKernel>,
    /// The software that sends tokens to experts; by recipe.
    pub dispatcher: Option<Dispatcher>,
    /// The part of a layer that a CUDA graph launches; by recipe.
    pub graphs: Option<GraphScope>,
    /// Load of the busiest expert over the mean; 1.1 by default for MoE.
    pub imbalance: Option<f64>,
    /// True if kernels must be deterministic, which takes larger workspaces.
    pub deterministic: bool,
    /// True if products add their weight gradients to the accumulated ones themselves, where
    /// the kernels can.
    pub fused_accumulation: bool,
}

/// The whole training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunChoice {
    /// Training tokens; by default 20 per parameter (Hoffmann 2022).
    pub tokens: Option<u64>,
    /// Mean time between failures of one GPU, hours.
    pub mtbf_hours: f64,
    /// Checkpoint bandwidth of the whole storage, GB/s; by default 2 a node.
    pub checkpoint_gb_s: Option<f64>,
    /// Minutes from a failure to training again.
    pub restart_minutes: f64,
}

/// One step that the reader measured on their own machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Seconds of one step.
    pub step_s: Option<f64>,
    /// Peak memory of the fullest GPU, GiB, as its driver counts it.
    pub memory_gib: Option<f64>,
    /// The plan that was measured, without a measurement or a rival of its own; `None` is the
    /// plan that holds this.
    pub plan: Option<Box<Plan>>,
}

impl Measured {
    /// True if nothing was measured.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.step_s.is_none() && self.memory_gib.is_none()
    }
}

/// Tokens of a step where the plan names no global batch: 4 Mi, the order of recent large runs.
const DEFAULT_STEP_TOKENS: u64 = 4_194_304;

impl Plan {
    /// The plain plan for a model on a cluster: no parallelism but data parallel, ZeRO-1.
    #[must_use]
    pub fn new(model: Model, cluster: Cluster) -> Self {
        Self {
            model,
            cluster,
            layout: Layout::default(),
            batch: Batch {
                sequence: None,
                micro: 1,
                global: None,
            },
            levers: Levers::default(),
            stack: Stack::default(),
            run: RunChoice::default(),
            measured: Measured::default(),
            rival: None,
        }
    }

    /// The plan alone, without measurements and without its rival.
    #[must_use]
    pub fn bare(&self) -> Self {
        let (measured, rival) = (Measured::default(), None);
        Self {
            measured,
            rival,
            ..self.clone()
        }
    }

    /// Keeps the plan as the one that was measured, if it is. Call it before any change, as a
    /// measurement belongs to the plan that was run.
    pub fn hold_measured(&mut self) {
        if !self.measured.is_empty() && self.measured.plan.is_none() {
            self.measured.plan = Some(Box::new(self.bare()));
        }
    }

    /// Sets the current plan as its own plan B, on the same machine.
    ///
    /// ```
    /// use formats::catalog;
    /// use formats::link;
    /// let mut plan = catalog::default_plan();
    /// plan.pin();
    /// assert_eq!(link::encode(&plan), "#v=1&p=llama3-8b/h100x8&b.same=1");
    /// plan.layout.tensor = 2;
    /// assert_eq!(link::encode(&plan), "#v=1&p=llama3-8b/h100x8&tp=2&b.tp=1");
    /// ```
    pub fn pin(&mut self) {
        let mut rival = self.clone();
        rival.rival = None;
        rival.hold_measured();
        self.rival = Some(Box::new(rival));
    }

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

    /// Data-parallel degree, d = GPUs / (t·p·c), rounded down where it does not divide.
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
            .unwrap_or(match self.layout.virtual_stages {
                0 | 1 => Schedule::OneFOneB,
                _ => Schedule::Interleaved,
            })
    }

    /// True if data-parallel ranks gather weights in 8 bits: those of 8-bit products.
    #[must_use]
    pub fn gathers_in_8_bits(&self) -> bool {
        let levers = &self.levers;
        let is_8_bit = matches!(levers.dtype, Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8);
        levers.gathers_narrow && is_8_bit && levers.weight_storage == WeightStorage::Dtype
    }

    /// True if a collective of this kind hides under compute.
    #[must_use]
    pub fn overlaps(&self, kind: Overlap) -> bool {
        self.overlap().contains(kind)
    }

    /// All that hides under compute.
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
                Recipe::TorchTitan | Recipe::LlmFoundry | Recipe::MaxText | Recipe::Nanotron => {
                    true
                }
                // Gradients have the type of the parameter (`torch.Tensor.grad`).
                Recipe::HuggingFace => self.master() != MasterWeights::None,
                // The engine accumulates in the type of the model (`get_data_types` in DeepSpeed).
                Recipe::ZeroPaper | Recipe::Nemo | Recipe::HuggingFaceDeepSpeed => false,
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

    /// How many tensors a kernel of the optimizer's step updates. The Trainer's `adamw_torch` leaves
    /// the choice to PyTorch, which takes `foreach` on GPUs; torchtitan asks for `fused`. Fused
    /// kernels are part of Apex, TransformerEngine and DeepSpeed.
    #[must_use]
    pub fn optimizer_kernel(&self) -> OptimizerKernel {
        self.stack
            .optimizer_kernel
            .unwrap_or(match self.stack.recipe {
                Recipe::HuggingFace => OptimizerKernel::ForEach,
                _ => OptimizerKernel::Fused,
            })
    }

    /// The software that sends tokens to experts and back. Megatron-Bridge's recipes choose DeepEP
    /// on Hopper and HybridEP on Blackwell; other frameworks use an all-to-all unless asked.
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
    /// other frameworks use no graph unless asked.
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

impl Recipe {
    /// Communication that the framework overlaps with compute by default.
    ///
    /// Source: the frameworks' own defaults and launch scripts, as the published runs of each
    /// were made. Ring attention overlaps by construction wherever it is offered.
    fn overlap(self) -> WordSet<Overlap> {
        match self {
            Self::Nemo => WordSet::of(&[
                Overlap::Tensor,
                Overlap::Pipeline,
                Overlap::Data,
                Overlap::Context,
            ]),
            Self::Megatron | Self::TorchTitan | Self::LlmFoundry | Self::HuggingFace => {
                WordSet::of(&[Overlap::Data, Overlap::Context])
            }
            // XLA's scheduler hides collectives under whatever does not depend on them.
            Self::MaxText => WordSet::of(&[Overlap::Tensor, Overlap::Data, Overlap::Context]),
            // DeepSpeed reduces gradients beside the backward (`overlap_comm`) only where its file
            // says so.
            Self::ZeroPaper | Self::DeepSpeed | Self::HuggingFaceDeepSpeed | Self::Nanotron => {
                WordSet::of(&[Overlap::Context])
            }
        }
    }

    /// Fusion of its elementwise kernels.
    fn kernels(self) -> Kernels {
        match self {
            Self::Megatron | Self::Nemo => Kernels::Fused,
            Self::DeepSpeed => Kernels::EarlyFused,
            Self::TorchTitan | Self::MaxText => Kernels::Compiled,
            Self::ZeroPaper
            | Self::LlmFoundry
            | Self::Nanotron
            | Self::HuggingFace
            | Self::HuggingFaceDeepSpeed => Kernels::Eager,
        }
    }

    /// Generation of Flash Attention that it ships.
    fn flash_generation(self) -> u64 {
        match self {
            Self::LlmFoundry => 1,
            _ => 2,
        }
    }

    /// Gradient grouping (message sizes) of the recipe.
    fn messages(self) -> Messages {
        match self {
            Self::Nanotron => Messages::Tensor,
            Self::TorchTitan | Self::LlmFoundry | Self::MaxText | Self::HuggingFace => {
                Messages::Layer
            }
            Self::Megatron
            | Self::ZeroPaper
            | Self::DeepSpeed
            | Self::Nemo
            | Self::HuggingFaceDeepSpeed => Messages::Bucket,
        }
    }
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

impl CrossEntropy {
    /// True for a kernel that is written for the loss, not PyTorch's own or a compiled one.
    #[must_use]
    pub const fn is_fused(self) -> bool {
        matches!(self, Self::Fused | Self::Chunked | Self::Native)
    }
}

impl Default for Levers {
    fn default() -> Self {
        Self {
            dtype: Dtype::Bf16,
            weight_storage: WeightStorage::Dtype,
            optimizer: Optimizer::AdamW,
            master: None,
            gradients: None,
            recompute: Recompute::None,
            modules: WordSet::of(&[Module::Core]),
            recompute_layers: None,
            flash: true,
            cross_entropy: CrossEntropy::Plain,
            offload: WordSet::EMPTY,
            offload_layers: None,
            offload_modules: WordSet::EMPTY,
            mlp_tiles: 1,
            gathers_narrow: false,
        }
    }
}

impl Default for Stack {
    fn default() -> Self {
        Self {
            recipe: Recipe::Megatron,
            overlap: None,
            kernels: None,
            flash_generation: None,
            messages: None,
            gradient_sync: None,
            optimizer_kernel: None,
            dispatcher: None,
            graphs: None,
            imbalance: None,
            deterministic: false,
            fused_accumulation: true,
        }
    }
}

impl Default for RunChoice {
    fn default() -> Self {
        Self {
            tokens: None,
            mtbf_hours: 50_000.0,
            checkpoint_gb_s: None,
            restart_minutes: 10.0,
        }
    }
}

//! Aspects of a plan that a target may be unable to express.

use super::facts::Facts;
use cost::plan::{
    ContextKind, CrossEntropy, Dispatcher, Dtype, GraphScope, Objective, Offload, Optimizer,
    Overlap, Positions, Recompute, Schedule, WeightStorage, ZeroStage,
};
use cost::vocabularies;

vocabularies! {
    /// A part of a plan that a launch script may be unable to express.
    Aspect {
        /// The model's shape.
        Shape = "shape",
        /// Routed experts, which the file's description of the model's shape omits.
        DenseShape = "dense_shape",
        /// Latent attention.
        Latent = "latent",
        /// A sliding window.
        Window = "window",
        /// A linear mixer in place of attention.
        Mixer = "mixer",
        /// Layers that predict further tokens.
        MultiToken = "multi_token",
        /// Positions by linear biases.
        Alibi = "alibi",
        /// Learned positions for fewer tokens than a sequence has.
        LearnedPositions = "learned_positions",
        /// A vocabulary that tensor-parallel ranks cannot divide evenly.
        Vocabulary = "vocabulary",
        /// Key-value heads that ranks cannot divide evenly.
        KvHeads = "kv_heads",
        /// Sequences that ranks cannot divide evenly.
        Sequence = "sequence",
        /// No sequence parallelism beside tensor parallelism.
        NoSequenceParallel = "no_sequence_parallel",
        /// Tensor parallelism.
        Tensor = "tensor",
        /// Context parallelism.
        Context = "context",
        /// A pipeline.
        Pipeline = "pipeline",
        /// Schedule of a pipeline.
        Schedule = "schedule",
        /// The order 1F1B of a pipeline.
        OneFOneB = "one_f_one_b",
        /// An order of micro-batches other than 1F1B without a pipeline.
        LoneSchedule = "lone_schedule",
        /// The number of micro-batches in a pipeline.
        MicroBatches = "micro_batches",
        /// Virtual stages.
        VirtualStages = "virtual_stages",
        /// Uneven layers.
        Split = "split",
        /// Embedding and loss counted as layers.
        Ends = "ends",
        /// Exchange of keys and values between context-parallel ranks.
        ContextKind = "context_kind",
        /// One contiguous piece of a sequence for each context-parallel rank.
        ContiguousContext = "contiguous_context",
        /// Expert parallelism.
        Expert = "expert",
        /// Tensor parallelism inside an expert.
        ExpertTensor = "expert_tensor",
        /// Exchange of tokens by HybridEP between ranks that do not share NVLink.
        ExpertDomains = "expert_domains",
        /// Exchange of tokens under compute.
        ExpertOverlap = "expert_overlap",
        /// The model state that data-parallel ranks shard.
        Zero = "zero",
        /// State that no data-parallel rank shards.
        WholeState = "whole_state",
        /// Sharded gradients or weights beside a pipeline.
        ZeroInPipeline = "zero_in_pipeline",
        /// Groups of ranks that shard one copy of the state each.
        ShardGroup = "shard_group",
        /// Accumulation of gradients over micro-batches.
        Accumulation = "accumulation",
        /// Type of the matrix products.
        Dtype = "dtype",
        /// The width in which data-parallel ranks gather the weights of 8-bit products.
        NarrowGathers = "narrow_gathers",
        /// Inputs of activation functions that are kept in 8 bits.
        NarrowGates = "narrow_gates",
        /// Quantised weights.
        WeightStorage = "weight_storage",
        /// Adapters beside frozen weights.
        Adapters = "adapters",
        /// Training without adapters.
        NoAdapters = "no_adapters",
        /// Ends that are trained or frozen, and frozen layers.
        FrozenParts = "frozen_parts",
        /// Samples shorter than a sequence.
        Lengths = "lengths",
        /// A loss that is not that of the next token, and its reference model.
        Objective = "objective",
        /// The optimizer.
        Optimizer = "optimizer",
        /// Type of the weights that the optimizer updates.
        Master = "master",
        /// Type of the gradients.
        Gradients = "gradients",
        /// Selective recompute.
        Selective = "selective",
        /// Full recompute.
        Full = "full",
        /// Full recompute of some layers only.
        SomeLayers = "some_layers",
        /// Attention that writes its scores.
        NoFlash = "no_flash",
        /// Generation of the Flash Attention kernel.
        FlashGeneration = "flash_generation",
        /// Fusion of elementwise kernels.
        Kernels = "kernels",
        /// Grouping of gradients into messages.
        Messages = "messages",
        /// The micro-batches after which sharded gradients are reduced.
        GradientSync = "gradient_sync",
        /// Number of tensors that a kernel of the optimizer's step updates.
        OptimizerKernel = "optimizer_kernel",
        /// Tiles of an MLP.
        MlpTiles = "mlp_tiles",
        /// Parts of a layer whose activations move to host memory.
        OffloadModules = "offload_modules",
        /// The software that sends tokens to experts.
        Dispatcher = "dispatcher",
        /// CUDA graphs.
        Graphs = "graphs",
        /// Load of the busiest expert over the mean.
        Imbalance = "imbalance",
        /// Implementation of the loss.
        CrossEntropy = "cross_entropy",
        /// Optimizer state in host memory.
        OffloadOptimizer = "offload_optimizer",
        /// Moments in managed memory.
        PagedMoments = "paged_moments",
        /// Parameters in host memory.
        OffloadParameters = "offload_parameters",
        /// Activations in host memory.
        OffloadActivations = "offload_activations",
        /// Communication that hides under compute.
        Overlap = "overlap",
        /// Deterministic kernels.
        Deterministic = "deterministic",
        /// A recipe other than the target's own: it decides bytes and overlap.
        Habits = "habits",
        /// Data, tokenizer and learning rate, and parts of the model that no plan has.
        Recipe = "recipe",
        /// Parts of a configuration around the plan: data, the checkpoint, and what is logged.
        Components = "components",
        /// The name of the GPU.
        Gpu = "gpu",
        /// The address at which the machines meet.
        Rendezvous = "rendezvous",
    }
}

vocabularies! {
    /// The treatment of an aspect in an export.
    Fate {
        /// The target has no option for the aspect.
        NoOption = "no_option",
        /// The training program's code sets the aspect.
        InCode = "in_code",
        /// The file has the nearest value of the target.
        Nearest = "nearest",
        /// The file holds a usual value, to be replaced.
        Usual = "usual",
        /// The plan lacks the aspect, and the reader has to add it.
        Yours = "yours",
        /// The file has the aspect, and the target refuses it.
        Refused = "refused",
        /// The file has the aspect and the target accepts it, but no test of the target runs it.
        Untested = "untested",
    }
}

impl Fate {
    /// True if the framework does not run the plan's aspect.
    pub(crate) const fn is_hard(self) -> bool {
        matches!(self, Self::NoOption | Self::Refused | Self::Untested)
    }
}

/// A note on an aspect that an export lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The aspect.
    pub aspect: Aspect,
    /// Treatment of the aspect.
    pub fate: Fate,
    /// Versions of the framework that lack the aspect, if others that read the file have it; empty
    /// stands for all.
    pub versions: &'static [&'static str],
}

/// An aspect that a target cannot express for plans that meet a condition.
#[derive(Clone, Copy)]
pub(crate) struct Lack {
    aspect: Aspect,
    fate: Fate,
    when: fn(&Facts) -> bool,
    /// True if the condition depends on nothing but the model and the degrees of tensor, context and
    /// expert parallelism, as that of every plan that uses the aspect.
    is_of_all: bool,
    /// True if the condition depends on nothing that shards state.
    ignores_sharding: bool,
    /// Versions of the framework with this lack; empty stands for all.
    versions: &'static [&'static str],
}

impl Lack {
    /// A lack of no plan.
    pub(crate) const NONE: Self = Self::when(Aspect::Shape, Fate::NoOption, |_| false);

    /// The lack of an aspect without an option in the target.
    pub(crate) const fn no_option(aspect: Aspect) -> Self {
        Self::always(aspect, Fate::NoOption)
    }

    /// The lack of an aspect that the target refuses.
    pub(crate) const fn refused(aspect: Aspect) -> Self {
        Self::always(aspect, Fate::Refused)
    }

    /// The lack of an aspect that another file or program sets.
    pub(crate) const fn in_code(aspect: Aspect) -> Self {
        Self::always(aspect, Fate::InCode)
    }

    /// The lack of an aspect that the reader has to add.
    pub(crate) const fn yours(aspect: Aspect) -> Self {
        Self::always(aspect, Fate::Yours)
    }

    /// The lack of an aspect in plans for which `when` returns true.
    pub(crate) const fn when(aspect: Aspect, fate: Fate, when: fn(&Facts) -> bool) -> Self {
        Self {
            aspect,
            fate,
            when,
            is_of_all: false,
            ignores_sharding: false,
            versions: &[],
        }
    }

    /// The lack of an aspect in every plan that uses it.
    const fn always(aspect: Aspect, fate: Fate) -> Self {
        Self {
            is_of_all: true,
            ignores_sharding: true,
            ..Self::when(aspect, fate, |_| true)
        }
    }

    /// The lack, in these versions only.
    pub(crate) const fn of_versions(self, versions: &'static [&'static str]) -> Self {
        Self { versions, ..self }
    }

    /// The lack, of plans with any stages and sharding if of one.
    pub(crate) const fn with_any_stages(self) -> Self {
        Self {
            is_of_all: true,
            ..self.with_any_sharding()
        }
    }

    /// The lack, of plans with any sharding if of one.
    pub(crate) const fn with_any_sharding(self) -> Self {
        Self {
            ignores_sharding: true,
            ..self
        }
    }

    /// The note for a plan that uses the aspect, in these versions of the framework.
    pub(crate) fn note(&self, facts: &Facts, versions: &[&str]) -> Option<Note> {
        let is_in = |version: &&&str| self.versions.is_empty() || self.versions.contains(version);
        let lacking = versions.iter().filter(is_in).count();
        let is_there = lacking > 0 && self.aspect.is_used(facts) && (self.when)(facts);
        is_there.then_some(Note {
            aspect: self.aspect,
            fate: self.fate,
            versions: if lacking < versions.len() {
                self.versions
            } else {
                &[]
            },
        })
    }

    /// True if the lack keeps a version of the framework from running a plan's layout: with the
    /// nearest value it is another one. Only lacks of the layout can. The nearest exchange of keys
    /// and values does not: a search gives it to all layouts (`Release::exchange`).
    pub(crate) fn stops(&self, facts: &Facts, version: &str) -> bool {
        let is_other = self.fate == Fate::Nearest && self.aspect != Aspect::ContextKind;
        let is_lack = self.is_of_layout() && (self.fate.is_hard() || is_other);
        is_lack && self.note(facts, &[version]).is_some()
    }

    /// The note for a plan that a version of the framework does not run, or not as it is: of the
    /// layout ([`Lack::stops`]), and of all that the framework refuses.
    pub(crate) fn refusal(&self, facts: &Facts, version: &str) -> Option<Note> {
        let is_refused = self.fate == Fate::Refused || self.stops(facts, version);
        is_refused.then(|| self.note(facts, &[version])).flatten()
    }

    /// True if the lack keeps a version of the framework from running a plan, whatever its sharding
    /// and the order of its pipeline.
    pub(crate) fn stops_all(&self, facts: &Facts, version: &str) -> bool {
        self.is_of_all && self.aspect.is_of_shape() && self.stops(facts, version)
    }

    /// True if the lack keeps a version of the framework from running a plan, whatever its sharding.
    pub(crate) fn stops_in_order(&self, facts: &Facts, version: &str) -> bool {
        let is_of_order = self.aspect.is_of_shape() || self.aspect.is_of_order();
        self.ignores_sharding && is_of_order && self.stops(facts, version)
    }

    /// True if a version of the framework runs a plan's aspect in another way, or not at all.
    pub(crate) fn changes(&self, aspect: Aspect, facts: &Facts, version: &str) -> bool {
        let changes = self.fate.is_hard() || self.fate == Fate::Nearest;
        self.aspect == aspect && changes && self.note(facts, &[version]).is_some()
    }

    /// True if the lack's condition holds for a plan, even if the plan does not use the aspect.
    #[cfg(test)]
    pub(crate) fn holds(&self, facts: &Facts) -> bool {
        (self.when)(facts)
    }

    /// The aspect.
    #[cfg(test)]
    pub(crate) const fn aspect(&self) -> Aspect {
        self.aspect
    }

    /// True if the lack can keep a framework from running a plan as it is.
    pub(crate) const fn can_stop(&self) -> bool {
        self.is_of_layout() || matches!(self.fate, Fate::Refused)
    }

    /// True if the aspect belongs to the layout.
    pub(crate) const fn is_of_layout(&self) -> bool {
        self.aspect.is_of_layout()
    }
}

impl Aspect {
    /// True if the aspect belongs to the layout: the split of the model, and settings that trade
    /// memory against time. A framework that lacks it cannot run the layout. Without other aspects
    /// it runs another model shape, or the same layout at another speed.
    #[must_use]
    pub const fn is_of_layout(self) -> bool {
        matches!(
            self,
            Self::KvHeads
                | Self::Sequence
                | Self::NoSequenceParallel
                | Self::Tensor
                | Self::Context
                | Self::ContextKind
                | Self::Pipeline
                | Self::Schedule
                | Self::OneFOneB
                | Self::LoneSchedule
                | Self::MicroBatches
                | Self::VirtualStages
                | Self::Split
                | Self::Ends
                | Self::Expert
                | Self::ExpertTensor
                | Self::ExpertDomains
                | Self::ExpertOverlap
                | Self::Zero
                | Self::WholeState
                | Self::ZeroInPipeline
                | Self::ShardGroup
                | Self::Dtype
                | Self::Optimizer
                | Self::Selective
                | Self::Full
                | Self::SomeLayers
                | Self::OffloadOptimizer
                | Self::OffloadParameters
                | Self::OffloadActivations
                | Self::OffloadModules
                | Self::MlpTiles
        )
    }

    /// True if neither the sharding of a plan nor the order of its pipeline decides whether it uses
    /// the aspect.
    const fn is_of_shape(self) -> bool {
        matches!(
            self,
            Self::NoSequenceParallel
                | Self::Tensor
                | Self::Context
                | Self::Pipeline
                | Self::Expert
                | Self::ExpertTensor
                | Self::Dtype
                | Self::Optimizer
                | Self::Selective
                | Self::Full
                | Self::OffloadOptimizer
                | Self::OffloadParameters
                | Self::OffloadActivations
        )
    }

    /// True if the order of a plan's pipeline decides, and its sharding does not, whether it uses the
    /// aspect.
    const fn is_of_order(self) -> bool {
        matches!(
            self,
            Self::Schedule
                | Self::OneFOneB
                | Self::MicroBatches
                | Self::VirtualStages
                | Self::Split
                | Self::Ends
        )
    }

    /// True if a plan uses the aspect.
    #[must_use]
    pub fn is_used(self, facts: &Facts) -> bool {
        let plan = facts.plan;
        let (layout, levers, model) = (&plan.layout, &plan.levers, &plan.model);
        match self {
            Self::Shape | Self::Recipe | Self::Components | Self::Master | Self::Gpu => true,
            Self::DenseShape => facts.is_routed(),
            Self::Latent => model.mla.is_some(),
            Self::Window => model.window > 0,
            Self::Mixer => model.mixer.is_some(),
            Self::MultiToken => model.multi_token_layers > 0,
            Self::Alibi => model.positions == Positions::Alibi,
            Self::LearnedPositions => {
                model.positions == Positions::Learned && plan.sequence() > model.trained_sequence
            }
            Self::KvHeads => layout.tensor > 1 && model.mla.is_none(),
            Self::Sequence => layout.context > 1 || layout.tensor > 1,
            Self::MicroBatches => layout.pipeline > 1,
            Self::VirtualStages => layout.pipeline > 1 && layout.virtual_stages > 1,
            Self::ExpertDomains => {
                facts.exchanges_tokens() && plan.dispatcher() == Dispatcher::HybridEp
            }
            Self::ExpertOverlap => facts.exchanges_tokens() && plan.overlaps(Overlap::Expert),
            Self::Vocabulary => !model.vocab.is_multiple_of(layout.tensor),
            Self::NoSequenceParallel => layout.tensor > 1 && !plan.sequence_parallel(),
            Self::Tensor => layout.tensor > 1,
            Self::Context => layout.context > 1,
            Self::Pipeline => layout.pipeline > 1,
            Self::Schedule => layout.pipeline > 1 && plan.schedule() != Schedule::PLAIN,
            Self::OneFOneB => layout.pipeline > 1 && plan.schedule() == Schedule::PLAIN,
            Self::LoneSchedule => layout.pipeline == 1 && plan.schedule() != Schedule::PLAIN,
            Self::Split => !layout.split.is_empty(),
            Self::Ends => layout.ends_count,
            Self::ContextKind => layout.context > 1,
            Self::ContiguousContext => {
                let has_pieces = layout.context_kind != ContextKind::AllToAll;
                layout.context > 1 && has_pieces && !layout.context_balanced
            }
            Self::Expert => layout.expert > 1,
            Self::ExpertTensor => {
                let parts = layout.expert_tensor;
                facts.is_routed() && (parts != layout.tensor || parts > 1)
            }
            Self::Zero => {
                let replicas = facts.legal.replicas().max(facts.legal.expert_replicas());
                layout.zero != ZeroStage::Zero && replicas > 1
            }
            Self::WholeState => {
                let replicas = facts.legal.replicas().max(facts.legal.expert_replicas());
                layout.zero == ZeroStage::Zero && replicas > 1
            }
            Self::ZeroInPipeline => {
                let stage = layout.zero;
                layout.pipeline > 1 && matches!(stage, ZeroStage::Two | ZeroStage::Three)
            }
            Self::ShardGroup => facts.shard_groups() > 1,
            Self::Accumulation => facts.legal.micro_batches > 1,
            Self::Dtype => levers.dtype != Dtype::Bf16,
            Self::NarrowGathers => {
                matches!(levers.dtype, Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8)
            }
            Self::NarrowGates => plan.keeps_gates_in_8_bits(),
            Self::WeightStorage => levers.weight_storage != WeightStorage::Dtype,
            Self::Adapters => plan.tuning.is_frozen(),
            Self::NoAdapters => !plan.tuning.is_frozen(),
            Self::FrozenParts => plan.tuning.freezes_layers() || plan.tuning.ends.is_some(),
            Self::Lengths => plan.has_short_samples(),
            Self::Objective => {
                let is_other = plan.tuning.objective != Objective::NextToken;
                is_other || plan.forward_only_passes() > 0
            }
            Self::Optimizer => levers.optimizer != Optimizer::AdamW,
            Self::Gradients => levers.gradients.is_some(),
            Self::Selective => levers.recompute == Recompute::Selective,
            Self::Full => facts.recomputes_layers(),
            Self::SomeLayers => facts.recomputes_layers() && levers.recompute_layers.is_some(),
            Self::NoFlash => !levers.flash,
            Self::FlashGeneration => plan.stack.flash_generation.is_some(),
            Self::Kernels => plan.stack.kernels.is_some(),
            Self::Messages => plan.stack.messages.is_some(),
            Self::GradientSync => {
                plan.stack.gradient_sync.is_some() && layout.zero.shards_gradients()
            }
            Self::OptimizerKernel => plan.stack.optimizer_kernel.is_some(),
            Self::MlpTiles => levers.mlp_tiles > 1,
            Self::OffloadModules => {
                facts.offloads(Offload::Activations) && !levers.offload_modules.is_empty()
            }
            // Every framework can use an all-to-all.
            Self::Dispatcher => {
                facts.exchanges_tokens() && plan.dispatcher() != Dispatcher::AllToAll
            }
            Self::Graphs => plan.graphs() != GraphScope::None,
            Self::Imbalance => facts.is_routed() && plan.stack.imbalance.is_some(),
            Self::CrossEntropy => levers.cross_entropy != CrossEntropy::Plain,
            Self::OffloadOptimizer => facts.offloads(Offload::Optimizer),
            Self::PagedMoments => plan.levers.pages_moments(),
            Self::OffloadParameters => facts.offloads(Offload::Parameters),
            Self::OffloadActivations => facts.offloads(Offload::Activations),
            Self::Habits => true,
            Self::Overlap => plan.stack.overlap.is_some(),
            Self::Deterministic => plan.stack.deterministic,
            Self::Rendezvous => facts.nodes() > 1,
        }
    }
}

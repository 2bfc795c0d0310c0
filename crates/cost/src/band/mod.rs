//! Ranges around a prediction that contain four of five measurements.
//!
//! Tests: `crates/search/tests/all/optimize/experts.rs`.

mod extent;
mod fitted;
mod range;

pub use extent::Extent;
pub use range::Band;

use crate::legal::Legal;
use crate::plan::{Family, Plan, Recipe, Tuned};

/// The bytes that a figure of memory counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryCount {
    /// Tensors: `torch.cuda.max_memory_allocated`.
    Allocated,
    /// All GPU memory in use: with the allocator's cache, context and communicators.
    Reserved,
}

impl Band {
    /// The band of a plan's step.
    ///
    /// A stack is known if published runs have fitted both its recipe's time and its GPU's
    /// efficiency. A mixture of experts is always less certain than a dense model.
    #[must_use]
    pub fn of_step(legal: &Legal) -> Self {
        let is_megatron = MemoryStack::of(legal.plan) == MemoryStack::Megatron;
        match (is_mixture(legal.plan), is_known(legal)) {
            (false, true) if is_megatron => fitted::STEP_DENSE_MEGATRON,
            (false, true) => fitted::STEP_DENSE_KNOWN,
            (false, false) => fitted::STEP_DENSE_UNKNOWN,
            (true, true) => fitted::STEP_MIXTURE_KNOWN,
            (true, false) => fitted::STEP_MIXTURE_UNKNOWN,
        }
    }

    /// The band of the ratio of the steps of two layouts of a plan's model on its cluster, with the
    /// same batch and stack. An error that both share cancels. Fitted to published runs whose
    /// source reports several layouts. Its low end is the inverse of its high end.
    ///
    /// ```
    /// use cost::{band::Band, legal::Legal};
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    /// let legal = Legal::check(&plan).unwrap();
    /// let (between, alone) = (Band::between_layouts(&legal), Band::of_step(&legal));
    /// assert!(between.high / between.low < alone.high / alone.low);
    /// ```
    #[must_use]
    pub fn between_layouts(legal: &Legal) -> Self {
        if is_mixture(legal.plan) {
            fitted::LAYOUTS_MIXTURE
        } else {
            fitted::LAYOUTS_DENSE
        }
    }

    /// The band of a plan's peak memory: the band of its stack, joined for a mixture of experts
    /// with that of mixtures. It widens with the plan's distance from the stack's published peaks.
    #[must_use]
    pub fn of_memory(plan: &Plan, count: MemoryCount) -> Self {
        let stack = MemoryStack::of(plan);
        let [allocated, reserved] = MEMORY[stack as usize];
        let of_count = match count {
            MemoryCount::Allocated => allocated,
            MemoryCount::Reserved => reserved,
        };
        // A mechanism without a published peak makes allocated memory uncertain, not the cache.
        // DeepSpeed's published peaks are of reserved memory; its band of allocated memory is wide
        // already.
        let basis = if stack == MemoryStack::DeepSpeed {
            reserved
        } else {
            allocated
        };
        let of_stack = of_count.widened(basis, stack.distance(plan) * fitted::WIDENING);
        if !is_mixture(plan) {
            return of_stack;
        }
        of_stack.and(match count {
            MemoryCount::Allocated => fitted::ALLOCATED_MIXTURE,
            MemoryCount::Reserved => fitted::RESERVED_MIXTURE,
        })
    }
}

/// Software stacks whose memory is published, by the mechanisms that they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryStack {
    /// Megatron-LM and what is built on it.
    Megatron,
    /// PyTorch's own FSDP, tensor parallelism and losses.
    PyTorch,
    /// Hugging Face's Trainer, alone, with FSDP or with `DeepSpeed`.
    HuggingFace,
    /// `DeepSpeed`.
    DeepSpeed,
    /// Adapters beside 16-bit weights, with PyTorch or Hugging Face's libraries.
    Lora,
    /// Adapters beside 4-bit weights.
    Qlora,
    /// Stacks without a published peak.
    Other,
}

/// Bands of allocated and of reserved memory, in the order of [`MemoryStack`].
static MEMORY: [[Band; 2]; 7] = [
    [fitted::ALLOCATED_MEGATRON, fitted::RESERVED_MEGATRON],
    [fitted::ALLOCATED_PYTORCH, fitted::RESERVED_PYTORCH],
    [
        fitted::ALLOCATED_HUGGING_FACE,
        fitted::RESERVED_HUGGING_FACE,
    ],
    [fitted::ALLOCATED_DEEPSPEED, fitted::RESERVED_DEEPSPEED],
    [fitted::ALLOCATED_LORA, fitted::RESERVED_LORA],
    [fitted::ALLOCATED_QLORA, fitted::RESERVED_QLORA],
    [fitted::ALLOCATED_OTHER, fitted::RESERVED_OTHER],
];

/// Extents of the published peaks, in the order of [`MemoryStack`].
static SEEN: [Extent; 6] = [
    fitted::SEEN_MEGATRON,
    fitted::SEEN_PYTORCH,
    fitted::SEEN_HUGGING_FACE,
    fitted::SEEN_DEEPSPEED,
    fitted::SEEN_LORA,
    fitted::SEEN_QLORA,
];

impl MemoryStack {
    /// True if published peaks of allocated memory confirm the prediction of it. Those of DeepSpeed
    /// are of reserved memory.
    pub(crate) const fn has_published_allocations(self) -> bool {
        match self {
            Self::Megatron | Self::PyTorch | Self::HuggingFace | Self::Lora | Self::Qlora => true,
            Self::DeepSpeed | Self::Other => false,
        }
    }

    /// Distance of a plan from the stack's published peaks; 0 for stacks with too few peaks, whose
    /// bands are wide already.
    fn distance(self, plan: &Plan) -> f64 {
        SEEN.get(self as usize)
            .map_or(0.0, |seen| seen.distance(plan))
    }

    /// The stack of a plan.
    #[must_use]
    pub const fn of(plan: &Plan) -> Self {
        let is_megatron = matches!(
            plan.stack.recipe,
            Recipe::Megatron | Recipe::Nemo | Recipe::Nanotron
        );
        match (plan.tuning.tuned, plan.stack.recipe) {
            (Tuned::Lora, _) if !is_megatron => Self::Lora,
            (Tuned::Qlora, _) => Self::Qlora,
            (_, recipe) => Self::of_recipe(recipe),
        }
    }

    /// The stack of a recipe in training without adapters.
    const fn of_recipe(recipe: Recipe) -> Self {
        match recipe {
            Recipe::Megatron | Recipe::Nemo | Recipe::Nanotron => Self::Megatron,
            Recipe::TorchTitan | Recipe::LlmFoundry => Self::PyTorch,
            Recipe::HuggingFace
            | Recipe::HuggingFaceDeepSpeed
            | Recipe::Verl
            | Recipe::OpenRlhf => Self::HuggingFace,
            Recipe::DeepSpeed => Self::DeepSpeed,
            Recipe::ZeroPaper | Recipe::MaxText => Self::Other,
        }
    }
}

const fn is_mixture(plan: &Plan) -> bool {
    plan.model.moe.experts > 0
}

/// True if published runs calibrate the speed of this recipe and of this family of GPUs.
fn is_known(legal: &Legal) -> bool {
    let recipe = legal.plan.stack.recipe;
    let recipe = !recipe.has_trainer() && !matches!(recipe, Recipe::ZeroPaper | Recipe::Verl);
    recipe && is_calibrated(legal.plan.cluster.gpu.family)
}

/// True if enough published runs judge the model on GPUs of this family.
const fn is_calibrated(family: Family) -> bool {
    matches!(
        family,
        Family::Ampere | Family::Hopper | Family::Blackwell | Family::BlackwellUltra | Family::Tpu
    )
}

//! Sharding of the model state over data-parallel ranks, and how often ranks gather and reduce it.
//!
//! Tests: `tests/all/papers/sharding.rs`.

use crate::legal::Legal;
use crate::plan::{GradientSync, Plan, Recipe, ZeroStage};

/// How often ranks gather the weights that they shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathering {
    /// Never: every rank keeps whole weights.
    Never,
    /// For the forward and again for the backward of every micro-batch.
    EachMicroBatch,
    /// Once a step. Gathered weights stay until the step ends.
    OnceAStep,
}

/// The parts of the model state of which a rank keeps only a shard.
///
/// ```
/// use cost::{legal::Legal, sharding::{Gathering, StateSharding}};
/// let sharding = |link: &str| {
///     let (plan, _) = formats::link::decode(link);
///     StateSharding::of(&Legal::check(&plan).unwrap())
/// };
/// let fsdp = sharding("#v=1&p=llama3-8b/h100x8&recipe=torchtitan&zero=3");
/// assert_eq!(fsdp.gathering, Gathering::EachMicroBatch);
/// // With a pipeline FSDP2 keeps weights gathered and gradients whole for all micro-batches
/// let piped = sharding("#v=1&p=llama3-8b/h100x8&recipe=torchtitan&zero=3&pp=2");
/// assert_eq!(piped.gathering, Gathering::OnceAStep);
/// assert!(!piped.gradients);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateSharding {
    /// Gathering of sharded weights.
    pub gathering: Gathering,
    /// True if a rank keeps only its shard of the gradients while micro-batches run.
    pub gradients: bool,
    /// True if a rank keeps only its shard of the optimizer state.
    pub optimizer: bool,
}

impl StateSharding {
    /// The sharding of a legal plan.
    ///
    /// ZeRO-1 shards the optimizer state, ZeRO-2 the gradients too, ZeRO-3 the weights too
    /// (Rajbhandari 2020, section 5). FSDP2 always shards its weights: where it does not reshard
    /// them after forward, each rank holds its shard and the gathered copy beside it. That is
    /// ZeRO-2 in effect. With a pipeline it is the default, and gradients are reduced after the
    /// last micro-batch only (PyTorch, `torch/distributed/pipelining/stage.py`).
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let zero = plan.layout.zero;
        let keeps_gathered = plan.stack.recipe.shards_fully()
            && (zero == ZeroStage::Two || (zero == ZeroStage::Three && legal.pipeline() > 1));
        let whole_until_last =
            legal.micro_batches > 1 && plan.gradient_sync() == GradientSync::Once;
        Self {
            gathering: if keeps_gathered {
                Gathering::OnceAStep
            } else if zero == ZeroStage::Three {
                Gathering::EachMicroBatch
            } else {
                Gathering::Never
            },
            gradients: zero.shards_gradients() && !whole_until_last,
            optimizer: zero.shards_optimizer(),
        }
    }

    /// How often a rank reduces gradients of which it keeps its shard, in a step.
    ///
    /// ```
    /// use cost::{legal::Legal, sharding::StateSharding};
    /// let reductions = |sync: &str| {
    ///     let link = "#v=1&p=llama3-8b/h100x16&pp=4&vp=2&zero=2&gbs=64";
    ///     let (plan, _) = formats::link::decode(&[link, "&gsync=", sync].concat());
    ///     let legal = Legal::check(&plan).unwrap();
    ///     StateSharding::of(&legal).reductions(&legal)
    /// };
    /// // 16 micro-batches on each of 4 ranks, which work on 4 of one virtual stage at a time
    /// assert_eq!(["each", "run", "once"].map(reductions), [16, 4, 1]);
    /// ```
    #[must_use]
    pub fn reductions(self, legal: &Legal) -> u64 {
        if !self.gradients {
            1
        } else if keeps_runs(legal) {
            legal.micro_batches.div_ceil(legal.pipeline())
        } else {
            legal.micro_batches
        }
    }

    /// True if the ranks of a plan reduce gradients again with each micro-batch, or with each run of
    /// micro-batches, where a step has more than one.
    #[must_use]
    pub fn reduces_each(plan: &Plan) -> bool {
        plan.layout.zero.shards_gradients() && plan.gradient_sync() != GradientSync::Once
    }

    /// True if a rank keeps only its shard of the weights, beside gathered ones.
    #[must_use]
    pub fn weights(self) -> bool {
        self.gathering != Gathering::Never
    }
}

/// True if a rank keeps the whole gradients of a virtual stage while it works on micro-batches of
/// it, one after another.
pub(crate) fn keeps_runs(legal: &Legal) -> bool {
    let plan = legal.plan;
    plan.layout.zero.shards_gradients()
        && plan.gradient_sync() == GradientSync::Run
        && plan.schedule().facts().is_interleaved()
}

impl From<ZeroStage> for StateSharding {
    /// The sharding of the paper: weights gathered for each micro-batch, gradients scattered after
    /// each.
    fn from(zero: ZeroStage) -> Self {
        Self {
            gathering: if zero.shards_weights() {
                Gathering::EachMicroBatch
            } else {
                Gathering::Never
            },
            gradients: zero.shards_gradients(),
            optimizer: zero.shards_optimizer(),
        }
    }
}

impl Recipe {
    /// True if the framework shards by PyTorch's FSDP: fp32 weights are the master weights, sharded
    /// units are modules, and nothing fuses the accumulation of gradients.
    #[must_use]
    pub const fn shards_fully(self) -> bool {
        matches!(
            self,
            Self::TorchTitan | Self::LlmFoundry | Self::HuggingFace | Self::Verl
        )
    }

    /// True if DeepSpeed's engine shards the state and steps.
    #[must_use]
    pub const fn has_deepspeed(self) -> bool {
        matches!(
            self,
            Self::DeepSpeed | Self::HuggingFaceDeepSpeed | Self::OpenRlhf
        )
    }

    /// True if Hugging Face's Trainer runs the model, or a loop with its habits.
    #[must_use]
    pub const fn has_trainer(self) -> bool {
        matches!(
            self,
            Self::HuggingFace | Self::HuggingFaceDeepSpeed | Self::OpenRlhf
        )
    }

    /// True if DeepSpeed's engine trains models of Hugging Face.
    #[must_use]
    pub const fn has_trainer_with_deepspeed(self) -> bool {
        self.has_trainer() && self.has_deepspeed()
    }
}

impl ZeroStage {
    /// True if the optimizer state is sharded: stage 1 and up.
    #[must_use]
    pub fn shards_optimizer(self) -> bool {
        self != Self::Zero
    }

    /// True if gradients are sharded: stage 2 and up.
    #[must_use]
    pub fn shards_gradients(self) -> bool {
        matches!(self, Self::Two | Self::Three)
    }

    /// True if weights are sharded: stage 3.
    #[must_use]
    pub fn shards_weights(self) -> bool {
        self == Self::Three
    }
}

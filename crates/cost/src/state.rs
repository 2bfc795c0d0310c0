//! Model state: bytes of weights, gradients and optimizer state for each parameter.
//!
//! Tests: `tests/papers/state.rs`.

use std::ops::Add;

use super::legal::Legal;
use super::params::RankParams;
use super::plan::{Dtype, Levers, Offload, Optimizer, Plan, Recipe, WeightStorage, ZeroStage};
use super::units::Bytes;

/// Bytes of model state on one rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Weights that matrix products read.
    pub weights: Bytes,
    /// Gradients, accumulation copies included.
    pub gradients: Bytes,
    /// fp32 master weights and the optimizer's moments.
    pub optimizer: Bytes,
}

/// Bytes that a recipe keeps for one unsharded parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerParameter {
    /// Bits of the stored weight: 16, or fewer when quantised.
    pub weight_bits: u64,
    /// Bytes of gradients.
    pub gradients: u64,
    /// Bytes of master weights and moments.
    pub optimizer: u64,
}

impl State {
    /// All three together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.weights + self.gradients + self.optimizer
    }

    /// State on a rank of this plan that holds these parameters: its share of the state that its
    /// shard group holds in common, less the part that is offloaded to the host.
    #[must_use]
    pub fn of_rank(legal: &Legal, params: RankParams) -> Self {
        let (each, zero) = (PerParameter::of(legal.plan), legal.plan.layout.zero);
        let mut state = each.state(params.common, zero, legal.shard_group())
            + each.state(params.experts, zero, legal.expert_shard_group());
        // Two ranks that hold the same parameters share the optimizer's work on them.
        if zero.shards_optimizer() {
            state.optimizer = state.optimizer.over(legal.copies());
        }
        let offload = legal.plan.levers.offload;
        if offload.contains(Offload::Optimizer) {
            state.optimizer = Bytes::ZERO;
        }
        // Sharded weights come from the host when they are gathered, and gradients go there.
        if offload.contains(Offload::Parameters) && zero.shards_weights() {
            state.weights = Bytes::ZERO;
            state.gradients = Bytes::ZERO;
        }
        state
    }
}

/// Bytes of a rank's optimizer state that the optimizer's step leaves behind and the next
/// forward does without: Megatron-LM's fp32 copies of fp16 gradients (20 bytes a parameter at
/// rest are 16 while activations peak; measured).
#[must_use]
pub fn released(legal: &Legal, params: RankParams) -> Bytes {
    let plan = legal.plan;
    let copies = plan.stack.recipe == Recipe::Megatron && plan.levers.dtype == Dtype::Fp16;
    if !copies || plan.levers.offload.contains(Offload::Optimizer) {
        return Bytes::ZERO;
    }
    let share = |params: u64, ranks: u64| {
        let sharded = plan.layout.zero.shards_optimizer();
        Bytes::product([4, params]).over(if sharded { ranks * legal.copies() } else { 1 })
    };
    share(params.common, legal.shard_group()) + share(params.experts, legal.expert_shard_group())
}

impl Add for State {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            weights: self.weights + other.weights,
            gradients: self.gradients + other.gradients,
            optimizer: self.optimizer + other.optimizer,
        }
    }
}

impl PerParameter {
    /// The recipe's bytes.
    ///
    /// Megatron-LM keeps 18 in bf16 (fp32 gradients), 20 in fp16 (its fp32 gradient copies
    /// belong to the optimizer) and 16 in fp32 (its README, "distributed optimizer"); the ZeRO
    /// paper, DeepSpeed fp16 and NeMo 16 (16-bit gradients; Rajbhandari 2020, section 3.1);
    /// DeepSpeed's bf16 optimizer and nanotron 20 (16-bit gradients and unsharded fp32
    /// accumulators; with ZeRO-2 and 3 DeepSpeed drops the latter); FSDP recipes 16, all of it
    /// fp32 (Zhao 2023).
    ///
    /// ```
    /// use cost::{plan::Recipe, state::PerParameter};
    /// use formats::catalog;
    /// let mut plan = catalog::plan("llama2-7b", "h100", 8).unwrap();
    /// let mut bytes = |recipe: Recipe| {
    ///     plan.stack.recipe = recipe;
    ///     let each = PerParameter::of(&plan);
    ///     [each.weight_bits / 8, each.gradients, each.optimizer]
    /// };
    /// // bf16 weights, fp32 gradients, fp32 master weights and two fp32 moments: 18
    /// assert_eq!(bytes(Recipe::Megatron), [2, 4, 4 + 8]);
    /// // 16-bit gradients: 16 (Rajbhandari 2020, section 3.1)
    /// assert_eq!(bytes(Recipe::ZeroPaper), [2, 2, 4 + 8]);
    /// // fp32 weights need no master copy: 16 again (Zhao 2023)
    /// assert_eq!(bytes(Recipe::TorchTitan), [4, 4, 8]);
    /// ```
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let levers = &plan.levers;
        let sharded_gradients = plan.layout.zero.shards_gradients();
        let (weights, gradients, master) = match (plan.stack.recipe, levers.dtype) {
            (Recipe::TorchTitan | Recipe::LlmFoundry, _) | (_, Dtype::Fp32) => (4, 4, 0),
            (Recipe::Megatron, Dtype::Fp16) => (2, 2, 8),
            (Recipe::Megatron, _) => (2, 4, 4),
            (Recipe::DeepSpeed, dtype) if dtype == Dtype::Fp16 || sharded_gradients => (2, 2, 4),
            (Recipe::DeepSpeed | Recipe::Nanotron, _) => (2, 6, 4),
            (Recipe::ZeroPaper | Recipe::Nemo, _) => (2, 2, 4),
        };
        let weight_bits = match levers.weight_storage {
            WeightStorage::Dtype => 8 * weights,
            WeightStorage::Int8 => 8,
            WeightStorage::Int4 => 4,
        };
        Self {
            weight_bits,
            gradients,
            optimizer: master + moments(levers),
        }
    }

    /// State of a rank that holds `params` parameters, sharded over `replicas` as `zero` says.
    ///
    /// ```
    /// use cost::{plan::ZeroStage, state::PerParameter, units::Bytes};
    /// let adam = PerParameter { weight_bits: 16, gradients: 2, optimizer: 12 };
    /// // ZeRO-1: (2 + 2 + 12/64) · 7.5e9 = 31.4 GB (Rajbhandari 2020, figure 1)
    /// let rank = adam.state(7_500_000_000, ZeroStage::One, 64);
    /// assert_eq!(rank.total(), Bytes(31_406_250_000));
    /// ```
    #[must_use]
    pub fn state(self, params: u64, zero: ZeroStage, replicas: u64) -> State {
        let share = |bytes: Bytes, sharded: bool| bytes.over(if sharded { replicas } else { 1 });
        // In u128, as eight times the largest model's bytes are more than 64 bits hold.
        let weights = (u128::from(self.weight_bits) * u128::from(params)).div_ceil(8);
        State {
            weights: share(
                Bytes(u64::try_from(weights).unwrap_or(u64::MAX)),
                zero.shards_weights(),
            ),
            gradients: share(
                Bytes::product([self.gradients, params]),
                zero.shards_gradients(),
            ),
            optimizer: share(
                Bytes::product([self.optimizer, params]),
                zero.shards_optimizer(),
            ),
        }
    }
}

/// Bytes that a checkpoint keeps for each parameter: 16-bit weights, and the master weights and
/// moments of the optimizer; 14 with Adam (BLOOM wrote 2 + 12).
///
/// ```
/// use cost::{plan::Optimizer, state::checkpoint_bytes_per_parameter};
/// use formats::catalog;
/// let mut plan = catalog::plan("llama2-7b", "h100", 8).unwrap();
/// // 16-bit weights, fp32 master weights, two fp32 moments
/// assert_eq!(checkpoint_bytes_per_parameter(&plan.levers), 2 + 4 + 2 * 4);
/// // 8-bit Adam has two moments of one byte (Dettmers 2021)
/// plan.levers.optimizer = Optimizer::AdamW8;
/// assert_eq!(checkpoint_bytes_per_parameter(&plan.levers), 2 + 4 + 2 * 1);
/// ```
#[must_use]
pub const fn checkpoint_bytes_per_parameter(levers: &Levers) -> u64 {
    2 + 4 + moments(levers)
}

/// Bytes of the optimizer's moments for each parameter.
///
/// Adam keeps two (Kingma 2014), 8-bit Adam two of one byte (Dettmers 2021), Lion, Muon and
/// SGD with momentum one; Adafactor's row and column sums vanish beside a matrix (Shazeer 2018).
pub(super) const fn moments(levers: &Levers) -> u64 {
    match levers.optimizer {
        Optimizer::AdamW => 8,
        Optimizer::AdamW8 => 2,
        Optimizer::AdamWBf16 | Optimizer::Lion | Optimizer::Muon | Optimizer::SgdMomentum => 4,
        Optimizer::Adafactor => 0,
    }
}

impl ZeroStage {
    /// Whether the optimizer state is sharded: stage 1 and up.
    #[must_use]
    pub fn shards_optimizer(self) -> bool {
        self != Self::Zero
    }

    /// Whether gradients are sharded: stage 2 and up.
    #[must_use]
    pub fn shards_gradients(self) -> bool {
        matches!(self, Self::Two | Self::Three)
    }

    /// Whether weights are sharded: stage 3.
    #[must_use]
    pub fn shards_weights(self) -> bool {
        self == Self::Three
    }
}

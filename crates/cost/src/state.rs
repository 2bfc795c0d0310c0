//! Model state: bytes of weights, gradients and optimizer state for each parameter.
//!
//! Tests: `tests/all/papers/state.rs`.

use std::ops::Add;

use super::amount::Count;
use super::frozen::frozen_size;
use super::legal::Legal;
use super::narrow::{keeps_master_alone, keeps_one_byte, scales_and_wide_weights, shards_weights};
use super::params::{Params, RankParams};
use super::plan::{
    AdapterType, Dtype, GradientSync, GradientType, Levers, MasterWeights, Offload, Optimizer,
    OptimizerKernel, Plan, Recipe, Tuned, WeightStorage, ZeroStage,
};
use super::sharding::StateSharding;
use super::units::Bytes;

/// Bytes of model state on one rank.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct State<C: Count = u64> {
    /// Weights that matrix products read.
    pub weights: Bytes<C>,
    /// Gradients, accumulation copies included.
    pub gradients: Bytes<C>,
    /// fp32 master weights and the optimizer's moments.
    pub optimizer: Bytes<C>,
}

impl<C: Count> Clone for State<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for State<C> {}

/// Bytes that a recipe keeps for one unsharded parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerParameter {
    /// Bits of the stored weight: 16, or fewer when quantised.
    pub weight_bits: u64,
    /// Size of a frozen weight of a layer, in 512ths of a bit: quantised weights have a fraction.
    pub frozen_size: u64,
    /// Bytes of gradients.
    pub gradients: u64,
    /// Bytes of master weights and moments.
    pub optimizer: u64,
}

impl<C: Count> State<C> {
    /// Bytes of all three.
    #[must_use]
    pub fn total(&self) -> Bytes<C> {
        self.weights + self.gradients + self.optimizer
    }
}

impl State {
    /// State on a rank of this plan that holds these parameters. It is the rank's share of the
    /// state of its shard group, less the part that is offloaded to the host.
    #[must_use]
    pub fn of_rank(legal: &Legal, params: RankParams) -> Self {
        let mut state = Self::on_gpu_and_host(legal, params);
        let offload = legal.plan.levers.offload;
        if offload.contains(Offload::Optimizer) {
            state.optimizer = Bytes::ZERO;
        } else if legal.plan.levers.pages_moments() {
            state.optimizer = masters(legal, params);
        }
        // Sharded weights come from the host when they are gathered, and gradients go there.
        if offload.contains(Offload::Parameters) && StateSharding::of(legal).weights() {
            state.weights = Bytes::ZERO;
            state.gradients = Bytes::ZERO;
        }
        state
    }

    /// State of a rank of this plan that holds these parameters, wherever it is kept.
    #[must_use]
    pub fn on_gpu_and_host(legal: &Legal, params: RankParams) -> Self {
        let sharding = StateSharding::of(legal);
        let groups = [legal.shard_group(), legal.expert_shard_group()];
        let mut state = Self::sharded(legal, params, sharding, groups);
        // Two ranks that hold the same parameters share the optimizer's work on them.
        if sharding.optimizer {
            state.optimizer = state.optimizer.over(legal.copies());
        }
        state.weights += scales_and_wide_weights(legal, params)
            + wide_frozen_ends(legal, params)
            + reference_weights(legal, params);
        state.optimizer += scales_and_wide_moments(legal, params);
        if legal.plan.updates_in_backward() {
            state.gradients = Bytes::ZERO;
        }
        state
    }
}

impl State {
    /// State of these parameters, whose sharded parts are divided among this many ranks, and those of
    /// experts among as many as the second number says.
    #[must_use]
    pub(super) fn sharded(
        legal: &Legal,
        params: RankParams,
        sharding: StateSharding,
        groups: [u64; 2],
    ) -> Self {
        Self::sharded_by(legal, params, sharding, groups, &|each| each)
    }

    /// The state, of which each parameter keeps the part that `kept` gives.
    fn sharded_by(
        legal: &Legal,
        params: RankParams,
        sharding: StateSharding,
        [ranks, expert_ranks]: [u64; 2],
        kept: &dyn Fn(PerParameter) -> PerParameter,
    ) -> Self {
        let each = PerParameter::of_legal(legal);
        let copied = kept(each.of_copies(legal.plan));
        let each = kept(each);
        let (copies, rest) = trained_copies(legal.plan, params);
        each.sharded(rest, sharding, ranks)
            + each.sharded(params.experts, sharding, expert_ranks)
            + copied.sharded(copies, sharding, ranks)
    }
}

/// Trained copies of the ends among a rank's common parameters, and the others.
pub(super) fn trained_copies(plan: &Plan, params: RankParams) -> (Params, Params) {
    let copies = if plan.tuning.is_frozen() {
        Params::trained(params.ends.trainable)
    } else {
        Params::default()
    };
    (copies, params.common.saturating_sub(copies))
}

/// Bytes of a rank's optimizer state beside its moments: master weights, and copies of gradients.
fn masters(legal: &Legal, params: RankParams) -> Bytes {
    let sharding = StateSharding::of(legal);
    let groups = [legal.shard_group(), legal.expert_shard_group()];
    let state = State::sharded_by(legal, params, sharding, groups, &|each| PerParameter {
        optimizer: each.optimizer - moments(&legal.plan.levers).min(each.optimizer),
        ..each
    });
    if sharding.optimizer {
        state.optimizer.over(legal.copies())
    } else {
        state.optimizer
    }
}

/// Bytes of a rank's part of the reference model, if that is a second copy of the weights. It has the
/// type of the products, and is sharded as the weights of the trained model are
/// ([`StateSharding::weights`]; TRL, `trainer/utils.py`, `prepare_deepspeed` and `prepare_fsdp`): with
/// ZeRO-3, and under FSDP with ZeRO-2 too. Else it is whole on each GPU. What FSDP keeps gathered of it
/// after a forward is not counted.
#[must_use]
pub fn reference_weights(legal: &Legal, params: RankParams) -> Bytes {
    let plan = legal.plan;
    if !plan.copies_reference() {
        return Bytes::ZERO;
    }
    let is_sharded = StateSharding::of(legal).weights();
    let share = |params: Params, ranks: u64| {
        let ranks = if is_sharded { ranks } else { 1 };
        Bytes::product([plan.levers.dtype.element_bytes(), params.all()]).over(ranks)
    };
    share(params.common, legal.shard_group()) + share(params.experts, legal.expert_shard_group())
}

/// Bytes by which a frozen embedding and a frozen head are larger than as many frozen weights of
/// layers: quantisation leaves them in 16 bits.
#[must_use]
pub fn wide_frozen_ends(legal: &Legal, params: RankParams) -> Bytes {
    let each = PerParameter::of(legal.plan);
    let bytes = whole_wide_frozen_ends(legal.plan, params);
    let is_sharded = StateSharding::of(legal).weights();
    let ranks = if is_sharded { legal.shard_group() } else { 1 };
    // Both are rounded up once, together.
    let unsharded = StateSharding::from(ZeroStage::Zero);
    let others = each.sharded(params.common, unsharded, 1).weights;
    (others + bytes)
        .over(ranks)
        .saturating_sub(others.over(ranks))
}

/// The bytes of [`wide_frozen_ends`] without sharding.
pub(super) fn whole_wide_frozen_ends(plan: &Plan, params: RankParams) -> Bytes {
    let each = PerParameter::of(plan);
    let wide = 512 * 8 * plan.levers.dtype.element_bytes();
    let more = u128::from(wide.saturating_sub(each.frozen_size)) * u128::from(params.ends.frozen);
    Bytes(u64::try_from(more / (8 * 512)).unwrap_or(u64::MAX))
}

/// Bytes that bitsandbytes' 8-bit Adam keeps on a rank beyond two for each parameter, with Hugging
/// Face's Trainer: an fp32 scale of each moment for every 256 parameters (`optim/optimizer.py`,
/// Dettmers 2021, section 2), and fp32 moments of the embedding (`transformers/trainer.py`, which
/// registers every `nn.Embedding` with 32 bits).
#[must_use]
pub fn scales_and_wide_moments(legal: &Legal, params: RankParams) -> Bytes {
    let plan = legal.plan;
    if !plan.stack.recipe.has_trainer() || plan.levers.optimizer != Optimizer::AdamW8 {
        return Bytes::ZERO;
    }
    // The Trainer has no expert parallelism, so that experts are shared like all else.
    let embedding = params.embedding.trainable;
    let narrow = params.total().trainable.saturating_sub(embedding);
    let bytes = Bytes::product([2 * 4, narrow]).over(256) + Bytes::product([8 - 2, embedding]);
    let is_shared = plan.layout.zero.shards_optimizer();
    bytes.over(if is_shared {
        legal.shard_group() * legal.copies()
    } else {
        1
    })
}

/// State that a rank does not hold while the activations of a step are at their peak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Gradients that no backward has made yet. FSDP frees them after the optimizer's step
    /// (`zero_grad(set_to_none=True)`), and in JAX they exist only within a step. So a step of one
    /// micro-batch begins its backward without them.
    pub gradients: Bytes,
    /// Optimizer state that is freed before the next forward: Megatron-LM's fp32 copies of fp16
    /// gradients. At rest there are 20 bytes a parameter, and 16 while activations peak (measured).
    pub optimizer: Bytes,
}

impl Released {
    /// The part of a rank's state that it does not hold at the peak. `params` are the rank's
    /// parameters, `state` is the state at rest.
    #[must_use]
    pub fn of_rank(legal: &Legal, params: RankParams, state: &State) -> Self {
        let plan = legal.plan;
        let recipe = plan.stack.recipe;
        let frees = recipe.shards_fully() || recipe == Recipe::MaxText;
        let freed = frees && legal.micro_batches == 1;
        let copies = recipe == Recipe::Megatron && plan.levers.dtype == Dtype::Fp16;
        let share = |params: Params, ranks: u64| {
            let sharded = plan.layout.zero.shards_optimizer();
            Bytes::product([4, params.trainable]).over(if sharded {
                ranks * legal.copies()
            } else {
                1
            })
        };
        Self {
            gradients: if freed { state.gradients } else { Bytes::ZERO },
            optimizer: if copies && !plan.levers.offload.contains(Offload::Optimizer) {
                share(params.common, legal.shard_group())
                    + share(params.experts, legal.expert_shard_group())
            } else {
                Bytes::ZERO
            },
        }
    }

    /// Bytes of both.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.gradients + self.optimizer
    }
}

/// Parameters that DeepSpeed's ZeRO-3 steps at a time (`sub_group_size`, its default).
pub(super) const SUB_GROUP: u64 = 1_000_000_000;

/// Parameters that the optimizer of a rank with these parameters updates.
pub(crate) fn updated_params(legal: &Legal, params: RankParams) -> u64 {
    let is_shared = legal.plan.layout.zero.shards_optimizer();
    let share = |params: Params, ranks: u64| {
        params
            .trainable
            .div_ceil(if is_shared { ranks * legal.copies() } else { 1 })
    };
    share(params.common, legal.shard_group()) + share(params.experts, legal.expert_shard_group())
}

/// Bytes of temporary tensors of the optimizer's step on a rank with these parameters.
///
/// Adam by lists of kernels writes the root of every second moment before it divides by them, in
/// the type of the moments (PyTorch, `_multi_tensor_adamw`). Measured: full fine-tuning of Mistral
/// 7B in 16 bits peaks at 10.0 bytes a parameter, 8 of them state (fms-acceleration). DeepSpeed
/// flattens its share of 16-bit gradients and copies it to fp32 (`stage_1_and_2.py`, `step`), under
/// ZeRO-3 for one group of parameters after the other (`stage3.py`). The recipe
/// of Megatron-DeepSpeed has no such copies: BLOOM's trials are met to 2.5 % in the median without
/// them and to 3.6 % with them, each with the memory beside the tensors that fits best.
#[must_use]
pub fn step_copies(legal: &Legal, params: RankParams) -> Bytes {
    let plan = legal.plan;
    let levers = &plan.levers;
    let zero = plan.layout.zero;
    let params = updated_params(legal, params);
    let steps_apart = levers.moves_moments();
    if plan.stack.recipe.has_trainer_with_deepspeed() {
        return match zero {
            _ if !copies_gradients(plan) => Bytes::ZERO,
            ZeroStage::Three => Bytes::product([4, params.min(SUB_GROUP)]),
            _ => Bytes::product([2 + 4, params]),
        };
    }
    let is_adam = matches!(levers.optimizer, Optimizer::AdamW | Optimizer::AdamWBf16);
    let by_lists = plan.optimizer_kernel() == OptimizerKernel::ForEach;
    if is_adam && by_lists && !steps_apart {
        Bytes::product([moments(levers) / 2, params])
    } else {
        Bytes::ZERO
    }
}

/// True if DeepSpeed copies 16-bit gradients to fp32 before the optimizer's step, on the GPU.
fn copies_gradients(plan: &Plan) -> bool {
    let is_wide = plan.master() != MasterWeights::None && plan.levers.dtype != Dtype::Fp32;
    plan.stack.recipe.has_trainer_with_deepspeed()
        && is_wide
        && plan.gradients() == GradientType::Half
        && !plan.levers.offload.contains(Offload::Optimizer)
}

/// 16-bit copies of fp32 weights that autocast keeps on a rank with these parameters until the
/// forward is over, or until the backward has read them (PyTorch, `autocast_mode.cpp`, whose cache
/// is on by default). If layers are recomputed, the peak with these copies is at the end of the
/// forward, where the loss holds 2 bytes a logit less than in backward; the difference is not
/// counted. FSDP and DeepSpeed cast weights themselves.
#[must_use]
pub fn autocast_copies(legal: &Legal, params: RankParams) -> Bytes {
    if casts_by_autocast(legal.plan) {
        Bytes::product([2, params.total().trainable])
    } else {
        Bytes::ZERO
    }
}

/// True if autocast makes 16-bit copies of a plan's fp32 weights.
fn casts_by_autocast(plan: &Plan) -> bool {
    plan.stack.recipe == Recipe::HuggingFace
        && !plan.layout.zero.shards_gradients()
        && plan.master() == MasterWeights::Fp32
        && plan.levers.dtype != Dtype::Fp32
}

/// Bytes of a gradient that FSDP keeps until it is reduced. Accelerate reduces in the type of the
/// products, so that gradients also wait in that type.
fn waiting_gradient_bytes(plan: &Plan) -> u64 {
    let is_narrow = plan.stack.recipe.has_trainer() && plan.levers.dtype != Dtype::Fp32;
    if is_narrow { 2 } else { 4 }
}

/// Effects of a plan's stage of ZeRO on ranks that share their state with no others, in any layout of
/// the plan. Two stages with equal effects make the same estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsharedEffects {
    each: PerParameter,
    /// True if gradients that wait for their reduction have another type than others.
    waits_in_another_type: bool,
    casts: bool,
    steps_in_groups: bool,
    weights_on_host: bool,
}

impl UnsharedEffects {
    /// The effects of a plan's stage of ZeRO.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let each = PerParameter::of(plan);
        let zero = plan.layout.zero;
        let waits = zero.shards_gradients()
            && plan.stack.recipe.shards_fully()
            && plan.stack.gradient_sync != Some(GradientSync::Each);
        Self {
            each,
            waits_in_another_type: waits && waiting_gradient_bytes(plan) != each.gradients,
            casts: casts_by_autocast(plan),
            steps_in_groups: copies_gradients(plan) && zero == ZeroStage::Three,
            weights_on_host: plan.levers.offload.contains(Offload::Parameters)
                && zero.shards_weights(),
        }
    }
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
    /// The bytes of a plan's recipe.
    ///
    /// Megatron-LM keeps 18 bytes in bf16 (fp32 gradients) and 20 in fp16 (its fp32 gradient copies
    /// belong to the optimizer). It keeps 16 in fp32 (its README, "distributed optimizer"). The
    /// ZeRO paper, DeepSpeed fp16 and NeMo keep 16 (16-bit gradients; Rajbhandari 2020, section
    /// 3.1). DeepSpeed's bf16 optimizer and nanotron keep 20: 16-bit gradients and unsharded fp32
    /// accumulators. With ZeRO-2 and 3 DeepSpeed drops the latter. FSDP recipes keep 16, all of it
    /// fp32 (Zhao 2023). A plan may choose other types of master weights and gradients.
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
    /// // 16-bit weights, gradients and moments without a master copy: 8
    /// use cost::plan::{GradientType, MasterWeights, Optimizer};
    /// plan.levers.master = Some(MasterWeights::None);
    /// plan.levers.gradients = Some(GradientType::Half);
    /// plan.levers.optimizer = Optimizer::AdamWBf16;
    /// let each = PerParameter::of(&plan);
    /// assert_eq!([each.weight_bits / 8, each.gradients, each.optimizer], [2, 2, 4]);
    /// // With the lower halves of fp32 weights beside them: 10
    /// plan.levers.master = Some(MasterWeights::Remainder);
    /// assert_eq!(PerParameter::of(&plan).optimizer, 2 + 4);
    /// ```
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let levers = &plan.levers;
        let recipe = plan.stack.recipe;
        let keeps_wide = recipe.shards_fully() || recipe == Recipe::MaxText;
        let (weights, master) = match plan.master() {
            _ if levers.dtype == Dtype::Fp32 => (4, 0),
            MasterWeights::Fp32 if keeps_wide => (4, 0),
            MasterWeights::Fp32 if keeps_one_byte(plan, false) => (1, 4),
            MasterWeights::Fp32 => (2, 4),
            MasterWeights::Remainder => (2, 2),
            MasterWeights::None => (2, 0),
        };
        // Megatron-LM's optimizer copies fp16 gradients to fp32 before its step.
        let copies = recipe == Recipe::Megatron && levers.dtype == Dtype::Fp16;
        let master = master + if copies { 4 } else { 0 };
        let gradients = match plan.gradients() {
            GradientType::Half => 2,
            GradientType::Fp32 if levers.dtype == Dtype::Fp32 => 4,
            // 16-bit gradients of a micro-batch, and the fp32 ones that they are added to.
            GradientType::Fp32 if recipe.has_deepspeed() || recipe == Recipe::Nanotron => 6,
            GradientType::Fp32 => 4,
        };
        if let Some(adapters) = Self::of_adapters(plan) {
            return adapters;
        }
        let weight_bits = match levers.weight_storage {
            WeightStorage::Dtype => 8 * weights,
            WeightStorage::Int8 => 8,
            WeightStorage::Int4 => 4,
        };
        Self {
            weight_bits,
            // Frozen parts of a model are loaded as its trained ones are.
            frozen_size: match plan.tuning.tuned {
                Tuned::All => 512 * weight_bits,
                _ => frozen_size(plan),
            },
            gradients,
            optimizer: master + moments(levers),
        }
    }

    /// The bytes of adapters where the framework gives them a type apart from the model's: trainers
    /// and PyTorch's loops, whose optimizers keep moments in the type of the weights (`torch.optim`,
    /// `zeros_like`) and no copy beside them. `DeepSpeed` and Megatron treat adapters like all
    /// weights.
    fn of_adapters(plan: &Plan) -> Option<Self> {
        let recipe = plan.stack.recipe;
        let has_type = recipe == Recipe::HuggingFace || recipe.shards_fully();
        if !plan.tuning.is_frozen() || !has_type {
            return None;
        }
        let moments = moments(&plan.levers);
        let (element, moments) = match plan.adapter_type() {
            AdapterType::Fp32 => (4, moments),
            AdapterType::Half => (2, moments.div_ceil(2)),
        };
        Some(Self {
            weight_bits: 8 * element,
            frozen_size: frozen_size(plan),
            gradients: element,
            optimizer: moments,
        })
    }

    /// The bytes of a trained copy of an end. It has the type of the model: PEFT casts adapters alone
    /// to fp32 (`cast_adapter_dtype` in `peft/tuners/tuners_utils.py`, which passes over
    /// `ModulesToSaveWrapper`).
    #[must_use]
    pub(super) fn of_copies(self, plan: &Plan) -> Self {
        if !plan.stack.recipe.has_trainer() || plan.levers.dtype == Dtype::Fp32 {
            return self;
        }
        let narrow = |bytes: u64| {
            if self.weight_bits > 16 {
                bytes / 2
            } else {
                bytes
            }
        };
        Self {
            weight_bits: self.weight_bits.min(16),
            gradients: narrow(self.gradients),
            optimizer: narrow(self.optimizer),
            ..self
        }
    }

    /// Bytes of a legal plan. FSDP accumulates gradients that it does not reduce yet in the type
    /// of their reduction, fp32 (`to_accumulated_grad_if_needed` in PyTorch's `fully_shard`).
    #[must_use]
    pub fn of_legal(legal: &Legal) -> Self {
        let plan = legal.plan;
        let mut each = Self::of(plan);
        if !keeps_master_alone(plan) && keeps_one_byte(plan, shards_weights(legal)) {
            each.weight_bits = 8;
            if plan.tuning.tuned == Tuned::All {
                each.frozen_size = 512 * 8;
            }
        }
        let waits = plan.layout.zero.shards_gradients() && !StateSharding::of(legal).gradients;
        if waits && plan.stack.recipe.shards_fully() && !plan.tuning.is_frozen() {
            each.gradients = waiting_gradient_bytes(plan);
        }
        each
    }

    /// State of a rank that trains `params` parameters, sharded over `replicas` as `zero` says.
    ///
    /// ```
    /// use cost::{plan::ZeroStage, state::PerParameter, units::Bytes};
    /// let adam = PerParameter { weight_bits: 16, frozen_size: 0, gradients: 2, optimizer: 12 };
    /// // ZeRO-1: (2 + 2 + 12/64) · 7.5e9 = 31.4 GB (Rajbhandari 2020, figure 1)
    /// let rank = adam.state(7_500_000_000, ZeroStage::One, 64);
    /// assert_eq!(rank.total(), Bytes(31_406_250_000));
    /// ```
    #[must_use]
    pub fn state(self, params: u64, zero: ZeroStage, replicas: u64) -> State {
        self.sharded(Params::trained(params), StateSharding::from(zero), replicas)
    }

    /// State of a rank that holds `params` parameters, whose sharded parts are divided among
    /// `replicas` ranks. Frozen parameters have weights alone.
    #[must_use]
    pub fn sharded(self, params: Params, sharding: StateSharding, replicas: u64) -> State {
        let share = |bytes: Bytes, sharded: bool| bytes.over(if sharded { replicas } else { 1 });
        // In u128, as eight times the largest model's bytes are more than 64 bits hold.
        let bits = u128::from(self.weight_bits) * u128::from(params.trainable) * 512
            + u128::from(self.frozen_size) * u128::from(params.frozen);
        let weights = bits.div_ceil(8 * 512);
        State {
            weights: share(
                Bytes(u64::try_from(weights).unwrap_or(u64::MAX)),
                sharding.weights(),
            ),
            gradients: share(
                Bytes::product([self.gradients, params.trainable]),
                sharding.gradients,
            ),
            optimizer: share(
                Bytes::product([self.optimizer, params.trainable]),
                sharding.optimizer,
            ),
        }
    }
}

/// Bytes that a checkpoint keeps for each parameter: 16-bit weights, and the master weights and
/// moments of the optimizer. Adam needs 14 (BLOOM wrote 2 + 12).
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
/// Adam keeps two (Kingma 2014), 8-bit Adam two of one byte (Dettmers 2021). Lion, Muon and SGD
/// with momentum keep one. Adafactor's row and column sums are negligible beside a matrix (Shazeer
/// 2018).
pub(super) const fn moments(levers: &Levers) -> u64 {
    match levers.optimizer {
        Optimizer::AdamW => 8,
        Optimizer::AdamW8 => 2,
        Optimizer::AdamWBf16 | Optimizer::Lion | Optimizer::Muon | Optimizer::SgdMomentum => 4,
        Optimizer::Adafactor => 0,
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

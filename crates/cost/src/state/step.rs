//! Model state around the optimizer's step: what is released before it, and temporary copies.

use super::parts::State;
use super::per_parameter::moments;
use super::sharers::sharers;
use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::params::{Params, RankParams};
use crate::plan::{
    Dtype, GradientType, MasterWeights, Offload, Optimizer, OptimizerKernel, Plan, Recipe,
    ZeroStage,
};
use crate::units::Bytes;

/// State that a rank does not hold while the activations of a step are at their peak.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Released<C: Count = u64> {
    /// Gradients that no backward has made yet. FSDP frees them after the optimizer's step
    /// (`zero_grad(set_to_none=True)`), and in JAX they exist only within a step. So a step of one
    /// micro-batch begins its backward without them.
    pub gradients: Bytes<C>,
    /// Optimizer state that is freed before the next forward: Megatron-LM's fp32 copies of fp16
    /// gradients. At rest there are 20 bytes a parameter, and 16 while activations peak (measured).
    pub optimizer: Bytes<C>,
}

impl<C: Count> Clone for Released<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for Released<C> {}

impl<C: Count> Released<C> {
    /// The part of a rank's state that it does not hold at the peak. `params` are the rank's
    /// parameters, `state` is the state at rest.
    #[must_use]
    pub fn of_rank(legal: &Legal, params: RankParams<C>, state: &State<C>) -> Self {
        let plan = legal.plan;
        let recipe = plan.stack.recipe;
        let frees = recipe.shards_fully() || recipe == Recipe::MaxText;
        let freed = frees && legal.micro_batches == 1;
        let copies = recipe == Recipe::Megatron && plan.levers.dtype == Dtype::Fp16;
        let share = |params: Params<C>, ranks: Symbol| {
            let bytes = Bytes::product([C::bytes(4), params.trainable]);
            if plan.layout.zero.shards_optimizer() {
                bytes.part(Part::WholeState).over(sharers(legal, ranks))
            } else {
                bytes
            }
        };
        Self {
            gradients: if freed { state.gradients } else { Bytes::ZERO },
            optimizer: if copies && !plan.levers.offload.contains(Offload::Optimizer) {
                let common = share(params.common, Symbol::Shards).part(Part::OutsideExperts);
                let experts = share(params.experts, Symbol::ExpertShards).part(Part::OfExperts);
                (common + experts).part(Part::FreedCopies)
            } else {
                Bytes::ZERO
            },
        }
    }

    /// Bytes of both.
    #[must_use]
    pub fn total(&self) -> Bytes<C> {
        self.gradients + self.optimizer
    }
}

/// Parameters that DeepSpeed's ZeRO-3 steps at a time (`sub_group_size`, its default).
pub(crate) const SUB_GROUP: u64 = 1_000_000_000;

/// Parameters that the optimizer of a rank with these parameters updates.
pub(crate) fn updated_params<C: Count>(legal: &Legal, params: RankParams<C>) -> C {
    let share = |params: Params<C>, ranks: Symbol| {
        if legal.plan.layout.zero.shards_optimizer() {
            params.trainable.over(sharers(legal, ranks))
        } else {
            params.trainable
        }
    };
    let common = share(params.common, Symbol::Shards).or_part(Part::OutsideExperts);
    let experts = share(params.experts, Symbol::ExpertShards).or_part(Part::OfExperts);
    (common + experts).part(Part::UpdatedParameters)
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
pub fn step_copies<C: Count>(legal: &Legal, params: RankParams<C>) -> Bytes<C> {
    let plan = legal.plan;
    let levers = &plan.levers;
    let zero = plan.layout.zero;
    let params = updated_params(legal, params);
    let steps_apart = levers.moves_moments();
    if plan.stack.recipe.has_trainer_with_deepspeed() {
        return match zero {
            _ if !copies_gradients(plan) => Bytes::ZERO,
            ZeroStage::Three => {
                let group = params.smaller(C::number(SUB_GROUP)).part(Part::SubGroup);
                Bytes::product([C::bytes(4), group])
            }
            _ => Bytes::product([C::bytes(2 + 4), params]),
        };
    }
    let is_adam = matches!(levers.optimizer, Optimizer::AdamW | Optimizer::AdamWBf16);
    let by_lists = plan.optimizer_kernel() == OptimizerKernel::ForEach;
    if is_adam && by_lists && !steps_apart {
        Bytes::product([C::bytes(moments(levers) / 2), params])
    } else {
        Bytes::ZERO
    }
}

/// True if DeepSpeed copies 16-bit gradients to fp32 before the optimizer's step, on the GPU.
pub(super) fn copies_gradients(plan: &Plan) -> bool {
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
pub fn autocast_copies<C: Count>(legal: &Legal, params: RankParams<C>) -> Bytes<C> {
    if casts_by_autocast(legal.plan) {
        Bytes::product([
            C::bytes(2),
            params.total().trainable.or_part(Part::AllTrainedHere),
        ])
    } else {
        Bytes::ZERO
    }
}

/// True if autocast makes 16-bit copies of a plan's fp32 weights.
pub(super) fn casts_by_autocast(plan: &Plan) -> bool {
    plan.stack.recipe == Recipe::HuggingFace
        && !plan.layout.zero.shards_gradients()
        && plan.master() == MasterWeights::Fp32
        && plan.levers.dtype != Dtype::Fp32
}

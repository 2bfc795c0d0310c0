//! Bytes of model state for each parameter, by recipe.

use super::parts::State;
use crate::amount::{Count, Part};
use crate::frozen::frozen_size;
use crate::legal::Legal;
use crate::narrow::{keeps_master_alone, keeps_one_byte, shards_weights};
use crate::params::Params;
use crate::plan::{
    AdapterType, Dtype, GradientType, Levers, MasterWeights, Optimizer, Plan, Recipe, Tuned,
    WeightStorage, ZeroStage,
};
use crate::sharding::StateSharding;
use crate::units::Bytes;

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
    pub(crate) fn of_copies(self, plan: &Plan) -> Self {
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
    pub fn sharded<C: Count>(
        self,
        params: Params<C>,
        sharding: StateSharding,
        replicas: C,
    ) -> State<C> {
        let share = |bytes: Bytes<C>, sharded: bool| {
            if sharded && replicas.value() > 1 {
                bytes.part(Part::WholeState).over(replicas)
            } else {
                bytes
            }
        };
        let parts = [
            (
                512 * self.weight_bits,
                params.trainable,
                Part::TrainedWeights,
            ),
            (self.frozen_size, params.frozen, Part::FrozenWeights),
        ];
        let of_trained =
            |each: u64, part| Bytes::product([C::bytes(each).part(part), params.trainable]);
        State {
            weights: share(Bytes(C::packed(parts, true)), sharding.weights()),
            gradients: share(
                of_trained(self.gradients, Part::GradientBytes),
                sharding.gradients,
            ),
            optimizer: share(
                of_trained(self.optimizer, Part::OptimizerBytes),
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
pub(crate) const fn moments(levers: &Levers) -> u64 {
    match levers.optimizer {
        Optimizer::AdamW => 8,
        Optimizer::AdamW8 => 2,
        Optimizer::AdamWBf16 | Optimizer::Lion | Optimizer::Muon | Optimizer::SgdMomentum => 4,
        Optimizer::Adafactor => 0,
    }
}

/// Bytes of a gradient that FSDP keeps until it is reduced. Accelerate reduces in the type of the
/// products, so that gradients also wait in that type.
pub(super) fn waiting_gradient_bytes(plan: &Plan) -> u64 {
    let is_narrow = plan.stack.recipe.has_trainer() && plan.levers.dtype != Dtype::Fp32;
    if is_narrow { 2 } else { 4 }
}

//! Weights that data-parallel ranks gather, and keep, in 8 bits.
//!
//! Tests: `tests/all/papers/narrow.rs`.

use std::ops::Add;

use super::amount::{Count, Part, Symbol};
use super::frozen::frozen_size;
use super::legal::Legal;
use super::params::RankParams;
use super::plan::{Dtype, Family, MasterWeights, Plan, Recipe, Tuned};
use super::sharding::{Gathering, StateSharding};
use super::units::Bytes;

/// Elements of MXFP8 that share a scale of one byte (OCP Microscaling Formats 1.0, section 5.2).
const MX_BLOCK: u64 = 32;

/// Bytes of gathered weights, by their kind.
///
/// Products read embedding and head in 16 bits, so they are gathered in 16 bits. Norms, biases and
/// routers count as weights of the products. torchao gathers the weights of `Float8Linear` in 8
/// bits, and experts in 16 (`float8/fsdp_utils.py`, `fsdp_pre_all_gather`;
/// `prototype/moe_training/tensor.py`). Megatron-LM's distributed optimizer gathers MXFP8 weights
/// in 16 bits, in the buffer of the gradients, and casts them afterwards
/// (`distributed_data_parallel.py`, `start_param_sync`). Megatron FSDP gathers MXFP8 weights by
/// rows for the forward and by columns for the backward, each with its scales
/// (`fsdp/src/megatron_fsdp/param_and_grad_buffer.py`).
#[derive(Clone, Copy)]
pub(super) struct WeightWidth {
    /// Bytes of an element that is not narrow.
    element: u64,
    common: Narrowing,
    experts: Narrowing,
}

/// Width of one kind of weights.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrowing {
    /// The type of weights outside the products.
    None,
    /// One byte an element; a scale for a tensor or a large block does not count.
    Byte,
    /// One byte an element, and one for every [`MX_BLOCK`] elements.
    Block,
    /// Frozen weights as they are kept: this many 512ths of a bit an element.
    Frozen(u64),
}

impl WeightWidth {
    /// The widths of a plan whose ranks gather weights this often.
    pub(super) fn of(plan: &Plan, gathering: Gathering) -> Self {
        let dtype = plan.levers.dtype;
        let is_fsdp = plan.stack.recipe.shards_fully();
        let is_cast_later = dtype == Dtype::MxFp8 && gathering == Gathering::Never;
        let common = match dtype {
            _ if plan.tuning.tuned == Tuned::Qlora => Narrowing::Frozen(frozen_size(plan)),
            _ if !plan.gathers_in_8_bits() || is_cast_later => Narrowing::None,
            Dtype::MxFp8 => Narrowing::Block,
            _ => Narrowing::Byte,
        };
        Self {
            element: dtype.element_bytes(),
            common,
            experts: match common {
                Narrowing::Frozen(_) => common,
                _ if is_fsdp => Narrowing::None,
                _ => common,
            },
        }
    }

    /// Bytes of the layers' weights outside the experts.
    pub(super) fn common<C: Count>(self, params: C) -> Bytes<C> {
        self.bytes(self.common, params)
    }

    /// Bytes of experts' weights.
    pub(super) fn experts<C: Count>(self, params: C) -> Bytes<C> {
        self.bytes(self.experts, params)
    }

    /// Bytes that a rank gathers for all weights but the experts, embedding and head included.
    pub(super) fn whole<C: Count>(self, params: RankParams) -> Bytes<C> {
        let inside = params.common.saturating_sub(params.ends).all();
        let outside = params.common.all() - inside;
        let [inside, outside] = [inside, outside].map(|n| C::letter(Symbol::Parameters, n));
        self.common(inside) + Bytes::product([self.element(), outside])
    }

    /// Bytes of an element that is not narrow.
    fn element<C: Count>(self) -> C {
        C::letter(Symbol::Element, self.element)
    }

    /// Bytes of weights that are narrow.
    pub(super) fn narrow<C: Count>(self, params: C) -> Bytes<C> {
        self.common(params)
    }

    /// These parameters of layers by their width.
    pub(super) fn split<C: Count>(self, common: C, experts: C) -> Gatherable<C> {
        let mut parts = Gatherable::default();
        for (narrowing, params) in [(self.common, common), (self.experts, experts)] {
            match narrowing {
                Narrowing::None => parts.wide = parts.wide + params,
                _ => parts.narrow = parts.narrow + params,
            }
        }
        parts
    }

    fn bytes<C: Count>(self, narrowing: Narrowing, params: C) -> Bytes<C> {
        let one = || Bytes::product([C::bytes(1), params]);
        match narrowing {
            Narrowing::None => Bytes::product([self.element(), params]),
            Narrowing::Byte => one(),
            Narrowing::Block => {
                let scales = one().over(C::number(MX_BLOCK)).part(Part::Scales);
                one().part(Part::ByteWeights) + scales
            }
            Narrowing::Frozen(size) => {
                Bytes(C::packed([(size, params, Part::FrozenWeights)], true))
            }
        }
    }
}

/// Parameters that a rank gathers, by their width.
#[derive(Clone, Copy, Default)]
pub(super) struct Gatherable<C: Count = u64> {
    /// Parameters in 16 bits.
    pub(super) wide: C,
    /// Parameters in 8 bits.
    pub(super) narrow: C,
}

impl<C: Count> Gatherable<C> {
    /// Parameters of both widths.
    pub(super) fn total(self) -> C {
        self.wide + self.narrow
    }

    /// The parameters of this number of equal layers.
    pub(super) fn times(self, layers: C) -> Self {
        Self {
            wide: (layers * self.wide).or_part(Part::OfTheseLayers),
            narrow: (layers * self.narrow).or_part(Part::OfTheseLayers),
        }
    }

    /// This number of parameters, with as many narrow ones as possible. DeepSpeed keeps parts of
    /// layers, or two layers even if there is only one.
    pub(super) fn up_to(self, params: C) -> Self {
        let narrow = if self.wide == C::ZERO || self.narrow > params {
            if self.narrow == C::ZERO {
                C::ZERO
            } else {
                params
            }
        } else {
            self.narrow
        };
        Self {
            wide: params.saturating_sub(narrow),
            narrow,
        }
    }
}

impl<C: Count> Add for Gatherable<C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            wide: self.wide + other.wide,
            narrow: self.narrow + other.narrow,
        }
    }
}

/// True if 8-bit weights take one byte of a parameter. Otherwise they take two: products on Hopper
/// read a transpose of the weights in backward, which TransformerEngine keeps beside them.
/// Blackwell's products read the same bytes if there is one scale a tensor
/// (`is_non_tn_fp8_gemm_supported` in `transformer_engine/pytorch/utils.py`; its RTX cards do not,
/// which is not counted). MXFP8 weights have scales along rows and along columns, so there are two
/// copies (`MXFP8Tensor`). Where weights are sharded, the transposes are made of what a rank
/// gathers (Megatron-LM, `distributed_data_parallel_config.py`, `keep_fp8_transpose_cache`), but
/// for MXFP8.
pub(super) fn keeps_one_byte(plan: &Plan, is_sharded: bool) -> bool {
    let family = plan.cluster.gpu.family;
    let reads_any = matches!(family, Family::Blackwell | Family::BlackwellUltra);
    let makes_none = match plan.levers.dtype {
        Dtype::Fp8 => is_sharded || reads_any,
        Dtype::Fp8Block => is_sharded,
        _ => false,
    };
    plan.gathers_in_8_bits() && makes_none
}

/// True if other ranks have parts of a rank's weights.
pub(super) fn shards_weights(legal: &Legal) -> bool {
    StateSharding::of(legal).weights() && legal.shard_group() > 1
}

/// Bytes of weights on a rank beyond those of [`keeps_one_byte`] for each parameter: scales of
/// MXFP8 weights, one for 32 elements in either copy (OCP Microscaling Formats 1.0, section 5.2),
/// and the second bytes of embedding and head, which stay in 16 bits, where other weights take one.
pub(super) fn scales_and_wide_weights<C: Count>(legal: &Legal, params: RankParams<C>) -> Bytes<C> {
    let plan = legal.plan;
    if !plan.gathers_in_8_bits() || keeps_master_alone(plan) {
        return Bytes::ZERO;
    }
    let has_scales = plan.levers.dtype == Dtype::MxFp8;
    let byte = |params: C| Bytes::product([C::bytes(1), params]);
    let scales = |params: C| {
        if has_scales {
            byte(params).over(C::number(16)).part(Part::Scales)
        } else {
            Bytes::ZERO
        }
    };
    let is_narrow = keeps_one_byte(plan, shards_weights(legal));
    let ends = if is_narrow {
        byte(params.ends.all()).part(Part::WideEnds)
    } else {
        Bytes::ZERO
    };
    let sharding = StateSharding::of(legal);
    let share = |bytes: Bytes<C>, ranks: Symbol| {
        if sharding.weights() {
            bytes.over(legal.letter(ranks))
        } else {
            bytes
        }
    };
    let common = scales(params.common.saturating_sub(params.ends).all()) + ends;
    let experts = scales(params.experts.all());
    (share(common, Symbol::Shards) + share(experts, Symbol::ExpertShards))
        .part(Part::ScalesAndWideWeights)
}

/// True if a rank keeps no weights but those that the optimizer updates.
pub(super) fn keeps_master_alone(plan: &Plan) -> bool {
    let recipe = plan.stack.recipe;
    let keeps_wide = recipe.shards_fully() || recipe == Recipe::MaxText;
    keeps_wide || plan.master() != MasterWeights::Fp32
}

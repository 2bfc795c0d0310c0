//! Model state beyond the bytes that each parameter has: copies, scales and wider ends.

use super::per_parameter::PerParameter;
use super::sharers::sharers;
use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::params::{Params, RankParams};
use crate::plan::{Optimizer, Plan, ZeroStage};
use crate::sharding::StateSharding;
use crate::units::Bytes;

/// Bytes of a rank's part of the reference model, if that is a second copy of the weights. It has the
/// type of the products, and is sharded as the weights of the trained model are
/// ([`StateSharding::weights`]; TRL, `trainer/utils.py`, `prepare_deepspeed` and `prepare_fsdp`): with
/// ZeRO-3, and under FSDP with ZeRO-2 too. Else it is whole on each GPU. What FSDP keeps gathered of it
/// after a forward is not counted.
#[must_use]
pub fn reference_weights<C: Count>(legal: &Legal, params: RankParams<C>) -> Bytes<C> {
    let plan = legal.plan;
    if !plan.copies_reference() {
        return Bytes::ZERO;
    }
    let is_sharded = StateSharding::of(legal).weights();
    let letter = |symbol| legal.letter::<C>(symbol);
    let share = |params: Params<C>, ranks: Symbol| {
        let all = params.all().or_part(Part::AllHere);
        let bytes = Bytes::product([letter(Symbol::Element), all]);
        if is_sharded {
            bytes.part(Part::WholeState).over(letter(ranks))
        } else {
            bytes
        }
    };
    let common = share(params.common, Symbol::Shards).part(Part::OutsideExperts);
    let experts = share(params.experts, Symbol::ExpertShards).part(Part::OfExperts);
    (common + experts).part(Part::ReferenceWeights)
}

/// Bytes by which a frozen embedding and a frozen head are larger than as many frozen weights of
/// layers: quantisation leaves them in 16 bits.
#[must_use]
pub fn wide_frozen_ends<C: Count>(legal: &Legal, params: RankParams<C>) -> Bytes<C> {
    let each = PerParameter::of(legal.plan);
    let bytes = whole_wide_frozen_ends(legal.plan, params).part(Part::WholeWideEnds);
    let is_sharded = StateSharding::of(legal).weights();
    let ranks = if is_sharded {
        legal.letter(Symbol::Shards)
    } else {
        C::number(1)
    };
    // Both are rounded up once, together.
    let unsharded = StateSharding::from(ZeroStage::Zero);
    let others = each.sharded(params.common, unsharded, C::number(1)).weights;
    let others = others.part(Part::AllAsLayers);
    let all = (others + bytes).part(Part::WithWideEnds);
    let [all, others] = [all.over(ranks), others.over(ranks)];
    let [all, others] = [all.part(Part::WithWideEnds), others.part(Part::AllAsLayers)];
    all.saturating_sub(others).part(Part::WideEnds)
}

/// The bytes of [`wide_frozen_ends`] without sharding.
pub(crate) fn whole_wide_frozen_ends<C: Count>(plan: &Plan, params: RankParams<C>) -> Bytes<C> {
    let each = PerParameter::of(plan);
    let wide = 512 * 8 * plan.levers.dtype.element_bytes();
    let more = wide.saturating_sub(each.frozen_size);
    Bytes(C::packed(
        [(more, params.ends.frozen, Part::FrozenWeights)],
        false,
    ))
}

/// Bytes that bitsandbytes' 8-bit Adam keeps on a rank beyond two for each parameter, with Hugging
/// Face's Trainer: an fp32 scale of each moment for every 256 parameters (`optim/optimizer.py`,
/// Dettmers 2021, section 2), and fp32 moments of the embedding (`transformers/trainer.py`, which
/// registers every `nn.Embedding` with 32 bits).
#[must_use]
pub fn scales_and_wide_moments<C: Count>(legal: &Legal, params: RankParams<C>) -> Bytes<C> {
    let plan = legal.plan;
    if !plan.stack.recipe.has_trainer() || plan.levers.optimizer != Optimizer::AdamW8 {
        return Bytes::ZERO;
    }
    // The Trainer has no expert parallelism, so that experts are shared like all else.
    let embedding = params.embedding.trainable;
    let narrow = params.total().trainable.saturating_sub(embedding);
    let scales = Bytes::product([C::bytes(2 * 4), narrow.or_part(Part::NarrowMoments)]);
    let scales = scales.part(Part::WholeScales).over(C::number(256));
    let wide = Bytes::product([C::bytes(8 - 2), embedding]);
    let bytes = scales.part(Part::Scales) + wide.part(Part::WideMoments);
    let is_shared = plan.layout.zero.shards_optimizer();
    let bytes = if is_shared {
        bytes
            .or_part(Part::WholeState)
            .over(sharers(legal, Symbol::Shards))
    } else {
        bytes
    };
    bytes.part(Part::ScalesAndWideMoments)
}

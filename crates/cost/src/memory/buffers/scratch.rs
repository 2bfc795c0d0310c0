//! Scratch of weight gradients.

use super::pieces::{Kinds, if_there};
use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::params::{LayerKind, LayerParams};
use crate::plan::{End, Kernels, Word as _};
use crate::sharding::StateSharding;
use crate::state::PerParameter;
use crate::units::Bytes;

/// Dummy gradients, kept if gradient accumulation is fused into the matrix product.
/// TransformerEngine keeps one 16-bit dummy gradient for each distinct weight shape on the rank.
/// Measured: without it the allocated peaks of B200 stages are 1.3 % short.
#[derive(Default)]
pub(in crate::memory) struct GradientScratch<C: Count = u64> {
    attention: Bytes<C>,
    dense: Bytes<C>,
    routed: Bytes<C>,
    head: Bytes<C>,
}

impl<C: Count> GradientScratch<C> {
    pub(super) fn of(legal: &Legal) -> Self {
        let (plan, model) = (legal.plan, &legal.plan.model);
        let fuses = plan.stack.fused_accumulation && plan.kernels() == Kernels::Fused;
        if !fuses || plan.stack.recipe.shards_fully() {
            return Self::default();
        }
        let letter = |symbol| legal.letter::<C>(symbol);
        let whole = |params: C| Bytes::product([C::bytes(2), params]);
        let split = |params: C| {
            let here = params.part(Part::Matrices).over(letter(Symbol::Tensor));
            whole(here.part(Part::MatricesHere))
        };
        let dense = LayerParams::<C>::numbers_with_attention(model, LayerKind::Dense);
        let mixer = LayerParams::<C>::numbers_with_mixer(model, LayerKind::Dense)
            .filter(|_| model.linear_layers() > 0)
            .map_or(C::ZERO, |linear| {
                linear.mixer + linear.mixer_keys + linear.projection
            });
        let attention = split(dense.qkv + dense.projection).part(Part::QkvDummies)
            + whole(dense.latent).part(Part::LatentDummies)
            + split(mixer).part(Part::MixerDummies);
        let routed = || {
            let routed = LayerParams::<C>::numbers_with_attention(model, LayerKind::Routed);
            // All experts have the same two shapes of weights.
            let one = routed.experts / letter(Symbol::Experts) / letter(Symbol::ExpertTensor);
            let shared = split(routed.fc1 + routed.fc2).part(Part::SharedDummies);
            shared + whole(one.part(Part::OneLocalExpert)).part(Part::OneExpertDummy)
        };
        Self {
            attention: attention.part(Part::AttentionDummies),
            dense: split(dense.fc1 + dense.fc2).part(Part::MlpDummies),
            routed: match model.moe.experts {
                0 => Bytes::ZERO,
                _ => routed().part(Part::ExpertDummies),
            },
            head: split(letter(Symbol::Vocab) * letter(Symbol::Hidden)).part(Part::HeadDummy),
        }
    }

    /// Dummy gradients of a rank's layers, and of its head, bytes.
    pub(in crate::memory) fn of_rank(&self, kinds: Kinds) -> [Bytes<C>; 2] {
        let mlp = if_there(kinds.dense, self.dense) + if_there(kinds.routed, self.routed);
        let layers = (self.attention + mlp).part(Part::LayerDummies);
        [layers, if_there(kinds.head, self.head)]
    }
}

/// The largest gradient that exists at a time if the backward updates each weight as soon as its
/// gradient exists.
#[derive(Default)]
pub(in crate::memory) struct OneGradient<C: Count = u64> {
    /// That of the widest matrix of a layer, or of its adapter.
    layer: Bytes<C>,
    /// That of the embedding or of the head.
    end: Bytes<C>,
}

impl<C: Count> OneGradient<C> {
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        if !plan.updates_in_backward() {
            return Self::default();
        }
        let letter = |symbol| legal.letter::<C>(symbol);
        let each = C::bytes(PerParameter::of_legal(legal).gradients);
        let ranks = if StateSharding::of(legal).gradients {
            letter(Symbol::Shards)
        } else {
            C::number(1)
        };
        let split = |rows: C, columns: C| {
            let whole = Bytes::product([each, rows, columns]).part(Part::WholeMatrix);
            let cuts = letter(Symbol::Tensor) * ranks;
            whole.over(cuts.or_part(Part::GradientCuts))
        };
        let trains_an_end = End::ALL.iter().any(|end| plan.trains_end(*end));
        let rows = if plan.tuning.is_frozen() {
            Symbol::Rank
        } else {
            Symbol::Hidden
        };
        let widest = C::letter(Symbol::WidestWidth, widest(legal));
        Self {
            layer: split(letter(rows), widest),
            end: if_there(
                trains_an_end,
                split(letter(Symbol::Vocab), letter(Symbol::Hidden)),
            ),
        }
    }

    /// The largest gradient of a rank with these pieces.
    pub(in crate::memory) fn of_rank(&self, kinds: Kinds) -> Bytes<C> {
        let end = if_there(kinds.embedding || kinds.head, self.end);
        let layer = if_there(kinds.dense || kinds.routed, self.layer);
        end.larger(layer).part(Part::OneGradient)
    }
}

/// Width of the widest matrix of a layer beside the residual stream.
pub(in crate::memory) fn widest(legal: &Legal) -> u64 {
    let model = &legal.plan.model;
    model.ffn.max(model.query_width())
}

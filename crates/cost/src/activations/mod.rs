//! Activations: the tensors that each operation of a layer keeps for backward, and the peak of the
//! backward walk.
//!
//! The account is kept per operation and not per layer, because the peak falls inside a layer. On
//! measured stages the plain sum of saved tensors errs by 2 %, the walk by 0.1 %.
//!
//! Tests: `tests/all/papers/activations.rs`, `tests/all/papers/terms.rs`.

mod attention;
pub mod breakdown;
mod head;
mod layer;
mod mixing;
mod mlp;
mod operation;
mod quantity;
mod sizes;
mod walk_peak;

pub use head::HeadActivations;
pub use layer::LayerActivations;
pub use operation::{OperationMemory, OperationName};
pub use quantity::{Size, TensorSum, Tensors};
pub use walk_peak::WalkPeak;

use super::amount::{Count, Part, Symbol};
use super::legal::{Layers, Legal};
use super::params::LayerKind;
use super::plan::Offload;
use super::units::Bytes;
use sizes::Sizes;

/// The activations of a plan, from which those of each virtual stage follow.
#[derive(Clone, Copy, Debug)]
pub struct Activations<C: Count = u64> {
    /// A layer without routed experts, under the plan's selective recompute.
    pub dense: LayerActivations<C>,
    /// A layer with routed experts; the same as `dense` in a dense model.
    pub routed: LayerActivations<C>,
    /// A layer of each kind of which nothing is trained, if the plan has any.
    frozen: Option<[LayerActivations<C>; 2]>,
    head: HeadActivations<Bytes<C>>,
    /// Bytes of freed logits that stay reserved, relative to the bytes of logits in the loss.
    freed_logits: C::Amount,
    /// Dropout mask of the embedding.
    embedding: Bytes<C>,
}

impl Activations {
    /// The activations of a legal plan.
    ///
    /// ```
    /// use cost::{activations::Activations, legal::Legal, plan::Recompute};
    /// use formats::catalog;
    /// // A layer of GPT-3: s = 2,048, b = 1, h = 12,288, a = 96, dropout, no Flash Attention
    /// let mut plan = catalog::plan("gpt3-175b", "a100-80", 8).unwrap();
    /// (plan.batch.sequence, plan.batch.micro) = (Some(2_048), 1);
    /// plan.levers.flash = false;
    /// let kept = |plan: &_| Activations::of(&Legal::check(plan).unwrap()).dense.kept.0;
    /// let sbh = 2_048 * 12_288;
    /// // 5·a·s/h = 80: (34 + 80)·s·b·h bytes (Korthikanti 2022, equation 1), and 8 bytes a token
    /// // for each of two layer norms, which the paper leaves out
    /// assert_eq!(kept(&plan), (34 + 80) * sbh + 2 * 8 * 2_048);
    /// // Selective recompute drops the 80 of the attention core (equation 6 at t = 1)
    /// plan.levers.recompute = Recompute::Selective;
    /// assert_eq!(kept(&plan), 34 * sbh + 2 * 8 * 2_048);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self::numbers_of(legal)
    }
}

impl<C: Count> Activations<C> {
    /// The numbers of [`Activations::of`].
    pub(super) fn numbers_of(legal: &Legal) -> Self {
        let sizes = Sizes::of(legal);
        let [dense, routed] = layers(legal, &sizes);
        Self {
            dense,
            routed,
            frozen: legal
                .of_frozen_layers()
                .map(|legal| layers(&legal, &Sizes::of(&legal))),
            head: HeadActivations::of(legal, &sizes),
            freed_logits: head::freed_logits(legal),
            embedding: sizes.mask,
        }
    }

    /// Bytes that one micro-batch in flight keeps on a virtual stage, the logits apart.
    #[must_use]
    pub fn kept(&self, legal: &Legal, virtual_stage: u64) -> WalkPeak<C> {
        let [trained, passed] = PlacedLayers::of(legal, virtual_stage);
        let mut kept = trained
            .kept(&self.dense, &self.routed)
            .part(Part::KeptByLayers);
        if let Some([dense, routed]) = &self.frozen {
            kept += passed.kept(dense, routed).part(Part::KeptByFrozenLayers);
        }
        let mut logits = Bytes::ZERO;
        if virtual_stage == 0 {
            kept += self.embedding;
        }
        if legal.is_last(virtual_stage) {
            kept += self.head.saved.part(Part::KeptByHead);
            logits = self.head.logits;
        }
        self.at_loss(kept.or_part(Part::KeptByMicroBatch), logits)
    }

    /// A moment of the loss, with these activations and these logits.
    fn at_loss(&self, activations: Bytes<C>, logits: Bytes<C>) -> WalkPeak<C> {
        WalkPeak {
            activations,
            logits,
            freed_logits: logits.scaled(self.freed_logits),
        }
    }

    /// Bytes that one micro-batch sends to the host in forward and fetches back in backward.
    #[must_use]
    pub fn crossing(&self, legal: &Legal, virtual_stage: u64) -> Bytes<C> {
        let [trained, passed] = PlacedLayers::of(legal, virtual_stage);
        let mut moves = trained.moves(&self.dense, &self.routed);
        if let Some([dense, routed]) = &self.frozen {
            moves += passed.moves(dense, routed);
        }
        moves
    }

    /// Activations of one micro-batch that a virtual stage holds until its delayed weight gradients
    /// have run.
    #[must_use]
    pub fn deferred(&self, legal: &Legal, virtual_stage: u64) -> WalkPeak<C> {
        let layers = legal.by_backward(virtual_stage).trained;
        let mut activations =
            self.dense.deferred * count(layers.dense) + self.routed.deferred * count(layers.routed);
        let mut logits = Bytes::ZERO;
        if legal.is_last(virtual_stage) {
            activations += self.head.saved;
            logits = self.head.gradients;
        }
        self.at_loss(activations, logits)
    }

    /// Peak of the backward of one micro-batch over a virtual stage, including the activations that
    /// this micro-batch keeps there.
    #[must_use]
    pub fn walk(&self, legal: &Legal, virtual_stage: u64) -> WalkPeak<C> {
        self.fullest(legal, virtual_stage).0
    }

    /// Peak of the backward of one micro-batch over a virtual stage, and the position of backward
    /// at the peak.
    ///
    /// Freed logits stay reserved. So the allocator can have reserved more for the loss than for a
    /// layer's backward that allocates more.
    #[must_use]
    pub fn fullest(&self, legal: &Legal, virtual_stage: u64) -> (WalkPeak<C>, BackwardPoint) {
        let kept = self.kept(legal, virtual_stage);
        let last = legal.is_last(virtual_stage);
        let below = if last {
            kept.activations
                .saturating_sub(self.head.saved)
                .or_part(Part::KeptBelowHead)
        } else {
            kept.activations
        };
        let (activations, mut scene) = self.at_layer(legal, virtual_stage, below);
        let mut peak = WalkPeak {
            activations,
            ..WalkPeak::default()
        };
        let mut reserved = Bytes::ZERO;
        if last {
            for (logits, at) in [
                (self.head.loss, BackwardPoint::Loss),
                (self.head.transient, BackwardPoint::Head),
            ] {
                let moment = self.at_loss(kept.activations, logits);
                reserved = reserved.max(moment.total() + moment.freed_logits);
                if moment.total() > peak.total() {
                    (peak, scene) = (moment, at);
                }
            }
        }
        peak.freed_logits = reserved.saturating_sub(peak.total());
        (peak, scene)
    }

    /// Bytes of a layer of a kind that are freed late, as [`LayerActivations::freed_late`] has them.
    pub(crate) fn freed_late(&self, legal: &Legal, kind: LayerKind, layers: u64) -> Bytes<C> {
        self.layer(kind).freed_late(legal, layers)
    }

    /// Bytes of a layer of a kind of which nothing is trained that are freed late.
    pub(crate) fn freed_late_frozen(
        &self,
        legal: &Legal,
        kind: LayerKind,
        layers: u64,
    ) -> Bytes<C> {
        let frozen = self.frozen.map(|frozen| frozen[kind as usize]);
        frozen.map_or(Bytes::ZERO, |layer| layer.freed_late(legal, layers))
    }

    /// The peak while backward is inside a layer, in addition to `below`, the bytes that all layers
    /// keep. The layer's walk already includes its share of those, unless recomputation has dropped
    /// it.
    fn at_layer(
        &self,
        legal: &Legal,
        virtual_stage: u64,
        below: Bytes<C>,
    ) -> (Bytes<C>, BackwardPoint) {
        let all = legal.by_backward(virtual_stage);
        let [trained, passed] = PlacedLayers::of(legal, virtual_stage);
        let mut peak = (below, BackwardPoint::Embedding);
        let mut pass = |at, layer: &LayerActivations<C>, all, [plain, away]: [u64; 2]| {
            if all == 0 {
                return;
            }
            // The backward of the fullest layer decides: the one with the most bytes to fetch from
            // the host or to recompute.
            let own = match (plain, away) {
                (0, 0) => Bytes::ZERO,
                (0, _) => layer.kept_on_gpu(),
                _ => layer.kept,
            };
            let before = if (plain, away) == (0, 0) {
                layer.freed_late(legal, all)
            } else {
                Bytes::ZERO
            };
            let others = below.saturating_sub(own).part(Part::KeptByOthers);
            let moment = others + layer.walk + before;
            if moment > peak.0 {
                peak = (moment, at);
            }
        };
        for kind in [LayerKind::Dense, LayerKind::Routed] {
            let at = BackwardPoint::Layer(kind);
            let layer = self.layer(kind);
            pass(at, layer, kind.of(all.trained), trained.of_kind(kind));
        }
        if let Some([dense, routed]) = &self.frozen {
            for (kind, layer) in [(LayerKind::Dense, dense), (LayerKind::Routed, routed)] {
                let at = BackwardPoint::FrozenLayer(kind);
                pass(at, layer, kind.of(all.passed), passed.of_kind(kind));
            }
        }
        peak
    }

    /// A layer of a kind of which something is trained.
    const fn layer(&self, kind: LayerKind) -> &LayerActivations<C> {
        match kind {
            LayerKind::Dense => &self.dense,
            LayerKind::Routed => &self.routed,
        }
    }
}

/// The activations of a dense layer and of a routed one; both are alike in a dense model.
fn layers<C: Count>(legal: &Legal, sizes: &Sizes<Bytes<C>>) -> [LayerActivations<C>; 2] {
    let dense = LayerActivations::of(legal, sizes, LayerKind::Dense);
    let routed = if legal.plan.model.moe.experts > 0 {
        LayerActivations::of(legal, sizes, LayerKind::Routed)
    } else {
        dense
    };
    [dense, routed]
}

/// A number of layers.
fn count<C: Count>(layers: u64) -> C {
    C::letter(Symbol::Layers, layers)
}

/// A point in the backward of a micro-batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackwardPoint {
    /// At the loss, the logits as forward left them.
    Loss,
    /// At the output head, the logits turned into their gradients.
    Head,
    /// Inside a layer of this kind.
    Layer(LayerKind),
    /// Inside a layer of this kind of which nothing is trained.
    FrozenLayer(LayerKind),
    /// At the embedding, if a stage has no layers.
    Embedding,
}

/// Layers of a virtual stage with a backward, by the place of their activations.
#[derive(Clone, Copy, Default)]
struct PlacedLayers {
    /// Layers whose activations stay on the GPU.
    resident: Layers,
    /// Layers whose activations move to the host.
    away: Layers,
    /// Layers that recompute all but their input, which stays on the GPU.
    inputs: u64,
    /// Layers that recompute all but their input, which moves to the host.
    inputs_away: u64,
}

impl PlacedLayers {
    /// Layers of which something is trained, and those of which nothing is. Layers that keep
    /// everything move first, trained ones before others. `offn` is a number of layers a rank, divided
    /// among the rank's chunks as evenly as possible.
    fn of(legal: &Legal, virtual_stage: u64) -> [Self; 2] {
        let levers = &legal.plan.levers;
        let layers = legal.by_backward(virtual_stage);
        let recomputed = legal.recomputed_by_backward(virtual_stage);
        let mut moving = match levers.offload_layers {
            _ if !levers.offload.contains(Offload::Activations) => 0,
            Some(per_rank) => per_rank.div_ceil(legal.chunks()),
            None => layers.trained.total() + layers.passed.total(),
        };
        let mut placed = [
            (layers.trained, recomputed.trained),
            (layers.passed, recomputed.passed),
        ]
        .map(|(layers, recomputed)| {
            let whole = layers.without(recomputed);
            let mut take = |there: u64| {
                let taken = moving.min(there);
                moving -= taken;
                taken
            };
            let away = Layers {
                dense: take(whole.dense),
                routed: take(whole.routed),
            };
            Self {
                resident: whole.without(away),
                away,
                inputs: recomputed.total(),
                inputs_away: 0,
            }
        });
        for layers in &mut placed {
            layers.inputs_away = moving.min(layers.inputs);
            moving -= layers.inputs_away;
            layers.inputs -= layers.inputs_away;
        }
        placed
    }

    /// Bytes that the layers keep on the GPU.
    fn kept<C: Count>(
        &self,
        dense: &LayerActivations<C>,
        routed: &LayerActivations<C>,
    ) -> Bytes<C> {
        let (plain, away) = (self.resident, self.away);
        let all = [
            (dense.input, self.inputs, Part::KeptInputs),
            (dense.kept, plain.dense, Part::KeptByDense),
            (routed.kept, plain.routed, Part::KeptByRouted),
            (dense.kept_on_gpu(), away.dense, Part::KeptByMovedDense),
            (routed.kept_on_gpu(), away.routed, Part::KeptByMovedRouted),
        ];
        let is_one = all.iter().filter(|(_, layers, _)| *layers > 0).count() == 1;
        let kept = all.into_iter().map(|(each, layers, part)| {
            let kept = each * count(layers);
            if is_one { kept } else { kept.part(part) }
        });
        kept.sum()
    }

    /// Bytes that the layers move to the host.
    fn moves<C: Count>(
        &self,
        dense: &LayerActivations<C>,
        routed: &LayerActivations<C>,
    ) -> Bytes<C> {
        dense.moves * count(self.away.dense)
            + routed.moves * count(self.away.routed)
            + dense.input * count(self.inputs_away)
    }

    /// Layers of a kind that stay on the GPU, and those that move.
    const fn of_kind(&self, kind: LayerKind) -> [u64; 2] {
        [kind.of(self.resident), kind.of(self.away)]
    }
}

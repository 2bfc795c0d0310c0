//! Weights that a rank gathers, and gradients that are whole until they are scattered.

use super::pieces::Kinds;
use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::narrow::{Gatherable, WeightWidth};
use crate::params::{LayerKind, Params, RankParams};
use crate::plan::End;
use crate::sharding::{Gathering, StateSharding, keeps_runs};
use crate::state::PerParameter;
use crate::units::Bytes;

/// Parameters that DeepSpeed's ZeRO-3 keeps gathered while they may be read again
/// (`stage3_max_live_parameters`, its default).
const LIVE_PARAMETERS: u64 = 1_000_000_000;

/// Parameters that a rank gathers beside its shard, and whole gradients until they are scattered.
pub(in crate::memory) struct Gathered<C: Count = u64> {
    gathering: Gathering,
    is_fsdp: bool,
    is_deepspeed: bool,
    /// A layer of each kind.
    dense: GatheredLayer<C>,
    routed: GatheredLayer<C>,
    width: WeightWidth,
    /// Gathered parameters of the embedding, and of the output head.
    ends: [Params<C>; 2],
    /// Whole gradients of a run of micro-batches, if the rank keeps them.
    run: Option<RunGradients<C>>,
}

/// Parameters of a layer that are gathered.
#[derive(Clone, Copy, Default)]
struct GatheredLayer<C: Count> {
    /// By the width of their weights.
    weights: Gatherable<C>,
    /// Those with a gradient.
    trained: C,
}

/// Whole gradients that a rank keeps while it works on micro-batches of one virtual stage, one after
/// another.
#[derive(Clone, Copy)]
struct RunGradients<C: Count> {
    /// Parameters of the largest layer.
    layer: C,
    /// Bytes of a gradient.
    bytes: u64,
}

/// Parameters that a rank has gathered at the peak of its memory.
pub(in crate::memory) struct GatheredOnRank<C: Count = u64> {
    /// 16-bit parameters of the layers that are gathered.
    pub(in crate::memory) layers: C,
    /// 8-bit parameters of the gathered layers.
    pub(in crate::memory) narrow: C,
    /// Bytes of the 8-bit parameters, with their scales.
    pub(in crate::memory) narrow_bytes: Bytes<C>,
    /// 16-bit parameters of the embedding and the head.
    pub(in crate::memory) ends: C,
    /// Parameters of the layer, or of the virtual stage, whose gradients are being scattered.
    pub(in crate::memory) layer: C,
    /// Bytes of each of these gradients.
    pub(in crate::memory) gradient: u64,
}

impl<C: Count> GatheredOnRank<C> {
    /// Bytes of all gathered weights and gradients.
    pub(super) fn bytes(&self) -> Bytes<C> {
        let of = |each: u64, params: C, part| Bytes::product([C::bytes(each), params.part(part)]);
        of(2, self.layers, Part::GatheredParameters).part(Part::GatheredLayers)
            + self.narrow_bytes.part(Part::GatheredNarrow)
            + of(2, self.ends, Part::EndParameters).part(Part::GatheredEnds)
            + of(self.gradient, self.layer, Part::GradientParameters).part(Part::WholeGradients)
    }
}

impl<C: Count> RunGradients<C> {
    fn of(legal: &Legal) -> Self {
        let model = &legal.plan.model;
        let params = |kind| {
            let layer = RankParams::<C>::numbers_of_layer(legal, kind);
            layer.total().trainable.or_part(Part::LayerParameters)
        };
        let routed = match model.moe.experts {
            0 => C::ZERO,
            _ => params(LayerKind::Routed),
        };
        Self {
            layer: (params(LayerKind::Dense).larger(routed)).or_part(Part::LargestLayer),
            bytes: PerParameter::of_legal(legal).gradients,
        }
    }
}

impl<C: Count> Gathered<C> {
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let gathering = StateSharding::of(legal).gathering;
        let shards = gathering != Gathering::Never;
        let is_fsdp = plan.stack.recipe.shards_fully();
        let is_deepspeed = plan.stack.recipe.has_deepspeed();
        let width = WeightWidth::of(plan, gathering);
        let params = |kind| {
            let layer = RankParams::<C>::numbers_of_layer(legal, kind);
            // Parameters that are not sharded are never gathered.
            let if_shared = |ranks: u64, params| {
                if shards && ranks > 1 {
                    params
                } else {
                    Params::NONE
                }
            };
            let common = if_shared(legal.shard_group(), layer.common);
            let experts = if_shared(legal.expert_shard_group(), layer.experts);
            let weights = width.split(common.all(), experts.all());
            GatheredLayer {
                weights: Gatherable {
                    wide: weights.wide.or_part(Part::LayerParameters),
                    narrow: weights.narrow.or_part(Part::LayerParameters),
                },
                trained: (common + experts).trainable.or_part(Part::LayerParameters),
            }
        };
        let gathers_ends = (is_fsdp || is_deepspeed) && shards && legal.shard_group() > 1;
        let end = |end: End| {
            if gathers_ends {
                let letter = |symbol| legal.letter::<C>(symbol);
                let table = letter(Symbol::Vocab) * letter(Symbol::Hidden);
                Params::of_end(plan, end, table.over(letter(Symbol::Tensor)))
            } else {
                Params::NONE
            }
        };
        Self {
            gathering,
            is_fsdp,
            is_deepspeed,
            ends: [
                end(End::Embedding),
                if plan.model.tied {
                    Params::NONE
                } else {
                    end(End::Head)
                },
            ],
            dense: params(LayerKind::Dense),
            routed: match plan.model.moe.experts {
                0 => GatheredLayer::default(),
                _ => params(LayerKind::Routed),
            },
            width,
            run: keeps_runs(legal).then(|| RunGradients::of(legal)),
        }
    }

    /// Bytes of one layer's weights while they are gathered, and of its gradients until they are
    /// scattered.
    fn of_layer(&self, kind: LayerKind) -> [Bytes<C>; 2] {
        let layer = match kind {
            LayerKind::Dense => self.dense,
            LayerKind::Routed => self.routed,
        };
        let GatheredLayer { weights, trained } = layer;
        [
            Bytes::product([C::bytes(2), weights.wide]) + self.width.narrow(weights.narrow),
            Bytes::product([C::bytes(self.gradient_bytes()), trained]),
        ]
    }

    /// Bytes of a whole gradient until it is scattered.
    const fn gradient_bytes(&self) -> u64 {
        if self.is_fsdp { 2 + 4 } else { 2 }
    }

    /// Weights and gradients that a rank with these pieces has gathered at its peak.
    ///
    /// ZeRO-3 gathers the live layer and the prefetched one in 16 bit, and holds the live layer's
    /// 16-bit gradients until they are scattered (Rajbhandari 2020, section 5; Zhao 2023, section
    /// 3). FSDP2 keeps its root unit, embedding and head, gathered from forward to backward, and
    /// copies gradients to the type of their reduction before they are scattered: 2 bytes and 4
    /// (PyTorch, `torch/distributed/fsdp/_fully_shard`). If weights stay gathered for the step, all
    /// of the rank's layers are gathered at the peak. DeepSpeed gathers embedding and head when
    /// they run, like any module, and keeps up to [`LIVE_PARAMETERS`] gathered.
    pub(in crate::memory) fn of_rank(&self, kinds: Kinds) -> GatheredOnRank<C> {
        let of_kind = |is_there: bool, params: Params<C>| {
            if is_there { params } else { Params::NONE }
        };
        let dense = self.dense.if_there(kinds.dense);
        let routed = self.routed.if_there(kinds.routed);
        let fullest = if routed.weights.total() > dense.weights.total() {
            routed
        } else {
            dense
        };
        let layer = fullest.weights.total().or_part(Part::LayerParameters);
        let count = |layers| C::letter(Symbol::Layers, layers);
        let all = self.dense.weights.times(count(kinds.layers.dense))
            + self.routed.weights.times(count(kinds.layers.routed));
        let two = C::number(2);
        let layers = match self.gathering {
            Gathering::Never => Gatherable::default(),
            Gathering::EachMicroBatch if self.is_deepspeed => {
                let live = all.total().or_part(Part::OfTheseLayers);
                let live = live.smaller(C::number(LIVE_PARAMETERS));
                let least = (two * layer).or_part(Part::TwoLayers);
                all.up_to(
                    least
                        .larger(live.or_part(Part::LiveParameters))
                        .or_part(Part::GatheredParameters),
                )
            }
            Gathering::EachMicroBatch => fullest.weights.times(two),
            Gathering::OnceAStep => all,
        };
        let [embedding, head] = self.ends;
        let ends = [
            of_kind(kinds.embedding, embedding),
            of_kind(kinds.head, head),
        ];
        let larger = |of: fn(Params<C>) -> C| of(ends[0]).larger(of(ends[1]));
        GatheredOnRank {
            layers: layers.wide,
            narrow: layers.narrow,
            narrow_bytes: self
                .width
                .narrow(layers.narrow.or_part(Part::GatheredParameters)),
            ends: if self.is_deepspeed {
                larger(Params::all)
            } else {
                (ends[0] + ends[1]).all()
            },
            layer: match (self.run, self.gathering) {
                (Some(run), _) => count(kinds.longest) * run.layer,
                (None, Gathering::Never) => C::ZERO,
                _ if self.is_deepspeed => fullest.trained.larger(larger(|end| end.trainable)),
                _ => fullest.trained,
            },
            gradient: self.run.map_or(self.gradient_bytes(), |run| run.bytes),
        }
    }
}

impl<C: Count> GatheredLayer<C> {
    /// The layer if a rank has one, else nothing.
    fn if_there(self, is_there: bool) -> Self {
        if is_there { self } else { Self::default() }
    }
}

/// Bytes of one layer's weights while a legal plan's ranks gather them, and of its gradients until
/// they are scattered.
pub(in crate::memory) fn of_gathered_layer(legal: &Legal, kind: LayerKind) -> [Bytes; 2] {
    Gathered::of(legal).of_layer(kind)
}

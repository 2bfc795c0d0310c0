//! Costs of a layer: forward, backward and full recompute, with its traffic under each schedule.

use super::block_costs::BlockCosts;
use super::overlap::{cover, overlapped_share};
use crate::amount::{Amount, Count, Part, Symbol};
use crate::communication::{Gather, Ways};
use crate::layer_time::Compute;
use crate::legal::Legal;
use crate::params::LayerKind;
use crate::plan::{Module, Recompute};
use crate::traffic::{Exchange, Route};
use crate::units::Seconds;

/// A layer of one kind: forward, backward, and the addition of its full recompute.
#[derive(Debug, Default)]
pub(crate) struct LayerCost<A: Amount = f64> {
    pub(crate) forward: BlockCosts<A>,
    pub(crate) backward: BlockCosts<A>,
    pub(crate) full_recompute: BlockCosts<A>,
    /// Exposed traffic of sharded weights and gradients that the repeated forward hides, if
    /// backward is not split.
    pub(crate) hidden_by_recompute: Exchange<A>,
    /// Seconds of weight gradients in backward.
    weight: Seconds<A>,
    /// The layer if backward is split into input and weight gradients.
    split: SplitCost<A>,
    /// The layer if DualPipe overlaps a forward with a backward. The expert exchange that this
    /// hides takes no time, so no other traffic hides under it.
    overlapped: SplitCost<A>,
}

impl<A: Amount> Clone for LayerCost<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for LayerCost<A> {}

/// One layer of one micro-batch, in the order in which it runs.
#[derive(Debug, Default, PartialEq)]
pub struct LayerBlocks<A: Amount = f64> {
    /// Forward.
    pub forward: BlockCosts<A>,
    /// The part of forward that is repeated before backward.
    pub recompute: BlockCosts<A>,
    /// Backward without the repeated part.
    pub backward: BlockCosts<A>,
}

impl<A: Amount> Clone for LayerBlocks<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for LayerBlocks<A> {}

/// A layer whose backward is split into input and weight gradients. ZeRO-3 gathers weights beside
/// the input gradients, which need them. It scatters gradients beside the weight gradients.
#[derive(Debug, Default)]
pub(super) struct SplitCost<A: Amount = f64> {
    forward: BlockCosts<A>,
    /// Input and weight gradients, one after the other.
    backward: BlockCosts<A>,
    /// Seconds of weight gradients in `backward`, with the exposed part of their scattering.
    pub(super) weight: Seconds<A>,
    /// The scattering of gradients.
    pub(super) scattered: Exchange<A>,
}

impl<A: Amount> Clone for SplitCost<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for SplitCost<A> {}

impl<A: Amount> LayerCost<A> {
    /// Exposed seconds of the exchange of experts, forward and backward, and again if full
    /// recompute repeats it.
    pub(crate) fn expert_exchange(&self, is_recomputed: bool) -> A {
        let exposed = |block: &BlockCosts<A>| block.exchange.of(Route::Expert).exposed.0;
        let again = if is_recomputed {
            exposed(&self.full_recompute)
        } else {
            A::ZERO
        };
        exposed(&self.forward) + exposed(&self.backward) + again
    }

    pub(super) fn of(
        legal: &Legal,
        kind: LayerKind,
        compute: Compute<A>,
        tensor: Ways<A>,
        context: [Exchange<A>; 3],
        expert: Ways<A>,
    ) -> Self {
        let gather = Gather::of(legal, kind);
        let way = |place: usize, compute: Seconds<A>, recompute: Seconds<A>| BlockCosts {
            compute,
            recompute,
            forward_only: Seconds::ZERO,
            exchange: tensor[place] + context[place] + expert[place],
        };
        let forward = way(0, compute.forward, Seconds::ZERO);
        let mut backward = way(1, compute.backward, compute.recompute);
        if repeats_experts(legal, kind) {
            backward.exchange += expert[0];
        }
        // A repeated forward repeats the exchange, but gathers no weights, which backward has
        // gathered already.
        let mut full_recompute = BlockCosts {
            compute: Seconds::ZERO,
            recompute: compute.full_recompute,
            forward_only: Seconds::ZERO,
            exchange: tensor[0] + context[2] + expert[0],
        };
        let split = |hidden: A| {
            let mut split = SplitCost {
                forward,
                backward: BlockCosts {
                    compute: compute.inputs + compute.weight,
                    ..backward
                },
                weight: compute.weight,
                scattered: gather.beside(gather.gradients, compute.weight),
            };
            split.forward.exchange += gather.beside(gather.weights, cover(&forward, hidden));
            let both = cover(&split.backward, hidden);
            let first = Seconds(both.0 - compute.weight.0);
            split.backward.exchange += gather.beside(gather.weights, first);
            split.backward.exchange += split.scattered;
            split.weight += split.scattered.exposed();
            split
        };
        let mut whole = [forward, backward];
        let both = gather.weights + gather.gradients;
        whole[0].exchange += gather.beside(gather.weights, cover(&forward, A::ZERO));
        // The next layer's weights also travel while this layer's forward is repeated.
        let alone = gather.beside(both, cover(&backward, A::ZERO));
        let longer = cover(&backward, A::ZERO) + cover(&full_recompute, A::ZERO);
        let beside_recompute = gather.beside(both, longer);
        whole[1].exchange += alone;
        whole[0].name(Part::LayerForward);
        whole[1].name(Part::LayerBackward);
        full_recompute.name(Part::LayerAgain);
        Self {
            forward: whole[0],
            backward: whole[1],
            full_recompute,
            hidden_by_recompute: alone.exposed_beyond(beside_recompute),
            weight: compute.weight,
            split: split(A::ZERO),
            overlapped: split(overlapped_share(legal)),
        }
    }

    /// Forward and backward of `layers` layers, of which `recomputed` repeat their forward in
    /// backward.
    pub(crate) fn of_layers(
        &self,
        legal: &Legal,
        layers: u64,
        recomputed: u64,
    ) -> [BlockCosts<A>; 2] {
        let number = |layers| A::Count::letter(Symbol::Layers, layers).real();
        let (layers, recomputed) = (number(layers), number(recomputed));
        let [forward, backward] = self.blocks(legal).map(|block| {
            let mut all = block * layers;
            all.name(Part::StageLayers);
            all
        });
        let mut again = self.full_recompute * recomputed;
        again.name(Part::LayersAgain);
        let mut backward = backward + again;
        if !legal.splits_backward() {
            let hidden = self.hidden_by_recompute * recomputed;
            backward.exchange = backward.exchange.hiding(hidden);
        }
        [forward, backward]
    }

    /// One layer, with its recomputation apart from its backward.
    pub(super) fn one(
        &self,
        legal: &Legal,
        kind: LayerKind,
        is_recomputed: bool,
    ) -> LayerBlocks<A> {
        let [forward, whole] = self.of_layers(legal, 1, u64::from(is_recomputed));
        let [_, mut backward] = self.blocks(legal);
        let mut recompute = BlockCosts {
            compute: Seconds::ZERO,
            recompute: backward.recompute,
            forward_only: Seconds::ZERO,
            exchange: Exchange::default(),
        };
        if is_recomputed {
            recompute = self.full_recompute;
        } else if repeats_experts(legal, kind) {
            let expert = forward.exchange.of(Route::Expert);
            recompute.exchange = Exchange::on(Route::Expert, expert);
            backward.exchange = backward.exchange.with(Route::Expert, expert);
        }
        backward.recompute = Seconds::ZERO;
        // Traffic of shards also hides under the repeated forward.
        for route in [Route::Data, Route::ExpertData, Route::Host] {
            let exposed = whole.exchange.of(route).exposed;
            backward.exchange = backward.exchange.exposing_on(route, exposed);
        }
        LayerBlocks {
            forward,
            recompute,
            backward,
        }
    }

    /// Forward and backward as a plan's schedule runs them.
    fn blocks(&self, legal: &Legal) -> [BlockCosts<A>; 2] {
        if legal.splits_backward() {
            let cost = self.split(legal);
            [cost.forward, cost.backward]
        } else {
            [self.forward, self.backward]
        }
    }

    /// The layer under a plan's schedule that splits backward.
    pub(super) fn split(&self, legal: &Legal) -> &SplitCost<A> {
        if legal.overlaps_passes() {
            &self.overlapped
        } else {
            &self.split
        }
    }
}

impl LayerCost {
    /// Least seconds of a backward, whatever the schedule. Traffic that hides in two pieces may
    /// expose less than in one, as no piece exposes more than its length.
    pub(crate) fn least_backward(&self) -> f64 {
        let split = [&self.split, &self.overlapped].map(|cost| cost.backward.total());
        split.into_iter().fold(self.backward.total(), f64::min)
    }

    /// Upper bound on the seconds by which delayed weight gradients shorten a backward.
    pub(super) fn put_off(&self) -> Seconds {
        let first = |split: &SplitCost| split.backward.total() - split.weight.0;
        let least = first(&self.split).min(first(&self.overlapped));
        self.weight.max(Seconds(self.least_backward() - least))
    }
}

/// True if selective recompute repeats the forward of whole expert layers, and so their exchange
/// (Megatron-LM, `moe_layer.py`, `custom_forward` under `moe_layer_recompute`).
fn repeats_experts(legal: &Legal, kind: LayerKind) -> bool {
    let levers = &legal.plan.levers;
    let is_whole = levers.modules.contains(Module::Moe) && !levers.modules.contains(Module::Ops);
    kind == LayerKind::Routed && levers.recompute == Recompute::Selective && is_whole
}

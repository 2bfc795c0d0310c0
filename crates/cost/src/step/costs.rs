//! Costs of the pieces of a step, and of the stages that consist of them. The pieces are layers and
//! the model's two ends, which are the same on every stage.

use super::block_costs::BlockCosts;
use super::layer_cost::LayerCost;
use super::optimizer::optimizer;
use super::overlap::{cover, overlapped, overlapped_share};
use crate::activations::Activations;
use crate::amount::{Amount, Count, Part, Symbol};
use crate::communication::{self, DataTraffic, TensorTime};
use crate::layer_time::{Compute, ModelCompute};
use crate::legal::{Layers, Legal};
use crate::params::{LayerKind, Pieces};
use crate::plan::Offload;
use crate::roofline::Roofline;
use crate::schedule::{Durations, Pipeline};
use crate::traffic::Exchange;
use crate::units::{Bytes, Seconds};

/// Times of the pieces, which are the same on every stage; the times of a stage are sums of them.
#[derive(Clone)]
pub struct Costs<'a, A: Amount = f64> {
    pub(crate) dense: LayerCost<A>,
    pub(crate) routed: LayerCost<A>,
    /// A dense and a routed layer of which nothing is trained, if the plan has any.
    pub(crate) frozen: Option<[LayerCost<A>; 2]>,
    pub(crate) embedding: [BlockCosts<A>; 2],
    pub(crate) head: [BlockCosts<A>; 2],
    head_weight: Seconds<A>,
    /// One transfer between stages.
    send: Exchange<A>,
    /// Seconds of the transfer, if compute overlaps it.
    transfer: Seconds<A>,
    pub(super) roofline: Roofline<'a, A>,
    pub(super) pieces: Pieces,
    /// The activations, if some of them move to the host.
    offloading: Option<Activations>,
}

impl<'a, A: Amount> Costs<'a, A> {
    /// The pieces of a legal plan, as numbers of either kind.
    pub(super) fn of_numbers(legal: &Legal<'a>) -> Self {
        let roofline = Roofline::of(legal);
        let compute = ModelCompute::of(legal, &roofline);
        let tensor = TensorTime::of(legal);
        let [dense, routed] = layers(legal, &compute, &tensor);
        let frozen = legal.of_frozen_layers().map(|legal| {
            let compute = ModelCompute::of(&legal, &roofline);
            layers(&legal, &compute, &tensor)
        });
        let ends = |piece: Compute<A>| {
            [piece.forward, piece.backward].map(|compute| BlockCosts {
                compute,
                recompute: Seconds::ZERO,
                forward_only: Seconds::ZERO,
                exchange: tensor.end,
            })
        };
        let (send, transfer) = communication::between_stages(legal);
        Self {
            dense,
            routed,
            frozen,
            embedding: ends(compute.embedding),
            head: ends(compute.head),
            head_weight: compute.head.weight,
            send,
            transfer,
            roofline,
            pieces: Pieces::of(legal),
            offloading: legal
                .plan
                .levers
                .offload
                .contains(Offload::Activations)
                .then(|| Activations::of(&legal.timed())),
        }
    }

    /// The costs of a layer of a kind.
    pub(crate) const fn layer(&self, kind: LayerKind) -> &LayerCost<A> {
        match kind {
            LayerKind::Dense => &self.dense,
            LayerKind::Routed => &self.routed,
        }
    }

    /// Seconds of a transfer between stages that travels beside compute.
    pub(super) const fn transfer(&self) -> Seconds<A> {
        self.transfer
    }

    /// Forward and backward of one virtual stage.
    pub(super) fn blocks(&self, legal: &Legal, stage: u64) -> [BlockCosts<A>; 2] {
        let (first, last) = (stage == 0, legal.is_last(stage));
        let [mut forward, mut backward] = self.layers(legal, stage);
        // Activations travel beside every layer of the stage, not only beside the layers that move
        // them, but not beside delayed weight gradients.
        let before = forward.exchange;
        if let Some(activations) = &self.offloading {
            let crossing = activations.crossing(legal, stage);
            let crossing = Bytes(A::Count::bytes(crossing.0));
            let hidden = if legal.overlaps_passes() {
                overlapped_share(legal)
            } else {
                A::ZERO
            };
            let put_off = if legal.splits_backward() {
                self.layers_weight(legal, stage)
            } else {
                Seconds::ZERO
            };
            for (block, put_off) in [(&mut forward, Seconds::ZERO), (&mut backward, put_off)] {
                let cover = Seconds(cover(block, hidden).0 - put_off.0);
                let cover = cover * legal.fitted.overlap_cover();
                block.exchange += communication::host_transfer(legal, crossing, cover);
            }
        }
        let passes = legal.plan.forward_only_passes();
        let stored = if passes > 0 {
            forward.exchange.without(before)
        } else {
            Exchange::default()
        };
        if first {
            forward += self.embedding[0];
            if legal.plan.reaches_embedding() {
                backward += self.embedding[1];
            }
        } else {
            backward.exchange += self.send;
        }
        if last {
            forward += self.head[0];
            backward += self.head[1];
        } else {
            forward.exchange += self.send;
        }
        forward = forward.after_passes(passes, stored);
        forward.name(Part::Forward);
        backward.name(Part::Backward);
        [forward, backward]
    }

    /// Forward and backward of a virtual stage's layers.
    fn layers(&self, legal: &Legal, stage: u64) -> [BlockCosts<A>; 2] {
        let layers = legal.by_backward(stage);
        let recomputed = legal.recomputed_by_backward(stage);
        let [mut forward, mut backward] = [BlockCosts::default(); 2];
        let mut add = |layer: &LayerCost<A>, layers: u64, recomputed: u64| {
            let blocks = layer.of_layers(legal, layers, recomputed);
            forward += blocks[0];
            backward += blocks[1];
        };
        let (trained, again) = (layers.trained, recomputed.trained);
        add(&self.dense, trained.dense, again.dense);
        add(&self.routed, trained.routed, again.routed);
        if let Some([dense, routed]) = &self.frozen {
            let (passed, again) = (layers.passed, recomputed.passed);
            add(dense, passed.dense, again.dense);
            add(routed, passed.routed, again.routed);
            for (layer, skipped) in [
                (dense, layers.skipped.dense),
                (routed, layers.skipped.routed),
            ] {
                forward += layer.of_layers(legal, skipped, 0)[0];
            }
        }
        [forward, backward]
    }

    /// The durations of the stages, for the simulation.
    pub(super) fn durations(
        &self,
        legal: &Legal,
        pipeline: &Pipeline,
        stages: &[[BlockCosts<A>; 2]],
    ) -> Durations {
        let mut durations = Durations {
            forward: stages
                .iter()
                .map(|[forward, _]| forward.total().value())
                .collect(),
            backward: stages
                .iter()
                .map(|[_, backward]| backward.total().value())
                .collect(),
            transfer: self.transfer.0.value(),
            ..Durations::default()
        };
        if pipeline.schedule.splits_backward() {
            durations.weight = (0..legal.virtual_stages)
                .map(|stage| self.weight(legal, stage).0.value())
                .collect();
            durations.overlapped = if legal.pipeline() > 1 {
                overlapped(legal, stages)
            } else {
                0.0
            };
        }
        durations
    }

    /// Seconds of weight gradients in a virtual stage's backward.
    fn weight(&self, legal: &Legal, stage: u64) -> Seconds<A> {
        let layers = self.layers_weight(legal, stage);
        if legal.is_last(stage) && legal.splits_backward() {
            layers + self.head_weight
        } else {
            layers
        }
    }

    /// Seconds of weight gradients of a virtual stage's layers, without the model's ends.
    fn layers_weight(&self, legal: &Legal, stage: u64) -> Seconds<A> {
        if !legal.splits_backward() {
            return Seconds::ZERO;
        }
        let Layers { dense, routed } = legal.by_backward(stage).trained;
        let kinds = [(&self.dense, dense), (&self.routed, routed)];
        kinds
            .into_iter()
            .fold(Seconds::ZERO, |sum, (layer, layers)| {
                sum + layer.split(legal).weight * number_of(layers)
            })
    }

    /// Time of weight gradients in a virtual stage's backward, by cause.
    pub(crate) fn weight_gradients(&self, legal: &Legal, stage: u64) -> BlockCosts<A> {
        if !legal.splits_backward() {
            return BlockCosts::default();
        }
        let Layers { dense, routed } = legal.by_backward(stage).trained;
        let scattered = self.dense.split(legal).scattered * number_of(dense)
            + self.routed.split(legal).scattered * number_of(routed);
        BlockCosts {
            compute: Seconds(self.weight(legal, stage).0 - scattered.exposed().0),
            recompute: Seconds::ZERO,
            forward_only: Seconds::ZERO,
            exchange: scattered,
        }
    }
}

// Other crates call functions without a parameter for the numbers, which are compiled once.
impl<'a> Costs<'a> {
    /// The pieces of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal<'a>) -> Self {
        Self::of_numbers(legal)
    }

    /// Upper bounds on the seconds by which delayed weight gradients shorten a backward: through a
    /// dense layer, a routed layer and the head.
    pub(crate) fn put_off(&self) -> [Seconds; 3] {
        [
            self.dense.put_off(),
            self.routed.put_off(),
            self.head_weight,
        ]
    }

    /// Seconds that a rank spends once a step on gradients, weights and the optimizer, beside a
    /// pipeline of this length. A longer pipeline reduces these seconds, but by less than its extra
    /// time.
    pub(crate) fn once(
        &self,
        legal: &Legal,
        pipeline: &Pipeline,
        rank: usize,
        blocks: Seconds,
    ) -> f64 {
        let params = self.pieces.of_rank(legal, pipeline, rank);
        let (optimizer, moved) = optimizer(legal, &self.roofline, params);
        let data = DataTraffic::of(legal, params).beside(blocks);
        (optimizer.seconds + moved.exposed() + data.exposed()).0
    }

    /// Exposed seconds of a transfer between two stages.
    pub(crate) fn sending(&self) -> f64 {
        self.send.exposed().0
    }
}

/// A number of layers.
fn number_of<A: Amount>(layers: u64) -> A {
    A::Count::letter(Symbol::Layers, layers).real()
}

/// The costs of a dense layer and of a routed one; both are alike in a dense model.
fn layers<A: Amount>(
    legal: &Legal,
    compute: &ModelCompute<A>,
    tensor: &TensorTime<A>,
) -> [LayerCost<A>; 2] {
    let nothing = [Exchange::default(); 2];
    let dense = LayerCost::of(
        legal,
        LayerKind::Dense,
        compute.dense,
        tensor.dense,
        communication::context(legal, compute.dense.core),
        nothing,
    );
    let routed = if legal.plan.model.moe.experts > 0 {
        let expert = communication::experts(legal);
        LayerCost::of(
            legal,
            LayerKind::Routed,
            compute.routed,
            tensor.routed,
            communication::context(legal, compute.routed.core),
            expert,
        )
    } else {
        dense
    };
    [dense, routed]
}

//! One layer's forward, part by part, with the exchange of the ranks that split it.
//!
//! The order is that of Megatron-LM's transformer layer: norm, all-gather, products into queries,
//! keys and values, attention, output projection, reduce-scatter, and likewise for the MLP
//! (Korthikanti 2022, figure 5; `megatron/core/transformer/transformer_layer.py`). Without sequence
//! parallelism one all-reduce of the partial sums replaces each pair (Shoeybi 2019, section 3).
//! Copies of tokens go to their experts after the router and back before the sum (Lepikhin 2020,
//! section 3.2; `megatron/core/transformer/moe/moe_layer.py`). Keys and values pass around a ring
//! beside the attention (Liu 2023), or are gathered before it (Llama 3 2024, section 3.3.2), or an
//! all-to-all trades tokens for heads before and after it (Jacobs 2023).

use super::recorder::{Recorder, ShownLayers};
use super::types::{Activity, Collective, Happening, HeldPart, TraceScene};
use crate::activations::OperationName as Name;
use crate::activations::breakdown::OperationList;
use crate::communication::{self, Gather, TensorPasses};
use crate::layer_time::{ForwardParts, ModelCompute};
use crate::legal::Legal;
use crate::params::LayerKind;
use crate::plan::{ContextKind, Offload, Overlap};
use crate::roofline::Roofline;
use crate::step::layer_blocks;
use crate::traffic::{Route, Traffic};
use crate::units::{Bytes, Seconds};

/// Routes of ZeRO-3's shards, which travel beside the whole layer.
pub(super) const SHARDS: [Route; 3] = [Route::Data, Route::ExpertData, Route::Host];

/// Records the forward of one layer of the scene's kind; `None` if the rank has no such layer.
pub(super) fn record(recorder: &mut Recorder, legal: &Legal) -> Option<()> {
    let is_routed = recorder.scene() == TraceScene::Experts;
    let shown = recorder.choose_stage(legal, |layers| {
        if is_routed {
            layers.routed > 0
        } else {
            layers.total() > 0
        }
    })?;
    let kind = if is_routed {
        LayerKind::Routed
    } else {
        shown.common_kind().0
    };
    LayerRecord::of(recorder, &shown, kind).run();
    Some(())
}

/// The recording of a layer, with its inputs.
struct LayerRecord<'a, 'b> {
    recorder: &'b mut Recorder,
    legal: &'b Legal<'a>,
    kind: LayerKind,
    parts: ForwardParts,
    passes: TensorPasses,
    context: Traffic,
    expert: Traffic,
    kept: KeptBytes,
}

impl<'a, 'b> LayerRecord<'a, 'b> {
    fn of(recorder: &'b mut Recorder, shown: &'b ShownLayers<'a>, kind: LayerKind) -> Self {
        let legal = &shown.legal;
        let roofline = Roofline::of(legal);
        let compute = ModelCompute::of(legal, &roofline);
        let compute = match kind {
            LayerKind::Dense => compute.dense,
            LayerKind::Routed => compute.routed,
        };
        let context = communication::context(legal, compute.core)[0];
        let expert = match kind {
            LayerKind::Dense => Traffic::default(),
            LayerKind::Routed => communication::experts(legal)[0].of(Route::Expert),
        };
        let kept = KeptBytes::of(legal, kind, shown.recomputed(kind) > 0);
        let mut parts = ForwardParts::of(legal, &roofline, kind);
        let layout = &legal.plan.layout;
        let hides_ring = layout.context > 1
            && layout.context_kind == ContextKind::Ring
            && legal.plan.overlaps(Overlap::Context);
        // The transfers of a ring hide beside the attention and the waits for launches.
        if hides_ring {
            parts = parts.waiting_in_attention(compute.core[0]);
        }
        Self {
            recorder,
            legal,
            kind,
            parts,
            passes: TensorPasses::of(legal),
            context: context.of(Route::Context),
            expert,
            kept,
        }
    }

    fn run(mut self) {
        let shards = Gather::of(self.legal, self.kind).weights;
        self.recorder.before_forward(self.legal);
        // The weights of the next layer travel beside this layer.
        self.recorder
            .send_all(&SHARDS, Collective::AllGather, &shards, Seconds::ZERO);
        // The scene of experts is about what follows.
        if self.recorder.scene() == TraceScene::Experts {
            self.recorder.join(Happening::Mixing);
        }
        self.plain(Happening::Norm, self.parts.norm);
        self.keep(&[Name::Norm]);
        self.gather();
        self.mixing();
        self.reduce(self.parts.output, Happening::Output);
        self.keep(&[Name::Projection]);
        self.plain(Happening::Between, self.parts.between);
        self.recorder.part();
        match self.kind {
            LayerKind::Dense => self.mlp(Happening::MlpIn, Happening::MlpOut),
            LayerKind::Routed => self.experts(),
        }
        self.plain(Happening::Add, self.parts.add);
        self.keep(&[Name::Dropout]);
        let forward = layer_blocks(self.legal, self.kind, false).forward;
        let wait = (Happening::WaitForWeights, 0);
        self.recorder
            .await_all(self.legal, wait, &SHARDS, &forward.exchange);
    }

    /// Records a moment of kernels alone.
    fn plain(&mut self, what: Happening, seconds: Seconds) {
        if seconds > Seconds::ZERO {
            self.recorder.begin(what, 0);
            self.recorder.run(Activity::Compute, seconds);
        }
    }

    /// Records a moment of an exchange alone.
    fn exchange(&mut self, what: Happening, exchange: (Route, Collective), traffic: Traffic) {
        if traffic.link > Seconds::ZERO {
            self.recorder.begin(what, 0);
            self.recorder.exchange(exchange, traffic);
        }
    }

    /// Records a moment of kernels with an exchange beside them.
    fn beside(
        &mut self,
        what: Happening,
        seconds: Seconds,
        exchange: (Route, Collective),
        traffic: Traffic,
    ) {
        self.recorder.begin(what, 0);
        self.recorder
            .run_beside(Activity::Compute, seconds, exchange, traffic);
    }

    /// Holds the tensors of these operations from now on.
    fn keep(&mut self, names: &[Name]) {
        let held = self.recorder.level(HeldPart::Activations);
        let more = self.kept.of_names(names);
        self.recorder.hold(HeldPart::Activations, held + more);
    }

    /// The tensor-parallel pass; no traffic on one rank.
    fn pass(&self) -> Traffic {
        self.passes.layer.of(Route::Tensor)
    }

    /// True if the passes run beside products, and are exposed in part only.
    fn is_beside(&self) -> bool {
        self.pass().exposed < self.pass().link
    }

    /// True if an all-gather precedes products and a reduce-scatter follows them.
    fn is_sequence_parallel(&self) -> bool {
        self.legal.plan.sequence_parallel()
    }

    /// Records the all-gather before products, if nothing overlaps it.
    fn gather(&mut self) {
        if !self.is_sequence_parallel() || self.pass().link == Seconds::ZERO {
            return;
        }
        if !self.is_beside() {
            let pass = self.pass();
            self.exchange(
                Happening::TensorGather,
                (Route::Tensor, Collective::AllGather),
                pass,
            );
        }
        self.recorder.hold(HeldPart::Working, self.passes.whole);
    }

    /// Records the first products after an all-gather, which may run beside them.
    fn first_products(&mut self, what: Happening, seconds: Seconds) {
        if self.is_sequence_parallel() && self.is_beside() {
            let exchange = (Route::Tensor, Collective::AllGather);
            self.beside(what, seconds, exchange, self.pass());
        } else {
            self.plain(what, seconds);
        }
    }

    /// Records the last products, and the sum of their partial results.
    fn reduce(&mut self, seconds: Seconds, what: Happening) {
        let (exchange, traffic) = if self.is_sequence_parallel() {
            ((Route::Tensor, Collective::ReduceScatter), self.pass())
        } else {
            ((Route::Tensor, Collective::AllReduce), self.pass() * 2.0)
        };
        let is_split = traffic.link > Seconds::ZERO;
        if is_split {
            self.recorder.hold(HeldPart::Working, self.passes.whole);
        }
        if self.is_beside() {
            self.beside(what, seconds, exchange, traffic);
        } else {
            self.plain(what, seconds);
            self.exchange(Happening::TensorReduce, exchange, traffic);
        }
        self.recorder.hold(HeldPart::Working, Bytes::ZERO);
    }

    /// Records queries, keys and values, and the attention core with the exchange of a split
    /// sequence.
    fn mixing(&mut self) {
        let plan = self.legal.plan;
        self.first_products(Happening::Projections, self.parts.projections);
        self.recorder.hold(HeldPart::Working, Bytes::ZERO);
        self.keep(&[Name::Latents, Name::Qkv]);
        let (attention, traffic) = (self.parts.attention, self.context);
        match plan.layout.context_kind {
            ContextKind::Ring if plan.overlaps(Overlap::Context) => {
                self.ring(attention, traffic);
            }
            ContextKind::Ring => {
                let exchange = (Route::Context, Collective::RingPass);
                self.exchange(Happening::ContextBefore, exchange, traffic);
                self.plain(Happening::Attention, attention);
            }
            ContextKind::AllGather => {
                let exchange = (Route::Context, Collective::AllGather);
                self.exchange(Happening::ContextBefore, exchange, traffic);
                self.plain(Happening::Attention, attention);
            }
            ContextKind::AllToAll => {
                let exchange = (Route::Context, Collective::AllToAll);
                let [before, after] = halves(traffic);
                self.exchange(Happening::ContextBefore, exchange, before);
                self.plain(Happening::Attention, attention);
                self.exchange(Happening::ContextAfter, exchange, after);
            }
        }
        self.keep(&[Name::Core]);
    }

    /// Records equal turns of a ring: beside each but the last, keys and values travel to the next
    /// rank. In a group of more than 16 ranks the turns between the first and the last are one
    /// moment.
    fn ring(&mut self, attention: Seconds, traffic: Traffic) {
        let ranks = self.legal.plan.layout.context;
        let exchange = (Route::Context, Collective::RingPass);
        let turns = if ranks > MOST_TURNS {
            vec![1, ranks - 2, 1]
        } else {
            vec![1; ranks.max(1) as usize]
        };
        let last = turns.len() - 1;
        let sends = ranks.saturating_sub(1).max(1) as f64;
        let mut done = 0;
        for (place, turns) in turns.into_iter().enumerate() {
            let seconds = attention * (turns as f64 / ranks.max(1) as f64);
            let passed = if place < last {
                turns as f64 / sends
            } else {
                0.0
            };
            self.recorder.begin(Happening::Attention, done);
            if passed > 0.0 {
                self.recorder
                    .run_beside(Activity::Compute, seconds, exchange, traffic * passed);
            } else {
                self.recorder.run(Activity::Compute, seconds);
            }
            done += turns;
        }
    }

    /// Records products of the MLP or the shared experts.
    fn mlp(&mut self, into: Happening, out: Happening) {
        if self.parts.mlp_in == Seconds::ZERO {
            return;
        }
        self.gather();
        self.first_products(into, self.parts.mlp_in);
        self.recorder.hold(HeldPart::Working, Bytes::ZERO);
        self.keep(&[Name::MlpIn, Name::Activation, Name::SharedIn]);
        self.reduce(self.parts.mlp_out, out);
        self.keep(&[Name::MlpOut, Name::SharedOut]);
    }

    /// Records shared experts, then the routed ones with the exchange of their copies.
    fn experts(&mut self) {
        self.plain(Happening::Router, self.parts.router);
        self.keep(&[Name::Router]);
        self.mlp(Happening::SharedIn, Happening::SharedOut);
        let route = (Route::Expert, Collective::AllToAll);
        let [dispatch, combine] = halves(self.expert);
        let inside = self.passes.expert.of(Route::ExpertTensor);
        let is_hidden = self.legal.plan.overlaps(Overlap::Expert);
        if !is_hidden {
            self.exchange(Happening::Dispatch, route, dispatch);
        }
        self.exchange(
            Happening::ExpertGather,
            (Route::ExpertTensor, Collective::AllGather),
            inside,
        );
        if is_hidden {
            self.beside(Happening::Experts, self.parts.experts, route, self.expert);
        } else {
            self.plain(Happening::Experts, self.parts.experts);
        }
        self.keep(&[Name::ExpertIn, Name::ExpertActivation, Name::ExpertOut]);
        self.exchange(
            Happening::ExpertReduce,
            (Route::ExpertTensor, Collective::ReduceScatter),
            inside,
        );
        if !is_hidden {
            self.exchange(Happening::Combine, route, combine);
        }
        self.plain(Happening::Merge, self.parts.merge);
        self.keep(&[Name::Combine]);
    }
}

/// Most turns of a ring that are recorded one by one.
const MOST_TURNS: u64 = 16;

/// The two equal halves of an exchange.
fn halves(traffic: Traffic) -> [Traffic; 2] {
    let first = traffic * 0.5;
    let second = Traffic {
        bytes: traffic.bytes.saturating_sub(first.bytes),
        ..first
    };
    [first, second]
}

/// Bytes that each operation of a layer keeps on the GPU after forward.
struct KeptBytes(Vec<(Name, Bytes)>);

impl KeptBytes {
    /// A layer that recomputes its forward keeps only its input; the bytes that an offload moves
    /// are on the host.
    fn of(legal: &Legal, kind: LayerKind, is_recomputed: bool) -> Self {
        let list = OperationList::of(legal);
        if is_recomputed {
            return Self(vec![(Name::Norm, list.stream.bytes)]);
        }
        let moves = legal.plan.levers.offload.contains(Offload::Activations);
        let kept = list.kept(kind, true).into_iter();
        let kept = kept.filter(|(name, _)| !(moves && list.moves(*name)));
        Self(kept.map(|(name, tensors)| (name, tensors.bytes)).collect())
    }

    fn of_names(&self, names: &[Name]) -> Bytes {
        let wanted = self.0.iter().filter(|(name, _)| names.contains(name));
        wanted.map(|(_, bytes)| *bytes).sum()
    }
}

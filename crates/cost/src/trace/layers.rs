//! Layers of a stage, forward and backward: shards that are gathered and scattered, activations that
//! are kept and recomputed.
//!
//! Under ZeRO-3 and FSDP the weights of the next layer are gathered while a layer runs, and freed
//! after its use. In backward they are gathered again, and gradients are scattered beside the layer
//! before (Rajbhandari 2020, section 7.2.2; Zhao 2023, section 4.3;
//! `torch/distributed/fsdp/_fully_shard`). If weights stay gathered for the step, and under ZeRO 1
//! and 2, no weights travel while layers run. Full recompute repeats a layer's forward from its
//! input right before its backward, messages included (Chen 2016; Korthikanti 2022, section 5).

use super::layer::SHARDS;
use super::recorder::{Recorder, ShownLayers};
use super::types::{Activity, Collective, Happening, HeldPart, TraceScene};
use crate::activations::Activations;
use crate::communication::Gather;
use crate::legal::Legal;
use crate::memory::gathered_layer;
use crate::params::LayerKind;
use crate::plan::Offload;
use crate::step::{BlockCosts, LayerBlocks, layer_blocks};
use crate::traffic::Route;
use crate::units::{Bytes, Seconds};

/// Routes of exchanges inside a layer.
const INSIDE: [Route; 4] = [
    Route::Tensor,
    Route::ExpertTensor,
    Route::Context,
    Route::Expert,
];

/// Layers of the scene of shards that are recorded.
const ZERO_LAYERS: u64 = 2;
/// Layers of the scene of activations that are recorded.
const CHECKPOINT_LAYERS: u64 = 4;

/// Records layers of the rank's first virtual stage with layers; `None` if none has any.
pub(super) fn record(recorder: &mut Recorder, legal: &Legal) -> Option<()> {
    let chosen = recorder.choose_stage(legal, |layers| layers.total() > 0)?;
    let (kind, layers) = chosen.common_kind();
    let most = match recorder.scene() {
        TraceScene::Zero => ZERO_LAYERS,
        _ => CHECKPOINT_LAYERS,
    };
    // If only some layers run their forward again, those are recorded.
    let shown = match chosen.recomputed(kind) {
        0 => layers.min(most),
        recomputed => recomputed.min(most),
    };
    let mut record = LayersRecord::of(recorder, &chosen, kind);
    record.begin();
    for layer in 0..shown {
        record.forward(layer);
    }
    if layers > shown {
        record.recorder.begin(Happening::LeftOut, layers - shown);
    }
    for layer in (0..shown).rev() {
        record.backward(layer);
    }
    record.recorder.hold(HeldPart::Gradients, Bytes::ZERO);
    Some(())
}

/// The recording of layers of one kind, with its inputs.
struct LayersRecord<'a, 'b> {
    recorder: &'b mut Recorder,
    legal: &'b Legal<'a>,
    blocks: LayerBlocks,
    gather: Gather<'b>,
    /// Bytes of one layer's gathered weights and of its whole gradients.
    gathered: [Bytes; 2],
    /// Bytes that a layer keeps from forward to backward.
    kept: Bytes,
    /// Bytes that a layer's backward holds beyond `kept`.
    working: Bytes,
}

impl<'a, 'b> LayersRecord<'a, 'b> {
    fn of(recorder: &'b mut Recorder, shown: &'b ShownLayers<'a>, kind: LayerKind) -> Self {
        let legal = &shown.legal;
        let is_recomputed = shown.recomputed(kind) > 0;
        let activations = Activations::of(legal);
        let layer = match kind {
            LayerKind::Dense => activations.dense,
            LayerKind::Routed => activations.routed,
        };
        let kept = if is_recomputed {
            layer.input
        } else if legal.plan.levers.offload.contains(Offload::Activations) {
            layer.kept_on_gpu()
        } else {
            layer.kept
        };
        Self {
            recorder,
            legal,
            blocks: layer_blocks(legal, kind, is_recomputed),
            gather: Gather::of(legal, kind),
            gathered: gathered_layer(legal, kind),
            kept,
            working: layer.walk.saturating_sub(kept),
        }
    }

    /// Begins with one gathered layer, and with the activations of the other micro-batches. If
    /// ranks do not gather layer by layer, gathered weights are part of the constant rest.
    fn begin(&mut self) {
        if self.gather.weights.link() == Seconds::ZERO {
            self.gathered = [Bytes::ZERO; 2];
        }
        let [weights, gradients] = self.gathered;
        self.recorder.change(HeldPart::Weights, weights * 2);
        self.recorder.change(HeldPart::Gradients, gradients);
        self.recorder.hold(HeldPart::Weights, weights);
        self.recorder.hold(HeldPart::Gradients, Bytes::ZERO);
        self.recorder.before_forward(self.legal);
    }

    /// Records one layer's forward, beside which the next layer's weights are gathered.
    fn forward(&mut self, layer: u64) {
        let forward = self.blocks.forward;
        self.recorder.begin(Happening::Forward, layer);
        self.recorder.hold(HeldPart::Weights, self.gathered[0] * 2);
        let start = self.recorder.now();
        let weights = self.gather.weights;
        self.recorder
            .send_all(&SHARDS, Collective::AllGather, &weights, start);
        self.recorder.block(
            Activity::Compute,
            forward.compute,
            &forward.exchange,
            &INSIDE,
            Collective::Several,
        );
        self.wait_for_shards(Happening::WaitForWeights, layer, &forward);
        let held = self.recorder.level(HeldPart::Activations);
        self.recorder.hold(HeldPart::Activations, held + self.kept);
        self.recorder.hold(HeldPart::Weights, self.gathered[0]);
    }

    /// Records one layer's backward, after the forward that it repeats. Meanwhile the weights of
    /// the layer below and the gradients of the layer above travel.
    fn backward(&mut self, layer: u64) {
        let LayerBlocks {
            recompute,
            backward,
            ..
        } = self.blocks;
        let start = self.recorder.now();
        let repeats = recompute.recompute > Seconds::ZERO;
        self.recorder.begin(
            if repeats {
                Happening::Recompute
            } else {
                Happening::Backward
            },
            layer,
        );
        self.recorder.hold(HeldPart::Weights, self.gathered[0] * 2);
        self.recorder.hold(HeldPart::Gradients, self.gathered[1]);
        self.recorder.hold(HeldPart::Working, self.working);
        let (weights, gradients) = (self.gather.weights, self.gather.gradients);
        self.recorder
            .send_all(&SHARDS, Collective::AllGather, &weights, start);
        self.recorder
            .send_all(&SHARDS, Collective::ReduceScatter, &gradients, start);
        if repeats {
            self.recorder.block(
                Activity::Recompute,
                recompute.recompute,
                &recompute.exchange,
                &INSIDE,
                Collective::Several,
            );
            self.recorder.begin(Happening::Backward, layer);
        }
        self.recorder.block(
            Activity::Compute,
            backward.compute,
            &backward.exchange,
            &INSIDE,
            Collective::Several,
        );
        self.wait_for_shards(Happening::WaitForShards, layer, &backward);
        let held = self.recorder.level(HeldPart::Activations);
        self.recorder.hold(HeldPart::Working, Bytes::ZERO);
        self.recorder
            .hold(HeldPart::Activations, held.saturating_sub(self.kept));
        self.recorder.hold(HeldPart::Weights, self.gathered[0]);
    }

    /// Records waiting for shards beside a block, if any is exposed.
    fn wait_for_shards(&mut self, what: Happening, layer: u64, block: &BlockCosts) {
        self.recorder
            .await_all(self.legal, (what, layer), &SHARDS, &block.exchange);
    }
}

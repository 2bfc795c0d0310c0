//! Terms of the activations: those of micro-batches in flight, operation by operation, and those
//! of the backward that runs.

use super::term::{ACTIVATIONS, At, LOGITS, List, Moment, Name};
use crate::activations::breakdown::{
    Factor, LayerMoment, OperationList, Symbol, factor, formula, number, resident, scene,
};
use crate::activations::{Activations, BackwardPoint, OperationName, Tensors};
use crate::legal::{Layers, Legal};
use crate::params::LayerKind;
use crate::schedule::{ActivationPeak, Pipeline};
use crate::units::Bytes;

/// Bytes of a rank's micro-batches at a moment.
pub(super) struct Held<'a> {
    legal: &'a Legal<'a>,
    listed: OperationList,
    chunks: Vec<Chunk>,
    is_first: bool,
}

/// One chunk of the rank.
struct Chunk {
    stage: u64,
    /// Layers that keep everything on the GPU.
    resident: Layers,
    /// Layers whose activations move to the host.
    away: Layers,
    /// Layers that keep only their input.
    inputs: u64,
    layers: Layers,
    /// Micro-batches that keep everything, including the one that runs backward.
    kept: u64,
    /// Micro-batches whose weight gradients wait.
    waiting: u64,
    /// Bytes of the layer before the running one, if that is recomputed and freed late.
    late: Bytes,
    /// The point of the micro-batch that runs backward.
    walks: Option<BackwardPoint>,
}

/// The place of the activations of the layer that runs backward, before it ran.
#[derive(Clone, Copy)]
enum WalkingLayer {
    /// On the GPU.
    Resident,
    /// On the host, except for the parts that do not move.
    Away,
    /// Not kept: forward runs again.
    Recomputed,
}

/// Those of the layers that are of a kind.
fn of_kind(layers: &Layers, kind: LayerKind) -> u64 {
    match kind {
        LayerKind::Dense => layers.dense,
        LayerKind::Routed => layers.routed,
    }
}

impl<'a> Held<'a> {
    pub(super) fn of(
        legal: &'a Legal<'a>,
        pipeline: &Pipeline,
        activations: &Activations,
        rank: usize,
        held: &ActivationPeak,
    ) -> Self {
        let chunk = |chunk| {
            let stage = pipeline.stage(rank, chunk) as u64;
            let (resident, away, inputs) = resident(legal, stage);
            let walks = held.in_backward == Some(chunk);
            let layers = legal.layers(stage);
            let scene = walks.then(|| scene(legal, activations, stage));
            let late = match scene {
                Some(BackwardPoint::Layer(kind)) => {
                    activations.freed_late(legal, kind, of_kind(&layers, kind))
                }
                _ => Bytes::ZERO,
            };
            Chunk {
                late,
                stage,
                resident,
                away,
                inputs,
                layers,
                kept: held.whole[chunk] as u64 + u64::from(walks),
                waiting: held.waiting[chunk] as u64,
                walks: scene,
            }
        };
        Self {
            legal,
            listed: OperationList::of(legal),
            chunks: (0..pipeline.chunks_a_rank()).map(chunk).collect(),
            is_first: pipeline.chunks_a_rank() == 1 && !pipeline.schedule.splits_backward(),
        }
    }

    /// Lists the terms, and returns the moment.
    pub(super) fn list(&self, list: &mut List) -> Moment {
        self.operations(list);
        let inputs = |chunk: &Chunk| (chunk.inputs, chunk.kept);
        self.add(
            list,
            ACTIVATIONS,
            Name::LayerInputs,
            &self.listed.stream,
            &inputs,
        );
        let embedding = |chunk: &Chunk| (u64::from(chunk.stage == 0), chunk.kept);
        let mask = &self.listed.embedding;
        self.add(list, ACTIVATIONS, Name::Embedding, mask, &embedding);
        self.waiting(list);
        let at = self.walk(list);
        self.head(list);
        Moment {
            at,
            is_first: self.is_first,
            in_flight: self.chunks.iter().map(|chunk| chunk.kept).sum(),
            waiting: self.chunks.iter().map(|chunk| chunk.waiting).sum(),
        }
    }

    /// Adds tensors that count several times on each chunk: `times` gives the number of its layers
    /// or ends, and of its micro-batches.
    fn add(
        &self,
        list: &mut List,
        kind: usize,
        name: Name,
        tensors: &Tensors,
        count: &dyn Fn(&Chunk) -> (u64, u64),
    ) {
        let counts = self.chunks.iter().map(count);
        let passes: u64 = counts.map(|(layers, times)| layers * times).sum();
        let is_layered = kind == ACTIVATIONS && name != Name::HeadInput && name != Name::Embedding;
        let times: Vec<Factor> = match (&self.chunks[..], is_layered) {
            ([chunk], true) => {
                let (layers, times) = count(chunk);
                vec![
                    factor(Symbol::Layers, layers),
                    factor(Symbol::MicroBatches, times),
                ]
            }
            (_, true) => vec![factor(Symbol::Passes, passes)],
            (_, false) => vec![factor(Symbol::MicroBatches, passes)],
        };
        let sum = formula(self.legal, tensors);
        list.add(kind, name, sum, times, tensors.bytes * passes);
    }

    /// Adds the activations of each operation in every layer; those of layers of both kinds are one
    /// term.
    fn operations(&self, list: &mut List) {
        let dense = self.listed.kept(LayerKind::Dense);
        let routed = self.listed.kept(LayerKind::Routed);
        let operation = |list: &mut List, name, tensors: &Tensors, of: fn(&Layers) -> u64| {
            let stays = !self.listed.moves(name);
            let count = |chunk: &Chunk| {
                let away = if stays { of(&chunk.away) } else { 0 };
                (of(&chunk.resident) + away, chunk.kept)
            };
            self.add(list, ACTIVATIONS, Name::Operation(name), tensors, &count);
        };
        for (name, tensors) in &dense {
            if routed.contains(&(*name, *tensors)) {
                operation(list, *name, tensors, |layers| layers.dense + layers.routed);
            } else {
                operation(list, *name, tensors, |layers| layers.dense);
            }
        }
        for (name, tensors) in &routed {
            if !dense.contains(&(*name, *tensors)) {
                operation(list, *name, tensors, |layers| layers.routed);
            }
        }
    }

    /// Bytes that delayed weight gradients still read.
    fn waiting(&self, list: &mut List) {
        for (kind, of) in [
            (
                LayerKind::Dense,
                (|layers| layers.dense) as fn(&Layers) -> u64,
            ),
            (LayerKind::Routed, |layers| layers.routed),
        ] {
            let tensors = self.listed.deferred(kind);
            let count = |chunk: &Chunk| (of(&chunk.layers), chunk.waiting);
            self.add(list, ACTIVATIONS, Name::Waiting, &tensors, &count);
        }
    }

    /// Bytes that the running backward needs.
    fn walk(&self, list: &mut List) -> At {
        let walking = self
            .chunks
            .iter()
            .find_map(|chunk| Some((chunk, chunk.walks?)));
        match walking {
            None => At::Between,
            Some((_, BackwardPoint::Loss)) => At::Loss,
            Some((_, BackwardPoint::Head)) => At::Head,
            Some((_, BackwardPoint::Embedding)) => At::Embedding,
            Some((chunk, BackwardPoint::Layer(kind))) => {
                let moment = self.listed.moment(kind);
                let [resident, away] =
                    [&chunk.resident, &chunk.away].map(|layers| of_kind(layers, kind));
                let walking = match (resident, away) {
                    (0, 0) => WalkingLayer::Recomputed,
                    (0, _) => WalkingLayer::Away,
                    _ => WalkingLayer::Resident,
                };
                At::Operation(self.layer(list, &moment, walking, chunk.late))
            }
        }
    }

    /// Tensors of the layer that runs backward, without those that it kept on the GPU.
    fn layer(
        &self,
        list: &mut List,
        moment: &LayerMoment,
        walking: WalkingLayer,
        late: Bytes,
    ) -> OperationName {
        let once = |list: &mut List, name, tensors: &Tensors| {
            let sum = formula(self.legal, tensors);
            list.add(ACTIVATIONS, name, sum, Vec::new(), tensors.bytes);
        };
        match walking {
            WalkingLayer::Recomputed => {
                once(list, Name::LayerAgain, &moment.below);
                let mut before = moment.below;
                before += moment.remade;
                before += moment.scratch;
                if late == before.bytes {
                    once(list, Name::LayerBefore, &before);
                } else {
                    list.product(
                        ACTIVATIONS,
                        Name::LayerBefore,
                        &[number(late.0)],
                        None,
                        late,
                    );
                }
            }
            WalkingLayer::Away => once(list, Name::LayerAgain, &moment.fetched),
            WalkingLayer::Resident => (),
        }
        once(list, Name::Remade, &moment.remade);
        once(list, Name::Scratch, &moment.scratch);
        let given_back = match walking {
            WalkingLayer::Recomputed => Tensors::default(),
            WalkingLayer::Away => moment.given_back_of_rest,
            WalkingLayer::Resident => moment.given_back,
        };
        if given_back.bytes > Bytes::ZERO {
            once(list, Name::GivenBack, &given_back);
            list.counts_against();
        }
        moment.at
    }

    /// The end of the model, if it is on this rank.
    fn head(&self, list: &mut List) {
        let (legal, head) = (self.legal, &self.listed.head);
        let is_here = |chunk: &Chunk| u64::from(legal.is_last(chunk.stage));
        // Backward has passed the head once it is inside a layer.
        let left = |chunk: &Chunk| {
            let is_past = matches!(
                chunk.walks,
                Some(BackwardPoint::Layer(_) | BackwardPoint::Embedding)
            );
            chunk.kept - u64::from(is_past)
        };
        let count = |chunk: &Chunk| (is_here(chunk), left(chunk) + chunk.waiting);
        self.add(list, ACTIVATIONS, Name::HeadInput, &head.saved, &count);
        let count = |chunk: &Chunk| {
            let turned = u64::from(chunk.walks == Some(BackwardPoint::Head));
            (is_here(chunk), left(chunk) - turned)
        };
        self.add(list, LOGITS, Name::Logits, &head.logits, &count);
        let at_loss = Tensors {
            bytes: head.loss.bytes.saturating_sub(head.logits.bytes),
            times: std::array::from_fn(|size| head.loss.times[size] - head.logits.times[size]),
        };
        let count = |chunk: &Chunk| {
            let runs = u64::from(chunk.walks == Some(BackwardPoint::Loss));
            (is_here(chunk), runs)
        };
        self.add(list, LOGITS, Name::LossScratch, &at_loss, &count);
        let count = |chunk: &Chunk| (is_here(chunk), chunk.waiting);
        self.add(list, LOGITS, Name::LogitGradients, &head.gradients, &count);
        let count = |chunk: &Chunk| {
            let turned = u64::from(chunk.walks == Some(BackwardPoint::Head));
            (is_here(chunk), turned)
        };
        self.add(list, LOGITS, Name::HeadScratch, &head.transient, &count);
    }
}

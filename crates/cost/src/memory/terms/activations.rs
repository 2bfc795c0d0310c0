//! Terms of the activations: those of micro-batches in flight, operation by operation, and those
//! of the backward that runs.

use super::term::{ACTIVATIONS, At, LOGITS, List, Moment, Name};
use crate::activations::breakdown::{
    Factor, LayerMoment, OperationList, Resident, factor, formula, number, resident, scene,
};
use crate::activations::{Activations, BackwardPoint, OperationName, Tensors};
use crate::amount::Symbol;
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
    /// Layers of which something is trained, and frozen ones with a backward.
    placed: [Resident; 2],
    /// Layers whose weight gradients can wait.
    trained: Layers,
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
            let walks = held.in_backward == Some(chunk);
            let layers = legal.by_backward(stage);
            let scene = walks.then(|| scene(legal, activations, stage));
            let late = match scene {
                Some(BackwardPoint::Layer(kind)) => {
                    activations.freed_late(legal, kind, kind.of(layers.trained))
                }
                Some(BackwardPoint::FrozenLayer(kind)) => {
                    activations.freed_late_frozen(legal, kind, kind.of(layers.passed))
                }
                _ => Bytes::ZERO,
            };
            Chunk {
                late,
                stage,
                placed: resident(legal, stage),
                trained: layers.trained,
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
        let inputs = |chunk: &Chunk| {
            let inputs = chunk.placed.iter().map(|(_, _, inputs)| inputs);
            (inputs.sum(), chunk.kept)
        };
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
        for (place, is_trained) in [true, false].into_iter().enumerate() {
            self.operations_of(list, place, is_trained);
        }
    }

    /// Adds the activations of layers of which something is trained, or of the others.
    fn operations_of(&self, list: &mut List, place: usize, is_trained: bool) {
        let dense = self.listed.kept(LayerKind::Dense, is_trained);
        let routed = self.listed.kept(LayerKind::Routed, is_trained);
        let operation = |list: &mut List, name, tensors: &Tensors, of: fn(&Layers) -> u64| {
            let stays = !self.listed.moves(name);
            let count = |chunk: &Chunk| {
                let (resident, away, _) = &chunk.placed[place];
                let away = if stays { of(away) } else { 0 };
                (of(resident) + away, chunk.kept)
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
        for kind in [LayerKind::Dense, LayerKind::Routed] {
            let tensors = self.listed.deferred(kind);
            let count = |chunk: &Chunk| (kind.of(chunk.trained), chunk.waiting);
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
            Some((chunk, BackwardPoint::Layer(kind))) => self.walked(list, chunk, kind, true),
            Some((chunk, BackwardPoint::FrozenLayer(kind))) => {
                self.walked(list, chunk, kind, false)
            }
        }
    }

    /// Bytes that the backward inside a layer needs.
    fn walked(&self, list: &mut List, chunk: &Chunk, kind: LayerKind, is_trained: bool) -> At {
        let moment = self.listed.moment(kind, is_trained);
        let (resident, away, _) = chunk.placed[usize::from(!is_trained)];
        let walking = match (kind.of(resident), kind.of(away)) {
            (0, 0) => WalkingLayer::Recomputed,
            (0, _) => WalkingLayer::Away,
            _ => WalkingLayer::Resident,
        };
        At::Operation(self.layer(list, &moment, walking, chunk.late))
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
                Some(
                    BackwardPoint::Layer(_)
                        | BackwardPoint::FrozenLayer(_)
                        | BackwardPoint::Embedding
                )
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

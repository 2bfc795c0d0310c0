//! Parameters of one rank for each piece of the model.

use super::adapters;
use super::count::Params;
use super::layer::{LayerKind, LayerParams, norm, positions, prediction};
use super::rank::RankParams;
use crate::amount::{Count, Part, Symbol};
use crate::legal::{BackwardLayers, Layers, Legal};
use crate::plan::End;
use crate::schedule::Pipeline;

/// Parameters of one rank for each piece of the model, from which each rank's share follows.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<C: Count = u64> {
    /// A layer of which something is trained.
    trained: LayerPieces<C>,
    /// A layer of which nothing is trained, if the plan has any.
    frozen: Option<LayerPieces<C>>,
    /// Parameters of a rank's part of the embedding.
    embedding: Params<C>,
    /// Parameters of a rank's part of the output head.
    head: Params<C>,
}

/// Parameters of one rank for a layer of each kind.
#[derive(Clone, Copy, Debug)]
struct LayerPieces<C: Count> {
    dense: RankParams<C>,
    routed: RankParams<C>,
    /// Parameters of a dense layer with attention and of one with a linear mixer, if the model has
    /// one. The mixer changes dense and routed layers by the same number of parameters.
    mixers: Option<[Params<C>; 2]>,
}

impl<C: Count> LayerPieces<C> {
    fn of(legal: &Legal) -> Self {
        let (model, tuning) = (&legal.plan.model, &legal.tuning);
        let layer = |kind| {
            let weights = LayerParams::numbers_with_attention(model, kind).per_rank(legal);
            let params: RankParams<C> =
                weights.with_adapters(legal, adapters::of_layer(model, tuning, kind));
            params
        };
        let dense = layer(LayerKind::Dense);
        let linear = LayerParams::numbers_with_mixer(model, LayerKind::Dense).map(|linear| {
            let adapters = adapters::of_mixer_layer(model, tuning, LayerKind::Dense);
            let linear = linear.per_rank(legal).with_adapters(legal, adapters);
            linear.common.parts([Part::MixerLayer; 2])
        });
        let dense = dense.named(Part::DenseLayer);
        Self {
            dense,
            mixers: linear.map(|linear| [dense.common, linear]),
            routed: if model.moe.experts > 0 {
                layer(LayerKind::Routed).named(Part::RoutedLayer)
            } else {
                RankParams::default()
            },
        }
    }

    /// Parameters of these layers, of which `linear` have a linear mixer.
    fn of_layers(&self, layers: Layers, linear: u64) -> RankParams<C> {
        let count = |layers| C::letter(Symbol::Layers, layers);
        let dense = self.dense * count(layers.dense);
        let routed = self.routed * count(layers.routed);
        let mut params = dense.named(Part::OfDenseLayers) + routed.named(Part::OfRoutedLayers);
        let linear = C::letter(Symbol::LinearLayers, linear);
        if let Some([attention, mixer]) = self.mixers {
            let mixer = (mixer * linear).parts([Part::OfMixerLayers; 2]);
            let attention = (attention * linear).parts([Part::OfReplacedLayers; 2]);
            let all = (params.common + mixer).parts([Part::WithMixerLayers; 2]);
            params.common = all
                .saturating_sub(attention)
                .parts([Part::OfMixedLayers; 2]);
        }
        params
    }
}

impl Pieces {
    /// The pieces of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self::numbers_of(legal)
    }
}

impl<C: Count> Pieces<C> {
    /// The numbers of [`Pieces::of`].
    pub(crate) fn numbers_of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let letter = |symbol| legal.letter::<C>(symbol);
        let end = |end, part| {
            let table = letter(Symbol::Vocab) * letter(Symbol::Hidden);
            Params::of_end(plan, end, table.over(letter(Symbol::Tensor)).part(part))
        };
        Self {
            trained: LayerPieces::of(legal),
            frozen: legal.of_frozen_layers().as_ref().map(LayerPieces::of),
            embedding: end(End::Embedding, Part::EmbeddingWeights),
            head: end(End::Head, Part::HeadWeights),
        }
    }

    /// Parameters that a pipeline rank holds: the sum over its virtual stages.
    #[must_use]
    pub fn of_rank(&self, legal: &Legal, pipeline: &Pipeline, rank: usize) -> RankParams<C> {
        let model = &legal.plan.model;
        let mut params = RankParams::default();
        let (mut has_first, mut has_last) = (false, false);
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk) as u64;
            has_first |= stage == 0;
            has_last |= legal.is_last(stage);
            params += self.of_virtual_stage(legal, stage);
        }
        // If both ends meet on one rank, they share the table that each stage counts.
        let shared = model.tied || model.multi_token_layers > 0;
        if has_first && has_last && legal.virtual_stages > 1 && shared {
            params.common -= self.embedding;
            params.ends -= self.embedding;
        }
        RankParams {
            common: params.common.parts([Part::TrainedHere, Part::FrozenHere]),
            experts: (params.experts).parts([Part::TrainedExpertsHere, Part::FrozenExpertsHere]),
            ..params
        }
    }

    /// Lower bound on the mean parameters of the ranks, under any schedule that holds each virtual
    /// stage once. Ranks with both ends may share a table that others hold twice.
    #[must_use]
    pub fn least_mean(&self, legal: &Legal, pipeline: &Pipeline) -> RankParams<C> {
        let ranks = (0..pipeline.ranks).map(|rank| self.of_rank(legal, pipeline, rank));
        let sum: RankParams<C> = ranks.sum();
        let count = C::number(pipeline.ranks as u64);
        RankParams {
            common: sum.common.saturating_sub(self.embedding).over(count),
            experts: sum.experts.over(count),
            embedding: sum.embedding.over(count),
            ends: sum.ends.saturating_sub(self.embedding).over(count),
        }
    }

    fn of_layers(&self, legal: &Legal, virtual_stage: u64) -> RankParams<C> {
        let Some(frozen) = &self.frozen else {
            let linear = legal.linear_layers(virtual_stage);
            return self.trained.of_layers(legal.layers(virtual_stage), linear);
        };
        let BackwardLayers {
            trained,
            passed,
            skipped,
        } = legal.by_backward(virtual_stage);
        let [linear, frozen_linear] = legal.linear_by_training(virtual_stage);
        self.trained.of_layers(trained, linear) + frozen.of_layers(passed + skipped, frozen_linear)
    }

    fn of_virtual_stage(&self, legal: &Legal, virtual_stage: u64) -> RankParams<C> {
        let (plan, model) = (legal.plan, &legal.plan.model);
        let first = virtual_stage == 0;
        let last = legal.is_last(virtual_stage);
        let mut params = self.of_layers(legal, virtual_stage);
        if first {
            let positions = positions::<C>(model).part(Part::PositionWeights);
            params.common += self.embedding
                + if plan.tuning.is_frozen() {
                    Params::frozen(positions)
                } else {
                    Params::of_end(plan, End::Embedding, positions)
                };
            params.embedding = self.embedding;
            params.ends = self.embedding;
        }
        if last {
            let extra = model.multi_token_layers;
            let norm = norm(model, legal.letter::<C>(Symbol::Hidden)).part(Part::FinalNorm);
            let further = C::letter(Symbol::ExtraHeads, extra) * prediction(model);
            let further = further.part(Part::PredictionWeights);
            params.common += Params::of_model(&plan.tuning, norm + further);
            // Layers that predict further tokens need a copy of the embedding, unless the stage has
            // one already.
            if extra > 0 && !first && !model.tied {
                params.common += self.embedding;
                params.ends += self.embedding;
            }
        }
        // Both ends hold a copy of the tied table, unless they are one stage.
        if last && !(model.tied && first) {
            params.common += self.head;
            params.ends += self.head;
        }
        params
    }
}

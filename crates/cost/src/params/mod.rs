//! Parameters: of the whole model, of a layer, and of one rank.
//!
//! Tests: `tests/all/papers/state.rs`, `tests/all/papers/mixers.rs`,
//! `crates/formats/tests/all/catalogue.rs`.

mod adapters;
mod count;
mod layer;
mod rank;

pub(crate) use adapters::adapted_widths;
pub use count::Params;
pub use layer::{LayerKind, LayerParams};
pub use rank::RankParams;

use super::legal::{Layers, Legal};
use super::plan::{Model, Plan, Positions};
use super::schedule::Pipeline;
use layer::{layer_counts, norm};

/// Parameters of a whole model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelParams {
    /// All parameters, N.
    pub total: u64,
    /// Parameters that one token passes through; all of them in a dense model.
    pub active: u64,
    /// Weights that enter a matrix product for every token: projections, MLP, the experts to which
    /// a token is sent, and the output head. The input embedding, norms and biases do not count.
    pub multiplied: u64,
    /// Parameters that a run trains: all, or those of adapters beside frozen ones.
    pub trained: u64,
}

impl ModelParams {
    /// Counts the model of a plan and its adapters. `total`, `active` and `multiplied` are of the model
    /// alone.
    ///
    /// ```
    /// use cost::params::ModelParams;
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-8b/h100x1&ft=lora&rank=16");
    /// let params = ModelParams::of_plan(&plan);
    /// // r · (i + o) for each of the seven matrices of 32 layers: 0.5 % of 8.03 B
    /// let attention = 2 * (4_096 + 4_096) + 2 * (4_096 + 1_024);
    /// let mlp = 3 * (4_096 + 14_336);
    /// assert_eq!(params.trained, 32 * 16 * (attention + mlp));
    /// assert_eq!((params.total, params.trained), (8_030_261_248, 41_943_040));
    /// ```
    #[must_use]
    pub fn of_plan(plan: &Plan) -> Self {
        let all = Self::of(&plan.model);
        if plan.tuning.is_frozen() {
            let trained = adapters::of_model(plan);
            Self { trained, ..all }
        } else {
            all
        }
    }

    /// Counts a whole model: layers, embedding (once if tied, twice if not), learned positions and
    /// the final norm. Layers that predict further tokens count too, as they are trained with the
    /// other layers. Each merges two streams by a projection 2h → h (DeepSeek-V3 2024, section
    /// 2.2).
    ///
    /// ```
    /// use cost::params::ModelParams;
    /// use formats::catalog;
    /// let llama = ModelParams::of(&catalog::model("llama3-8b").unwrap());
    /// // h = 4,096, f = 14,336, 32 query and 8 key-value heads of 128 (Llama 3 2024, table 3)
    /// let attention = 4_096 * 128 * (32 + 2 * 8) + 32 * 128 * 4_096;
    /// let layer = attention + 3 * 4_096 * 14_336 + 2 * 4_096;
    /// // 32 layers, the embedding, as large a head, the final norm: 8.03 B
    /// assert_eq!(llama.total, 32 * layer + 2 * 128_256 * 4_096 + 4_096);
    /// assert_eq!(llama.total, 8_030_261_248);
    /// // Mixtral 8x7B sends a token to 2 of 8 experts: 47 B parameters, 13 B of them active (Jiang
    /// // 2024, section 1)
    /// let mixtral = ModelParams::of(&catalog::model("mixtral-8x7b").unwrap());
    /// assert_eq!([mixtral.total, mixtral.active].map(|n| n.div_ceil(1_000_000_000)), [47, 13]);
    /// ```
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let extra = model.multi_token_layers;
        let kinds = layer_counts(model);
        let table = model.vocab * model.hidden;
        let mut total = table * if model.tied { 1 } else { 2 }
            + positions(model)
            + norm(model, model.hidden)
            + extra * prediction(model);
        let mut idle = 0;
        let mut multiplied = table * (1 + extra) + extra * 2 * model.hidden * model.hidden;
        for (kind, layers) in kinds {
            let layer = LayerParams::with_attention(model, kind);
            let visited = layer.multiplied(model);
            total += layer.total() * layers;
            idle += (layer.matrices() + layer.experts - visited) * layers;
            multiplied += visited * layers;
        }
        // The mixer changes dense and routed layers by the same number of parameters.
        if let Some(linear) = LayerParams::with_mixer(model, LayerKind::Dense) {
            let attention = LayerParams::with_attention(model, LayerKind::Dense);
            let layers = model.linear_layers();
            total = total + linear.total() * layers - attention.total() * layers;
            multiplied = multiplied + linear.matrices() * layers - attention.matrices() * layers;
        }
        Self {
            total,
            active: total - idle,
            multiplied,
            trained: total,
        }
    }
}

/// Parameters of a layer that predicts a further token beyond those of a plain layer. They are the
/// projection that merges two streams, the norms of both streams and a final norm.
const fn prediction(model: &Model) -> u64 {
    2 * model.hidden * model.hidden + 3 * norm(model, model.hidden)
}

/// Parameters of one rank for each piece of the model, from which each rank's share follows.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    dense: RankParams,
    routed: RankParams,
    /// Parameters of a dense layer with attention and of one with a linear mixer, if the model has
    /// one. The mixer changes dense and routed layers by the same number of parameters.
    mixers: Option<[Params; 2]>,
    /// Parameters of a rank's part of the embedding, or of the output head.
    table: Params,
}

impl Pieces {
    /// The pieces of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let model = &legal.plan.model;
        let plan = legal.plan;
        let layer = |kind| {
            let weights = LayerParams::with_attention(model, kind).per_rank(legal);
            weights.with_adapters(legal, adapters::of_layer(plan, kind))
        };
        let dense = layer(LayerKind::Dense);
        let linear = LayerParams::with_mixer(model, LayerKind::Dense).map(|linear| {
            let adapters = adapters::of_mixer_layer(plan, LayerKind::Dense);
            linear.per_rank(legal).with_adapters(legal, adapters).common
        });
        Self {
            dense,
            mixers: linear.map(|linear| [dense.common, linear]),
            routed: if model.moe.experts > 0 {
                layer(LayerKind::Routed)
            } else {
                RankParams::default()
            },
            table: Params::of_model(
                plan,
                (model.vocab * model.hidden).div_ceil(plan.layout.tensor),
            ),
        }
    }

    /// Parameters that a pipeline rank holds: the sum over its virtual stages.
    #[must_use]
    pub fn of_rank(&self, legal: &Legal, pipeline: &Pipeline, rank: usize) -> RankParams {
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
            params.common -= self.table;
            params.ends -= self.table;
        }
        params
    }

    /// Lower bound on the mean parameters of the ranks, under any schedule that holds each virtual
    /// stage once. Ranks with both ends may share a table that others hold twice.
    #[must_use]
    pub fn least_mean(&self, legal: &Legal, pipeline: &Pipeline) -> RankParams {
        let ranks = (0..pipeline.ranks).map(|rank| self.of_rank(legal, pipeline, rank));
        let sum: RankParams = ranks.sum();
        let count = pipeline.ranks as u64;
        RankParams {
            common: sum.common.saturating_sub(self.table).over(count),
            experts: sum.experts.over(count),
            embedding: sum.embedding.over(count),
            ends: sum.ends.saturating_sub(self.table).over(count),
        }
    }

    fn of_virtual_stage(&self, legal: &Legal, virtual_stage: u64) -> RankParams {
        let model = &legal.plan.model;
        let first = virtual_stage == 0;
        let last = legal.is_last(virtual_stage);
        let Layers { dense, routed } = legal.layers(virtual_stage);
        let mut params = self.dense * dense + self.routed * routed;
        if let Some([attention, linear]) = self.mixers {
            let layers = legal.linear_layers(virtual_stage);
            params.common = (params.common + linear * layers).saturating_sub(attention * layers);
        }
        if first {
            params.common += self.table + Params::of_model(legal.plan, positions(model));
            params.embedding = self.table;
            params.ends = self.table;
        }
        if last {
            let extra = model.multi_token_layers;
            params.common += Params::of_model(
                legal.plan,
                norm(model, model.hidden) + extra * prediction(model),
            );
            // Layers that predict further tokens need a copy of the embedding, unless the stage has
            // one already.
            if extra > 0 && !first && !model.tied {
                params.common += self.table;
                params.ends += self.table;
            }
        }
        // Both ends hold a copy of the tied table, unless they are one stage.
        if last && !(model.tied && first) {
            params.common += self.table;
            params.ends += self.table;
        }
        params
    }
}

/// Learned positions: one vector for each place of a sequence.
fn positions(model: &Model) -> u64 {
    match model.positions {
        Positions::Learned => model.trained_sequence * model.hidden,
        _ => 0,
    }
}

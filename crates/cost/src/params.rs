//! Parameters: of the whole model, of a layer, and of one rank.
//!
//! Tests: `tests/all/papers/state.rs`, `crates/formats/tests/all/catalogue.rs`.

use std::ops::{Add, AddAssign, Mul};

use super::legal::{Layers, Legal};
use super::plan::{Model, Norm, Positions};
use super::schedule::Pipeline;

/// A kind of transformer layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// One MLP for all tokens.
    Dense,
    /// A router, routed experts, and perhaps shared ones.
    Routed,
}

/// Parameters of one transformer layer, by how parallelism treats them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerParams {
    /// Query, key and value projections, or with latent attention those behind the latents.
    pub qkv: u64,
    /// Projections into the latents, which every tensor-parallel rank holds whole.
    pub latent: u64,
    /// Attention output projection.
    pub projection: u64,
    /// Matrices that lead into the MLP, or into the shared experts: one, or two when gated.
    pub fc1: u64,
    /// Matrix that leads out of it.
    pub fc2: u64,
    /// All routed experts.
    pub experts: u64,
    /// Router of the experts; every rank holds all of it.
    pub router: u64,
    /// Biases that are cut up with their matrix's columns.
    pub split_biases: u64,
    /// Norms and the biases that every tensor-parallel rank holds whole.
    pub replicated: u64,
}

/// Parameters of a whole model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelParams {
    /// All parameters, N.
    pub total: u64,
    /// Parameters that one token passes through; all of them in a dense model.
    pub active: u64,
    /// Weights that enter a matrix product for every token: projections, MLP, the experts that a
    /// token is sent to and the output head. The input embedding, norms and biases do not count.
    pub multiplied: u64,
}

/// Parameters that one rank holds, by who holds the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankParams {
    /// In common with the other d·c replicas.
    pub common: u64,
    /// Routed experts, in common with t·c·d / (ep·etp) ranks.
    pub experts: u64,
    /// Those of `common` that are the input embedding.
    pub embedding: u64,
    /// Those of `common` that are the input embedding or the output head.
    pub ends: u64,
}

impl LayerParams {
    /// Counts one layer of a kind.
    ///
    /// Projections have h·dₕ·(a + 2k) for queries, keys and values and a·dₕ·h for the output. The
    /// MLP has 2hf or 3hf, and there are two norms (Narayanan 2021, section 5.1, for h·h attention
    /// and 4h MLPs; grouped queries after Ainslie 2023, gates after Shazeer 2020). Latent attention
    /// uses latents of rank r_q and r_kv, with heads of width d_n without and d_r with rotary
    /// positions. Queries have h·r_q + r_q·a·(d_n + d_r), or h·a·(d_n + d_r) without a latent. Keys
    /// and values have h·(r_kv + d_r) + r_kv·a·(d_n + d_v) (DeepSeek-V2 2024, section 2.1). Experts
    /// have the router h·E, and E MLPs of their own width (Shazeer 2017, section 2).
    ///
    /// ```
    /// use formats::catalog;
    /// use cost::params::{LayerKind, LayerParams};
    /// let gpt3 = catalog::model("gpt3-175b").unwrap();
    /// let layer = LayerParams::of(&gpt3, LayerKind::Dense);
    /// // 12 h² of matrices at h = 12,288
    /// assert_eq!(layer.matrices(), 12 * 12_288 * 12_288);
    /// ```
    #[must_use]
    pub fn of(model: &Model, kind: LayerKind) -> Self {
        let h = model.hidden;
        let norm = norm(model, h);
        let (qkv_width, latent, qkv, latent_norms) = attention(model);
        let inner = match kind {
            LayerKind::Dense => model.ffn,
            LayerKind::Routed => model.moe.shared_width(),
        };
        let fc1_width = model.gates() * inner;
        let (split_biases, whole_biases) = if model.bias {
            (qkv_width + fc1_width, 2 * h)
        } else {
            (0, 0)
        };
        let (experts, router) = match kind {
            LayerKind::Dense => (0, 0),
            LayerKind::Routed => (model.moe.experts * expert(model), h * model.moe.experts),
        };
        Self {
            qkv,
            latent,
            projection: model.heads * model.value_dim() * h,
            fc1: h * fc1_width,
            fc2: inner * h,
            experts,
            router,
            split_biases,
            replicated: 2 * norm + latent_norms + whole_biases,
        }
    }

    /// The weights of its matrix products that every token passes through.
    #[must_use]
    pub const fn matrices(&self) -> u64 {
        self.qkv + self.latent + self.projection + self.fc1 + self.fc2 + self.router
    }

    /// The weights that enter a matrix product for one token: those, and the experts that it is
    /// sent to.
    #[must_use]
    pub fn multiplied(&self, model: &Model) -> u64 {
        let Some(each) = self.experts.checked_div(model.moe.experts) else {
            return self.matrices();
        };
        self.matrices() + model.moe.per_token.min(model.moe.experts) * each
    }

    /// Everything.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.matrices() + self.experts + self.split_biases + self.replicated
    }

    /// Parameters of the layer on one rank of a plan. Where there are fewer key-value heads than
    /// tensor-parallel ranks, each rank holds a copy of one.
    ///
    /// ```
    /// use cost::{legal::Legal, params::{LayerKind, LayerParams}};
    /// use formats::catalog;
    /// let mut plan = catalog::plan("llama3-8b", "h100", 16).unwrap();
    /// plan.layout.tensor = 16;
    /// let layer = LayerParams::of(&plan.model, LayerKind::Dense);
    /// let rank = layer.per_rank(&Legal::check(&plan).unwrap());
    /// // 32 query heads are 2 a rank; each of 8 key-value heads is held by 2 ranks, so 1 a rank
    /// let qkv = 4_096 * 128 * (2 + 2 * 1);
    /// // A sixteenth of the other matrices; the two norms are whole
    /// let split = (4_096 * 4_096 + 3 * 4_096 * 14_336) / 16;
    /// assert_eq!(rank.common, qkv + split + 2 * 4_096);
    /// ```
    #[must_use]
    pub fn per_rank(&self, legal: &Legal) -> RankParams {
        let (model, layout) = (&legal.plan.model, &legal.plan.layout);
        let tensor = layout.tensor;
        let qkv = if model.mla.is_some() {
            self.qkv.div_ceil(tensor)
        } else {
            let heads = model.heads / tensor + 2 * legal.kv_heads_per_rank();
            model.hidden * model.head_dim * heads
        };
        let split = self.projection + self.fc1 + self.fc2 + self.split_biases;
        RankParams {
            common: qkv + split.div_ceil(tensor) + self.latent + self.router + self.replicated,
            experts: self.experts / (layout.expert * layout.expert_tensor),
            embedding: 0,
            ends: 0,
        }
    }
}

/// Width of queries, keys and values together, parameters of the projections into latents,
/// those of the projections to heads, and those of the latents' norms.
fn attention(model: &Model) -> (u64, u64, u64, u64) {
    let (h, a) = (model.hidden, model.heads);
    let Some(mla) = model.mla else {
        let width = model.query_width() + 2 * model.kv_heads * model.head_dim;
        return (width, 0, h * width, 0);
    };
    let query_width = a * (mla.nope + mla.rope);
    let kv_width = a * (mla.nope + mla.value);
    let into_kv = h * (mla.kv_rank + mla.rope);
    let kv = mla.kv_rank * kv_width;
    let (into_query, query) = match mla.query_rank {
        0 => (0, h * query_width),
        rank => (h * rank, rank * query_width),
    };
    let norms = norm(model, mla.query_rank) + norm(model, mla.kv_rank);
    (
        query_width + kv_width,
        into_query + into_kv,
        query + kv,
        norms,
    )
}

/// Parameters of one routed expert.
const fn expert(model: &Model) -> u64 {
    (model.gates() + 1) * model.hidden * model.moe.ffn
}

/// Parameters of a norm over `width` channels.
const fn norm(model: &Model, width: u64) -> u64 {
    match model.norm {
        Norm::Rms => width,
        Norm::Layer => 2 * width,
    }
}

impl ModelParams {
    /// Counts a whole model: layers, embedding (once if tied, twice if not), learned positions and
    /// the final norm. Layers that predict further tokens count with the rest, as they are trained
    /// with it. Each merges two streams by a projection 2h → h (DeepSeek-V3 2024, section 2.2).
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
        let routed_base = model.routed_before(model.layers);
        let is_routed = model.moe.experts > 0;
        let routed = routed_base + if is_routed { extra } else { 0 };
        let dense = model.layers + extra - routed;
        let kinds = [(LayerKind::Dense, dense), (LayerKind::Routed, routed)];
        let table = model.vocab * model.hidden;
        let mut total = table * if model.tied { 1 } else { 2 }
            + positions(model)
            + norm(model, model.hidden)
            + extra * prediction(model);
        let mut idle = 0;
        let mut multiplied = table * (1 + extra) + extra * 2 * model.hidden * model.hidden;
        for (kind, layers) in kinds {
            let layer = LayerParams::of(model, kind);
            let visited = layer.multiplied(model);
            total += layer.total() * layers;
            idle += (layer.matrices() + layer.experts - visited) * layers;
            multiplied += visited * layers;
        }
        Self {
            total,
            active: total - idle,
            multiplied,
        }
    }
}

/// Parameters of a layer that predicts a further token beyond those of a plain layer. They are the
/// projection that merges two streams, their norms and its own final norm.
const fn prediction(model: &Model) -> u64 {
    2 * model.hidden * model.hidden + 3 * norm(model, model.hidden)
}

/// Parameters of one rank for each piece of the model, from which each rank's share follows.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    dense: RankParams,
    routed: RankParams,
    /// Parameters of a rank's part of the embedding, or of the output head.
    table: u64,
}

impl Pieces {
    /// The pieces of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let model = &legal.plan.model;
        let layer = |kind| LayerParams::of(model, kind).per_rank(legal);
        Self {
            dense: layer(LayerKind::Dense),
            routed: if model.moe.experts > 0 {
                layer(LayerKind::Routed)
            } else {
                RankParams::default()
            },
            table: (model.vocab * model.hidden).div_ceil(legal.plan.layout.tensor),
        }
    }

    /// Parameters that a pipeline rank holds: those of its virtual stages.
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

    /// A lower bound of the parameters of the mean rank, under any schedule that holds each virtual
    /// stage once. Ranks with both ends may share a table that others hold twice.
    #[must_use]
    pub fn least_mean(&self, legal: &Legal, pipeline: &Pipeline) -> RankParams {
        let ranks = (0..pipeline.ranks).map(|rank| self.of_rank(legal, pipeline, rank));
        let sum: RankParams = ranks.sum();
        let count = pipeline.ranks as u64;
        RankParams {
            common: sum.common.saturating_sub(self.table) / count,
            experts: sum.experts / count,
            embedding: sum.embedding / count,
            ends: sum.ends.saturating_sub(self.table) / count,
        }
    }

    fn of_virtual_stage(&self, legal: &Legal, virtual_stage: u64) -> RankParams {
        let model = &legal.plan.model;
        let first = virtual_stage == 0;
        let last = legal.is_last(virtual_stage);
        let Layers { dense, routed } = legal.layers(virtual_stage);
        let mut params = self.dense * dense + self.routed * routed;
        if first {
            params.common += self.table + positions(model);
            params.embedding = self.table;
            params.ends = self.table;
        }
        if last {
            let extra = model.multi_token_layers;
            params.common += norm(model, model.hidden) + extra * prediction(model);
            // Predicting further tokens needs the embedding again, where it is not there already.
            if extra > 0 && !first && !model.tied {
                params.common += self.table;
                params.ends += self.table;
            }
        }
        // The tied copy lives on both ends, but only once where they are the same rank.
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

impl RankParams {
    /// All of them.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.common + self.experts
    }
}

impl Add for RankParams {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            common: self.common + other.common,
            experts: self.experts + other.experts,
            embedding: self.embedding + other.embedding,
            ends: self.ends + other.ends,
        }
    }
}

impl AddAssign for RankParams {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<u64> for RankParams {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self {
            common: self.common * times,
            experts: self.experts * times,
            embedding: self.embedding * times,
            ends: self.ends * times,
        }
    }
}

impl std::iter::Sum for RankParams {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

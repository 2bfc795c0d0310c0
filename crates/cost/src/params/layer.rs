//! Parameters of one layer.
//!
//! Tests: `tests/all/papers/state.rs`, `tests/all/papers/mixers.rs`.

use super::count::Params;
use super::rank::RankParams;
use crate::legal::{Layers, Legal};
use crate::plan::{Model, Norm, Positions};

/// A kind of transformer layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// One MLP for all tokens.
    Dense,
    /// A router, routed experts, and perhaps shared ones.
    Routed,
}

impl LayerKind {
    /// The number of layers of this kind among these.
    #[must_use]
    pub const fn of(self, layers: Layers) -> u64 {
        match self {
            Self::Dense => layers.dense,
            Self::Routed => layers.routed,
        }
    }
}

/// Parameters of one transformer layer, by how parallelism treats them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerParams {
    /// Query, key and value projections, or with latent attention the projections of the latents to
    /// heads.
    pub qkv: u64,
    /// Projections into the latents, which every tensor-parallel rank holds whole.
    pub latent: u64,
    /// Projection of a linear mixer into its values, output gate, decay and strength.
    pub mixer: u64,
    /// Projection of a linear mixer into keys and queries.
    pub mixer_keys: u64,
    /// Output projection of the attention or the linear mixer.
    pub projection: u64,
    /// Matrices that lead into the MLP, or into the shared experts: one, or two when gated.
    pub fc1: u64,
    /// Matrix that leads out of the MLP, or of the shared experts.
    pub fc2: u64,
    /// All routed experts.
    pub experts: u64,
    /// Router of the experts; every rank holds all of it.
    pub router: u64,
    /// Biases that are cut up with their matrix's columns, and the vectors of a linear mixer.
    pub split_biases: u64,
    /// Norms and the biases that every tensor-parallel rank holds whole.
    pub replicated: u64,
}

impl LayerParams {
    /// Counts one layer of a kind. In a model with a linear mixer this is the mean over layers with
    /// and without it, rounded up.
    #[must_use]
    pub fn of(model: &Model, kind: LayerKind) -> Self {
        let attention = Self::with_attention(model, kind);
        let Some(linear) = Self::with_mixer(model, kind) else {
            return attention;
        };
        let mean = |of: fn(&Self) -> u64| model.mean_of_layers(of(&attention), of(&linear));
        Self {
            qkv: mean(|layer| layer.qkv),
            latent: mean(|layer| layer.latent),
            mixer: mean(|layer| layer.mixer),
            mixer_keys: mean(|layer| layer.mixer_keys),
            projection: mean(|layer| layer.projection),
            split_biases: mean(|layer| layer.split_biases),
            replicated: mean(|layer| layer.replicated),
            ..attention
        }
    }

    /// Counts one layer of a kind that has attention.
    ///
    /// Projections have h·dₕ·(a + 2k) for queries, keys and values and a·dₕ·h for the output. The
    /// MLP has 2hf or 3hf, and there are two norms (Narayanan 2021, section 5.1, for h·h attention
    /// and 4h MLPs; grouped queries after Ainslie 2023, gates after Shazeer 2020). Latent attention
    /// uses latents of rank r_q and r_kv, with heads of width d_n without and d_r with rotary
    /// positions. Queries have h·r_q + r_q·a·(d_n + d_r), or h·a·(d_n + d_r) without a latent. Keys
    /// and values have h·(r_kv + d_r) + r_kv·a·(d_n + d_v) (DeepSeek-V2 2024, section 2.1). Experts
    /// have the router h·E, and E MLPs, of another width (Shazeer 2017, section 2).
    ///
    /// ```
    /// use formats::catalog;
    /// use cost::params::{LayerKind, LayerParams};
    /// let gpt3 = catalog::model("gpt3-175b").unwrap();
    /// let layer = LayerParams::with_attention(&gpt3, LayerKind::Dense);
    /// // 12 h² of matrices at h = 12,288
    /// assert_eq!(layer.matrices(), 12 * 12_288 * 12_288);
    /// ```
    #[must_use]
    pub fn with_attention(model: &Model, kind: LayerKind) -> Self {
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
            mixer: 0,
            mixer_keys: 0,
            projection: model.heads * model.value_dim() * h,
            fc1: h * fc1_width,
            fc2: inner * h,
            experts,
            router,
            split_biases,
            replicated: 2 * norm + latent_norms + whole_biases,
        }
    }

    /// Counts one layer of a kind that has the model's linear mixer; `None` if the model has no
    /// mixer.
    ///
    /// One projection leads into values, output gate, keys, queries, decay and strength, another out
    /// of the values (Dao 2024, section 7; Yang 2024, section 3.4).
    #[must_use]
    pub fn with_mixer(model: &Model, kind: LayerKind) -> Option<Self> {
        let mixer = model.mixer?;
        let attention = Self::with_attention(model, kind);
        let (h, values) = (model.hidden, mixer.values());
        let biases = if model.bias { attention.fc1 / h } else { 0 };
        Some(Self {
            qkv: 0,
            latent: 0,
            mixer: h * (2 * values + mixer.gates()),
            mixer_keys: 2 * h * mixer.keys(),
            projection: values * h,
            split_biases: mixer.vectors() + biases,
            replicated: 2 * norm(model, h) + if model.bias { h } else { 0 },
            ..attention
        })
    }

    /// Weights of the layer's matrix products that every token passes through.
    #[must_use]
    pub const fn matrices(&self) -> u64 {
        self.qkv
            + self.latent
            + self.mixer
            + self.mixer_keys
            + self.projection
            + self.fc1
            + self.fc2
            + self.router
    }

    /// Weights that enter a matrix product for one token: [`Self::matrices`], and the experts to
    /// which the token is sent.
    #[must_use]
    pub fn multiplied(&self, model: &Model) -> u64 {
        let Some(each) = self.experts.checked_div(model.moe.experts) else {
            return self.matrices();
        };
        self.matrices() + model.moe.per_token.min(model.moe.experts) * each
    }

    /// All parameters of the layer.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.matrices() + self.experts + self.split_biases + self.replicated
    }

    /// Parameters of the layer on one rank of a plan. If there are fewer key-value heads than
    /// tensor-parallel ranks, each rank holds a copy of one head.
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
    /// assert_eq!(rank.common.trainable, qkv + split + 2 * 4_096);
    /// ```
    #[must_use]
    pub fn per_rank(&self, legal: &Legal) -> RankParams {
        let (model, layout) = (&legal.plan.model, &legal.plan.layout);
        let tensor = layout.tensor;
        let qkv = if model.mla.is_some() {
            self.qkv.div_ceil(tensor)
        } else {
            let heads = model.heads / tensor + 2 * legal.kv_heads_per_rank();
            (self.qkv * heads).div_ceil(model.heads + 2 * model.kv_heads)
        };
        let keys = model.mixer.map_or(0, |mixer| {
            (self.mixer_keys * legal.mixer_key_heads_per_rank()).div_ceil(mixer.key_heads)
        });
        let split = self.mixer + self.projection + self.fc1 + self.fc2 + self.split_biases;
        let whole = self.latent + self.router + self.replicated;
        RankParams {
            common: Params::of_model(&legal.tuning, qkv + keys + split.div_ceil(tensor) + whole),
            experts: Params::of_model(
                &legal.tuning,
                self.experts / (layout.expert * layout.expert_tensor),
            ),
            ..RankParams::default()
        }
    }
}

/// Width of queries, keys and values together, parameters of the projections into latents,
/// parameters of the projections to heads, and of the latents' norms.
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
pub(super) const fn norm(model: &Model, width: u64) -> u64 {
    match model.norm {
        Norm::Rms => width,
        Norm::Layer => 2 * width,
    }
}

/// Layers of each kind in a model, with those that predict further tokens.
pub(super) fn layer_counts(model: &Model) -> [(LayerKind, u64); 2] {
    let extra = model.multi_token_layers;
    let further = if model.moe.experts > 0 { extra } else { 0 };
    let routed = model.routed_before(model.layers) + further;
    let dense = model.layers + extra - routed;
    [(LayerKind::Dense, dense), (LayerKind::Routed, routed)]
}

/// Parameters of a layer that predicts a further token beyond those of a plain layer. They are the
/// projection that merges two streams, the norms of both streams and a final norm.
pub(super) const fn prediction(model: &Model) -> u64 {
    2 * model.hidden * model.hidden + 3 * norm(model, model.hidden)
}

/// Learned positions: one vector for each place of a sequence.
pub(super) fn positions(model: &Model) -> u64 {
    match model.positions {
        Positions::Learned => model.trained_sequence * model.hidden,
        _ => 0,
    }
}

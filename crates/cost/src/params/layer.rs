//! Parameters of one layer.
//!
//! Tests: `tests/all/papers/state.rs`, `tests/all/papers/mixers.rs`.

use super::count::Params;
use super::rank::RankParams;
use crate::amount::{Count, Part, Symbol};
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
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LayerParams<C: Count = u64> {
    /// Query, key and value projections, or with latent attention the projections of the latents to
    /// heads.
    pub qkv: C,
    /// Projections into the latents, which every tensor-parallel rank holds whole.
    pub latent: C,
    /// Projection of a linear mixer into its values, output gate, decay and strength.
    pub mixer: C,
    /// Projection of a linear mixer into keys and queries.
    pub mixer_keys: C,
    /// Output projection of the attention or the linear mixer.
    pub projection: C,
    /// Matrices that lead into the MLP, or into the shared experts: one, or two when gated.
    pub fc1: C,
    /// Matrix that leads out of the MLP, or of the shared experts.
    pub fc2: C,
    /// All routed experts.
    pub experts: C,
    /// Router of the experts; every rank holds all of it.
    pub router: C,
    /// Biases that are cut up with their matrix's columns, and the vectors of a linear mixer.
    pub split_biases: C,
    /// Norms and the biases that every tensor-parallel rank holds whole.
    pub replicated: C,
}

impl<C: Count> Clone for LayerParams<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Count> Copy for LayerParams<C> {}

impl LayerParams {
    /// Counts one layer of a kind. In a model with a linear mixer this is the mean over layers with
    /// and without it, rounded up.
    #[must_use]
    pub fn of(model: &Model, kind: LayerKind) -> Self {
        Self::numbers_of(model, kind)
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
        Self::numbers_with_attention(model, kind)
    }

    /// Counts one layer of a kind that has the model's linear mixer; `None` if the model has no
    /// mixer.
    ///
    /// One projection leads into values, output gate, keys, queries, decay and strength, another out
    /// of the values (Dao 2024, section 7; Yang 2024, section 3.4).
    #[must_use]
    pub fn with_mixer(model: &Model, kind: LayerKind) -> Option<Self> {
        Self::numbers_with_mixer(model, kind)
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
}

impl<C: Count> LayerParams<C> {
    /// The numbers of [`LayerParams::of`].
    pub(super) fn numbers_of(model: &Model, kind: LayerKind) -> Self {
        let attention = Self::numbers_with_attention(model, kind);
        let Some(linear) = Self::numbers_with_mixer(model, kind) else {
            return attention;
        };
        let mean = |of: fn(&Self) -> C| mean_of_layers(model, of(&attention), of(&linear));
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

    /// The numbers of [`LayerParams::with_attention`].
    pub(crate) fn numbers_with_attention(model: &Model, kind: LayerKind) -> Self {
        let h = C::letter(Symbol::Hidden, model.hidden);
        let norm = norm(model, h);
        let (qkv_width, latent, qkv, latent_norms) = attention::<C>(model);
        let inner = match kind {
            LayerKind::Dense => C::letter(Symbol::Ffn, model.ffn),
            LayerKind::Routed => C::letter(Symbol::SharedFfn, model.moe.shared_width()),
        };
        let two = C::number(2);
        let fc1_width = C::letter(Symbol::Gates, model.gates()) * inner;
        let (split_biases, whole_biases) = if model.bias {
            (qkv_width + fc1_width, two * h)
        } else {
            (C::ZERO, C::ZERO)
        };
        let (experts, router) = match kind {
            LayerKind::Dense => (C::ZERO, C::ZERO),
            LayerKind::Routed => {
                let experts = C::letter(Symbol::Experts, model.moe.experts);
                (experts * expert(model), h * experts)
            }
        };
        let heads = C::letter(Symbol::AllHeads, model.heads);
        Self {
            qkv: qkv.part(Part::QkvWeights),
            latent: latent.part(Part::LatentWeights),
            mixer: C::ZERO,
            mixer_keys: C::ZERO,
            projection: (heads * value_dim(model) * h).part(Part::OutputWeights),
            fc1: (h * fc1_width).part(Part::MlpInWeights),
            fc2: (inner * h).part(Part::MlpOutWeights),
            experts: experts.part(Part::ExpertWeights),
            router: router.part(Part::RouterWeights),
            split_biases: split_biases.part(Part::CutBiases),
            replicated: (two * norm + latent_norms + whole_biases).part(Part::NormWeights),
        }
    }

    /// The numbers of [`LayerParams::with_mixer`].
    pub(crate) fn numbers_with_mixer(model: &Model, kind: LayerKind) -> Option<Self> {
        let mixer = model.mixer?;
        let attention = Self::numbers_with_attention(model, kind);
        let h = C::letter(Symbol::Hidden, model.hidden);
        let values = C::letter(Symbol::AllMixerValues, mixer.values());
        let keys = C::letter(Symbol::AllMixerKeys, mixer.keys());
        let gates = C::letter(Symbol::MixerGates, mixer.gates());
        let two = C::number(2);
        let biases = if model.bias {
            attention.fc1 / h
        } else {
            C::ZERO
        };
        let vectors = C::letter(Symbol::MixerVectors, mixer.vectors());
        let whole = if model.bias { h } else { C::ZERO };
        Some(Self {
            qkv: C::ZERO,
            latent: C::ZERO,
            mixer: (h * (two * values + gates)).part(Part::MixerWeights),
            mixer_keys: (two * h * keys).part(Part::MixerKeyWeights),
            projection: (values * h).part(Part::OutputWeights),
            split_biases: (vectors + biases).part(Part::CutBiases),
            replicated: (two * norm(model, h) + whole).part(Part::NormWeights),
            ..attention
        })
    }

    /// Weights of the layer's matrix products that every token passes through.
    #[must_use]
    pub fn matrices(&self) -> C {
        self.qkv
            + self.latent
            + self.mixer
            + self.mixer_keys
            + self.projection
            + self.fc1
            + self.fc2
            + self.router
    }

    /// All parameters of the layer.
    #[must_use]
    pub fn total(&self) -> C {
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
    pub fn per_rank(&self, legal: &Legal) -> RankParams<C> {
        let letter = |symbol| legal.letter::<C>(symbol);
        let (model, tensor) = (&legal.plan.model, letter(Symbol::Tensor));
        let two = C::number(2);
        let qkv = if model.mla.is_some() {
            self.qkv.over(tensor)
        } else {
            let heads = letter(Symbol::Heads) + two * letter(Symbol::KvHeads);
            let all = letter(Symbol::AllHeads) + two * letter(Symbol::AllKvHeads);
            (self.qkv * heads).over(all)
        };
        let keys = model.mixer.map_or(C::ZERO, |mixer| {
            let here = C::letter(Symbol::MixerKeyHeads, legal.mixer_key_heads_per_rank());
            (self.mixer_keys * here).over(C::letter(Symbol::AllMixerKeyHeads, mixer.key_heads))
        });
        let split = self.mixer + self.projection + self.fc1 + self.fc2 + self.split_biases;
        let whole = self.latent + self.router + self.replicated;
        let common = qkv.part(Part::LocalQkvWeights)
            + keys.part(Part::LocalKeyWeights)
            + split.over(tensor).part(Part::CutWeights)
            + whole;
        let ranks = letter(Symbol::ExpertRanks) * letter(Symbol::ExpertTensor);
        let experts = (self.experts / ranks).part(Part::LocalExpertWeights);
        RankParams {
            common: Params::of_model(&legal.tuning, common),
            experts: Params::of_model(&legal.tuning, experts),
            ..RankParams::default()
        }
    }
}

/// The mean over all layers, rounded up, as [`Model::mean_of_layers`].
pub(super) fn mean_of_layers<C: Count>(model: &Model, attention: C, linear: C) -> C {
    if model.mixer.is_none() {
        return attention;
    }
    let full = C::letter(Symbol::AttentionLayers, model.attention_layers());
    let others = C::letter(Symbol::LinearLayers, model.linear_layers());
    (attention * full + linear * others).over(full + others)
}

/// Width of one head's value.
fn value_dim<C: Count>(model: &Model) -> C {
    let symbol = if model.mla.is_some() {
        Symbol::ValueDim
    } else {
        Symbol::HeadDim
    };
    C::letter(symbol, model.value_dim())
}

/// Width of queries, keys and values together, parameters of the projections into latents,
/// parameters of the projections to heads, and of the latents' norms.
fn attention<C: Count>(model: &Model) -> (C, C, C, C) {
    let h = C::letter(Symbol::Hidden, model.hidden);
    let heads = C::letter(Symbol::AllHeads, model.heads);
    let Some(mla) = model.mla else {
        let kv_heads = C::letter(Symbol::AllKvHeads, model.kv_heads);
        let head = C::letter(Symbol::HeadDim, model.head_dim);
        let width = (heads + C::number(2) * kv_heads) * head;
        return (width, C::ZERO, h * width, C::ZERO);
    };
    let nope = C::letter(Symbol::Nope, mla.nope);
    let rope = C::letter(Symbol::Rope, mla.rope);
    let query_rank = C::letter(Symbol::QueryRank, mla.query_rank);
    let kv_rank = C::letter(Symbol::KvRank, mla.kv_rank);
    let query_width = heads * (nope + rope);
    let kv_width = heads * (nope + value_dim(model));
    let into_kv = h * (kv_rank + rope);
    let kv = kv_rank * kv_width;
    let (into_query, query) = match mla.query_rank {
        0 => (C::ZERO, h * query_width),
        _ => (h * query_rank, query_rank * query_width),
    };
    let norms = norm(model, query_rank) + norm(model, kv_rank);
    (
        query_width + kv_width,
        into_query + into_kv,
        query + kv,
        norms,
    )
}

/// Parameters of one routed expert.
fn expert<C: Count>(model: &Model) -> C {
    let matrices = C::letter(Symbol::Gates, model.gates()) + C::number(1);
    let h = C::letter(Symbol::Hidden, model.hidden);
    (matrices * h * C::letter(Symbol::ExpertFfn, model.moe.ffn)).part(Part::OneExpert)
}

/// Parameters of a norm over `width` channels.
pub(super) fn norm<C: Count>(model: &Model, width: C) -> C {
    match model.norm {
        Norm::Rms => width,
        Norm::Layer => C::number(2) * width,
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
pub(super) fn prediction<C: Count>(model: &Model) -> C {
    let h = C::letter(Symbol::Hidden, model.hidden);
    C::number(2) * h * h + C::number(3) * norm(model, h)
}

/// Learned positions: one vector for each place of a sequence.
pub(super) fn positions<C: Count>(model: &Model) -> C {
    match model.positions {
        Positions::Learned => {
            let places = C::letter(Symbol::TrainedSequence, model.trained_sequence);
            places * C::letter(Symbol::Hidden, model.hidden)
        }
        _ => C::ZERO,
    }
}

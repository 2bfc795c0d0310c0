//! The shape of a transformer, before it is divided among GPUs.

use serde::{Deserialize, Serialize};

use super::mixer::LinearMixer;
use super::words::Positions;
use crate::amount::{Amount, Count, Symbol};

/// The shape of a decoder-only transformer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// The catalogue entry from which this shape comes.
    #[serde(skip)]
    pub preset: &'static str,
    /// Transformer layers, L.
    pub layers: u64,
    /// Hidden width, h.
    pub hidden: u64,
    /// Width of the dense MLP, f.
    pub ffn: u64,
    /// Query heads, a.
    pub heads: u64,
    /// Key-value heads, k: equal to `heads` without grouped-query attention.
    pub kv_heads: u64,
    /// Width of one head, dₕ.
    pub head_dim: u64,
    /// Words of the vocabulary, padding included, V.
    pub vocab: u64,
    /// True if the MLP is gated (three matrices instead of two).
    pub gated: bool,
    /// True if the output head shares the embedding's weights.
    pub tied: bool,
    /// True if projections and the MLP carry biases.
    pub bias: bool,
    /// True if dropout masks are kept for backward.
    pub dropout: bool,
    /// Kind of position encoding.
    pub positions: Positions,
    /// The normalisation.
    pub norm: Norm,
    /// Tokens of the sliding window; 0 for full attention.
    pub window: u64,
    /// Every n-th layer has full attention instead of the window, or attention instead of the
    /// linear mixer; 0 for none.
    pub full_attention_every: u64,
    /// Tokens per sequence as the model was trained.
    pub trained_sequence: u64,
    /// Mixture of experts; `experts = 0` is a dense model.
    pub moe: MixtureOfExperts,
    /// Multi-head latent attention, if the model has it.
    pub mla: Option<LatentAttention>,
    /// A linear mixer in place of attention, in all layers but every n-th of
    /// `full_attention_every` and those that predict further tokens.
    pub mixer: Option<LinearMixer>,
    /// Extra layers that predict further tokens.
    pub multi_token_layers: u64,
}

/// The normalisation of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Norm {
    /// One gain a channel; keeps 4 bytes a token for backward.
    Rms,
    /// Gain and shift; keeps 8 bytes a token.
    Layer,
}

/// The routed part of a mixture-of-experts model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MixtureOfExperts {
    /// Routed experts a layer, E; 0 for a dense model.
    pub experts: u64,
    /// Experts to which a token is sent, K.
    pub per_token: u64,
    /// Width of one expert.
    pub ffn: u64,
    /// Experts that every token visits.
    pub shared: u64,
    /// Width of a shared expert.
    pub shared_ffn: u64,
    /// First layers that stay dense.
    pub dense_layers: u64,
    /// Every n-th layer is routed; 0 and 1 mean each.
    pub every: u64,
}

/// The ranks of multi-head latent attention (DeepSeek-V2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LatentAttention {
    /// Rank of the query's down-projection; 0 for none.
    pub query_rank: u64,
    /// Rank of the shared key-value latent.
    pub kv_rank: u64,
    /// Width of a head without position.
    pub nope: u64,
    /// Width of a head with rotary position.
    pub rope: u64,
    /// Width of a value head.
    pub value: u64,
}

impl MixtureOfExperts {
    /// Width of all shared experts together.
    #[must_use]
    pub const fn shared_width(&self) -> u64 {
        self.shared * self.shared_ffn
    }
}

impl Model {
    /// Routed layers among the first `layers`: none of the first dense ones, then every n-th.
    #[must_use]
    pub fn routed_before(&self, layers: u64) -> u64 {
        let moe = &self.moe;
        if moe.experts == 0 {
            return 0;
        }
        if moe.every <= 1 {
            return layers.saturating_sub(moe.dense_layers);
        }
        let every = moe.every;
        (layers / every).saturating_sub(moe.dense_layers / every)
    }

    /// Layers with a linear mixer among the first `layers`.
    #[must_use]
    pub const fn linear_before(&self, layers: u64) -> u64 {
        match (self.mixer, self.full_attention_every) {
            (None, _) => 0,
            (Some(_), 0) => layers,
            (Some(_), every) => layers - layers / every,
        }
    }

    /// Layers with a linear mixer.
    #[must_use]
    pub const fn linear_layers(&self) -> u64 {
        self.linear_before(self.layers)
    }

    /// Layers with attention, those that predict further tokens included.
    #[must_use]
    pub const fn attention_layers(&self) -> u64 {
        self.layers + self.multi_token_layers - self.linear_layers()
    }

    /// The share of layers that have attention: 1 without a linear mixer.
    #[must_use]
    pub fn attention_share(&self) -> f64 {
        match self.mixer {
            None => 1.0,
            Some(_) => {
                self.attention_layers() as f64 / (self.layers + self.multi_token_layers) as f64
            }
        }
    }

    /// The mean over all layers, rounded up, of a number that is `attention` in layers with
    /// attention and `linear` in layers with a linear mixer.
    #[must_use]
    pub const fn mean_of_layers(&self, attention: u64, linear: u64) -> u64 {
        if self.mixer.is_none() {
            return attention;
        }
        let (full, others) = (self.attention_layers(), self.linear_layers());
        (attention * full + linear * others).div_ceil(full + others)
    }

    /// Width of one head's query and key.
    #[must_use]
    pub fn key_dim(&self) -> u64 {
        self.mla.map_or(self.head_dim, |mla| mla.nope + mla.rope)
    }

    /// Width of one head's value.
    #[must_use]
    pub fn value_dim(&self) -> u64 {
        self.mla.map_or(self.head_dim, |mla| mla.value)
    }

    /// Width of all query heads together, a·dₕ.
    #[must_use]
    pub const fn query_width(&self) -> u64 {
        self.heads * self.head_dim
    }

    /// Matrices of the MLP that write its inner width: 2 when gated, else 1.
    #[must_use]
    pub const fn gates(&self) -> u64 {
        if self.gated { 2 } else { 1 }
    }

    /// Mean number of keys of a query under a causal mask: s/2. Layers with a sliding window of w
    /// have fewer: w − w²/2s.
    #[must_use]
    pub fn mean_keys(&self, sequence: u64) -> f64 {
        self.masked_keys(sequence)
    }

    /// [`Self::mean_keys`] as numbers of either kind.
    pub(crate) fn masked_keys<A: Amount>(&self, sequence: A::Count) -> A {
        let (s, two) = (sequence.real(), A::number(2.0));
        let w = A::Count::letter(Symbol::Window, self.window).real();
        self.of_layers(sequence, s / two, w - w * w / (two * s))
    }

    /// Mean number of keys of a query without the causal mask: s, or the w keys of the window in
    /// the layers that have one.
    #[must_use]
    pub fn unmasked_keys(&self, sequence: u64) -> f64 {
        self.all_keys(sequence)
    }

    /// [`Self::unmasked_keys`] as numbers of either kind.
    pub(crate) fn all_keys<A: Amount>(&self, sequence: A::Count) -> A {
        let w = A::Count::letter(Symbol::Window, self.window).real();
        self.of_layers(sequence, sequence.real(), w)
    }

    /// The mean of a figure over the layers with attention: `full` in layers with full attention,
    /// `windowed` in layers with a window. In a model with a linear mixer all of these have the
    /// window.
    fn of_layers<A: Amount>(&self, sequence: A::Count, full: A, windowed: A) -> A {
        if self.window == 0 || self.window >= sequence.value() {
            return full;
        }
        match self.full_attention_every {
            _ if self.mixer.is_some() => windowed,
            0 => windowed,
            every => {
                let every = A::Count::letter(Symbol::FullEvery, every).real();
                windowed + (full - windowed) / every
            }
        }
    }
}

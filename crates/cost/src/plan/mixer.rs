//! Linear mixers: layers that carry a state from token to token in place of attention.

use serde::{Deserialize, Serialize};

/// A kind of linear mixer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MixerKind {
    /// Mamba-2 (Dao 2024, arXiv 2405.21060).
    Mamba2,
    /// Gated DeltaNet (Yang 2024, arXiv 2412.06464).
    DeltaNet,
}

/// The shape of a linear mixer. A head keeps a state of `key_dim` × `value_dim` numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinearMixer {
    /// The kind.
    pub kind: MixerKind,
    /// Heads of keys and of queries; for Mamba-2 the groups of B and C.
    pub key_heads: u64,
    /// Heads of values, each with a state.
    pub value_heads: u64,
    /// Width of a key; for Mamba-2 the state's dimension N.
    pub key_dim: u64,
    /// Width of one head's value; for Mamba-2 the head's dimension P.
    pub value_dim: u64,
    /// Tokens that the short convolution before the scan reads.
    pub convolution: u64,
}

impl LinearMixer {
    /// Width of all keys together, and of all queries.
    #[must_use]
    pub const fn keys(&self) -> u64 {
        self.key_heads * self.key_dim
    }

    /// Width of all values together.
    #[must_use]
    pub const fn values(&self) -> u64 {
        self.value_heads * self.value_dim
    }

    /// True if this many ranks can divide the heads. Each rank has some heads of values, and some
    /// heads of keys or a copy of one, as with key-value heads.
    #[must_use]
    pub const fn is_divided_by(&self, ranks: u64) -> bool {
        let divides_keys =
            self.key_heads.is_multiple_of(ranks) || ranks.is_multiple_of(self.key_heads);
        self.value_heads.is_multiple_of(ranks) && divides_keys
    }

    /// Channels that a token's decay and writing strength take: one time step a head in Mamba-2,
    /// two numbers a head in Gated DeltaNet.
    #[must_use]
    pub const fn gates(&self) -> u64 {
        match self.kind {
            MixerKind::Mamba2 => self.value_heads,
            MixerKind::DeltaNet => 2 * self.value_heads,
        }
    }

    /// Parameters beside the two projections: the convolution over values, keys and queries, the
    /// numbers of each head and the norm of the output (state-spaces/mamba,
    /// `mamba_ssm/modules/mamba2.py`; huggingface/transformers, `modeling_qwen3_next.py`).
    ///
    /// ```
    /// use cost::plan::{LinearMixer, MixerKind};
    /// let mixer = LinearMixer {
    ///     kind: MixerKind::Mamba2,
    ///     key_heads: 1,
    ///     value_heads: 128,
    ///     key_dim: 128,
    ///     value_dim: 64,
    ///     convolution: 4,
    /// };
    /// // 8,192 + 2·128 channels with 4 taps and a bias; decay, skip and bias of the time step for
    /// // each head; the norm of 8,192 channels
    /// assert_eq!(mixer.vectors(), 8_448 * 5 + 3 * 128 + 8_192);
    /// ```
    #[must_use]
    pub const fn vectors(&self) -> u64 {
        let channels = self.values() + 2 * self.keys();
        match self.kind {
            MixerKind::Mamba2 => {
                channels * (self.convolution + 1) + 3 * self.value_heads + self.values()
            }
            MixerKind::DeltaNet => {
                channels * self.convolution + 2 * self.value_heads + self.value_dim
            }
        }
    }

    /// Tokens of a chunk of the scan. Inside a chunk tokens interact as in attention, and only
    /// states pass from chunk to chunk (`chunk_size` of `mamba2.py`;
    /// fla-org/flash-linear-attention, `fla/ops/gated_delta_rule/chunk.py`).
    #[must_use]
    pub const fn chunk(&self) -> u64 {
        match self.kind {
            MixerKind::Mamba2 => 256,
            MixerKind::DeltaNet => 64,
        }
    }

    /// FLOPs of a token in forward beside the projections: those of the convolution and of the
    /// chunked scan, as the reference kernels compute it in chunks of Q tokens.
    ///
    /// Mamba-2 has 4NP a head for the chunk's state and its reading, QP for the causal half of the
    /// scores times the values, and 2QN a group for the scores (Dao 2024, section 6). Gated
    /// DeltaNet has 6·d_k·d_v a head for the state's prediction, its update and its reading. In a
    /// chunk it has 6Q·d_k + 4Q·d_v for two kinds of scores and the products with them, and 2Q²/3
    /// for the inverse of a triangle (Yang 2024, section 3.3).
    #[must_use]
    pub fn flops_per_token(&self) -> f64 {
        let [keys, values, chunk] = [self.key_dim, self.value_dim, self.chunk()].map(|n| n as f64);
        let channels = (self.values() + 2 * self.keys()) as f64;
        let convolution = 2.0 * self.convolution as f64 * channels;
        let heads = self.value_heads as f64;
        let scan = match self.kind {
            MixerKind::Mamba2 => {
                let groups = self.key_heads as f64;
                heads * (4.0 * keys * values + chunk * values) + groups * 2.0 * chunk * keys
            }
            MixerKind::DeltaNet => {
                let states = 6.0 * keys * values;
                let scores = chunk * (6.0 * keys + 4.0 * values) + 2.0 / 3.0 * chunk * chunk;
                heads * (states + scores)
            }
        };
        convolution + scan
    }
}

//! Widths of the tensors that attention and linear mixers keep, as means over a model's layers.

use crate::amount::{Amount as _, Count, Symbol};
use crate::legal::Legal;
use crate::plan::MixerKind;

/// Widths of the mixing part of a layer on one rank, in channels. With a linear mixer they are the
/// means over the layers with and without it, rounded up.
#[derive(Clone, Copy)]
pub(super) struct MixingWidths<C = u64> {
    /// Width of queries, keys and values, or of all tensors that a linear mixer keeps except its
    /// output: dₐ.
    pub(super) qkv: C,
    /// Queries and values, or the output of a linear mixer's projection.
    pub(super) query_value: C,
    /// Input of the output projection.
    pub(super) output: C,
    /// Query heads.
    pub(super) heads: C,
    /// Ranks of the latents, r_q + r_kv.
    pub(super) latents: C,
    /// Numbers in a linear mixer's states for each token; its scan has one state a chunk.
    pub(super) states: C,
}

impl MixingWidths {
    /// The widths of a legal plan.
    pub(super) fn of(legal: &Legal) -> Self {
        let model = &legal.plan.model;
        let attention = attention(legal);
        let Some(linear) = linear(legal) else {
            return attention;
        };
        let mean = |of: fn(&Self) -> u64| model.mean_of_layers(of(&attention), of(&linear));
        Self {
            qkv: mean(|widths| widths.qkv),
            query_value: mean(|widths| widths.query_value),
            output: mean(|widths| widths.output),
            heads: mean(|widths| widths.heads),
            latents: mean(|widths| widths.latents),
            states: mean(|widths| widths.states),
        }
    }

    /// The widths as letters, with the definitions of those of attention.
    pub(super) fn counted<C: Count>(self, legal: &Legal) -> MixingWidths<C> {
        let model = &legal.plan.model;
        let letter = |symbol| legal.letter::<C>(symbol);
        let heads = letter(Symbol::Heads);
        let (has_mixer, is_latent) = (model.mixer.is_some(), model.mla.is_some());
        let defined = |symbol, value, definition: &dyn Fn() -> C| {
            if C::Amount::IS_TRACED && !has_mixer {
                C::defined(symbol, value, definition)
            } else {
                C::letter(symbol, value)
            }
        };
        let (key, value) = (Symbol::KeyDim, Symbol::ValueDim);
        let keys = |times: u64| {
            let heads = if is_latent {
                C::number(times) * heads
            } else {
                heads + C::number(times) * letter(Symbol::KvHeads)
            };
            heads * letter(key)
        };
        MixingWidths {
            qkv: defined(Symbol::QkvWidth, self.qkv, &|| {
                if is_latent {
                    keys(2) + heads * letter(value)
                } else {
                    keys(2)
                }
            }),
            query_value: defined(Symbol::QueryValueWidth, self.query_value, &|| {
                if is_latent {
                    keys(1) + heads * letter(value)
                } else {
                    keys(1)
                }
            }),
            output: defined(Symbol::OutputWidth, self.output, &|| heads * letter(value)),
            heads: if has_mixer {
                C::letter(Symbol::MeanHeads, self.heads)
            } else {
                heads
            },
            latents: defined(Symbol::LatentWidth, self.latents, &|| {
                letter(Symbol::QueryRank) + letter(Symbol::KvRank)
            }),
            states: C::letter(Symbol::StateWidth, self.states),
        }
    }
}

/// Widths of a layer with attention.
fn attention(legal: &Legal) -> MixingWidths {
    let model = &legal.plan.model;
    let heads = model.heads / legal.plan.layout.tensor;
    let kv_heads = legal.kv_heads_per_rank();
    let (qkv, query_value) = match model.mla {
        Some(_) => (
            heads * (2 * model.key_dim() + model.value_dim()),
            heads * (model.key_dim() + model.value_dim()),
        ),
        None => (
            model.head_dim * (heads + 2 * kv_heads),
            model.head_dim * (heads + kv_heads),
        ),
    };
    MixingWidths {
        qkv,
        query_value,
        output: heads * model.value_dim(),
        heads,
        latents: model.mla.map_or(0, |mla| mla.query_rank + mla.kv_rank),
        states: 0,
    }
}

/// Widths of a layer with a linear mixer.
///
/// Mamba-2's kernel keeps its input and the output of its scan, and computes the convolution and
/// all states again (state-spaces/mamba, `mamba_ssm/ops/triton/ssd_combined.py`,
/// `mamba_split_conv1d_scan_combined`). The kernel of Gated DeltaNet also keeps the queries, keys
/// and values after the convolution, once for each head of values, and one row of a chunk's
/// triangle for each token (fla-org/flash-linear-attention, `fla/ops/gated_delta_rule/chunk.py`).
fn linear(legal: &Legal) -> Option<MixingWidths> {
    let mixer = legal.plan.model.mixer?;
    let heads = mixer.value_heads / legal.plan.layout.tensor;
    let values = heads * mixer.value_dim;
    let keys = legal.mixer_key_heads_per_rank() * mixer.key_dim;
    let gates = mixer.gates() / legal.plan.layout.tensor;
    let input = 2 * values + 2 * keys + gates;
    let behind = match mixer.kind {
        MixerKind::Mamba2 => 0,
        MixerKind::DeltaNet => heads * (2 * mixer.key_dim + mixer.value_dim + mixer.chunk()),
    };
    Some(MixingWidths {
        qkv: input + behind + values,
        query_value: input,
        output: values,
        heads: 0,
        latents: 0,
        states: (values * mixer.key_dim).div_ceil(mixer.chunk()),
    })
}

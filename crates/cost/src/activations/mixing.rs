//! Widths of the tensors that attention and linear mixers keep, as means over a model's layers.

use crate::legal::Legal;
use crate::plan::MixerKind;

/// Widths of the mixing part of a layer on one rank, in channels. With a linear mixer they are the
/// means over the layers with and without it, rounded up.
#[derive(Clone, Copy)]
pub(super) struct MixingWidths {
    /// Width of queries, keys and values, or of all tensors that a linear mixer keeps except its
    /// output: dₐ.
    pub(super) qkv: u64,
    /// Queries and values, or the output of a linear mixer's projection.
    pub(super) query_value: u64,
    /// Input of the output projection.
    pub(super) output: u64,
    /// Query heads.
    pub(super) heads: u64,
    /// Ranks of the latents, r_q + r_kv.
    pub(super) latents: u64,
    /// Numbers in a linear mixer's states for each token; its scan has one state a chunk.
    pub(super) states: u64,
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

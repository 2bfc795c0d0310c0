//! Models with linear mixers in place of most of their attention.
//!
//! Nemotron-H has layers of one part each: a mixer, attention or an MLP. Here each mixer or attention
//! is a layer with an MLP that is narrower, so that all of them have the parameters and the FLOPs of
//! the fewer MLPs of the model.

use super::entry::{CUSTOM_MODEL, ModelEntry, llama};
use cost::plan::{LinearMixer, MixerKind, MixtureOfExperts, Model, Positions};

/// Mamba-2 with a convolution of four taps: groups, heads, state and width of a head.
const fn mamba([key_heads, value_heads, key_dim, value_dim]: [u64; 4]) -> Option<LinearMixer> {
    Some(LinearMixer {
        kind: MixerKind::Mamba2,
        key_heads,
        value_heads,
        key_dim,
        value_dim,
        convolution: 4,
    })
}

/// A Nemotron-H: squared ReLU, no positions, attention in every n-th layer.
const fn nemotron_h(
    preset: &'static str,
    [layers, hidden, ffn, heads]: [u64; 4],
    full_attention_every: u64,
    mixer: Option<LinearMixer>,
) -> Model {
    Model {
        vocab: 131_072,
        gated: false,
        positions: Positions::None,
        full_attention_every,
        mixer,
        ..llama(preset, [layers, hidden, ffn, heads, 8])
    }
}

pub(super) const NEMOTRON_H_8B: ModelEntry = ModelEntry {
    name: "Nemotron-H 8B",
    // 24 mixers and 4 attentions, of whose 24 MLPs of 21,504 each gets 24/28.
    model: nemotron_h(
        "nemotron-h-8b",
        [28, 4_096, 18_432, 32],
        7,
        mamba([8, 128, 128, 64]),
    ),
};

pub(super) const NEMOTRON_H_47B: ModelEntry = ModelEntry {
    name: "Nemotron-H 47B",
    // 45 mixers and 5 attentions, of whose 48 MLPs of 30,720 each gets 48/50, rounded to a multiple
    // of 64.
    model: nemotron_h(
        "nemotron-h-47b",
        [50, 8_192, 29_504, 64],
        10,
        mamba([8, 256, 256, 64]),
    ),
};

pub(super) const NEMOTRON_H_56B: ModelEntry = ModelEntry {
    name: "Nemotron-H 56B",
    // 54 mixers and 10 attentions, of whose 54 MLPs of 32,768 each gets 54/64.
    model: nemotron_h(
        "nemotron-h-56b",
        [64, 8_192, 27_648, 64],
        6,
        mamba([8, 256, 256, 64]),
    ),
};

/// A hybrid Granite 4: attention without positions in every tenth layer, experts in all.
const fn granite(
    preset: &'static str,
    [hidden, heads, kv_heads]: [u64; 3],
    mixer: Option<LinearMixer>,
    moe: MixtureOfExperts,
) -> Model {
    Model {
        vocab: 100_352,
        tied: true,
        positions: Positions::None,
        full_attention_every: 10,
        mixer,
        moe,
        ..llama(preset, [40, hidden, moe.ffn, heads, kv_heads])
    }
}

pub(super) const GRANITE_4_TINY: ModelEntry = ModelEntry {
    name: "Granite 4.0 H Tiny 7B-A1B",
    model: granite(
        "granite4-h-tiny-7b",
        [1_536, 12, 4],
        mamba([1, 48, 128, 64]),
        MixtureOfExperts {
            experts: 64,
            per_token: 6,
            ffn: 512,
            shared: 1,
            shared_ffn: 1_024,
            ..CUSTOM_MODEL.moe
        },
    ),
};

pub(super) const GRANITE_4_SMALL: ModelEntry = ModelEntry {
    name: "Granite 4.0 H Small 32B-A9B",
    model: granite(
        "granite4-h-small-32b",
        [4_096, 32, 8],
        mamba([1, 128, 128, 64]),
        MixtureOfExperts {
            experts: 72,
            per_token: 10,
            ffn: 768,
            shared: 1,
            shared_ffn: 1_536,
            ..CUSTOM_MODEL.moe
        },
    ),
};

pub(super) const QWEN3_NEXT: ModelEntry = ModelEntry {
    name: "Qwen3-Next 80B-A3B",
    model: Model {
        head_dim: 256,
        vocab: 151_936,
        trained_sequence: 4_096,
        // The gate of its attention, 0.1 B parameters in all, is left out.
        full_attention_every: 4,
        mixer: Some(LinearMixer {
            kind: MixerKind::DeltaNet,
            key_heads: 16,
            value_heads: 32,
            key_dim: 128,
            value_dim: 128,
            convolution: 4,
        }),
        moe: MixtureOfExperts {
            experts: 512,
            per_token: 10,
            ffn: 512,
            shared: 1,
            shared_ffn: 512,
            ..CUSTOM_MODEL.moe
        },
        ..llama("qwen3-next-80b-a3b", [48, 2_048, 5_120, 16, 2])
    },
};

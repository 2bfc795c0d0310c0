//! Mixtures of experts. Their sources are in `sources.rs`.
//!
//! DeepSeek-V3.1 has the shape of V3. So has V3.2, but for sparse attention, which no plan can express.
//! GLM-4.6 has the shape of GLM-4.5.

use super::entry::{CUSTOM_MODEL, ModelEntry, llama};
use cost::plan::{LatentAttention, MixtureOfExperts, Model, Norm};

/// The latents that DeepSeek's models since V2 share.
const LATENT: LatentAttention = LatentAttention {
    query_rank: 1_536,
    kv_rank: 512,
    nope: 128,
    rope: 64,
    value: 128,
};

/// Experts of this width in every layer, none of them shared.
const fn routed(experts: u64, per_token: u64, ffn: u64) -> MixtureOfExperts {
    MixtureOfExperts {
        experts,
        per_token,
        ffn,
        ..CUSTOM_MODEL.moe
    }
}

/// A model in the manner of DeepSeek: latent attention, shared experts as wide as the routed
/// ones, the first layers dense. As many key-value heads as query heads come out of the latent.
const fn deepseek(
    preset: &'static str,
    [layers, hidden, ffn, heads]: [u64; 4],
    vocab: u64,
    shared: u64,
    dense_layers: u64,
    moe: MixtureOfExperts,
) -> Model {
    Model {
        vocab,
        trained_sequence: 4_096,
        moe: MixtureOfExperts {
            shared,
            shared_ffn: moe.ffn,
            dense_layers,
            ..moe
        },
        mla: Some(LATENT),
        ..llama(preset, [layers, hidden, ffn, heads, heads])
    }
}

pub(super) const MIXTRAL_8X7B: ModelEntry = ModelEntry {
    name: "Mixtral 8x7B",
    model: Model {
        vocab: 32_000,
        trained_sequence: 32_768,
        moe: routed(8, 2, 14_336),
        ..llama("mixtral-8x7b", [32, 4_096, 14_336, 32, 8])
    },
};

pub(super) const MIXTRAL_8X22B: ModelEntry = ModelEntry {
    name: "Mixtral 8x22B",
    model: Model {
        vocab: 32_000,
        trained_sequence: 65_536,
        moe: routed(8, 2, 16_384),
        ..llama("mixtral-8x22b", [56, 6_144, 16_384, 48, 8])
    },
};

pub(super) const DBRX: ModelEntry = ModelEntry {
    name: "DBRX 132B",
    model: Model {
        vocab: 100_352,
        trained_sequence: 32_768,
        norm: Norm::Layer,
        moe: routed(16, 4, 10_752),
        ..llama("dbrx-132b", [40, 6_144, 10_752, 48, 8])
    },
};

pub(super) const QWEN3_30B: ModelEntry = ModelEntry {
    name: "Qwen3 30B-A3B",
    model: Model {
        vocab: 151_936,
        trained_sequence: 4_096,
        moe: routed(128, 8, 768),
        ..llama("qwen3-30b-a3b", [48, 2_048, 6_144, 32, 4])
    },
};

pub(super) const QWEN3_235B: ModelEntry = ModelEntry {
    name: "Qwen3 235B-A22B",
    model: Model {
        vocab: 151_936,
        trained_sequence: 4_096,
        moe: routed(128, 8, 1_536),
        ..llama("qwen3-235b-a22b", [94, 4_096, 12_288, 64, 4])
    },
};

pub(super) const DEEPSEEK_V2: ModelEntry = ModelEntry {
    name: "DeepSeek-V2 236B",
    model: deepseek(
        "deepseek-v2-236b",
        [60, 5_120, 12_288, 128],
        102_400,
        2,
        1,
        routed(160, 6, 1_536),
    ),
};

pub(super) const DEEPSEEK_V3: ModelEntry = ModelEntry {
    name: "DeepSeek-V3 671B",
    model: Model {
        multi_token_layers: 1,
        ..deepseek(
            "deepseek-v3-671b",
            [61, 7_168, 18_432, 128],
            129_280,
            1,
            3,
            routed(256, 8, 2_048),
        )
    },
};

pub(super) const KIMI_K2: ModelEntry = ModelEntry {
    name: "Kimi K2 1T",
    model: deepseek(
        "kimi-k2-1t",
        [61, 7_168, 18_432, 64],
        163_840,
        1,
        1,
        routed(384, 8, 2_048),
    ),
};

/// A GLM-4.5, as which GLM-4.6 is, too: biases of queries, keys and values, one shared expert, the
/// first layers dense, one layer that predicts a further token.
const fn glm(
    preset: &'static str,
    [layers, hidden, ffn]: [u64; 3],
    dense_layers: u64,
    moe: MixtureOfExperts,
) -> Model {
    Model {
        vocab: 151_552,
        bias: true,
        trained_sequence: 4_096,
        multi_token_layers: 1,
        moe: MixtureOfExperts {
            shared: 1,
            shared_ffn: moe.ffn,
            dense_layers,
            ..moe
        },
        ..llama(preset, [layers, hidden, ffn, 96, 8])
    }
}

pub(super) const GLM_4_5_AIR: ModelEntry = ModelEntry {
    name: "GLM-4.5-Air 106B-A12B",
    model: glm(
        "glm4.5-air-106b-a12b",
        [46, 4_096, 10_944],
        1,
        routed(128, 8, 1_408),
    ),
};

pub(super) const GLM_4_5: ModelEntry = ModelEntry {
    name: "GLM-4.5 355B-A32B",
    model: glm(
        "glm4.5-355b-a32b",
        [92, 5_120, 12_288],
        3,
        routed(160, 8, 1_536),
    ),
};

pub(super) const MINIMAX_M2: ModelEntry = ModelEntry {
    name: "MiniMax-M2 230B-A10B",
    model: Model {
        vocab: 200_064,
        multi_token_layers: 3,
        moe: routed(256, 8, 1_536),
        ..llama("minimax-m2-230b-a10b", [62, 3_072, 1_536, 48, 8])
    },
};

/// A gpt-oss of this depth and number of experts.
const fn gpt_oss(preset: &'static str, layers: u64, experts: u64) -> Model {
    Model {
        head_dim: 64,
        vocab: 201_088,
        bias: true,
        // Every other layer looks back 128 tokens.
        window: 128,
        full_attention_every: 2,
        trained_sequence: 4_096,
        moe: routed(experts, 4, 2_880),
        ..llama(preset, [layers, 2_880, 2_880, 64, 8])
    }
}

pub(super) const GPT_OSS_20B: ModelEntry = ModelEntry {
    name: "gpt-oss 20B",
    model: gpt_oss("gpt-oss-20b", 24, 32),
};

pub(super) const GPT_OSS: ModelEntry = ModelEntry {
    name: "gpt-oss 120B",
    model: gpt_oss("gpt-oss-120b", 36, 128),
};

pub(super) const LLAMA4_SCOUT: ModelEntry = ModelEntry {
    name: "Llama 4 Scout 109B",
    model: Model {
        vocab: 202_048,
        // Three layers of four look at no more than 8,192 tokens.
        window: 8_192,
        full_attention_every: 4,
        moe: MixtureOfExperts {
            shared: 1,
            shared_ffn: 8_192,
            ..routed(16, 1, 8_192)
        },
        ..llama("llama4-scout-109b", [48, 5_120, 16_384, 40, 8])
    },
};

pub(super) const LLAMA4_MAVERICK: ModelEntry = ModelEntry {
    name: "Llama 4 Maverick 400B",
    model: Model {
        vocab: 202_048,
        // Three layers of four look at no more than 8,192 tokens.
        window: 8_192,
        full_attention_every: 4,
        moe: MixtureOfExperts {
            shared: 1,
            shared_ffn: 8_192,
            every: 2,
            ..routed(128, 1, 8_192)
        },
        ..llama("llama4-maverick-400b", [48, 5_120, 16_384, 40, 8])
    },
};

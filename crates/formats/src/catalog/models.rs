//! The models: dense ones here, mixtures of experts and hybrids
//! beside them. Their sources are in `sources.rs`.

use super::entry::{CUSTOM_MODEL, ModelEntry, llama};
use super::{hybrids, mixtures};
use cost::plan::{Model, Norm, Positions};

/// Common features of GPT models, 2019 to 2022: GELU MLP of 4h, layer norm, learned positions,
/// biases, dropout, tied embeddings.
const GPT: Model = Model {
    gated: false,
    tied: true,
    bias: true,
    dropout: true,
    positions: Positions::Learned,
    norm: Norm::Layer,
    vocab: 51_200,
    trained_sequence: 2_048,
    ..CUSTOM_MODEL
};

/// A GPT of this depth and width with full heads and an MLP of 4h.
const fn gpt(preset: &'static str, layers: u64, hidden: u64, heads: u64) -> Model {
    let head_dim = hidden / heads;
    Model {
        preset,
        layers,
        hidden,
        ffn: 4 * hidden,
        heads,
        kv_heads: heads,
        head_dim,
        ..GPT
    }
}

/// The catalogue, by family and size.
pub const MODELS: &[ModelEntry] = &[
    ModelEntry {
        name: "GPT-2 1.5B",
        model: Model {
            vocab: 50_304,
            trained_sequence: 1_024,
            ..gpt("gpt2-1.5b", 48, 1_600, 25)
        },
    },
    ModelEntry {
        name: "GPT-3 175B",
        model: gpt("gpt3-175b", 96, 12_288, 96),
    },
    ModelEntry {
        name: "Class 100B",
        model: gpt("class-100b", 80, 10_240, 80),
    },
    ModelEntry {
        name: "Llama-2 7B",
        model: Model {
            vocab: 32_000,
            trained_sequence: 4_096,
            ..llama("llama2-7b", [32, 4_096, 11_008, 32, 32])
        },
    },
    ModelEntry {
        name: "Llama-2 13B",
        model: Model {
            vocab: 32_000,
            trained_sequence: 4_096,
            ..llama("llama2-13b", [40, 5_120, 13_824, 40, 40])
        },
    },
    ModelEntry {
        name: "Llama-2 70B",
        model: Model {
            vocab: 32_000,
            trained_sequence: 4_096,
            ..llama("llama2-70b", [80, 8_192, 28_672, 64, 8])
        },
    },
    ModelEntry {
        name: "Llama-3.2 1B",
        model: Model {
            head_dim: 64,
            tied: true,
            ..llama("llama3.2-1b", [16, 2_048, 8_192, 32, 8])
        },
    },
    ModelEntry {
        name: "Llama-3.2 3B",
        model: Model {
            tied: true,
            ..llama("llama3.2-3b", [28, 3_072, 8_192, 24, 8])
        },
    },
    ModelEntry {
        name: "Llama-3 8B",
        model: llama("llama3-8b", [32, 4_096, 14_336, 32, 8]),
    },
    ModelEntry {
        name: "Llama-3 70B",
        model: llama("llama3-70b", [80, 8_192, 28_672, 64, 8]),
    },
    ModelEntry {
        name: "Llama-3 405B",
        model: llama("llama3-405b", [126, 16_384, 53_248, 128, 8]),
    },
    ModelEntry {
        name: "Mistral 7B",
        model: Model {
            vocab: 32_000,
            window: 4_096,
            ..llama("mistral-7b", [32, 4_096, 14_336, 32, 8])
        },
    },
    ModelEntry {
        name: "Ministral 8B",
        model: Model {
            vocab: 131_072,
            // Three layers of four look back 32,768 tokens.
            window: 32_768,
            full_attention_every: 4,
            trained_sequence: 32_768,
            ..llama("ministral-8b", [36, 4_096, 12_288, 32, 8])
        },
    },
    ModelEntry {
        name: "Mistral Small 3 24B",
        model: Model {
            vocab: 131_072,
            trained_sequence: 32_768,
            ..llama("mistral-small3-24b", [40, 5_120, 32_768, 32, 8])
        },
    },
    ModelEntry {
        name: "Mistral Large 2 123B",
        model: Model {
            vocab: 32_768,
            trained_sequence: 32_768,
            ..llama("mistral-large2-123b", [88, 12_288, 28_672, 96, 8])
        },
    },
    ModelEntry {
        name: "Qwen3 0.6B",
        model: Model {
            vocab: 151_936,
            tied: true,
            trained_sequence: 4_096,
            ..llama("qwen3-0.6b", [28, 1_024, 3_072, 16, 8])
        },
    },
    ModelEntry {
        name: "Qwen3 1.7B",
        model: Model {
            vocab: 151_936,
            tied: true,
            trained_sequence: 4_096,
            ..llama("qwen3-1.7b", [28, 2_048, 6_144, 16, 8])
        },
    },
    ModelEntry {
        name: "Qwen3 4B",
        model: Model {
            vocab: 151_936,
            tied: true,
            trained_sequence: 4_096,
            ..llama("qwen3-4b", [36, 2_560, 9_728, 32, 8])
        },
    },
    ModelEntry {
        name: "Qwen3 8B",
        model: Model {
            vocab: 151_936,
            trained_sequence: 4_096,
            ..llama("qwen3-8b", [36, 4_096, 12_288, 32, 8])
        },
    },
    ModelEntry {
        name: "Qwen3 14B",
        model: Model {
            vocab: 151_936,
            trained_sequence: 4_096,
            ..llama("qwen3-14b", [40, 5_120, 17_408, 40, 8])
        },
    },
    ModelEntry {
        name: "Qwen3 32B",
        model: Model {
            vocab: 151_936,
            trained_sequence: 4_096,
            ..llama("qwen3-32b", [64, 5_120, 25_600, 64, 8])
        },
    },
    ModelEntry {
        name: "Gemma 3 4B",
        model: Model {
            head_dim: 256,
            vocab: 262_144,
            tied: true,
            trained_sequence: 32_768,
            window: 1_024,
            full_attention_every: 6,
            ..llama("gemma3-4b", [34, 2_560, 10_240, 8, 4])
        },
    },
    ModelEntry {
        name: "Gemma 3 12B",
        model: Model {
            head_dim: 256,
            vocab: 262_144,
            tied: true,
            trained_sequence: 32_768,
            window: 1_024,
            full_attention_every: 6,
            ..llama("gemma3-12b", [48, 3_840, 15_360, 16, 8])
        },
    },
    ModelEntry {
        name: "Gemma 3 27B",
        model: Model {
            vocab: 262_144,
            tied: true,
            trained_sequence: 32_768,
            window: 1_024,
            full_attention_every: 6,
            ..llama("gemma3-27b", [62, 5_376, 21_504, 32, 16])
        },
    },
    ModelEntry {
        name: "OLMo 2 32B",
        model: Model {
            vocab: 100_352,
            trained_sequence: 4_096,
            ..llama("olmo2-32b", [64, 5_120, 27_648, 40, 8])
        },
    },
    ModelEntry {
        name: "OLMo 3 7B",
        model: Model {
            vocab: 100_278,
            window: 4_096,
            full_attention_every: 4,
            ..llama("olmo3-7b", [32, 4_096, 11_008, 32, 32])
        },
    },
    ModelEntry {
        name: "OLMo 3 32B",
        model: Model {
            vocab: 100_278,
            window: 4_096,
            full_attention_every: 4,
            ..llama("olmo3-32b", [64, 5_120, 27_648, 40, 8])
        },
    },
    ModelEntry {
        name: "Apertus 8B",
        model: Model {
            vocab: 131_072,
            gated: false,
            trained_sequence: 4_096,
            ..llama("apertus-8b", [32, 4_096, 21_504, 32, 8])
        },
    },
    ModelEntry {
        name: "Apertus 70B",
        model: Model {
            vocab: 131_072,
            gated: false,
            trained_sequence: 4_096,
            ..llama("apertus-70b", [80, 8_192, 43_008, 64, 8])
        },
    },
    hybrids::NEMOTRON_H_8B,
    hybrids::NEMOTRON_H_47B,
    hybrids::NEMOTRON_H_56B,
    ModelEntry {
        name: "Nemotron-4 340B",
        model: Model {
            vocab: 256_000,
            head_dim: 192,
            gated: false,
            norm: Norm::Layer,
            trained_sequence: 4_096,
            ..llama("nemotron4-340b", [96, 18_432, 73_728, 96, 8])
        },
    },
    ModelEntry {
        name: "BLOOM 176B",
        model: Model {
            vocab: 250_880,
            positions: Positions::Alibi,
            dropout: false,
            ..gpt("bloom-176b", 70, 14_336, 112)
        },
    },
    mixtures::MIXTRAL_8X7B,
    mixtures::MIXTRAL_8X22B,
    mixtures::DBRX,
    hybrids::GRANITE_4_TINY,
    hybrids::GRANITE_4_SMALL,
    mixtures::QWEN3_30B,
    hybrids::QWEN3_NEXT,
    mixtures::QWEN3_235B,
    mixtures::DEEPSEEK_V2,
    mixtures::DEEPSEEK_V3,
    mixtures::KIMI_K2,
    mixtures::GLM_4_5_AIR,
    mixtures::GLM_4_5,
    mixtures::MINIMAX_M2,
    mixtures::GPT_OSS_20B,
    mixtures::GPT_OSS,
    mixtures::LLAMA4_SCOUT,
    mixtures::LLAMA4_MAVERICK,
    ModelEntry {
        name: "Custom model",
        model: CUSTOM_MODEL,
    },
];

//! Types of models whose features or defaults differ from Llama's, by their `model_type`.
//!
//! Source: huggingface/transformers 5.24.0, `src/transformers/models/*/configuration_*.py` for the
//! defaults, `modeling_*.py` beside it for norms, gates and biases.

use crate::import::imported::UnheldPart;
use cost::plan::{Norm, Positions};

/// Features of a type of models that its files do not state, and its deviating fields.
#[derive(Clone, Copy)]
pub(super) struct ModelType {
    /// `model_type`s of its files.
    names: &'static str,
    /// True if the MLP is gated.
    pub(super) gated: bool,
    /// The norm.
    pub(super) norm: Norm,
    /// The position encoding.
    pub(super) positions: Positions,
    /// True if projections and MLP have biases unless a field turns them off.
    pub(super) bias: bool,
    /// Default of `tie_word_embeddings`.
    pub(super) tied: bool,
    /// Interval of the layers without a window; 0 if all have one.
    pub(super) lifted: u64,
    /// True if a window needs `use_sliding_window` beside it.
    pub(super) is_switched: bool,
    /// True if layers have parts that no plan has.
    pub(super) has_other_parts: bool,
    /// Keys with another field than usual in this type.
    pub(super) own: &'static [(&'static str, &'static str)],
    /// Keys with the defaults of the type's class for missing fields.
    pub(super) defaults: &'static [(&'static str, u64)],
}

/// Llama's features, which most models share, and those of a type that is not known.
pub(super) const LLAMA: ModelType = ModelType {
    names: "llama mixtral olmo2 deepseek_v2 deepseek_v3 deepseek_v32 kimi_k2 kimi_linear phi3 \
        minimax minimax_m2 granite granitemoe bitnet cwm dots1 \
        flex_olmo olmoe glm4_moe glm4_moe_lite glm_moe_dsa helium hunyuan_v1_dense \
        bailing_moe bailing_hybrid internlm2 internlm3 seed_oss solar_open exaone exaone_moe \
        qwen2_5_vl_text diffllama jamba bamba step3_text hyperclovax mellum afmoe \
        olmo_hybrid",
    gated: true,
    norm: Norm::Rms,
    positions: Positions::Rope,
    bias: false,
    tied: false,
    lifted: 0,
    is_switched: false,
    has_other_parts: false,
    own: &[],
    defaults: &[],
};

/// GPT-NeoX' features: layer norm, a plain MLP, biases.
const NEOX: ModelType = ModelType {
    names: "phi gpt_neox persimmon codegen gptj jais2",
    gated: false,
    norm: Norm::Layer,
    bias: true,
    ..LLAMA
};

/// A model of heads 256 wide with tied embeddings.
const GEMMA: ModelType = ModelType {
    names: "gemma",
    tied: true,
    defaults: &[("headdim", 256)],
    ..LLAMA
};

const TYPES: &[ModelType] = &[
    LLAMA,
    NEOX,
    GEMMA,
    ModelType {
        names: "mistral ministral",
        defaults: &[("kv", 8), ("window", 4_096)],
        ..LLAMA
    },
    ModelType {
        names: "ministral3 apertus1p5",
        defaults: &[("kv", 8), ("headdim", 128)],
        ..LLAMA
    },
    ModelType {
        names: "qwen2 qwen2_vl qwen2_vl_text qwen2_5_vl",
        is_switched: true,
        ..LLAMA
    },
    ModelType {
        names: "qwen2_moe",
        is_switched: true,
        defaults: &[("sharedffn", 5_632)],
        ..LLAMA
    },
    ModelType {
        names: "qwen3 qwen3_moe qwen3_vl_text qwen3_vl_moe_text qwen3_omni_moe_text",
        is_switched: true,
        defaults: &[("headdim", 128)],
        ..LLAMA
    },
    ModelType {
        names: "qwen3_next",
        defaults: &[("headdim", 256), ("kv", 2), ("sharedffn", 512)],
        ..LLAMA
    },
    ModelType {
        names: "qwen3_5_text qwen3_5_moe_text",
        defaults: &[("headdim", 256)],
        ..LLAMA
    },
    ModelType {
        names: "smollm3",
        tied: true,
        is_switched: true,
        defaults: &[("kv", 4)],
        ..LLAMA
    },
    ModelType {
        names: "ernie4_5",
        tied: true,
        defaults: &[("kv", 2), ("headdim", 128)],
        ..LLAMA
    },
    ModelType {
        names: "ernie4_5_moe",
        tied: true,
        defaults: &[("kv", 4), ("shared", 2), ("dense", 1)],
        ..LLAMA
    },
    ModelType {
        names: "glm glm4",
        defaults: &[("kv", 2), ("headdim", 128)],
        ..LLAMA
    },
    ModelType {
        names: "minicpm3 youtu lfm2 lfm2_moe minicpm",
        tied: true,
        ..LLAMA
    },
    // One shared MLP as wide as an expert of the class.
    ModelType {
        names: "hunyuan_v1_moe",
        defaults: &[("shared", 1)],
        ..LLAMA
    },
    // The width of the MLP that all tokens pass, beside experts or alone.
    ModelType {
        names: "granitemoehybrid granitemoeshared granitemoe_swa",
        ..LLAMA
    },
    // Every second layer has full attention.
    ModelType {
        names: "gemma2 vaultgemma",
        lifted: 2,
        defaults: &[("kv", 4), ("headdim", 256), ("window", 4_096)],
        ..GEMMA
    },
    // Every sixth layer has full attention.
    ModelType {
        names: "gemma3 gemma3_text",
        lifted: 6,
        defaults: &[
            ("heads", 8),
            ("kv", 4),
            ("headdim", 256),
            ("vocab", 262_208),
            ("window", 4_096),
        ],
        ..GEMMA
    },
    ModelType {
        names: "gemma3n_text gemma4_text gemma4_unified_text",
        lifted: 5,
        has_other_parts: true,
        defaults: &[
            ("heads", 8),
            ("headdim", 256),
            ("vocab", 262_144),
            ("window", 512),
        ],
        ..GEMMA
    },
    ModelType {
        names: "gpt_oss",
        bias: true,
        lifted: 2,
        defaults: &[("headdim", 64), ("window", 128)],
        ..LLAMA
    },
    ModelType {
        names: "olmo3",
        lifted: 4,
        defaults: &[("window", 4_096)],
        ..LLAMA
    },
    ModelType {
        names: "exaone4",
        lifted: 4,
        ..LLAMA
    },
    // The field of dense layers is the width of experts; one expert is shared.
    ModelType {
        names: "llama4 llama4_text",
        lifted: 4,
        own: &[
            ("ffn", "intermediate_size_mlp"),
            ("moeffn", "intermediate_size"),
            ("sharedffn", "intermediate_size"),
            ("window", "attention_chunk_size"),
        ],
        defaults: &[
            ("heads", 40),
            ("kv", 8),
            ("headdim", 128),
            ("experts", 16),
            ("topk", 1),
            ("window", 8_192),
        ],
        ..LLAMA
    },
    // Layer norms without a shift count like those with one.
    ModelType {
        names: "olmo dbrx stablelm phimoe",
        norm: Norm::Layer,
        ..LLAMA
    },
    ModelType {
        names: "cohere",
        norm: Norm::Layer,
        tied: true,
        ..LLAMA
    },
    ModelType {
        names: "cohere2",
        norm: Norm::Layer,
        tied: true,
        lifted: 4,
        defaults: &[("window", 4_096)],
        ..LLAMA
    },
    ModelType {
        names: "apertus apertus_text arcee nanochat",
        gated: false,
        ..LLAMA
    },
    ModelType {
        names: "nemotron",
        gated: false,
        norm: Norm::Layer,
        ..LLAMA
    },
    // Layers of one part each: attention, Mamba or MLP.
    ModelType {
        names: "nemotron_h",
        gated: false,
        positions: Positions::None,
        has_other_parts: true,
        defaults: &[("kv", 8), ("headdim", 128)],
        ..LLAMA
    },
    // Two attentions and two MLPs a layer, or a dense MLP beside the experts.
    ModelType {
        names: "longcat_flash arctic hrm_text zaya",
        has_other_parts: true,
        ..LLAMA
    },
    ModelType {
        names: "starcoder2",
        tied: true,
        defaults: &[("kv", 2)],
        ..NEOX
    },
    ModelType {
        names: "falcon",
        bias: false,
        tied: true,
        defaults: &[("kv", 1)],
        ..NEOX
    },
    ModelType {
        names: "gpt2 opt",
        positions: Positions::Learned,
        tied: true,
        ..NEOX
    },
    ModelType {
        names: "gpt_bigcode",
        positions: Positions::Learned,
        tied: true,
        defaults: &[("kv", 1)],
        ..NEOX
    },
    ModelType {
        names: "gpt_neo",
        positions: Positions::Learned,
        tied: true,
        lifted: 2,
        defaults: &[("window", 256)],
        ..NEOX
    },
    ModelType {
        names: "bloom",
        positions: Positions::Alibi,
        tied: true,
        ..NEOX
    },
    ModelType {
        names: "mpt",
        positions: Positions::Learned,
        bias: false,
        tied: true,
        ..NEOX
    },
];

/// Types with a plain MLP, by default of four times the width.
const FOUR_TIMES: &str = "gpt2 gptj gpt_neo gpt_bigcode codegen bloom falcon mpt phi gpt_neox";

/// Types with parts that no plan can hold.
///
/// Sources: Falcon-H1 2025, section 2; Hymba 2024, section 2; Zamba 2024, section 2.
const UNHELD: &[(&str, UnheldPart)] = &[
    ("falcon_h1 hymba", UnheldPart::ParallelMixers),
    ("zamba zamba2", UnheldPart::SharedLayers),
];

/// Types with an encoder.
const ENCODERS: &str = "t5 mt5 umt5 longt5 switch_transformers t5gemma t5gemma2 bart mbart plbart mvp \
    pegasus pegasus_x bigbird_pegasus marian blenderbot blenderbot-small m2m_100 nllb-moe led \
    prophetnet xlm-prophetnet fsmt whisper speech_to_text seamless_m4t seamless_m4t_v2 moonshine \
    bert roberta albert distilbert electra deberta deberta-v2 camembert xlm-roberta xlm-roberta-xl \
    mpnet ernie rembert roformer modernbert nomic_bert eurobert big_bird longformer funnel \
    megatron-bert mobilebert bert-generation data2vec-text xmod ibert esm layoutlm layoutlmv2 \
    layoutlmv3 clip siglip vit";

/// Features of a type, if it is known by name.
pub(super) fn named(name: &str) -> Option<ModelType> {
    let found = TYPES.iter().find(|of| is_among(name, of.names));
    found.copied()
}

/// The part of a type that no plan can hold.
pub(super) fn unheld(name: &str) -> Option<UnheldPart> {
    let found = UNHELD.iter().find(|(names, _)| is_among(name, names));
    found.map(|(_, part)| *part)
}

/// True of types that have an encoder.
pub(super) fn is_encoder(name: &str) -> bool {
    is_among(name, ENCODERS)
}

/// True of types whose MLP is four times as wide as the model by default.
pub(super) fn is_four_times(name: &str) -> bool {
    is_among(name, FOUR_TIMES)
}

fn is_among(name: &str, names: &str) -> bool {
    names.split_ascii_whitespace().any(|known| known == name)
}

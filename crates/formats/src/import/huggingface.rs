//! `config.json` of a model in Hugging Face's Transformers.
//!
//! Sources of the fields and of their defaults: huggingface/transformers 5.23.0,
//! `src/transformers/models/*/configuration_*.py`, and the released configurations of the models
//! named in the catalogue.

use super::imported::{ImportRefusal, MissingSetting, SettingOrigin};
use super::reading::ImportReader;
use super::value::ParsedValue;
use crate::catalog::CUSTOM_MODEL;
use cost::plan::{LatentAttention, MixtureOfExperts, Model, Norm, Positions};

/// Fields that distinguish it from other JSON.
pub(super) const SIGNS: &[&str] = &[
    "model_type",
    "architectures",
    "num_hidden_layers",
    "n_layer",
];

/// Defaults of a family of models.
struct ModelFamily {
    /// `model_type` of its files.
    types: &'static [&'static str],
    gated: bool,
    norm: Norm,
    positions: Positions,
    bias: bool,
    tied: bool,
    /// Interval of the layers without a sliding window: every n-th layer has none; 0 if all have
    /// one.
    window_lifted: u64,
    /// True if a window needs `use_sliding_window` beside it.
    window_switched: bool,
}

/// Llama's features, which most models share.
const LLAMA: ModelFamily = ModelFamily {
    types: &[
        "llama",
        "mistral",
        "mixtral",
        "olmo2",
        "deepseek_v2",
        "deepseek_v3",
        "kimi_k2",
        "phi3",
    ],
    gated: true,
    norm: Norm::Rms,
    positions: Positions::Rope,
    bias: false,
    tied: false,
    window_lifted: 0,
    window_switched: false,
};

const FAMILIES: &[ModelFamily] = &[
    LLAMA,
    ModelFamily {
        types: &["qwen2", "qwen2_moe", "qwen3", "qwen3_moe"],
        window_switched: true,
        ..LLAMA
    },
    ModelFamily {
        types: &["gemma"],
        tied: true,
        ..LLAMA
    },
    // Every second layer looks at everything.
    ModelFamily {
        types: &["gemma2"],
        tied: true,
        window_lifted: 2,
        ..LLAMA
    },
    // Every sixth.
    ModelFamily {
        types: &["gemma3", "gemma3_text"],
        tied: true,
        window_lifted: 6,
        ..LLAMA
    },
    ModelFamily {
        types: &["gpt_oss"],
        bias: true,
        window_lifted: 2,
        ..LLAMA
    },
    // Its layer norm has no parameters.
    ModelFamily {
        types: &["olmo"],
        norm: Norm::Layer,
        ..LLAMA
    },
    ModelFamily {
        types: &["phimoe"],
        norm: Norm::Layer,
        ..LLAMA
    },
    ModelFamily {
        types: &["phi", "gpt_neox"],
        ..NEOX
    },
    ModelFamily {
        types: &["falcon"],
        bias: false,
        tied: true,
        ..NEOX
    },
    ModelFamily {
        types: &["gpt2"],
        positions: Positions::Learned,
        tied: true,
        ..NEOX
    },
];

/// GPT-NeoX' features: layer norm, a plain MLP, biases, rotary positions, a separate head.
const NEOX: ModelFamily = ModelFamily {
    types: &[],
    gated: false,
    norm: Norm::Layer,
    bias: true,
    ..LLAMA
};

/// Fields that are read.
const READ: &str = "\
    model_type num_hidden_layers n_layer hidden_size n_embd num_attention_heads n_head \
    num_key_value_heads num_kv_heads multi_query new_decoder_architecture head_dim \
    intermediate_size n_inner ffn_hidden_size vocab_size max_position_embeddings n_positions \
    n_ctx tie_word_embeddings attention_bias mlp_bias bias alibi sliding_window \
    use_sliding_window sliding_window_pattern layer_types num_local_experts num_experts n_routed_experts \
    num_experts_per_tok moe_intermediate_size n_shared_experts shared_expert_intermediate_size \
    first_k_dense_replace decoder_sparse_step moe_layer_freq mlp_only_layers q_lora_rank \
    kv_lora_rank qk_nope_head_dim qk_rope_head_dim v_head_dim num_nextn_predict_layers";

/// Shares of dropout, each by the name of some family.
const DROPOUT: &str =
    "attention_dropout attn_pdrop embd_pdrop resid_pdrop hidden_dropout resid_dropout embd_dropout";

/// Fields that change no figure of a plan.
const IDLE: &str = "\
    architectures auto_map. torch_dtype dtype transformers_version use_cache bos_token_id \
    eos_token_id pad_token_id initializer_range rms_norm_eps layer_norm_eps layer_norm_epsilon \
    norm_epsilon hidden_act hidden_activation activation_function rope_theta rope_scaling. \
    rope_scaling rope_parameters. rope_local_base_freq rotary_pct rotary_emb_base \
    partial_rotary_factor pretraining_tp     \
     embd_layer_norm classifier_dropout output_router_logits router_aux_loss_coef \
    aux_loss_alpha seq_aux scoring_func topk_method topk_group n_group norm_topk_prob \
    routed_scaling_factor ep_size max_window_layers swiglu_limit \
    original_max_position_embeddings query_pre_attn_scalar attn_logit_softcapping \
    final_logit_softcapping cache_implementation quantization_config. task_specific_params. \
    summary_type summary_use_proj summary_activation summary_first_dropout \
    summary_proj_to_labels gradient_checkpointing parallel_attn use_parallel_residual \
    qk_layernorm attention_probs_dropout_prob   clip_qkv \
    experts_per_token initial_context_length router_jitter_noise scale_attn_weights \
    scale_attn_by_inverse_layer_idx reorder_and_upcast_attn \
    apply_residual_connection_post_layernorm";

pub(super) fn read(file: &ParsedValue, reading: &mut ImportReader) -> Result<(), ImportRefusal> {
    // Models that also see keep their language model inside.
    let value = file.field("text_config").unwrap_or(file);
    let stated = |value: &ParsedValue| {
        value
            .field("model_type")
            .and_then(ParsedValue::text)
            .map(str::to_owned)
    };
    let Some(name) = stated(value).or_else(|| stated(file)) else {
        return Err(ImportRefusal::Unknown);
    };
    let known = FAMILIES
        .iter()
        .find(|family| family.types.contains(&name.as_str()));
    let Some(family) = known else {
        return Err(ImportRefusal::ModelType(crate::excerpt::excerpt(&name)));
    };
    reading.unlisted(value, &[READ, DROPOUT, IDLE]);
    reading.missing(MissingSetting::Cluster);
    reading.missing(MissingSetting::Layout);
    reading.missing(MissingSetting::Batch);
    reading.start_model(Model {
        gated: family.gated,
        norm: family.norm,
        positions: family.positions,
        bias: family.bias,
        tied: family.tied,
        ..CUSTOM_MODEL
    });
    // The type of the model gives it.
    reading.note("gated", "model_type", SettingOrigin::Default);
    shape(value, reading);
    let is_on = |name: &str| value.field(name).is_some_and(ParsedValue::is_on);
    let model = &mut reading.plan.model;
    if let Some(ParsedValue::Switch(tied)) = value.field("tie_word_embeddings") {
        model.tied = *tied;
    }
    model.bias |= is_on("attention_bias") || is_on("mlp_bias") || is_on("bias");
    if is_on("alibi") {
        model.positions = Positions::Alibi;
    }
    // A share above zero: its masks are kept for backward.
    let shares = DROPOUT.split_ascii_whitespace();
    let is_some = |name: &str| match value.field(name) {
        Some(ParsedValue::Number(digits)) => {
            digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit))
        }
        _ => false,
    };
    model.dropout = shares.into_iter().any(is_some);
    let shares: Vec<&str> = DROPOUT.split_ascii_whitespace().collect();
    let is_there = |name: &str| value.field(name).is_some();
    reading.note_by("tied", &["tie_word_embeddings"], is_there);
    reading.note_by("bias", &["attention_bias", "mlp_bias", "bias"], is_there);
    reading.note_by("pos", &["alibi"], is_there);
    reading.note_by("dropout", &shares, is_there);
    window(value, family, reading);
    experts(value, reading);
    latent(value, reading);
    let _ = reading.field("mtp", value, "num_nextn_predict_layers");
    sequence(value, reading);
    Ok(())
}

/// The first of these fields that is there.
fn first(
    reading: &mut ImportReader,
    key: &'static str,
    value: &ParsedValue,
    names: &[&str],
) -> Option<u64> {
    let name = names.iter().find(|name| value.field(name).is_some())?;
    reading.field(key, value, name)
}

fn shape(value: &ParsedValue, reading: &mut ImportReader) {
    let needed: [(&'static str, &[&str]); 4] = [
        ("layers", &["num_hidden_layers", "n_layer"]),
        ("hidden", &["hidden_size", "n_embd"]),
        ("heads", &["num_attention_heads", "n_head"]),
        ("vocab", &["vocab_size"]),
    ];
    for (key, names) in needed {
        if first(reading, key, value, names).is_none() {
            reading.missing(MissingSetting::Figure(key));
        }
    }
    let (hidden, heads) = (reading.plan.model.hidden, reading.plan.model.heads);
    // Four times the width where nothing is said (GPT-2, Falcon).
    if first(
        reading,
        "ffn",
        value,
        &["intermediate_size", "n_inner", "ffn_hidden_size"],
    )
    .is_none()
    {
        let ffn = hidden.saturating_mul(4).to_string();
        reading.default("ffn", "intermediate_size", &ffn);
    }
    // Falcon's first models share one key-value head by default.
    let is_on = |name: &str| value.field(name).is_some_and(ParsedValue::is_on);
    let shares = is_on("multi_query") && !is_on("new_decoder_architecture");
    if shares {
        reading.set("kv", "multi_query", "1");
    } else {
        reading.default("kv", "num_key_value_heads", &heads.to_string());
        let _ = first(
            reading,
            "kv",
            value,
            &["num_key_value_heads", "num_kv_heads"],
        );
    }
    if reading.field("headdim", value, "head_dim").is_none() {
        let width = (hidden / heads.max(1)).to_string();
        reading.default("headdim", "head_dim", &width);
    }
}

fn window(value: &ParsedValue, family: &ModelFamily, reading: &mut ImportReader) {
    // Qwen's have a window only where a switch says so.
    let is_off = match value.field("use_sliding_window") {
        Some(switch) => !switch.is_on(),
        None => family.window_switched,
    };
    if is_off || value.field("sliding_window").is_none() {
        return;
    }
    if reading.field("window", value, "sliding_window").is_some() {
        let stated = value
            .field("sliding_window_pattern")
            .and_then(ParsedValue::whole);
        let stated = stated.or_else(|| lifted(value));
        reading.plan.model.full_attention_every = stated
            .filter(|every| *every <= reading.plan.model.layers)
            .unwrap_or(family.window_lifted);
    }
}

/// Interval of the layers without a window, by a list of all layers' kinds (Transformers 5). It is
/// 0 if all have a window, and `None` if there is no list or no such rule.
fn lifted(value: &ParsedValue) -> Option<u64> {
    let Some(ParsedValue::List(kinds)) = value.field("layer_types") else {
        return None;
    };
    let is_full = |kind: &ParsedValue| kind.text() == Some("full_attention");
    let Some(first) = kinds.iter().position(is_full) else {
        return Some(0);
    };
    let every = first + 1;
    let mut numbered = kinds.iter().enumerate();
    let is_regular = numbered.all(|(at, kind)| is_full(kind) == (at + 1).is_multiple_of(every));
    is_regular.then_some(every as u64)
}

fn experts(value: &ParsedValue, reading: &mut ImportReader) {
    let names = ["num_local_experts", "num_experts", "n_routed_experts"];
    let stated = names.iter().find_map(|name| value.field(name)?.whole());
    if stated.unwrap_or(0) == 0 {
        return;
    }
    let ffn = reading.plan.model.ffn;
    reading.plan.model.moe = MixtureOfExperts::default();
    let _ = first(reading, "experts", value, &names);
    if first(
        reading,
        "topk",
        value,
        &["num_experts_per_tok", "experts_per_token"],
    )
    .is_none()
    {
        reading.missing(MissingSetting::Figure("topk"));
    }
    // Mixtral's and gpt-oss' experts are as wide as their MLP would be.
    let own = reading.field("moeffn", value, "moe_intermediate_size");
    if own.is_none() {
        reading.default("moeffn", "intermediate_size", &ffn.to_string());
    }
    let width = own.unwrap_or(ffn);
    if reading.field("shared", value, "n_shared_experts").is_some() {
        reading.set_whole("sharedffn", "moe_intermediate_size", width);
    } else if reading
        .field("sharedffn", value, "shared_expert_intermediate_size")
        .is_some_and(|width| width > 0)
    {
        reading.set("shared", "shared_expert_intermediate_size", "1");
    }
    let _ = reading.field("dense", value, "first_k_dense_replace");
    let every = first(
        reading,
        "every",
        value,
        &["decoder_sparse_step", "moe_layer_freq"],
    );
    if every == Some(1) {
        // The catalogue's word for every layer.
        let option = ["moe_layer_freq", "decoder_sparse_step"];
        let option = option.into_iter().find(|name| value.field(name).is_some());
        reading.set("every", option.unwrap_or_default(), "0");
    }
    let dense = value.field("mlp_only_layers");
    if matches!(dense, Some(ParsedValue::List(layers)) if !layers.is_empty()) {
        reading.unfit("mlp_only_layers", "…");
    }
}

fn latent(value: &ParsedValue, reading: &mut ImportReader) {
    let Some(kv_rank) = value.field("kv_lora_rank").and_then(ParsedValue::whole) else {
        return;
    };
    let part = |name: &str, usual: u64| {
        value
            .field(name)
            .and_then(ParsedValue::whole)
            .unwrap_or(usual)
    };
    // DeepSeek-V2's own figures where a file leaves one out.
    let mla = LatentAttention {
        query_rank: part("q_lora_rank", 0),
        kv_rank,
        nope: part("qk_nope_head_dim", 128),
        rope: part("qk_rope_head_dim", 64),
        value: part("v_head_dim", 128),
    };
    let ranks = [mla.query_rank, mla.kv_rank, mla.nope, mla.rope, mla.value];
    let ranks = ranks.map(|rank| rank.to_string()).join(",");
    reading.set("mla", "kv_lora_rank", &ranks);
    reading.set_whole("headdim", "v_head_dim", mla.value);
    let heads = reading.plan.model.heads;
    reading.set_whole("kv", "num_key_value_heads", heads);
}

/// A file names the longest sequence that the model can read. A model with rotary positions was
/// mostly trained on shorter ones.
fn sequence(value: &ParsedValue, reading: &mut ImportReader) {
    let names = ["max_position_embeddings", "n_positions", "n_ctx"];
    let Some(longest) = names.iter().find_map(|name| value.field(name)?.whole()) else {
        reading.missing(MissingSetting::Sequence);
        return;
    };
    let usual = CUSTOM_MODEL.trained_sequence;
    if longest > usual {
        reading.missing(MissingSetting::Sequence);
    }
    reading.plan.model.trained_sequence = longest.clamp(1, usual);
    reading.plan.batch.sequence = None;
    let option = names.iter().find(|name| value.field(name).is_some());
    let option = option.copied().unwrap_or_default();
    reading.note("seq", option, SettingOrigin::Read);
}

//! The model of a row.

use serde_json::Value;

use super::fields::{MissingField, flag, number, text};
use super::layers;
use super::notes::Notes;
use super::row::{self, RunRecord};
use cost::plan::{LatentAttention, MixtureOfExperts, Model, Norm, Positions, Recipe};
use formats::catalog;

/// Megatron-LM pads a vocabulary to a multiple of this many words for each tensor-parallel rank.
const VOCABULARY_MULTIPLE: u64 = 128;

/// The shape that a row states.
pub(super) fn model(
    row: &RunRecord,
    recipe: Recipe,
    notes: &mut Notes,
) -> Result<Model, MissingField> {
    let stated = &row.model;
    let layers = stated.layers.ok_or(MissingField("model.layers"))?;
    let hidden = stated.hidden.ok_or(MissingField("model.hidden"))?;
    let heads = stated.heads.ok_or(MissingField("model.heads"))?;
    let sequence = stated.seq_len.ok_or(MissingField("model.seq_len"))?;
    let vocab = stated.vocab.ok_or(MissingField("model.vocab"))?;
    let ffn = stated
        .ffn
        .or(stated.moe_ffn)
        .ok_or(MissingField("model.ffn"))?;
    let gated = stated.gated_mlp.unwrap_or_else(|| {
        notes.assume("model.gated_mlp", "1");
        true
    });
    let tied = stated.tied_embeddings.unwrap_or_else(|| {
        notes.assume("model.tied_embeddings", "0");
        false
    });
    // Squared ReLU came with Nemotron-4, whose projections have no biases; other plain MLPs are
    // GPT's, which have them.
    let plain_activation = match stated.activation.as_deref() {
        None | Some("gelu" | "swiglu" | "silu" | "geglu") => true,
        Some(other) => {
            notes.no_place("model.activation", other);
            false
        }
    };
    let (window, full_attention_every) = window(row, notes);
    let flags_stated = row.megatron_args.is_some();
    if flag(row, "qk-layernorm") {
        notes.no_place("megatron_args.qk-layernorm", "true");
    }
    Ok(Model {
        preset: catalog::CUSTOM,
        layers,
        hidden,
        ffn,
        heads,
        kv_heads: stated.kv_heads.unwrap_or(heads),
        head_dim: stated.head_dim.unwrap_or(hidden / heads.max(1)),
        vocab: padded(row, vocab, recipe),
        gated,
        tied,
        bias: if flags_stated {
            !flag(row, "disable-bias-linear")
        } else {
            !gated && plain_activation
        },
        dropout: dropout(row),
        positions: positions(row),
        norm: match text(row, "normalization") {
            Some("RMSNorm") => Norm::Rms,
            _ if gated && !flags_stated => Norm::Rms,
            _ => Norm::Layer,
        },
        window,
        full_attention_every,
        trained_sequence: number(row, "max-position-embeddings").unwrap_or(sequence),
        moe: experts(stated, layers, ffn, notes),
        mla: stated.mla.as_ref().map(latent),
        mixer: None,
        multi_token_layers: stated
            .mtp
            .unwrap_or_else(|| u64::from(row.said_after("w/ MTP").is_some())),
    })
}

/// Megatron-LM and its descendants pad the vocabulary to equal parts of the ranks.
fn padded(row: &RunRecord, vocab: u64, recipe: Recipe) -> u64 {
    let multiple = number(row, "make-vocab-size-divisible-by").or(match recipe {
        Recipe::Megatron | Recipe::Nemo | Recipe::DeepSpeed => Some(VOCABULARY_MULTIPLE),
        _ => None,
    });
    let tensor = row.parallel.tp.unwrap_or(1).max(1);
    let multiple = multiple.unwrap_or(1).max(1).saturating_mul(tensor);
    vocab.div_ceil(multiple).saturating_mul(multiple)
}

/// Megatron-LM's default dropout is 0.1, so its flags say more than a framework default.
fn dropout(row: &RunRecord) -> bool {
    if let Some(flags) = &row.megatron_args {
        return ["attention-dropout", "hidden-dropout"]
            .iter()
            .any(|name| flags.get(*name).and_then(Value::as_f64) != Some(0.0));
    }
    match row.model.dropout {
        Some(share) => share > 0.0,
        None => row.habits.dropout.unwrap_or(false),
    }
}

fn positions(row: &RunRecord) -> Positions {
    if row.model.alibi == Some(true) {
        return Positions::Alibi;
    }
    if row.model.learned_pos == Some(true) {
        return Positions::Learned;
    }
    match text(row, "position-embedding-type") {
        Some("none") => Positions::None,
        Some("rope" | "yarn" | "mrope") => Positions::Rope,
        // The default of Megatron-LM.
        _ if row.megatron_args.is_some() && row.model.mla.is_none() => Positions::Learned,
        _ => Positions::Rope,
    }
}

/// The window, and n if every n-th layer has none; 0 if all have it.
fn window(row: &RunRecord, notes: &mut Notes) -> (u64, u64) {
    let (tokens, words) = match &row.model.sliding_window {
        None | Some(Value::Bool(false)) => return (0, 0),
        Some(Value::Number(number)) => (number.as_u64(), String::new()),
        Some(Value::String(words)) => (first_number(words), words.clone()),
        Some(other) => (None, other.to_string()),
    };
    let Some(tokens) = tokens else {
        notes.unknown("model.sliding_window", &words, "0");
        return (0, 0);
    };
    (tokens, if words.contains("alternat") { 2 } else { 0 })
}

fn first_number(words: &str) -> Option<u64> {
    words
        .split(|letter: char| !letter.is_ascii_digit())
        .find(|digits| !digits.is_empty())?
        .parse()
        .ok()
}

fn experts(
    stated: &row::ModelRecord,
    layers: u64,
    ffn: u64,
    notes: &mut Notes,
) -> MixtureOfExperts {
    let experts = stated.experts.unwrap_or(0);
    if experts == 0 {
        return MixtureOfExperts::default();
    }
    let per_token = stated.topk.unwrap_or_else(|| {
        notes.assume("model.topk", "1");
        1
    });
    let expert_ffn = stated.moe_ffn.unwrap_or_else(|| {
        notes.assume("model.moe_ffn", ffn.to_string());
        ffn
    });
    // Megatron-LM states one width for all shared experts together.
    let shared = match (stated.shared_experts, stated.shared_expert_ffn) {
        (None | Some(0), None | Some(0)) => (0, 0),
        (None | Some(0), Some(width)) => (1, width),
        (Some(count), None) => (count, expert_ffn),
        (Some(count), Some(width)) => (count, width / count),
    };
    let pattern = stated
        .moe_layer_freq
        .as_ref()
        .map(|frequency| layers::routed(frequency, layers));
    let (dense_layers, every) = match pattern {
        None => (stated.dense_layers.unwrap_or(0), 0),
        Some(Ok(found)) => found,
        Some(Err(words)) => {
            notes.unknown("model.moe_layer_freq", &words, "1");
            (stated.dense_layers.unwrap_or(0), 0)
        }
    };
    MixtureOfExperts {
        experts,
        per_token,
        ffn: expert_ffn,
        shared: shared.0,
        shared_ffn: shared.1,
        dense_layers,
        every,
    }
}

fn latent(stated: &row::LatentAttentionRecord) -> LatentAttention {
    LatentAttention {
        query_rank: stated.q_lora.unwrap_or(0),
        kv_rank: stated.kv_lora.unwrap_or(512),
        nope: stated.qk_nope.unwrap_or(128),
        rope: stated.qk_rope.unwrap_or(64),
        value: stated.v_dim.unwrap_or(128),
    }
}

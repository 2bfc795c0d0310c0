//! The adapters of a row, by the words of its source.
//!
//! Tests: `tests/all/finetune.rs`.

use super::Skipped;
use super::notes::{Notes, StandIn};
use super::row::FinetuneRecord;
use cost::plan::{AdapterType, Target, Tuned, Tuning, WeightStorage, Word, WordSet};

/// Matrices by the names of models: a name, and the matrices of which the model makes it. A source
/// that names a merged matrix adapts its parts as one; their sizes are nearly those of the parts.
const NAMES: &[(&str, &[Target])] = {
    use Target::{Down, Gate, Key, Output, Query, Up, Value};
    &[
        ("q_proj", &[Query]),
        ("query", &[Query]),
        ("k_proj", &[Key]),
        ("v_proj", &[Value]),
        ("value", &[Value]),
        ("o_proj", &[Output]),
        ("gate_proj", &[Gate]),
        ("up_proj", &[Up]),
        ("down_proj", &[Down]),
        // Qwen and Baichuan, version 1.
        ("c_attn", &[Query, Key, Value]),
        ("c_proj(attn+mlp)", &[Output, Down]),
        ("w1", &[Up]),
        ("w2", &[Gate]),
        ("w_pack", &[Query, Key, Value]),
        ("query_key_value", &[Query, Key, Value]),
        ("linear_qkv", &[Query, Key, Value]),
        ("linear_proj", &[Output]),
        ("dense", &[Output]),
        // Megatron's adapters of the attention, in a sentence.
        (
            "attention (fused qkv + out proj)",
            &[Query, Key, Value, Output],
        ),
        (
            "attention (qkv fused + out proj)",
            &[Query, Key, Value, Output],
        ),
        ("q,k,v,o (or all linear)", &[Query, Key, Value, Output]),
        ("peft default: q_proj, v_proj", &[Query, Value]),
        ("all-linear", <Target as Word>::ALL),
        ("all linear", <Target as Word>::ALL),
    ]
};
/// Words of a matrix outside the layers that is trained in full beside its adapters.
const TRAINED_COPY: &str = "trained copy";

/// The part of the model that a row trains, and the storage of the rest.
///
/// # Errors
/// If matrices outside the layers are trained, or no matrix is recognised: the row's words.
pub(super) fn tuning(
    record: &FinetuneRecord,
    notes: &mut Notes,
) -> Result<(Tuning, WeightStorage), Skipped> {
    let tuned = match record.method.as_deref() {
        Some("lora") => Tuned::Lora,
        Some("qlora") => Tuned::Qlora,
        _ => return Ok((Tuning::default(), WeightStorage::Dtype)),
    };
    let usual = Tuning::default();
    let rank = record.rank.unwrap_or_else(|| {
        notes.assume("finetune.rank", "16");
        usual.rank
    });
    let tuning = Tuning {
        tuned,
        rank,
        targets: targets(&record.targets, notes)?,
        adapters: adapter_type(record.adapter_dtype.as_deref()),
        double_quantised: record.double_quant.unwrap_or(usual.double_quantised),
    };
    Ok(match (tuned, record.base_bits) {
        (_, Some(8)) => {
            let tuned = Tuned::Lora;
            (Tuning { tuned, ..tuning }, WeightStorage::Int8)
        }
        _ => (tuning, WeightStorage::Dtype),
    })
}

fn targets(words: &[String], notes: &mut Notes) -> Result<WordSet<Target>, Skipped> {
    let mut found = Vec::new();
    for word in words {
        let lower = word.to_ascii_lowercase();
        if lower.contains(TRAINED_COPY) {
            return Err(Skipped::NoPlan(word.clone()));
        }
        match NAMES.iter().find(|(name, _)| *name == lower) {
            Some((_, targets)) => found.extend_from_slice(targets),
            None => notes.unknown("finetune.targets", word, StandIn::Nothing),
        }
    }
    if found.is_empty() && words.is_empty() {
        notes.assume("finetune.targets", "q+v");
        found = vec![Target::Query, Target::Value];
    }
    if found.is_empty() {
        return Err(Skipped::NoPlan(words.join(" ")));
    }
    Ok(WordSet::of(&found))
}

/// The type of adapters, if the row says one alone.
fn adapter_type(words: Option<&str>) -> Option<AdapterType> {
    let words = words?;
    match (words.contains("fp32"), words.contains("bf16")) {
        (true, false) => Some(AdapterType::Fp32),
        (false, true) => Some(AdapterType::Half),
        _ => None,
    }
}

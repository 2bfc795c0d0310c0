//! The adapters of a row, by the words of its source.
//!
//! Tests: `tests/all/finetune.rs`.

use super::Skipped;
use super::finetune;
use super::notes::{Notes, StandIn};
use super::row::FinetuneRecord;
use cost::plan::{
    AdapterType, End, Reference, Target, Tuned, Tuning, WeightStorage, Word, WordSet,
};

/// Names of models' modules, each with the matrices that it holds. A source that names a merged matrix
/// adapts its parts as one; their sizes are nearly those of the parts.
const NAMES: &[(&str, &[Target])] = {
    use Target::{Down, Gate, Key, Output, Query, Up, Value};
    &[
        ("q_proj", &[Query]),
        ("query", &[Query]),
        ("q", &[Query]),
        ("k_proj", &[Key]),
        ("k", &[Key]),
        ("v_proj", &[Value]),
        ("value", &[Value]),
        ("v", &[Value]),
        ("o_proj", &[Output]),
        ("o", &[Output]),
        ("out", &[Output]),
        ("gate_proj", &[Gate]),
        ("up_proj", &[Up]),
        ("down_proj", &[Down]),
        ("qkv", &[Query, Key, Value]),
        // Qwen and Baichuan, version 1.
        ("c_attn", &[Query, Key, Value]),
        ("c_proj", &[Output, Down]),
        ("w1", &[Up]),
        ("w2", &[Gate]),
        ("w_pack", &[Query, Key, Value]),
        ("query_key_value", &[Query, Key, Value]),
        ("linear_qkv", &[Query, Key, Value]),
        ("linear_proj", &[Output]),
        ("dense", &[Output]),
    ]
};
/// The word of a source that adapts all linear layers, if it names no module.
const ALL: &str = "linear";
/// Names of the ends of which a copy is trained beside the adapters.
const ENDS: &[(&str, End)] = &[
    ("wte", End::Embedding),
    ("embed_tokens", End::Embedding),
    ("lm_head", End::Head),
];

/// The part of the model that a row trains, and the storage of the rest.
///
/// # Errors
/// If no matrix is recognised: the row's words.
pub(super) fn tuning(
    record: &FinetuneRecord,
    notes: &mut Notes,
) -> Result<(Tuning, WeightStorage), Skipped> {
    let method = record.method.as_deref().unwrap_or_default();
    let (objective, _) = finetune::objective(method);
    let usual = Tuning {
        objective,
        reference: reference(record.reference_model.as_deref(), notes),
        ..Tuning::default()
    };
    let tuned = finetune::planned(method).unwrap_or(Tuned::All);
    if tuned == Tuned::All {
        return Ok((usual, WeightStorage::Dtype));
    }
    let rank = record.rank.unwrap_or_else(|| {
        notes.assume("finetune.rank", "16");
        usual.rank
    });
    let tuning = Tuning {
        tuned,
        rank,
        targets: targets(&record.targets, notes)?,
        ends: ends(&record.targets),
        adapters: adapter_type(record.adapter_dtype.as_deref()),
        double_quantised: record.double_quant.unwrap_or(usual.double_quantised),
        ..usual
    };
    Ok(match (tuned, record.base_bits) {
        (_, Some(8)) => {
            let tuned = Tuned::Lora;
            (Tuning { tuned, ..tuning }, WeightStorage::Int8)
        }
        _ => (tuning, WeightStorage::Dtype),
    })
}

/// The model to which the loss compares the trained one, if the row says: with adapters it is the
/// model without them.
fn reference(words: Option<&str>, notes: &mut Notes) -> Option<Reference> {
    let words = words?;
    let has = |list: &[&str]| finetune::says(Some(words), list);
    if has(&["precomputed", "computed before"]) {
        Some(Reference::Computed)
    } else if has(&["disabled", "copy", "resident", "frozen"]) {
        Some(Reference::Resident)
    } else if has(&["none"]) {
        Some(Reference::None)
    } else {
        notes.unknown("finetune.reference_model", words, StandIn::Recipes);
        None
    }
}

fn targets(words: &[String], notes: &mut Notes) -> Result<WordSet<Target>, Skipped> {
    let mut found = Vec::new();
    for word in words {
        let lower = word.to_ascii_lowercase();
        let parts = || lower.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        if parts().any(|part| ENDS.iter().any(|(name, _)| *name == part)) {
            continue;
        }
        let before = found.len();
        for part in parts() {
            let named = NAMES.iter().find(|(name, _)| *name == part);
            found.extend(named.into_iter().flat_map(|(_, targets)| *targets));
        }
        if found.len() == before && parts().any(|part| part == ALL) {
            found.extend_from_slice(Target::ALL);
        } else if found.len() == before {
            notes.unknown("finetune.targets", word, StandIn::Nothing);
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

/// Ends of which a copy is trained; `None` if no word names one.
fn ends(words: &[String]) -> Option<WordSet<End>> {
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let named = ENDS
        .iter()
        .filter(|(name, _)| lower.iter().any(|word| word.starts_with(name)));
    let ends: Vec<End> = named.map(|(_, end)| *end).collect();
    (!ends.is_empty()).then(|| WordSet::of(&ends))
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

//! Rows of fine-tuning, whose sources describe loss, sharding, types and framework in free words.
//!
//! Tests: `tests/all/finetune.rs`.

use super::row::{RunRecord, StateTypesRecord};
use cost::plan::{CrossEntropy, Dtype, Kernels, Recipe, Word};

/// The row with the words of its source replaced by words of closed vocabularies; a row of
/// pre-training is unchanged.
///
/// # Errors
/// If it trains in a way that no plan describes: the row's words for it.
pub(super) fn in_closed_words(mut row: RunRecord) -> Result<RunRecord, String> {
    let Some(method) = row.finetune.method.as_deref() else {
        return Ok(row);
    };
    if !matches!(method, "full" | "lora" | "qlora") {
        return Err(method.to_owned());
    }
    let trains_all = method == "full";
    if row.parallel.naive_layer_split.is_some() {
        let words = row.parallel.sharding.take();
        return Err(words.unwrap_or_default());
    }
    let recipe = recipe(&row);
    if trains_all && recipe == Recipe::HuggingFace {
        row.state_dtypes = state_types(&row);
    }
    if recipe == Recipe::TorchTitan && row.compiled != Some(true) {
        // LitGPT and torchtune compile on request only.
        let kernels = row.habits.kernels.take();
        row.habits.kernels = kernels.or_else(|| Some(Kernels::Eager.word().to_owned()));
    }
    row.recipe = Some(recipe.word().to_owned());
    row.cross_entropy = row
        .cross_entropy
        .or_else(|| cross_entropy(row.loss.as_deref()?).map(|kind| kind.word().to_owned()));
    row.dtype = row.dtype.map(|words| match matrix_type(&words) {
        Some(dtype) => dtype.word().to_owned(),
        None => words,
    });
    Ok(row)
}

/// True if the text contains any of these words, in letters of any case.
fn says(text: Option<&str>, words: &[&str]) -> bool {
    let lower = text.unwrap_or_default().to_ascii_lowercase();
    words.iter().any(|word| lower.contains(word))
}

/// The framework by its name, by the software that shards, and by the loss. All others are loops
/// around models of Hugging Face.
fn recipe(row: &RunRecord) -> Recipe {
    if let Some(known) = row.recipe.as_deref().and_then(Recipe::parse) {
        return known;
    }
    let names = [
        row.recipe.as_deref(),
        row.framework.as_deref(),
        row.loss.as_deref(),
        row.parallel.sharding.as_deref(),
    ];
    let any = |words: &[&str]| names.iter().any(|name| says(*name, words));
    if any(&["nemo", "megatron", "distributed optimizer"]) {
        Recipe::Nemo
    } else if any(&["torchtune", "torchtitan", "litgpt", "lit-gpt"]) {
        // PyTorch's FSDP without a Trainer.
        Recipe::TorchTitan
    } else if says(row.parallel.sharding.as_deref(), &["zero", "deepspeed"]) {
        Recipe::HuggingFaceDeepSpeed
    } else {
        Recipe::HuggingFace
    }
}

/// Types of the state. Accelerate casts trainable parameters to fp32 if FSDP shards them and mixed
/// precision is on (since 0.31). Else parameters, gradients and moments have the type in which the
/// model was loaded.
fn state_types(row: &RunRecord) -> StateTypesRecord {
    if row.state_dtypes != StateTypesRecord::default() {
        return row.state_dtypes.clone();
    }
    let dtype = row.dtype.as_deref();
    let is_loaded_wide = !says(
        row.base_dtype.as_deref(),
        &["bf16", "bfloat16", "fp16", "float16"],
    );
    let is_sharded = row.parallel.zero_stage.is_some_and(|stage| stage > 0);
    let is_said_narrow = says(dtype, &["pure", "16-bit weights"]);
    let is_cast = is_sharded && !is_said_narrow;
    if is_loaded_wide || is_cast {
        return StateTypesRecord::default();
    }
    let narrow = || Some("bf16".to_owned());
    StateTypesRecord {
        weights: narrow(),
        grads: narrow(),
        master: None,
        moments: narrow(),
    }
}

/// The loss by its description; `None` if no loss is recognised.
fn cross_entropy(words: &str) -> Option<CrossEntropy> {
    let has = |words_of: &[&str]| says(Some(words), words_of);
    if has(&["liger", "fused linear", "chunk", "cut cross", "cce"]) {
        Some(CrossEntropy::Chunked)
    } else if has(&["triton", "fast cross", "unsloth", "megatron"]) {
        Some(CrossEntropy::Fused)
    } else if has(&["compiled"]) {
        Some(CrossEntropy::Compiled)
    } else if has(&["eager", "torch", "hf"]) {
        Some(CrossEntropy::Eager)
    } else {
        None
    }
}

/// The type of the matrix products by the first word that names one.
fn matrix_type(words: &str) -> Option<Dtype> {
    let first = words.split([' ', ',', ';', '(', '+']).next()?;
    match first.to_ascii_lowercase().as_str() {
        "bf16" | "bfloat16" | "bf16-mixed" | "bf16-true" => Some(Dtype::Bf16),
        "fp16" | "float16" => Some(Dtype::Fp16),
        "fp32" | "float32" => Some(Dtype::Fp32),
        "fp8" => Some(Dtype::Fp8),
        _ => None,
    }
}

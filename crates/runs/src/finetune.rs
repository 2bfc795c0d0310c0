//! Rows of fine-tuning, whose sources describe loss, sharding, types and framework in free words.
//!
//! Tests: `tests/all/finetune.rs`.

use super::row::{RunRecord, StateTypesRecord};
use cost::plan::{CrossEntropy, Dtype, Kernels, Objective, Recipe, Tuned, Word};

/// The row with the words of its source replaced by words of closed vocabularies; a row of
/// pre-training is unchanged.
///
/// # Errors
/// If it trains in a way that no plan describes: the row's words for it.
pub(super) fn in_closed_words(mut row: RunRecord) -> Result<RunRecord, String> {
    let Some(method) = row.finetune.method.as_deref() else {
        return Ok(row);
    };
    let Some(tuned) = planned(method) else {
        return Err(method.to_owned());
    };
    let trains_all = tuned == Tuned::All;
    if row.parallel.naive_layer_split.is_some() {
        let words = row.parallel.sharding.take();
        return Err(words.unwrap_or_default());
    }
    let recipe = recipe(&row);
    if trains_all && row.state_dtypes == StateTypesRecord::default() {
        row.state_dtypes = state_types(&row, recipe);
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

/// Objectives before the name of a method, by their words in links.
const OBJECTIVES: [(&str, Objective); 2] = [
    ("dpo-", Objective::Preference),
    ("grpo-", Objective::Reward),
];

/// The objective of a row's method, and the method without its name.
pub(super) fn objective(method: &str) -> (Objective, &str) {
    let mut rows = OBJECTIVES.iter();
    let found = rows.find_map(|(begin, objective)| Some((*objective, method.strip_prefix(begin)?)));
    found.unwrap_or((Objective::NextToken, method))
}

/// The weights that a row's method trains; `None` if no plan trains so.
pub(super) fn planned(method: &str) -> Option<Tuned> {
    match objective(method).1 {
        "full" => Some(Tuned::All),
        "lora" => Some(Tuned::Lora),
        "qlora" => Some(Tuned::Qlora),
        _ => None,
    }
}

/// True if the text contains any of these words, in letters of any case.
pub(super) fn says(text: Option<&str>, words: &[&str]) -> bool {
    let lower = text.unwrap_or_default().to_ascii_lowercase();
    words.iter().any(|word| lower.contains(word))
}

/// Words of stacks, for tests of names.
struct Names<'a>([Option<&'a str>; 4]);

impl<'a> Names<'a> {
    fn of(row: &'a RunRecord) -> Self {
        Self([
            row.recipe.as_deref(),
            row.framework.as_deref(),
            row.loss.as_deref(),
            row.parallel.sharding.as_deref(),
        ])
    }

    /// True if any name contains any of these words.
    fn say(&self, words: &[&str]) -> bool {
        self.0.iter().any(|name| says(*name, words))
    }

    /// True if any name has this word alone, and not inside another, such as *overlap*.
    fn have_word(&self, word: &str) -> bool {
        let mut names = self.0.iter().flatten();
        names.any(|name| {
            let mut parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
            parts.any(|part| part.eq_ignore_ascii_case(word))
        })
    }
}

/// NeMo's program for models of Hugging Face, which PyTorch's FSDP shards.
const AUTOMODEL: &[&str] = &["automodel"];

/// The framework by its name, by the software that shards, and by the loss. All others are loops
/// around models of Hugging Face.
fn recipe(row: &RunRecord) -> Recipe {
    if let Some(known) = row.recipe.as_deref().and_then(Recipe::parse) {
        return known;
    }
    let names = Names::of(row);
    if names.say(&["openrlhf"]) {
        Recipe::OpenRlhf
    } else if names.have_word("verl") {
        Recipe::Verl
    } else if names.say(AUTOMODEL) {
        // As its files are imported (`crates/formats/src/frameworks/automodel.rs`).
        Recipe::TorchTitan
    } else if names.say(&["nemo", "megatron", "distributed optimizer"]) {
        Recipe::Nemo
    } else if names.say(&["torchtune", "torchtitan", "litgpt", "lit-gpt"]) {
        // PyTorch's FSDP without a Trainer.
        Recipe::TorchTitan
    } else if says(row.parallel.sharding.as_deref(), &["zero", "deepspeed"]) {
        Recipe::HuggingFaceDeepSpeed
    } else {
        Recipe::HuggingFace
    }
}

/// Types of the state where all weights are trained and the row does not state them: 16 bits
/// throughout, or those of the recipe.
fn state_types(row: &RunRecord, recipe: Recipe) -> StateTypesRecord {
    if !keeps_half(row, recipe) {
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

/// True if weights, gradients and moments have 16 bits, without a master copy.
///
/// torchtune makes the whole model in `dtype` (`torchtune/training/precision.py`,
/// `set_default_dtype`), as does LitGPT with a precision that ends in `-true` (Lightning,
/// `HalfPrecision`). AutoModel shards the model in the type in which it is loaded. Accelerate casts
/// trainable parameters to fp32 if FSDP shards them and mixed precision is on (since 0.31); without,
/// state has the type in which the model was loaded. DeepSpeed always has fp32 masters
/// (`engine.py`, `_configure_bf16_optimizer`), and so have Megatron-LM's distributed optimizer and
/// others, unless the row names another state.
fn keeps_half(row: &RunRecord, recipe: Recipe) -> bool {
    const HALF: &[&str] = &["bf16", "bfloat16", "fp16", "float16"];
    let names = Names::of(row);
    let dtype = row.dtype.as_deref();
    let is_mixed = says(dtype, &["mixed", "amp", "autocast"]);
    let is_said_narrow = says(dtype, &["pure", "16-true", "16-bit weights"]);
    let is_half = says(dtype, HALF);
    let is_loaded_half = says(row.base_dtype.as_deref(), HALF);
    if names.say(AUTOMODEL) {
        is_loaded_half || (row.base_dtype.is_none() && is_half)
    } else if names.say(&["torchtune"]) {
        is_half && !is_mixed
    } else if recipe == Recipe::HuggingFace {
        let is_sharded = row.parallel.zero_stage.is_some_and(|stage| stage > 0);
        is_loaded_half && (is_said_narrow || !is_sharded)
    } else if recipe.has_deepspeed() {
        false
    } else {
        is_half && is_said_narrow
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
        word => Dtype::parse(word),
    }
}

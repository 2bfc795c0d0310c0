//! Training of another kind than of texts, or of adapters that a format does not read, by the options
//! that ask for it.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`.

use super::fields::written;
use super::imported::ImportRefusal;
use super::value::ParsedValue;
use crate::excerpt::excerpt;

/// Options of trainers that ask for an adapter or hold the weights quantized.
///
/// Sources: huggingface/trl `model_config.py`; LLaMA-Factory `finetuning_args.py`; ms-swift
/// `base_args.py` and `tuner_args.py`; axolotl `schemas/peft.py`; litgpt `finetune/lora.py`;
/// prime-rl `configs/trainer.py`; NVIDIA-NeMo/Automodel `recipes/llm`; NVIDIA/NeMo 1.23
/// `megatron_gpt_finetuning_config.yaml`; verl `sft_trainer.yaml` and `ppo_trainer.yaml`.
const ADAPTERS: &str = "\
    use_peft peft_config peft use_lora enable_lora train_type tuner_type sft_type finetuning_type adapter \
    load_in_4bit load_in_8bit quantization_bit quant_bits quant_method use_galore use_badam use_apollo \
    lora model.lora trainer.model.lora model.lora_rank actor_rollout_ref.model.lora_rank \
    model.peft.peft_scheme quantization.load_in_4bit quantization.load_in_8bit";

/// Further options of programs that are not read. Trainers that are ignore sizes of an adapter unless
/// another option asks for one, and `quantize` stands for types of matrix products in torchtitan.
const OTHERS: &str = "quantize lora_r lora_rank";

/// Options of trainers that name the objective.
const OBJECTIVES: &str = "stage rl rlhf_type";

/// Objectives with preferences, rewards or sampled answers, and the objective and the reference model
/// of a plan that has them. Odds ratios and lengths replace the reference model. KTO has no pairs, and
/// a reward model or the critic of PPO is a second model, which no plan has.
const OTHER_OBJECTIVES: &[(&str, Option<[&str; 2]>)] = &[
    ("dpo", Some(["dpo", "resident"])),
    ("ipo", Some(["dpo", "resident"])),
    ("orpo", Some(["dpo", "none"])),
    ("simpo", Some(["dpo", "none"])),
    ("cpo", Some(["dpo", "none"])),
    ("grpo", Some(["grpo", "none"])),
    ("gspo", Some(["grpo", "none"])),
    ("dapo", Some(["grpo", "none"])),
    ("rloo", Some(["grpo", "none"])),
    ("kto", None),
    ("rm", None),
    ("reward", None),
    ("ppo", None),
    ("gkd", None),
    ("bco", None),
    ("kto_pair", None),
];

/// Values that ask for nothing.
const NONE: &str = "false none full null 0 no off";

/// Refuses a document that trains an adapter by other options than these, which its format reads, or
/// that has an objective that no plan has.
///
/// # Errors
/// In these cases, with the shortened name.
pub(crate) fn refuse_others(file: &ParsedValue, read: &str) -> Result<(), ImportRefusal> {
    let is_read = |option: &&str| read.split_ascii_whitespace().any(|known| known == *option);
    let others = ADAPTERS.split_ascii_whitespace();
    if let Some(name) = others
        .filter(|option| !is_read(option))
        .find_map(|option| asked(file, option))
    {
        return Err(ImportRefusal::Adapter(name));
    }
    match objective(file, is_read) {
        Some(name) => Err(ImportRefusal::Objective(name)),
        None => Ok(()),
    }
}

/// The adapter that a document of any program trains, as it names it.
pub(crate) fn adapter(file: &ParsedValue) -> Option<String> {
    asked(file, ADAPTERS).or_else(|| asked(file, OTHERS))
}

/// The first of these options that asks for something, by its value or name.
fn asked(file: &ParsedValue, paths: &str) -> Option<String> {
    paths.split_ascii_whitespace().find_map(|path| {
        let value = file.at(path)?;
        let word = written(value).to_ascii_lowercase();
        let is_none = word.is_empty() || NONE.split(' ').any(|none| none == word);
        // What a script leaves open may be nothing.
        let asks = !is_none && *value != ParsedValue::Open;
        asks.then(|| match value {
            ParsedValue::Text(_) => excerpt(&word),
            _ => excerpt(path),
        })
    })
}

/// The objective of a document, if it has preferences or samples, and no plan has it or the format
/// does not read its option.
fn objective(file: &ParsedValue, is_read: impl Fn(&&str) -> bool) -> Option<String> {
    OBJECTIVES.split_ascii_whitespace().find_map(|path| {
        let word = file.at(path)?.text()?.to_ascii_lowercase();
        let is_planned = is_read(&path) && planned_objective(&word).is_some();
        let is_other = is_other_objective(&word) && !is_planned;
        is_other.then(|| excerpt(&word))
    })
}

/// Objective and reference model of a plan with the objective of this name.
pub(crate) fn planned_objective(word: &str) -> Option<[&'static str; 2]> {
    let mut rows = OTHER_OBJECTIVES.iter();
    rows.find(|row| row.0 == word)?.1
}

/// The first name of an objective with a reference model, both by their words in links.
pub(crate) fn named_objective(planned: [&str; 2]) -> Option<&'static str> {
    let mut rows = OTHER_OBJECTIVES.iter();
    rows.find(|row| row.1 == Some(planned)).map(|row| row.0)
}

/// True of the name of an objective with preferences or samples.
pub(crate) fn is_other_objective(word: &str) -> bool {
    OTHER_OBJECTIVES.iter().any(|row| row.0 == word)
}

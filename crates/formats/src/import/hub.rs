//! Names of models on Hugging Face's hub and in frameworks, with their entries in the catalogue.

use crate::catalog;
use cost::plan::Model;

/// Beginnings of names without their owner, in lower case, with the entry of the catalogue.
const NAMES: &[(&str, &str)] = &[
    ("gpt2-xl", "gpt2-1.5b"),
    ("llama-2-7b", "llama2-7b"),
    ("llama2-7b", "llama2-7b"),
    ("llama-2-13b", "llama2-13b"),
    ("llama2-13b", "llama2-13b"),
    ("llama-2-70b", "llama2-70b"),
    ("llama2-70b", "llama2-70b"),
    ("meta-llama-3-8b", "llama3-8b"),
    ("meta-llama-3.1-8b", "llama3-8b"),
    ("llama-3.1-8b", "llama3-8b"),
    ("llama-3-8b", "llama3-8b"),
    ("llama3-8b", "llama3-8b"),
    ("llama3.1-8b", "llama3-8b"),
    ("meta-llama-3-70b", "llama3-70b"),
    ("meta-llama-3.1-70b", "llama3-70b"),
    ("llama-3.1-70b", "llama3-70b"),
    ("llama-3.3-70b", "llama3-70b"),
    ("llama-3-70b", "llama3-70b"),
    ("llama3-70b", "llama3-70b"),
    ("llama3.1-70b", "llama3-70b"),
    ("llama3.3-70b", "llama3-70b"),
    ("meta-llama-3.1-405b", "llama3-405b"),
    ("llama-3.1-405b", "llama3-405b"),
    ("llama3.1-405b", "llama3-405b"),
    ("mistral-7b-v0.1", "mistral-7b"),
    ("mistral-7b-instruct-v0.1", "mistral-7b"),
    ("mistral-7b", "mistral-7b"),
    ("mixtral-8x7b", "mixtral-8x7b"),
    ("mixtral-8x22b", "mixtral-8x22b"),
    ("dbrx", "dbrx-132b"),
    ("qwen3-8b", "qwen3-8b"),
    ("qwen3-32b", "qwen3-32b"),
    ("qwen3-30b-a3b", "qwen3-30b-a3b"),
    ("qwen3-235b-a22b", "qwen3-235b-a22b"),
    ("deepseek-v2-236b", "deepseek-v2-236b"),
    ("deepseek-v2", "deepseek-v2-236b"),
    ("deepseek-v3", "deepseek-v3-671b"),
    ("deepseek2-236b", "deepseek-v2-236b"),
    ("deepseek3-671b", "deepseek-v3-671b"),
    ("deepseek-r1", "deepseek-v3-671b"),
    ("kimi-k2", "kimi-k2-1t"),
    ("kimi-k2-1t", "kimi-k2-1t"),
    ("gpt-oss-120b", "gpt-oss-120b"),
    ("llama-4-maverick-17b-128e", "llama4-maverick-400b"),
    ("llama4-17b-128e", "llama4-maverick-400b"),
    ("gemma-3-27b", "gemma3-27b"),
    ("gemma3-27b", "gemma3-27b"),
    ("olmo-2-0325-32b", "olmo2-32b"),
    ("nemotron-4-340b", "nemotron4-340b"),
    ("bloom", "bloom-176b"),
];

/// Ends of names that describe the training of a model, not its shape.
const ENDS: &[&str] = &[
    "instruct", "base", "hf", "it", "pt", "chat", "original", "0528", "0905", "2507", "v0.1",
    "thinking", "0324", "zero",
];

/// The model of the catalogue with this name.
pub(crate) fn model(name: &str) -> Option<Model> {
    let name = name.rsplit('/').next()?.to_ascii_lowercase();
    let is_end = |rest: &str| {
        let mut parts = rest.split('-').filter(|part| !part.is_empty());
        parts.all(|part| ENDS.contains(&part))
    };
    let fits = |known: &str| {
        let rest = name.strip_prefix(known)?;
        (rest.is_empty() || rest.starts_with('-') && is_end(rest)).then_some(known.len())
    };
    let found = NAMES.iter().filter_map(|row| Some((fits(row.0)?, row.1)));
    let (_, preset) = found.max_by_key(|(length, _)| *length)?;
    catalog::model(preset)
}

//! Names of models as people and files write them: presets, names on Hugging Face's hub, paths.
//!
//! The key `hub` in `catalog/models.toml` has the names on the hub. They stand apart from the figures,
//! as the page's first part needs none of them.
//!
//! Tests: `tests/all/names.rs`.

use super::rows::MODEL_NAMES;
use super::{CUSTOM, GPUS, MODELS, ModelEntry, model_entry};
use crate::nearest::{FEW, all_near, nearest_few};

/// Ends of names that describe the training, the release or the storage of a model, not its shape.
const ENDS: &[&str] = &[
    "instruct", "base", "hf", "it", "pt", "chat", "original", "thinking", "zero", "sft", "dpo",
    "deduped", "0324", "0528", "0905", "2507", "terminus", "fp8", "bf16", "dynamic", "nvfp4",
    "mxfp4", "bnb", "4bit", "8bit", "int4", "int8", "awq", "gptq", "qat", "unsloth", "mcore",
];

/// Prefix of the folder of a model in the hub's cache: `models--owner--name`.
const CACHED: &str = "models--";

/// The model with a name in any case: a preset, a name on the hub or in a framework, or a path that
/// ends with one. Ends that do not change the shape, such as `-Instruct` and `-FP8`, are left out.
///
/// ```
/// use formats::catalog::named_model;
/// let preset = |name: &str| named_model(name).map(|entry| entry.model.preset);
/// assert_eq!(preset("meta-llama/Llama-3.1-70B-Instruct"), Some("llama3-70b"));
/// assert_eq!(preset("/data/models/Qwen2.5-7B-Instruct/"), Some("qwen2.5-7b"));
/// assert_eq!(preset("Llama3-70B"), Some("llama3-70b"));
/// assert_eq!(preset("foo/bar-9b"), None);
/// ```
#[must_use]
pub fn named_model(name: &str) -> Option<&'static ModelEntry> {
    if name.eq_ignore_ascii_case(CUSTOM) {
        return model_entry(CUSTOM);
    }
    released_model(name)
}

/// The model with a name, as [`named_model`] finds it, but never the custom one, whose figures are
/// those of no model that a file names.
#[must_use]
pub fn released_model(name: &str) -> Option<&'static ModelEntry> {
    let parts = || name.split(['/', '\\']).filter(|part| !part.is_empty());
    let cached = parts().find_map(|part| part.strip_prefix(CACHED)?.rsplit("--").next());
    let stem = stem(cached.or_else(|| parts().next_back())?);
    let is_same = |known: &str| self::stem(last(known)).eq_ignore_ascii_case(stem);
    let mut names = all_names();
    let (entry, _) = names.find(|(_, known)| is_same(known))?;
    Some(entry)
}

/// The name on the hub of a preset's model, with its owner; `None` if there is none.
///
/// ```
/// use formats::catalog::hub_name;
/// assert_eq!(hub_name("llama3-8b"), Some("meta-llama/Llama-3.1-8B"));
/// assert_eq!(hub_name("class-100b"), None);
/// ```
#[must_use]
pub fn hub_name(preset: &str) -> Option<&'static str> {
    let mut models = MODELS.iter().zip(&MODEL_NAMES);
    let (_, names) = models.find(|(entry, _)| entry.model.preset == preset)?;
    names.first().copied()
}

/// At most three presets of models whose names are near to one that no model has, the nearest first.
///
/// ```
/// use formats::catalog::nearest_models;
/// assert_eq!(nearest_models("llama3-71b")[0], "llama3-70b");
/// assert_eq!(nearest_models("Qwen/Qwen2.5-7")[0], "qwen2.5-7b");
/// ```
#[must_use]
pub fn nearest_models(name: &str) -> Vec<&'static str> {
    let names = all_names().map(|(entry, known)| (last(known), entry.model.preset));
    let mut near: Vec<&str> = Vec::new();
    for preset in all_near(last(name), names) {
        if !near.contains(&preset) && near.len() < FEW {
            near.push(preset);
        }
    }
    near
}

/// At most three presets of GPUs near a name that no GPU has, the nearest first.
#[must_use]
pub fn nearest_gpus(name: &str) -> Vec<&'static str> {
    nearest_few(name, GPUS.iter().map(|entry| entry.gpu.preset))
}

/// Every name of a model but the custom one: presets before other names.
fn all_names() -> impl Iterator<Item = (&'static ModelEntry, &'static str)> {
    let models = || {
        let models = MODELS.iter().zip(&MODEL_NAMES);
        models.filter(|(entry, _)| entry.model.preset != CUSTOM)
    };
    let presets = models().map(|(entry, _)| (entry, entry.model.preset));
    let others = models().flat_map(|(entry, names)| names.iter().map(move |name| (entry, *name)));
    presets.chain(others)
}

/// The last part of a name with an owner, or of a path.
fn last(name: &str) -> &str {
    let mut parts = name.split(['/', '\\']).filter(|part| !part.is_empty());
    parts.next_back().unwrap_or_default()
}

/// A name without the ends that do not change the shape.
fn stem(mut name: &str) -> &str {
    while let Some((before, end)) = name.rsplit_once(['-', '_']) {
        if !ENDS.iter().any(|known| known.eq_ignore_ascii_case(end)) {
            break;
        }
        name = before;
    }
    name
}

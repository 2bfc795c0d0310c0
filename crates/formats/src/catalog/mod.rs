//! Facts with their sources: models, GPUs, and the plan that a pair of them starts from.
//!
//! The tables `models.toml` and `gpus.toml` in `crates/formats/catalog/` have them; `build.rs` makes
//! constants of these. Preset names are part of every link ever shared: a name never changes its meaning.
//!
//! Tests: `tests/all/catalogue.rs`.

mod entry;
mod names;
mod rows;

use cost::plan::{Cluster, Gpu, Model, Plan};
pub use entry::{CUSTOM, GpuEntry, ModelEntry};
pub use names::{hub_name, named_model, nearest_gpus, nearest_models, released_model};
pub use rows::{CUSTOM_GPU, CUSTOM_MODEL, GPUS, MODELS};
use rows::{GPU_SOURCES, MODEL_SOURCES};

/// The model of a preset, whose name may be in any case.
#[must_use]
pub fn model(preset: &str) -> Option<Model> {
    model_entry(preset).map(|entry| entry.model)
}

/// The GPU of a preset, whose name may be in any case.
#[must_use]
pub fn gpu(preset: &str) -> Option<Gpu> {
    gpu_entry(preset).map(|entry| entry.gpu)
}

/// The catalogue entry of a model, whose preset may be in any case.
#[must_use]
pub fn model_entry(preset: &str) -> Option<&'static ModelEntry> {
    MODELS
        .iter()
        .find(|entry| entry.model.preset.eq_ignore_ascii_case(preset))
}

/// The catalogue entry of a GPU, whose preset may be in any case.
#[must_use]
pub fn gpu_entry(preset: &str) -> Option<&'static GpuEntry> {
    GPUS.iter()
        .find(|entry| entry.gpu.preset.eq_ignore_ascii_case(preset))
}

/// The source of a preset model's shape, in words; empty if there is no such model.
///
/// Sources stand apart from the figures, so that the page can load them after its first figures.
#[must_use]
pub fn model_source(preset: &str) -> &'static str {
    let mut entries = MODELS.iter().zip(&MODEL_SOURCES);
    let found = entries.find(|(entry, _)| entry.model.preset == preset);
    found.map_or("", |(_, source)| source)
}

/// The source of a preset GPU's figures, in words; empty if there is no such GPU.
#[must_use]
pub fn gpu_source(preset: &str) -> &'static str {
    let mut entries = GPUS.iter().zip(&GPU_SOURCES);
    let found = entries.find(|(entry, _)| entry.gpu.preset == preset);
    found.map_or("", |(_, source)| source)
}

/// The plain plan for a preset model on this number of preset GPUs.
#[must_use]
pub fn plan(model: &str, gpu: &str, gpus: u64) -> Option<Plan> {
    Some(Plan::new(
        self::model(model)?,
        Cluster::new(self::gpu(gpu)?, gpus),
    ))
}

/// The plan of an empty link: Llama-3 8B on one node of H100.
#[must_use]
pub fn default_plan() -> Plan {
    let gpu = gpu("h100").unwrap_or(CUSTOM_GPU);
    Plan::new(
        model("llama3-8b").unwrap_or(CUSTOM_MODEL),
        Cluster::new(gpu, 8),
    )
}

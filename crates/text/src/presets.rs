//! Names and sources of the catalogue's models and GPUs. Those of the custom entries are messages,
//! all others are data of the catalogue.
//!
//! Tests: `crates/cli/tests/all/list.rs`.

use formats::catalog::{self, CUSTOM, GpuEntry, ModelEntry};

messages!("presets");

/// Name of a model.
#[must_use]
pub fn model(entry: &ModelEntry) -> &'static str {
    match entry.model.preset {
        CUSTOM => custom_model(),
        _ => entry.name,
    }
}

/// Name of a GPU.
#[must_use]
pub fn gpu(entry: &GpuEntry) -> &'static str {
    match entry.gpu.preset {
        CUSTOM => custom_gpu(),
        _ => entry.name,
    }
}

/// Source of the shape of a model by its name in links; empty if there is no such model.
#[must_use]
pub fn model_source(preset: &str) -> &'static str {
    match preset {
        CUSTOM => custom_model_source(),
        _ => catalog::model_source(preset),
    }
}

/// Source of the figures of a GPU by its name in links; empty if there is no such GPU.
#[must_use]
pub fn gpu_source(preset: &str) -> &'static str {
    match preset {
        CUSTOM => custom_gpu_source(),
        _ => catalog::gpu_source(preset),
    }
}

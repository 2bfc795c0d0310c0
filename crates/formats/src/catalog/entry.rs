//! Types of the catalogue's entries.

use cost::plan::{Gpu, Model};

/// The name under which a model or GPU takes every figure from the link.
pub const CUSTOM: &str = "custom";

/// A model of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelEntry {
    /// Display name of the model.
    pub name: &'static str,
    /// Shape of the model.
    pub model: Model,
}

/// A GPU of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GpuEntry {
    /// Display name of the GPU.
    pub name: &'static str,
    /// Figures of the GPU.
    pub gpu: Gpu,
}

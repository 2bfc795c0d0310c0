//! The entries of the catalogue, and the values that they start from.

use cost::plan::{Family, Gpu, MixtureOfExperts, Model, Norm, Positions};

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

const DENSE: MixtureOfExperts = MixtureOfExperts {
    experts: 0,
    per_token: 0,
    ffn: 0,
    shared: 0,
    shared_ffn: 0,
    dense_layers: 0,
    every: 0,
};

/// Common form of most models since 2023: gated MLP, RMS norm, rotary positions, no bias, no
/// dropout, separate embedding and head. Also the start of a custom model, of about 8 B.
pub const CUSTOM_MODEL: Model = Model {
    preset: CUSTOM,
    layers: 32,
    hidden: 4_096,
    ffn: 14_336,
    heads: 32,
    kv_heads: 8,
    head_dim: 128,
    vocab: 128_256,
    gated: true,
    tied: false,
    bias: false,
    dropout: false,
    positions: Positions::Rope,
    norm: Norm::Rms,
    window: 0,
    full_attention_every: 0,
    trained_sequence: 8_192,
    moe: DENSE,
    mla: None,
    mixer: None,
    multi_token_layers: 0,
};

/// A Llama-like model of this shape: layers, hidden, MLP, query heads and key-value heads.
pub(super) const fn llama(
    preset: &'static str,
    [layers, hidden, ffn, heads, kv_heads]: [u64; 5],
) -> Model {
    Model {
        preset,
        layers,
        hidden,
        ffn,
        heads,
        kv_heads,
        ..CUSTOM_MODEL
    }
}

/// A GPU of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GpuEntry {
    /// Display name of the GPU.
    pub name: &'static str,
    /// Figures of the GPU.
    pub gpu: Gpu,
}

/// The start of a custom GPU: an H100's figures.
pub const CUSTOM_GPU: Gpu = Gpu {
    preset: CUSTOM,
    family: Family::Hopper,
    peak_tflops: 989.0,
    fp8_ratio: 2.0,
    fp4_ratio: 2.0,
    hbm_gib: 80.0,
    hbm_gb_s: 3_350.0,
    nvlink_gb_s: 450.0,
    nic_gb_s: 50.0,
    pcie_gb_s: 64.0,
    node: 8,
    domain: 8,
    torus: 0,
    watts: 700.0,
    price: 2.5,
};

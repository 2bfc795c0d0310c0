//! Constants that are fitted, their priors, and their widths.

use cost::calibration::{CALIBRATION, CONSTANTS, Calibration, Constant};

/// A constant that is fitted.
pub struct Free {
    /// Name of the constant in the cost model.
    pub name: &'static str,
    /// Value by physics, or by measurements other than training runs.
    pub prior: f64,
    /// Reasonable distance from the prior, in its logarithm.
    pub width: f64,
    /// Source of the prior; "neutral" if only the published runs determine the constant.
    pub source: &'static str,
}

const fn free(name: &'static str, prior: f64, width: f64, source: &'static str) -> Free {
    Free {
        name,
        prior,
        width,
        source,
    }
}

/// The best products that a benchmark found on a card.
const BEKMAN: &str = "Bekman 2026, Machine Learning Engineering, maximum achievable matmul FLOPS";
/// The forward benchmarks of attention on H100.
const SHAH: &str = "Shah 2024, FlashAttention-3, figure 5, head dimension 128 and 256";
/// The forward benchmarks of attention on B200: up to 71 % of the peak, cuDNN 1.3 times less or more.
const ZADOURI: &str = "Zadouri 2026, FlashAttention-4, abstract";
/// No measurement outside the published runs.
const NEUTRAL: &str = "neutral";

/// The constants that the published step times determine, and no others.
///
/// No prior comes from a training run. Constants outside this list were never fitted to step times.
pub const FREE: &[Free] = &[
    free("ampere_matmul", 0.869, 0.15, BEKMAN),
    free("hopper_matmul", 0.803, 0.15, BEKMAN),
    free("blackwell_matmul", 0.75, 0.15, BEKMAN),
    free("blackwell_ultra_matmul", 0.786, 0.15, BEKMAN),
    free("hopper_fp8", 0.9, 0.1, BEKMAN),
    free("blackwell_fp8", 0.98, 0.1, BEKMAN),
    free("blackwell_fp4", 1.0, 0.3, NEUTRAL),
    free(
        "ampere_attention",
        0.73,
        0.15,
        "Dao 2023, FlashAttention-2, section 4.1",
    ),
    free("hopper_attention", 0.374, 0.15, SHAH),
    free("blackwell_attention", 0.374, 0.3, "as on Hopper"),
    free("hopper_cudnn", 0.6, 0.15, SHAH),
    free("blackwell_cudnn", 0.6, 0.1, ZADOURI),
    free("attention_half_sequence", 220.0, 0.3, SHAH),
    free("cudnn_half_sequence", 330.0, 0.5, SHAH),
    free(
        "power_exponent",
        1.0 / 3.0,
        0.4,
        "dynamic power grows with the cube of the clock",
    ),
    free("matmul_half_size", 128.0, 0.4, "one tile of cuBLAS"),
    free(
        "matmul_size_exponent",
        0.5,
        0.3,
        "tiles in flight grow with the multiprocessors, their sides with the root",
    ),
    free("misalignment", 0.1, 0.7, NEUTRAL),
    free("fused_traffic", 1.0, 0.4, NEUTRAL),
    free("eager_traffic", 1.0, 0.4, NEUTRAL),
    free(
        "half_message_bytes",
        1.6e7,
        0.5,
        "NVIDIA, nccl-tests: half the bandwidth of eight H100 between 8 and 32 MB",
    ),
    free("tensor_leak", 0.25, 0.7, NEUTRAL),
    free(
        "data_leak",
        0.15,
        0.5,
        "NCCL's kernels take 16 to 24 of 132 multiprocessors",
    ),
    free("full_recompute", 0.987, 0.02, "Korthikanti 2022, table 4"),
    free("ops_recompute", 0.5, 0.2, "every second product"),
    free("scale_loss", 0.005, 0.5, NEUTRAL),
    free("all_to_all_inside", 0.5, 0.7, NEUTRAL),
    free(
        "dispatcher_inside",
        0.96,
        0.3,
        "DeepEP 2025: 153 to 158 of 160 GB/s",
    ),
    free(
        "routed_launch",
        0.0015,
        0.7,
        "100 operations of eager PyTorch, 15 µs each",
    ),
    free(
        "latent_launch",
        1.5,
        0.5,
        "twice the modules of plain attention",
    ),
    free("partial_graph", 0.5, 0.3, NEUTRAL),
    free(
        "ring_step_across",
        5e-6,
        0.4,
        "NCCL's own table of latencies: 2.7 to 14 µs a step of a ring",
    ),
    free("nemo_time", 1.0, 0.1, NEUTRAL),
    free("llmfoundry_time", 1.0, 0.1, NEUTRAL),
    free("megatron_time", 1.0, 0.1, NEUTRAL),
    free("nanotron_time", 1.0, 0.1, NEUTRAL),
    free("torchtitan_time", 1.0, 0.1, NEUTRAL),
    free("deepspeed_time", 1.0, 0.1, NEUTRAL),
];

/// The constant of the cost model with this name.
pub fn constant(name: &str) -> &'static Constant {
    CONSTANTS
        .iter()
        .find(|constant| constant.name == name)
        .unwrap_or_else(|| panic!("{name} is no constant of the cost model"))
}

/// The model's constants with the free ones at `values`: each as its logarithm over the prior,
/// in widths.
pub fn at(values: &[f64]) -> Calibration {
    let mut calibration = CALIBRATION;
    for (free, value) in FREE.iter().zip(values) {
        (constant(free.name).set)(&mut calibration, free.prior * (value * free.width).exp());
    }
    calibration
}

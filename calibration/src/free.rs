//! Constants that are fitted, their priors, and their widths.

use cost::calibration::{CALIBRATION, CONSTANTS, Calibration, Constant};

/// A constant that is fitted.
pub struct Free {
    /// Its name in the cost model.
    pub name: &'static str,
    /// Value by physics or earlier work.
    pub prior: f64,
    /// Reasonable distance from it, in its logarithm.
    pub width: f64,
}

const fn free(name: &'static str, prior: f64, width: f64) -> Free {
    Free { name, prior, width }
}

/// The constants that the published step times tell, and no others.
pub const FREE: &[Free] = &[
    free("ampere_matmul", 0.85, 0.1),
    free("ampere_attention", 0.75, 0.15),
    free("hopper_matmul", 0.74, 0.1),
    free("hopper_attention", 0.43, 0.15),
    free("blackwell_matmul", 0.62, 0.1),
    free("blackwell_attention", 0.41, 0.15),
    free("blackwell_ultra_matmul", 0.79, 0.1),
    free("hopper_fp8", 0.96, 0.1),
    free("blackwell_fp8", 1.05, 0.1),
    free("blackwell_fp4", 0.6, 0.2),
    free("matmul_half_size", 190.0, 0.2),
    free("misalignment", 0.16, 0.3),
    free("eager_traffic", 1.3, 0.2),
    free("all_to_all_inside", 0.25, 0.3),
    free("all_to_all_across", 0.9, 0.3),
    free("routed_launch", 0.006, 0.4),
    free("ring_step_across", 5.3e-6, 0.2),
    free("nemo_time", 1.0, 0.07),
    free("llmfoundry_time", 1.0, 0.07),
    free("megatron_time", 1.0, 0.07),
    free("nanotron_time", 1.0, 0.07),
    free("torchtitan_time", 1.0, 0.07),
    free("deepspeed_time", 1.0, 0.07),
];

/// The constant of the cost model that a name means.
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

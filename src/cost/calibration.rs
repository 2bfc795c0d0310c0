//! Every constant that is measured or assumed rather than derived, with how it was obtained.
//!
//! *Calibrated*: fitted to published step times, sources left out in turn. *Measured*: read off
//! a machine or a paper's table. *Assumed*: physically plausible, not identifiable from the
//! published runs.

use super::plan::{Family, Kernels, Recipe};

/// Efficiencies of one family of cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// Share of the peak that a large, well-aligned matrix product reaches inside training.
    pub matmul: f64,
    /// Share of the 16-bit peak that Flash Attention 2 reaches forward on long sequences.
    pub attention: f64,
}

/// Efficiencies by family.
///
/// Calibrated for A100 (0.85; 0.75), H100 (0.74; 0.43), B200 (0.62; 0.41) and V100 (0.88).
/// Measured best matrix products elsewhere: MI300X 0.51 of its peak. Ada and TPU: assumed to
/// lie near Ampere, whose clocks they hold as well.
#[must_use]
pub const fn efficiency(family: Family) -> Efficiency {
    match family {
        Family::Volta => Efficiency {
            matmul: 0.88,
            attention: 0.5,
        },
        Family::Ampere => Efficiency {
            matmul: 0.85,
            attention: 0.75,
        },
        Family::Ada => Efficiency {
            matmul: 0.8,
            attention: 0.6,
        },
        Family::Hopper => Efficiency {
            matmul: 0.74,
            attention: 0.43,
        },
        Family::Blackwell => Efficiency {
            matmul: 0.62,
            attention: 0.41,
        },
        Family::Cdna => Efficiency {
            matmul: 0.51,
            attention: 0.3,
        },
        Family::Tpu => Efficiency {
            matmul: 0.8,
            attention: 0.55,
        },
    }
}

/// Loss of small matrix products: η falls to half where 1/M + 1/N + 1/K = 1/D, D in elements at
/// 312 TFLOP/s. Calibrated.
pub const MATMUL_HALF_SIZE: f64 = 190.0;
/// Growth of that size with the card's peak: (peak / 312 TFLOP/s)^γ. Calibrated (0.5 to 0.7).
pub const MATMUL_SIZE_EXPONENT: f64 = 0.6;
/// Loss for each power of two up to 64 that a dimension is not a multiple of. Calibrated.
pub const MISALIGNMENT: f64 = 0.16;
/// Share of the memory's data-sheet bandwidth that streaming kernels reach. Assumed.
pub const MEMORY_EFFICIENCY: f64 = 0.8;
/// Sequence at which attention kernels reach half their rate. Calibrated.
pub const ATTENTION_HALF_SEQUENCE: f64 = 300.0;
/// Rate of attention's backward relative to its forward. Calibrated.
pub const ATTENTION_BACKWARD: f64 = 0.85;
/// Rate of first-generation Flash Attention relative to the second. Measured (Dao 2023).
pub const FIRST_FLASH: f64 = 0.5;
/// Rate of third-generation Flash Attention relative to the second. Measured on H100 (Shah 2024).
pub const THIRD_FLASH: f64 = 1.5;
/// Bytes moved for each attention score in forward without Flash Attention: written as 16 bit,
/// read and written by the softmax, read again. Calibrated (4 to 6).
pub const SCORE_BYTES: f64 = 5.0;
/// The same for dropout on the scores. Calibrated.
pub const SCORE_DROPOUT_BYTES: f64 = 5.0;
/// Bytes moved for each logit by the loss, forward and backward together. Calibrated.
pub const LOGIT_BYTES: f64 = 18.0;
/// Bytes moved for each parameter by an optimizer step beside its own state: a 16-bit gradient
/// read and a 16-bit weight written. Assumed.
pub const OPTIMIZER_BYTES_BESIDE: f64 = 4.0;
/// Launch of one kernel, seconds, and kernels in a layer's forward. Assumed.
pub const LAUNCH_SECONDS: f64 = 5e-6;
/// Kernels in a layer's forward. Assumed; eager stacks launch more, which `kernel_traffic` covers.
pub const LAUNCHES_PER_LAYER: f64 = 30.0;

/// Memory traffic of the elementwise kernels relative to plain fused ones. Calibrated.
#[must_use]
pub const fn kernel_traffic(kernels: Kernels) -> f64 {
    match kernels {
        Kernels::Fused | Kernels::Compiled => 0.7,
        Kernels::EarlyFused => 1.0,
        Kernels::Eager => 1.3,
    }
}

/// Share of NVLink's one-way bandwidth that a ring reaches. Calibrated.
pub const NVLINK_EFFICIENCY: f64 = 0.7;
/// Share of the network's one-way bandwidth that a ring reaches. Calibrated.
pub const NIC_EFFICIENCY: f64 = 0.8;
/// Share of a ring's bandwidth that all-to-all traffic reaches inside the domain. Calibrated.
pub const ALL_TO_ALL_INSIDE: f64 = 0.25;
/// The same across the network. Calibrated.
pub const ALL_TO_ALL_ACROSS: f64 = 0.6;
/// Message at which a collective inside the domain reaches half its bandwidth, bytes.
/// Calibrated: tensor-parallel collectives behave as if each cost a fixed 0.14 ms more.
pub const HALF_MESSAGE_BYTES: f64 = 30e6;
/// Latency of one step of a ring inside the domain, seconds. Assumed.
pub const RING_STEP_INSIDE: f64 = 2e-6;
/// Latency of one step of a ring across the network, seconds. Calibrated.
pub const RING_STEP_ACROSS: f64 = 5.3e-6;
/// Share of tensor-parallel time that stays exposed where the stack overlaps it. Calibrated.
pub const TENSOR_LEAK: f64 = 0.3;
/// Share of data-parallel time that stays exposed however well it overlaps. Calibrated.
pub const DATA_LEAK: f64 = 0.2;
/// Share of backward under which data-parallel traffic can hide. Calibrated.
pub const DATA_COVER: f64 = 0.8;
/// Share of ZeRO-3's gather traffic that slows compute even when hidden. Calibrated.
pub const GATHER_LEAK: f64 = 0.3;
/// Share of forward or backward under which ZeRO-3's gathers can hide. Calibrated.
pub const GATHER_COVER: f64 = 0.7;
/// Share of context-parallel exchange that stays exposed behind the attention. Assumed.
pub const CONTEXT_LEAK: f64 = 0.1;
/// Bytes of one gradient bucket. Assumed: Megatron-LM's default of 40 M elements.
pub const BUCKET_BYTES: f64 = 160e6;
/// Time that full recompute takes relative to the forward it repeats. Calibrated.
pub const FULL_RECOMPUTE: f64 = 0.97;
/// The same for recomputing every second matrix product. Calibrated.
pub const OPS_RECOMPUTE: f64 = 0.4;
/// Slowdown for each doubling of the nodes. Calibrated.
pub const SCALE_LOSS: f64 = 0.004;
/// Seconds of each step that nothing else explains: data, logging, synchronisation. Calibrated.
pub const STEP_OVERHEAD: f64 = 0.010;

/// Step time relative to what the parts predict, by framework. Calibrated.
#[must_use]
pub const fn recipe_time(recipe: Recipe) -> f64 {
    match recipe {
        Recipe::Nemo => 0.94,
        Recipe::LlmFoundry => 1.02,
        Recipe::Megatron => 1.03,
        Recipe::Nanotron => 1.04,
        Recipe::TorchTitan => 1.06,
        Recipe::DeepSpeed => 1.13,
        // No published run of its own: none is applied.
        Recipe::ZeroPaper => 1.0,
    }
}

/// cuBLAS keeps two workspaces: of 32 MiB on Hopper and later, 8.1 MiB before. Measured.
#[must_use]
pub const fn cublas_workspace(family: Family) -> u64 {
    match family {
        Family::Hopper | Family::Blackwell => 2 * (32 << 20),
        _ => 2 * 8_519_680,
    }
}

/// TransformerEngine's workspace: 32 MiB on Hopper and later, 4 MiB before. Measured.
#[must_use]
pub const fn transformer_engine_workspace(family: Family) -> u64 {
    match family {
        Family::Hopper | Family::Blackwell => 32 << 20,
        _ => 4 << 20,
    }
}

/// What the allocator reserves beyond what is allocated, dense models. Measured (1.025-1.08).
pub const ALLOCATOR_SLACK: f64 = 0.03;
/// Context of the driver and the loaded kernels. Assumed.
pub const CONTEXT_BYTES: u64 = 600 << 20;
/// Buffers of one communicator. Assumed.
pub const COMMUNICATOR_BYTES: u64 = 128 << 20;

/// Share of the card from which a plan that fits counts as tight, until bands say better.
pub const TIGHT: f64 = 0.9;

/// Energy of a data centre beyond its cards, a card's power taken as its board limit. Assumed.
pub const POWER_USAGE: f64 = 1.3;

//! Every constant that is measured or assumed rather than derived, with how it was obtained.
//!
//! Tests: `tests/papers/utilisation.rs`, `tests/papers/attention.rs`.

use super::plan::{Dtype, Family, Gpu, Kernels, Plan, Recipe};

/// Origin of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Fitted to published step times, sources left out in turn.
    Calibrated,
    /// Read off a machine or a paper's table.
    Measured,
    /// Physically plausible, not identifiable from the published runs.
    Assumed,
}

/// A constant: its name, the source of its value, and functions to read and replace it.
#[derive(Clone, Copy)]
pub struct Constant {
    /// The name of its field in [`Calibration`].
    pub name: &'static str,
    /// Its origin.
    pub origin: Origin,
    /// Reads it.
    pub get: fn(&Calibration) -> f64,
    /// Replaces it, as a new fit does.
    pub set: fn(&mut Calibration, f64),
}

/// One line a constant: its meaning, its value, its origin.
macro_rules! constants {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:expr, $origin:ident;)+) => {
        /// The constants of the cost model.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Calibration {
            $($(#[doc = $doc])+ pub $name: f64,)+
        }

        /// The values in force.
        pub static CALIBRATION: Calibration = Calibration { $($name: $value,)+ };

        /// All constants, in the order of the fields.
        pub static CONSTANTS: &[Constant] = &[$(Constant {
            name: stringify!($name),
            origin: Origin::$origin,
            get: |calibration| calibration.$name,
            set: |calibration, value| calibration.$name = value,
        },)+];
    };
}

constants! {
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// V100.
    volta_matmul = 0.88, Assumed;
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// A100.
    ampere_matmul = 0.825, Calibrated;
    /// Share of the 16-bit peak that Flash Attention 2 reaches forward on long sequences on
    /// A100.
    ampere_attention = 0.706, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// H100.
    hopper_matmul = 0.709, Calibrated;
    /// Share of the 16-bit peak that Flash Attention 2 reaches forward on long sequences on
    /// H100.
    hopper_attention = 0.4, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on B200
    /// and GB200.
    blackwell_matmul = 0.562, Calibrated;
    /// Share of the 16-bit peak that Flash Attention 2 reaches forward on long sequences on
    /// B200 and GB200.
    blackwell_attention = 0.412, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on B300
    /// and GB300.
    blackwell_ultra_matmul = 0.724, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// MI300X (its best products reach 0.51).
    cdna_matmul = 0.51, Measured;
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// families without published runs: Ada, TPUs.
    other_matmul = 0.8, Assumed;
    /// Share of the 16-bit peak that fused attention reaches forward on long sequences on
    /// families without published runs: Volta, Ada, CDNA, TPUs.
    other_attention = 0.5, Assumed;
    /// Slowdown of a GPU whose power limit is below its family's: its watts per TFLOP/s over
    /// the family's, to this power. H100 at 500 of 700 W runs at 0.87 or less.
    power_exponent = 0.41, Assumed;
    /// Share of twice the 16-bit rate that 8-bit products reach on Hopper.
    hopper_fp8 = 0.948, Calibrated;
    /// Share of the 8-bit peak, relative to 16 bit's share of its own, that 8-bit products
    /// reach on Blackwell.
    blackwell_fp8 = 1.0, Calibrated;
    /// The same for 4-bit products.
    blackwell_fp4 = 0.781, Calibrated;
    /// Loss of small matrix products: η falls to half where 1/m + 1/n + 1/k = 1/n½, n½ in
    /// elements at 312 TFLOP/s.
    matmul_half_size = 209.0, Calibrated;
    /// Growth of that size with the GPU's peak: (peak / 312 TFLOP/s)^γ.
    matmul_size_exponent = 0.6, Assumed;
    /// Loss for each power of two up to 64 that a dimension is not a multiple of.
    misalignment = 0.239, Calibrated;
    /// Share of the memory's data-sheet bandwidth that streaming kernels reach.
    memory_efficiency = 0.8, Assumed;
    /// Sequence at which attention kernels reach half their rate.
    attention_half_sequence = 300.0, Assumed;
    /// Rate of attention's backward relative to its forward.
    attention_backward = 0.85, Assumed;
    /// Rate of first-generation Flash Attention relative to the second (Dao 2023).
    first_flash = 0.5, Measured;
    /// Rate of third-generation Flash Attention relative to the second on H100 (Shah 2024).
    third_flash = 1.5, Measured;
    /// Bytes moved for each attention score in forward without Flash Attention: written as 16
    /// bit, read and written by the softmax, read again (4 to 6); dropout moves as many more.
    score_bytes = 5.0, Assumed;
    /// Bytes moved for each logit by the loss, forward and backward together.
    logit_bytes = 18.0, Assumed;
    /// Bytes moved for each parameter by an optimizer step beside its own state: a 16-bit
    /// gradient read and a 16-bit weight written.
    optimizer_bytes_beside = 4.0, Assumed;
    /// Host's time to launch the kernels of a dense layer's forward, seconds: 30 of 5 µs.
    layer_launch = 0.00015, Assumed;
    /// The same for a routed layer, beside that, with plain software.
    routed_launch = 0.00748, Calibrated;
    /// Memory traffic of the elementwise kernels, fused or compiled, relative to plain ones.
    fused_traffic = 0.7, Assumed;
    /// The same for eager kernels; early Megatron-LM's are the plain ones.
    eager_traffic = 1.21, Calibrated;
    /// Traffic of permuting and activating routed tokens, relative to plain kernels.
    routed_traffic = 1.5, Assumed;
    /// Bytes moved for each element that a product in 8 or 4 bits casts.
    cast_bytes = 3.0, Assumed;
    /// Share of NVLink's one-way bandwidth that a ring reaches.
    nvlink_efficiency = 0.7, Assumed;
    /// Share of the network's, and of the host link's, one-way bandwidth that transfers reach.
    nic_efficiency = 0.8, Assumed;
    /// Share of a ring's bandwidth that all-to-all traffic reaches inside the domain.
    all_to_all_inside = 0.271, Calibrated;
    /// The same across the network.
    all_to_all_across = 0.955, Calibrated;
    /// Share of expert exchange, and of the host's launches around it, that tuned software
    /// (level 1) saves over plain (level 0).
    tuned_exchange = 0.8, Assumed;
    /// Message at which a collective inside the domain reaches half its bandwidth, bytes:
    /// tensor-parallel collectives behave as if each cost a fixed 0.14 ms more.
    half_message_bytes = 3e+07, Assumed;
    /// Latency of one step of a ring inside the domain, seconds.
    ring_step_inside = 2e-06, Assumed;
    /// Latency of one step of a ring across the network, seconds.
    ring_step_across = 4.75e-6, Calibrated;
    /// Share of tensor-parallel and expert exchange that stays exposed where the stack overlaps
    /// it: the kernels on both sides depend on it.
    tensor_leak = 0.3, Assumed;
    /// Share of data-parallel, ZeRO-3 and ring-attention traffic that stays exposed however well
    /// it overlaps: it slows the compute beside it.
    data_leak = 0.25, Assumed;
    /// Share of the work beside it under which data-parallel, ZeRO-3 and offloading traffic can
    /// hide.
    overlap_cover = 0.8, Assumed;
    /// Bytes of one gradient bucket: Megatron-LM's default of 40 M elements.
    bucket_bytes = 1.6e+08, Assumed;
    /// Time that full recompute takes relative to the forward it repeats.
    full_recompute = 0.97, Assumed;
    /// The same for recomputing every second matrix product.
    ops_recompute = 0.4, Assumed;
    /// Slowdown for each doubling of the nodes.
    scale_loss = 0.004, Assumed;
    /// Seconds of each step that nothing else explains: data, logging, synchronisation.
    step_overhead = 0.01, Assumed;
    /// Step time relative to the sum of its predicted parts, with NeMo's defaults.
    nemo_time = 0.896, Calibrated;
    /// Step time relative to the sum of its predicted parts, with llm-foundry's defaults.
    llmfoundry_time = 0.999, Calibrated;
    /// Step time relative to the sum of its predicted parts, with Megatron-LM's defaults.
    megatron_time = 0.97, Calibrated;
    /// Step time relative to the sum of its predicted parts, with nanotron's defaults.
    nanotron_time = 0.977, Calibrated;
    /// Step time relative to the sum of its predicted parts, with torchtitan's defaults.
    torchtitan_time = 1.06, Calibrated;
    /// Step time relative to the sum of its predicted parts, with DeepSpeed's defaults.
    deepspeed_time = 1.08, Calibrated;
    /// Memory that the allocator reserves beyond the allocated, dense models (1.025 to 1.08).
    allocator_slack = 0.03, Measured;
    /// The same for models with experts, whose tensors change their size from step to step
    /// (1.05 to 1.08).
    routed_slack = 0.06, Measured;
    /// The same for DeepSpeed: least squares over the figures of `nvidia-smi` for BLOOM's trials.
    deepspeed_slack = 0.15, Measured;
    /// GiB of driver context, communicators and all else that `nvidia-smi` shows beside the
    /// allocator with DeepSpeed: the constant of the same fit.
    deepspeed_beside_gib = 7.5, Measured;
}

impl Calibration {
    /// Share of the peak that the best matrix products reach on a family of GPUs.
    #[must_use]
    pub const fn matmul(&self, family: Family) -> f64 {
        match family {
            Family::Volta => self.volta_matmul,
            Family::Ampere => self.ampere_matmul,
            Family::Ada | Family::Tpu => self.other_matmul,
            Family::Hopper => self.hopper_matmul,
            Family::Blackwell => self.blackwell_matmul,
            Family::BlackwellUltra => self.blackwell_ultra_matmul,
            Family::Cdna => self.cdna_matmul,
        }
    }

    /// Share of the 16-bit peak that attention reaches on a family of GPUs.
    #[must_use]
    pub const fn attention(&self, family: Family) -> f64 {
        match family {
            Family::Ampere => self.ampere_attention,
            Family::Hopper => self.hopper_attention,
            Family::Blackwell => self.blackwell_attention,
            // They gain as much in attention as in products.
            Family::BlackwellUltra => {
                self.blackwell_attention * self.blackwell_ultra_matmul / self.blackwell_matmul
            }
            Family::Volta | Family::Ada | Family::Cdna | Family::Tpu => self.other_attention,
        }
    }

    /// Rate of a generation of Flash Attention relative to the second. The third is made of what
    /// Hopper's tensor cores brought (Shah 2024); older GPUs and those of others run
    /// the second in its place.
    #[must_use]
    pub const fn flash(&self, family: Family, generation: u64) -> f64 {
        match (generation, family) {
            (1, _) => self.first_flash,
            (2, _) => 1.0,
            (_, Family::Hopper | Family::Blackwell | Family::BlackwellUltra) => self.third_flash,
            _ => 1.0,
        }
    }

    /// Share of its peak that a narrow type reaches, relative to 16 bit's share of its own.
    #[must_use]
    pub const fn narrow(&self, family: Family, dtype: Dtype) -> f64 {
        match (dtype, family) {
            (Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16, _) => 1.0,
            (Dtype::NvFp4, _) => self.blackwell_fp4,
            (_, Family::Blackwell | Family::BlackwellUltra) => self.blackwell_fp8,
            _ => self.hopper_fp8,
        }
    }

    /// Share of its family's clocks that a GPU keeps under its power limit.
    #[must_use]
    pub fn pace(&self, gpu: &Gpu) -> f64 {
        let Some(usual) = watts_per_tflops(gpu.family) else {
            return 1.0;
        };
        let share = (gpu.watts / gpu.peak_tflops / usual).min(1.0);
        // exp ∘ ln is half the code of powf in the page.
        (self.power_exponent * share.ln()).exp()
    }

    /// Share of plain software's expert exchange that is left at a level of MoE software: levels
    /// multiply.
    #[must_use]
    pub fn exchange_left(&self, level: f64) -> f64 {
        // exp ∘ ln is half the code of powf in the page.
        (level * (1.0 - self.tuned_exchange).ln()).exp()
    }

    /// The share of plain software's launches that is left: graphs take over a part of the layer.
    #[must_use]
    pub const fn launches_left(&self, level: f64) -> f64 {
        1.0 - self.tuned_exchange * level
    }

    /// Memory traffic of elementwise kernels relative to plain ones.
    #[must_use]
    pub const fn kernel_traffic(&self, kernels: Kernels) -> f64 {
        match kernels {
            Kernels::Fused | Kernels::Compiled => self.fused_traffic,
            Kernels::EarlyFused => 1.0,
            Kernels::Eager => self.eager_traffic,
        }
    }

    /// Bytes that the allocator keeps cached, relative to those allocated.
    #[must_use]
    pub const fn slack(&self, plan: &Plan) -> f64 {
        match plan.stack.recipe {
            Recipe::DeepSpeed => self.deepspeed_slack,
            _ if plan.model.moe.experts > 0 => self.routed_slack,
            _ => self.allocator_slack,
        }
    }

    /// Step time relative to the sum of its predicted parts, by framework.
    #[must_use]
    pub const fn recipe_time(&self, recipe: Recipe) -> f64 {
        match recipe {
            Recipe::Nemo => self.nemo_time,
            Recipe::LlmFoundry => self.llmfoundry_time,
            Recipe::Megatron => self.megatron_time,
            Recipe::Nanotron => self.nanotron_time,
            Recipe::TorchTitan => self.torchtitan_time,
            Recipe::DeepSpeed => self.deepspeed_time,
            // No published run of its own: none is applied.
            Recipe::ZeroPaper => 1.0,
        }
    }
}

/// Board power for each TFLOP/s of 16-bit peak at which a family's efficiencies were measured:
/// 700 W for 989 TFLOP/s on Hopper. `None` where GPUs of one family differ too much to compare.
const fn watts_per_tflops(family: Family) -> Option<f64> {
    match family {
        Family::Hopper => Some(700.0 / 989.0),
        _ => None,
    }
}

/// cuBLAS keeps two workspaces: of 32 MiB on Hopper and later, 8.1 MiB before. Measured.
#[must_use]
pub const fn cublas_workspace(family: Family) -> u64 {
    match family {
        Family::Hopper | Family::Blackwell | Family::BlackwellUltra => 2 * (32 << 20),
        _ => 2 * 8_519_680,
    }
}

/// Bytes of a cuBLAS workspace in deterministic mode: 8 buffers of 4 MiB, on any GPU (`:4096:8`).
pub const DETERMINISTIC_WORKSPACE: u64 = 32 << 20;

/// TransformerEngine's workspace: 32 MiB on Hopper and later, 4 MiB before. Measured.
#[must_use]
pub const fn transformer_engine_workspace(family: Family) -> u64 {
    match family {
        Family::Hopper | Family::Blackwell | Family::BlackwellUltra => 32 << 20,
        _ => 4 << 20,
    }
}

/// Context of the driver and the loaded kernels. Assumed.
pub const CONTEXT_BYTES: u64 = 600 << 20;
/// Buffers of one communicator. Assumed.
pub const COMMUNICATOR_BYTES: u64 = 128 << 20;

/// Energy of a data centre over that of its GPUs, each at its board's power limit. Assumed.
pub const POWER_USAGE: f64 = 1.3;

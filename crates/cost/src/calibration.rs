//! Every constant that is measured or assumed rather than derived, with how it was obtained.
//!
//! Constants of origin `Calibrated`, and no others, are fitted to step times by `cargo xtask
//! calibrate`, from the priors in `calibration/src/free.rs`. `Measured` ones are read off papers
//! and allocators; two of them, the memory of DeepSpeed beside its tensors, were fitted by least
//! squares to BLOOM's trials, and no task repeats that. There are at most sixty constants.
//!
//! Tests: `tests/all/papers/utilisation.rs`, `tests/all/papers/attention.rs`.

use super::amount::{Amount, Leaf, Part, Sheet};
use super::plan::{Dtype, Family, Gpu, GraphScope, Kernels, Plan, Recipe};

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
    /// Origin of the value.
    pub origin: Origin,
    /// Reads the constant.
    pub get: fn(&Calibration) -> f64,
    /// Replaces the constant, as a new fit does.
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

        /// The constants as numbers of formulas.
        impl Calibration {
            $($(#[doc = $doc])+
            #[must_use]
            pub fn $name<A: Amount>(&self) -> A {
                A::leaf(Leaf::Constant(stringify!($name)), self.$name)
            })+
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
    /// A100.
    ampere_matmul = 0.81, Calibrated;
    /// Share of the 16-bit peak that Flash Attention 2 reaches forward on long sequences on
    /// A100.
    ampere_attention = 0.695, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// H100.
    hopper_matmul = 0.694, Calibrated;
    /// Share of the 16-bit peak that Flash Attention 2 reaches forward on long sequences on
    /// H100.
    hopper_attention = 0.396, Calibrated;
    /// Share of the 16-bit peak that the attention of cuDNN, which TransformerEngine calls, reaches
    /// forward on long sequences on H100.
    hopper_cudnn = 0.609, Calibrated;
    /// Share of the 16-bit peak that the attention of cuDNN reaches forward on long sequences on
    /// B200 and GB200.
    blackwell_cudnn = 0.56, Calibrated;
    /// Sequence at which the attention of cuDNN reaches half its rate.
    cudnn_half_sequence = 335.0, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on B200
    /// and GB200.
    blackwell_matmul = 0.577, Calibrated;
    /// Share of the 16-bit peak that Flash Attention 2 reaches forward on long sequences on
    /// B200 and GB200.
    blackwell_attention = 0.388, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on B300
    /// and GB300.
    blackwell_ultra_matmul = 0.746, Calibrated;
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// MI300X (its best products reach 0.51).
    cdna_matmul = 0.51, Measured;
    /// Share of the peak that large, well-aligned matrix products reach inside training on
    /// other families: Volta, Ada, TPUs, Trainium, Ascend.
    other_matmul = 0.8, Assumed;
    /// Share of the 16-bit peak that fused attention reaches forward on long sequences on
    /// families without published runs: Volta, Ada, CDNA, TPUs, Trainium, Ascend.
    other_attention = 0.5, Assumed;
    /// Slowdown of a GPU whose power limit is below its family's: its watts per TFLOP/s over
    /// the family's, to this power. H100 at 500 of 700 W runs at 0.87 or less.
    power_exponent = 0.313, Calibrated;
    /// Share of twice the 16-bit rate that 8-bit products reach on Hopper.
    hopper_fp8 = 0.941, Calibrated;
    /// Share of the 8-bit peak that 8-bit products reach on Blackwell, relative to the share of the
    /// 16-bit peak that 16-bit ones reach.
    blackwell_fp8 = 1.03, Calibrated;
    /// Share of the 4-bit peak that 4-bit products reach on Blackwell, relative to the share of the
    /// 16-bit peak that 16-bit ones reach.
    blackwell_fp4 = 0.988, Calibrated;
    /// Loss of small matrix products: η falls to half where 1/rows + 1/columns + 1/inner = 1/n½, n½ in
    /// elements at 312 TFLOP/s.
    matmul_half_size = 149.0, Calibrated;
    /// Growth of that size with the GPU's peak at the clocks that its power limit leaves:
    /// (peak / 312 TFLOP/s)^γ.
    matmul_size_exponent = 0.777, Calibrated;
    /// Loss for each power of two up to 64 that a dimension is not a multiple of.
    misalignment = 0.255, Calibrated;
    /// Share of the memory's data-sheet bandwidth that streaming kernels reach.
    memory_efficiency = 0.8, Assumed;
    /// Sequence at which attention kernels reach half their rate.
    attention_half_sequence = 216.0, Calibrated;
    /// Rate of attention's backward relative to its forward: 63 to 73 % of the peak of A100 (Dao
    /// 2023, section 4.1).
    attention_backward = 0.86, Measured;
    /// Rate of first-generation Flash Attention relative to the second (Dao 2023).
    first_flash = 0.5, Measured;
    /// Rate of third-generation Flash Attention relative to the second on H100 (Shah 2024).
    third_flash = 1.5, Measured;
    /// Bytes moved for each attention score in forward without Flash Attention (4 to 6). Scores are
    /// written as 16 bit, read and written by the softmax, and read again. Dropout moves as many
    /// bytes more.
    score_bytes = 5.0, Assumed;
    /// Bytes moved for each logit by the loss, forward and backward together.
    logit_bytes = 18.0, Assumed;
    /// Host's time to launch the kernels of a dense layer's forward, seconds: 30 of 5 µs.
    layer_launch = 0.00015, Assumed;
    /// Host's time to launch the kernels of a routed layer's forward, beyond that of a dense
    /// layer, seconds.
    routed_launch = 0.00242, Calibrated;
    /// Host's time to launch a routed layer with latent attention, relative to another.
    latent_launch = 2.17, Calibrated;
    /// Share of the launches that remains where CUDA graphs launch a part of the layer.
    partial_graph = 0.5, Calibrated;
    /// Memory traffic of the elementwise kernels, fused or compiled, relative to plain ones.
    fused_traffic = 1.03, Calibrated;
    /// Memory traffic of eager elementwise kernels, relative to plain ones; early Megatron-LM's are
    /// the plain ones.
    eager_traffic = 1.39, Calibrated;
    /// Traffic of permuting and activating routed tokens, relative to plain kernels.
    routed_traffic = 1.5, Assumed;
    /// Bytes moved for each element that a product in 8 or 4 bits casts.
    cast_bytes = 3.0, Assumed;
    /// Share of NVLink's one-way bandwidth that a ring reaches.
    nvlink_efficiency = 0.7, Assumed;
    /// Share of the network's, and of the host link's, one-way bandwidth that transfers reach.
    nic_efficiency = 0.8, Assumed;
    /// Share of a ring's bandwidth that all-to-all traffic reaches inside the domain.
    all_to_all_inside = 0.455, Calibrated;
    /// Share of a link's bandwidth that the kernels of DeepEP and HybridEP reach inside the domain.
    /// Both report 153 to 158 of 160 GB/s on H800 as they count bytes; routed tokens and the small
    /// batches of training leave less.
    dispatcher_inside = 0.968, Calibrated;
    /// Message at which a collective inside the domain reaches half its bandwidth, bytes:
    /// tensor-parallel collectives behave as if each cost a fixed 0.14 ms more.
    half_message_bytes = 23300000.0, Calibrated;
    /// Latency of one step of a ring inside the domain, seconds.
    ring_step_inside = 2e-06, Assumed;
    /// Latency of one step of a ring across the network, seconds.
    ring_step_across = 6.11e-6, Calibrated;
    /// Share of tensor-parallel and expert exchange that stays exposed where the stack overlaps
    /// it: the kernels on both sides depend on it.
    tensor_leak = 0.207, Calibrated;
    /// Share of data-parallel, ZeRO-3 and ring-attention traffic that stays exposed however well
    /// it overlaps: it slows the compute beside it.
    data_leak = 0.147, Calibrated;
    /// Share of the work beside it under which data-parallel, ZeRO-3 and offloading traffic can
    /// hide.
    overlap_cover = 1.0, Assumed;
    /// Bytes of one gradient bucket: Megatron-LM's default of 40 M elements.
    bucket_bytes = 1.6e+08, Assumed;
    /// Time that full recompute takes relative to the forward it repeats.
    full_recompute = 0.975, Calibrated;
    /// Time that recomputing every second matrix product takes relative to the forward it repeats.
    ops_recompute = 0.568, Calibrated;
    /// Slowdown for each doubling of the nodes.
    scale_loss = 0.00316, Calibrated;
    /// Seconds of each step that nothing else explains: data, logging, synchronisation.
    step_overhead = 0.01, Assumed;
    /// Step time relative to the sum of its predicted parts, with NeMo's defaults.
    nemo_time = 0.944, Calibrated;
    /// Step time relative to the sum of its predicted parts, with llm-foundry's defaults.
    llmfoundry_time = 1.0, Calibrated;
    /// Step time relative to the sum of its predicted parts, with Megatron-LM's defaults.
    megatron_time = 1.0, Calibrated;
    /// Step time relative to the sum of its predicted parts, with nanotron's defaults.
    nanotron_time = 0.995, Calibrated;
    /// Step time relative to the sum of its predicted parts, with torchtitan's defaults.
    torchtitan_time = 1.04, Calibrated;
    /// Step time relative to the sum of its predicted parts, with DeepSpeed's defaults.
    deepspeed_time = 1.11, Calibrated;
    /// Memory that the allocator reserves beyond the allocated, dense models (1.025 to 1.08).
    allocator_slack = 0.03, Measured;
    /// Memory that the allocator reserves beyond the allocated, models with experts (1.05 to 1.08).
    /// Their tensors change size from step to step.
    routed_slack = 0.06, Measured;
    /// Memory that the allocator reserves beyond the allocated under DeepSpeed: least squares over
    /// the figures of `nvidia-smi` for BLOOM's trials.
    deepspeed_slack = 0.15, Measured;
    /// GiB of driver context, communicators and all else that `nvidia-smi` shows beside the
    /// allocator with DeepSpeed: the constant of the same fit.
    deepspeed_beside_gib = 7.5, Measured;
}

impl Calibration {
    /// Share of the peak that the best matrix products reach on a family of GPUs.
    #[must_use]
    pub fn matmul<A: Amount>(&self, family: Family) -> A {
        match family {
            Family::Ampere => self.ampere_matmul(),
            Family::Volta | Family::Ada | Family::Tpu | Family::Trainium | Family::Ascend => {
                self.other_matmul()
            }
            Family::Hopper => self.hopper_matmul(),
            Family::Blackwell => self.blackwell_matmul(),
            Family::BlackwellUltra => self.blackwell_ultra_matmul(),
            Family::Cdna => self.cdna_matmul(),
        }
    }

    /// Share of the 16-bit peak that attention reaches on a family of GPUs.
    #[must_use]
    pub fn attention<A: Amount>(&self, family: Family) -> A {
        match family {
            Family::Ampere => self.ampere_attention(),
            Family::Hopper => self.hopper_attention(),
            Family::Blackwell => self.blackwell_attention(),
            // They gain as much in attention as in products.
            Family::BlackwellUltra => {
                self.blackwell_attention::<A>() * self.blackwell_ultra_matmul()
                    / self.blackwell_matmul()
            }
            Family::Volta
            | Family::Ada
            | Family::Cdna
            | Family::Tpu
            | Family::Trainium
            | Family::Ascend => self.other_attention(),
        }
    }

    /// Rate of cuDNN's attention on a family of GPUs, as a share of the 16-bit peak, and the sequence
    /// at which it reaches half of it. `None` where TransformerEngine runs Flash Attention instead.
    #[must_use]
    pub fn cudnn<A: Amount>(&self, family: Family) -> Option<[A; 2]> {
        let share = match family {
            Family::Hopper => self.hopper_cudnn(),
            Family::Blackwell => self.blackwell_cudnn(),
            Family::BlackwellUltra => {
                self.blackwell_cudnn::<A>() * self.blackwell_ultra_matmul()
                    / self.blackwell_matmul()
            }
            Family::Volta
            | Family::Ampere
            | Family::Ada
            | Family::Cdna
            | Family::Tpu
            | Family::Trainium
            | Family::Ascend => return None,
        };
        Some([share, self.cudnn_half_sequence()])
    }

    /// Rate of a generation of Flash Attention relative to the second. The third is written for
    /// Hopper's tensor cores (Shah 2024), whose instructions Blackwell lacks; all other GPUs run the
    /// second in its place.
    #[must_use]
    pub fn flash<A: Amount>(&self, family: Family, generation: u64) -> A {
        match (generation, family) {
            (1, _) => self.first_flash(),
            (2, _) => A::number(1.0),
            (_, Family::Hopper) => self.third_flash(),
            _ => A::number(1.0),
        }
    }

    /// Share of its peak that a narrow type reaches, relative to the share of the 16-bit peak that
    /// 16-bit products reach.
    #[must_use]
    pub fn narrow<A: Amount>(&self, family: Family, dtype: Dtype) -> A {
        match (dtype, family) {
            (Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16, _) => A::number(1.0),
            (Dtype::NvFp4, _) => self.blackwell_fp4(),
            (_, Family::Blackwell | Family::BlackwellUltra) => self.blackwell_fp8(),
            _ => self.hopper_fp8(),
        }
    }

    /// Share of its family's clocks that a GPU keeps under its power limit.
    #[must_use]
    pub fn pace<A: Amount>(&self, gpu: &Gpu) -> A {
        let Some(usual) = watts_per_tflops(gpu.family) else {
            return A::number(1.0);
        };
        let share = (gpu.watts / gpu.peak_tflops / usual).min(1.0);
        if share == 1.0 {
            return A::number(1.0);
        }
        A::leaf(Leaf::Sheet(Sheet::Power), share)
            .power(self.power_exponent())
            .part(Part::Pace)
    }

    /// Share of the host's launches that CUDA graphs leave.
    #[must_use]
    pub fn launches_left<A: Amount>(&self, graphs: GraphScope) -> A {
        match graphs {
            GraphScope::None => A::number(1.0),
            GraphScope::Partial => self.partial_graph(),
            // A graph of the whole iteration is launched once a step.
            GraphScope::Full => A::ZERO,
        }
    }

    /// Memory traffic of elementwise kernels relative to plain ones.
    #[must_use]
    pub fn kernel_traffic<A: Amount>(&self, kernels: Kernels) -> A {
        match kernels {
            Kernels::Fused | Kernels::Compiled => self.fused_traffic(),
            Kernels::EarlyFused => A::number(1.0),
            Kernels::Eager => self.eager_traffic(),
        }
    }

    /// Bytes that the allocator keeps cached, relative to those allocated.
    #[must_use]
    pub fn slack<A: Amount>(&self, plan: &Plan) -> A {
        match plan.stack.recipe {
            Recipe::DeepSpeed => self.deepspeed_slack(),
            _ if plan.model.moe.experts > 0 => self.routed_slack(),
            _ => self.allocator_slack(),
        }
    }

    /// Step time relative to the sum of its predicted parts, by framework.
    #[must_use]
    pub fn recipe_time<A: Amount>(&self, recipe: Recipe) -> A {
        match recipe {
            Recipe::Nemo => self.nemo_time(),
            Recipe::LlmFoundry => self.llmfoundry_time(),
            Recipe::Megatron => self.megatron_time(),
            Recipe::Nanotron => self.nanotron_time(),
            Recipe::TorchTitan => self.torchtitan_time(),
            Recipe::DeepSpeed => self.deepspeed_time(),
            // Without a published run none is applied.
            Recipe::ZeroPaper
            | Recipe::MaxText
            | Recipe::HuggingFace
            | Recipe::HuggingFaceDeepSpeed
            | Recipe::Verl
            | Recipe::OpenRlhf => A::number(1.0),
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

/// Memory bandwidth that a node's host reaches, B/s: two sockets of eight channels of DDR5-4800 have
/// 614 GB/s, of which STREAM reaches some two thirds. Assumed.
pub const HOST_BYTES_PER_SECOND: f64 = 4e11;

/// Context of the driver and the loaded kernels. Assumed.
pub const CONTEXT_BYTES: u64 = 600 << 20;
/// Buffers of one communicator. Assumed.
pub const COMMUNICATOR_BYTES: u64 = 128 << 20;

/// Energy of a data centre over that of its GPUs, each at its board's power limit. Assumed.
pub const POWER_USAGE: f64 = 1.3;

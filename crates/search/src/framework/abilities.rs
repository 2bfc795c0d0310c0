//! Memory savings of each framework, by its options or in a few lines of its user's code.

use cost::plan::{CrossEntropy, Offload, Optimizer, Recipe, Recompute, Tuned, ZeroStage};

/// A kind of parallelism beside data parallelism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Degree {
    Tensor,
    Pipeline,
    Context,
    Expert,
}

/// Memory savings of a framework, by its options or in a few lines of its user's code.
pub(super) struct Abilities {
    /// Kinds of parallelism.
    pub(super) degrees: &'static [Degree],
    /// ZeRO stages.
    pub(super) zero: &'static [ZeroStage],
    /// True if ranks of a pipeline can shard gradients and weights.
    pub(super) shards_in_pipeline: bool,
    /// Sets of parts that move to the host together.
    pub(super) offloads: &'static [&'static [Offload]],
    /// Optimizers with cheaper moments than AdamW's.
    pub(super) moments: &'static [Optimizer],
    /// Implementations of the loss.
    pub(super) losses: &'static [CrossEntropy],
    /// Amounts of recomputation.
    pub(super) recompute: &'static [Recompute],
    /// True if a dense MLP can run in tiles.
    pub(super) tiles: bool,
    /// Kinds of adapters that train beside frozen weights.
    pub(super) tuned: &'static [Tuned],
}

const ALL_DEGREES: &[Degree] = &[
    Degree::Tensor,
    Degree::Pipeline,
    Degree::Context,
    Degree::Expert,
];
const ANY_RECOMPUTE: &[Recompute] = &[Recompute::None, Recompute::Selective, Recompute::Full];
const UP_TO_THREE: &[ZeroStage] = &[
    ZeroStage::Zero,
    ZeroStage::One,
    ZeroStage::Two,
    ZeroStage::Three,
];
/// FSDP moves weights, gradients and optimizer state together (`CPUOffloadPolicy`).
const WHOLE_SHARD: &[Offload] = &[Offload::Optimizer, Offload::Parameters];
/// State of the optimizer, weights and activations.
const EVERYTHING: &[Offload] = &[
    Offload::Optimizer,
    Offload::Parameters,
    Offload::Activations,
];
/// Any one of the three.
const ANY_PART: &[&[Offload]] = &[
    &[Offload::Optimizer],
    WHOLE_SHARD,
    &[Offload::Activations],
    &[Offload::Optimizer, Offload::Activations],
    EVERYTHING,
];

/// Adapters of PEFT, and frozen weights of bitsandbytes.
const ADAPTERS: &[Tuned] = &[Tuned::Lora, Tuned::Qlora];

impl Abilities {
    /// The savings of a framework, by its options and checks: Megatron-LM 0.18 (`arguments.py`,
    /// `transformer_config.py`, `optimizer_config.py`), Megatron-Bridge 0.6, torchtitan 0.3
    /// (`configs.py`, `loss.py`, `optimizer.py`), DeepSpeed 0.19 (`runtime/zero/config.py`,
    /// `runtime/precision_config.py`), Composer 0.32 (`parallelism.py`), nanotron of April 2026
    /// (`config.py`), `MaxText` (`base.yml`), transformers 5 (`training_args.py`) with Accelerate
    /// 1.15.
    pub(super) const fn of(recipe: Recipe) -> Self {
        match recipe {
            // Moments in 16 bits by the precision-aware optimizer; no chunked loss, no parameters
            // on the host. The fused loss `te` exists up to 0.17 and in Megatron-Bridge.
            Recipe::Megatron | Recipe::Nemo => Self {
                degrees: ALL_DEGREES,
                zero: UP_TO_THREE,
                shards_in_pipeline: false,
                offloads: &[
                    &[Offload::Optimizer],
                    &[Offload::Activations],
                    &[Offload::Optimizer, Offload::Activations],
                ],
                moments: &[Optimizer::AdamWBf16],
                losses: &[CrossEntropy::Fused, CrossEntropy::Native],
                recompute: ANY_RECOMPUTE,
                tiles: false,
                tuned: &[],
            },
            // A textbook has what any framework has.
            Recipe::ZeroPaper => Self {
                degrees: ALL_DEGREES,
                zero: UP_TO_THREE,
                shards_in_pipeline: true,
                offloads: ANY_PART,
                moments: &[Optimizer::AdamWBf16, Optimizer::AdamW8],
                losses: &[CrossEntropy::Fused, CrossEntropy::Chunked],
                recompute: ANY_RECOMPUTE,
                tiles: true,
                tuned: ADAPTERS,
            },
            // ZeRO-Offload and ZeRO-Infinity; the model is the user's code, so that any loss is
            // possible.
            Recipe::DeepSpeed => Self {
                degrees: ALL_DEGREES,
                zero: UP_TO_THREE,
                shards_in_pipeline: false,
                offloads: ANY_PART,
                moments: &[Optimizer::AdamWBf16],
                losses: &[CrossEntropy::Fused, CrossEntropy::Chunked],
                recompute: ANY_RECOMPUTE,
                tiles: true,
                tuned: ADAPTERS,
            },
            // Moments in 16 bits (`fused_opt_states_bf16`) and the chunked loss since 0.3; 8-bit
            // states only with an optimizer of another library in the user's code.
            Recipe::TorchTitan => Self {
                degrees: ALL_DEGREES,
                zero: &[ZeroStage::Zero, ZeroStage::Two, ZeroStage::Three],
                shards_in_pipeline: true,
                offloads: &[WHOLE_SHARD],
                moments: &[Optimizer::AdamWBf16],
                losses: &[
                    CrossEntropy::Compiled,
                    CrossEntropy::Parallel,
                    CrossEntropy::Chunked,
                ],
                recompute: ANY_RECOMPUTE,
                tiles: false,
                tuned: &[],
            },
            Recipe::LlmFoundry => Self {
                degrees: &[Degree::Tensor, Degree::Expert],
                zero: &[ZeroStage::Zero, ZeroStage::Two, ZeroStage::Three],
                shards_in_pipeline: true,
                offloads: &[WHOLE_SHARD, &[Offload::Activations], EVERYTHING],
                moments: &[],
                losses: &[CrossEntropy::Fused],
                recompute: ANY_RECOMPUTE,
                tiles: false,
                tuned: &[Tuned::Lora],
            },
            // Context and expert parallelism do not start, or for one model only.
            Recipe::Nanotron => Self {
                degrees: &[Degree::Tensor, Degree::Pipeline],
                zero: &[ZeroStage::Zero, ZeroStage::One],
                shards_in_pipeline: false,
                offloads: &[],
                moments: &[],
                losses: &[],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: false,
                tuned: &[],
            },
            // `mu_dtype` narrows only the first moment; `num_vocab_tiling` is a chunked loss.
            Recipe::MaxText => Self {
                degrees: ALL_DEGREES,
                zero: &[ZeroStage::One, ZeroStage::Three],
                shards_in_pipeline: true,
                offloads: ANY_PART,
                moments: &[],
                losses: &[CrossEntropy::Chunked],
                recompute: ANY_RECOMPUTE,
                tiles: false,
                tuned: &[],
            },
            // Liger's loss, 8-bit states of bitsandbytes, checkpoints of whole layers; tensor and
            // context parallelism beside FSDP by Accelerate's `ParallelismConfig`.
            Recipe::HuggingFace => Self {
                degrees: &[Degree::Tensor, Degree::Context],
                zero: &[ZeroStage::Zero, ZeroStage::Two, ZeroStage::Three],
                shards_in_pipeline: false,
                offloads: &[WHOLE_SHARD, &[Offload::Activations], EVERYTHING],
                moments: &[Optimizer::AdamW8],
                losses: &[CrossEntropy::Chunked],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: true,
                tuned: ADAPTERS,
            },
            // `reshard_after_forward`; optimizers of other libraries (`optimizer_impl`);
            // `use_fused_kernels`, `tiled_mlp` and checkpoints of whole layers (verl, commit
            // b178a3cd, `trainer/config/`). Its context parallelism is Ulysses; a first one would
            // have the plan's exchange, a ring by default, as verl writes no file here.
            Recipe::Verl => Self {
                degrees: &[],
                zero: &[ZeroStage::Two, ZeroStage::Three],
                shards_in_pipeline: false,
                offloads: &[WHOLE_SHARD, &[Offload::Activations], EVERYTHING],
                moments: &[Optimizer::AdamW8],
                losses: &[CrossEntropy::Chunked],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: true,
                tuned: &[Tuned::Lora],
            },
            // Ring attention; `adam_offload`; Liger's loss has no place, as log-probabilities need
            // logits (OpenRLHF, commit 3c3be623, `cli/train_ppo_ray.py`).
            Recipe::OpenRlhf => Self {
                degrees: &[Degree::Context],
                zero: UP_TO_THREE,
                shards_in_pipeline: false,
                offloads: &[&[Offload::Optimizer]],
                moments: &[],
                losses: &[],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: false,
                tuned: ADAPTERS,
            },
            // DeepSpeed's own Adam, on the GPU or the host.
            Recipe::HuggingFaceDeepSpeed => Self {
                degrees: &[Degree::Context],
                zero: UP_TO_THREE,
                shards_in_pipeline: false,
                offloads: ANY_PART,
                moments: &[],
                losses: &[CrossEntropy::Chunked],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: true,
                tuned: ADAPTERS,
            },
        }
    }
}

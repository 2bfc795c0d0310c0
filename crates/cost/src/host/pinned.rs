//! Bytes of pinned memory beyond the tensors in it.
//!
//! PyTorch's allocator of pinned memory rounds each request up to a power of two and never gives
//! a block back to the system (`aten/src/ATen/core/CachingHostAllocator.h`, `PowerOf2Ceil`;
//! PyTorch issues 95823 and 150517).

use crate::legal::Legal;
use crate::plan::{Offload, Recipe};
use crate::sharding::StateSharding;
use crate::state::{SUB_GROUP, State};
use crate::units::Bytes;

/// Bytes of a block over those of the tensor in it, in the mean of tensors whose sizes are spread
/// evenly on a logarithmic scale: 1 / ln 2. It lies between 1 and 2 for any tensors.
const MEAN_ROUNDING: f64 = std::f64::consts::LOG2_E;

/// Bytes beyond one pinned tensor of this size.
pub(super) fn beyond(tensor: Bytes) -> Bytes {
    let block = tensor.0.checked_next_power_of_two().unwrap_or(u64::MAX);
    if tensor == Bytes::ZERO {
        Bytes::ZERO
    } else {
        Bytes(block).saturating_sub(tensor)
    }
}

/// Bytes beyond pinned tensors of this size in all, of which each has a block.
pub(super) fn beyond_many(tensors: Bytes) -> Bytes {
    tensors.scaled(MEAN_ROUNDING).saturating_sub(tensors)
}

/// True if a framework pins offloaded tensors by its usual settings, in blocks of PyTorch.
///
/// Transformers' documentation of DeepSpeed, LLaMA-Factory and ms-swift set `pin_memory`;
/// DeepSpeed's own default is false. FSDP pins by default (`CPUOffloadPolicy` of PyTorch), and so
/// does Megatron-LM's `HybridDeviceOptimizer` (`pin_cpu_grads`, `pin_cpu_params`). XLA allocates
/// pinned memory of the exact size.
const fn pins(recipe: Recipe) -> bool {
    match recipe {
        Recipe::HuggingFaceDeepSpeed
        | Recipe::HuggingFace
        | Recipe::Verl
        | Recipe::OpenRlhf
        | Recipe::Megatron
        | Recipe::Nemo
        | Recipe::TorchTitan
        | Recipe::LlmFoundry => true,
        Recipe::DeepSpeed | Recipe::ZeroPaper | Recipe::Nanotron | Recipe::MaxText => false,
    }
}

/// Bytes beyond the offloaded state of a rank that updates `params` parameters. `moved` is the state
/// that the GPU does not hold, `gradients` are those on the host.
///
/// DeepSpeed's ZeRO-3 pins the 16-bit weights as one tensor, whatever the settings, fp32 gradients
/// a group of parameters after the other, and gradients between micro-batches as one tensor
/// (`stage3.py`). Under `zero.Init` each weight was pinned alone before, and those blocks stay in
/// the allocator (`partition_parameters.py`). ZeRO-1 and 2 pin master weights, 16-bit copies and
/// gradients, each as one tensor (`stage_1_and_2.py`). Other frameworks pin each tensor; moments
/// are never pinned.
pub(super) fn of_state(legal: &Legal, params: u64, moved: &State, gradients: Bytes) -> Bytes {
    let plan = legal.plan;
    let recipe = plan.stack.recipe;
    let updates = plan.levers.offload.contains(Offload::Optimizer);
    let pins = pins(recipe);
    if recipe.has_deepspeed() {
        let is_third = plan.layout.zero.shards_weights();
        let flat = if is_third {
            beyond(moved.weights)
        } else {
            Bytes::ZERO
        };
        if !pins {
            return flat;
        }
        let left = if recipe.has_trainer() && is_third {
            moved.weights + beyond_many(moved.weights)
        } else {
            Bytes::ZERO
        };
        let updating = match (updates, is_third) {
            (false, _) => Bytes::ZERO,
            (true, true) => of_groups(params) + beyond(Bytes::product([2, params])),
            (true, false) => {
                beyond(Bytes::product([4, params])) * 2 + beyond(Bytes::product([2, params]))
            }
        };
        return flat + left + updating;
    }
    if !pins {
        return Bytes::ZERO;
    }
    let master = if updates && !StateSharding::of(legal).weights() {
        Bytes::product([4, params]).min(moved.optimizer)
    } else {
        Bytes::ZERO
    };
    beyond_many(moved.weights + gradients + master)
}

/// Bytes beyond the fp32 gradients of groups of parameters.
fn of_groups(params: u64) -> Bytes {
    let group = beyond(Bytes::product([4, SUB_GROUP]));
    group * (params / SUB_GROUP) + beyond(Bytes::product([4, params % SUB_GROUP]))
}

/// Bytes beyond offloaded activations, each tensor of which is pinned (`max_fwd_stash_size` and its
/// kind in TRL and torchtune; Transformer Engine, `cpu_offload.py`).
pub(super) fn of_activations(legal: &Legal, activations: Bytes) -> Bytes {
    if pins(legal.plan.stack.recipe) {
        beyond_many(activations)
    } else {
        Bytes::ZERO
    }
}

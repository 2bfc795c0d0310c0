//! Host memory of one rank.

use super::phase::{HostPhase, Phase};
use super::pinned;
use crate::legal::Legal;
use crate::params::{ModelParams, RankParams};
use crate::plan::{MasterWeights, Offload, Recipe};
use crate::state::{PerParameter, State, updated_params};
use crate::units::{Bytes, GB, GIB};

/// DeepSpeed's factor for buffers beside the state that it offloads: `additional_buffer_factor` of
/// `estimate_zero2_model_states_mem_needs` and `estimate_zero3_model_states_mem_needs`. It applies to
/// the weights that are loaded, too, and is the upper end here.
pub const BUFFER_FACTOR: f64 = 1.5;

/// Memory of a process before the model: Python, its libraries and the host's part of the CUDA
/// context. Assumed, from 2 to 8 GiB.
const PROCESS: [Bytes; 3] = [Bytes(2 * GIB), Bytes(4 * GIB), Bytes(8 * GIB)];

/// A file of weights: the largest that Transformers writes by default (`max_shard_size`).
const FILE: Bytes = Bytes(5 * GB);

/// Host memory of one rank, by the usual settings of its framework.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankHost {
    /// Steps are run.
    training: HostPhase,
    /// Weights that the rank holds while it loads: usual, and in fp32.
    loads: [Bytes; 2],
    /// Weights that it holds while it saves.
    saves: Bytes,
    /// Offloaded weights that exist while weights are loaded, and what pinning adds to them.
    loaded: [Bytes; 2],
}

impl RankHost {
    /// A rank with these parameters, of which these activations are on the host.
    pub(super) fn of(legal: &Legal, params: RankParams, activations: Bytes) -> Self {
        let whole = State::on_gpu_and_host(legal, params);
        let on_gpu = State::of_rank(legal, params);
        let moved = State {
            weights: whole.weights.saturating_sub(on_gpu.weights),
            gradients: whole.gradients.saturating_sub(on_gpu.gradients),
            optimizer: whole.optimizer.saturating_sub(on_gpu.optimizer),
        };
        let updated = updated_params(legal, params);
        let updates = legal.plan.levers.offload.contains(Offload::Optimizer);
        let gradients = if updates {
            gradients(legal, updated, moved.gradients)
        } else {
            moved.gradients
        };
        let copies = if updates {
            updated_copies(legal, updated)
        } else {
            Bytes::ZERO
        };
        let training = HostPhase {
            weights: moved.weights + copies,
            gradients,
            optimizer: moved.optimizer,
            activations,
            pinned: pinned::of_state(legal, updated, &moved, gradients)
                + pinned::of_activations(legal, activations),
            copies: Bytes::ZERO,
            processes: PROCESS[1],
        };
        let pinned = training.pinned.min(pinned::beyond_many(moved.weights));
        Self {
            training,
            loads: loads(legal, params),
            saves: saves(legal, params),
            loaded: [moved.weights, pinned],
        }
    }

    /// A phase by the usual settings.
    pub(super) fn usual(&self, phase: Phase) -> HostPhase {
        match phase {
            Phase::Loading => self.loading(0),
            Phase::Training => self.training,
            Phase::Saving => self.training.with_copies(self.saves),
        }
    }

    /// A phase at the lower end: nothing is pinned, and no whole weights are saved.
    pub(super) fn least(&self, phase: Phase) -> HostPhase {
        let usual = match phase {
            Phase::Saving => self.training,
            _ => self.usual(phase),
        };
        HostPhase {
            pinned: Bytes::ZERO,
            processes: PROCESS[0],
            ..usual
        }
    }

    /// A phase at the upper end.
    pub(super) fn most(&self, phase: Phase) -> HostPhase {
        let usual = match phase {
            Phase::Loading => self.loading(1),
            _ => self.usual(phase),
        };
        HostPhase {
            pinned: usual.pinned.max(buffers_beside(usual.state())),
            copies: usual.copies + buffers_beside(usual.copies),
            processes: PROCESS[2],
            ..usual
        }
    }

    /// The phase of loading, with weights in their usual type (0) or in fp32 (1).
    fn loading(&self, width: usize) -> HostPhase {
        let [weights, pinned] = self.loaded;
        HostPhase {
            weights,
            pinned,
            copies: self.loads[width],
            processes: PROCESS[1],
            ..HostPhase::default()
        }
    }
}

/// Buffers beside these bytes, by [`BUFFER_FACTOR`].
pub(super) fn buffers_beside(bytes: Bytes) -> Bytes {
    bytes.scaled(BUFFER_FACTOR - 1.0)
}

/// Gradients of a rank on the host, if the optimizer of `params` parameters runs there. `moved` are
/// those that the GPU does not hold.
///
/// DeepSpeed's optimizer reads fp32 gradients (`fp32_partitioned_groups_flat[i].grad` in
/// `stage3.py`, `single_partition_of_fp32_groups[i].grad` in `stage_1_and_2.py`). ZeRO-3 keeps those
/// of the micro-batches beside them, in 16 bits (`grad_partitions_flat_buffer`), and ZeRO-1 and 2 do
/// if there are several micro-batches (`accumulated_grads_in_cpu`). Megatron-LM copies gradients
/// to the type of its master weights (`HybridDeviceOptimizer`). FSDP has moved them already. In JAX
/// the GPU updates what it fetches (`optimizer_memory_host_offload`). ZeRO-Offload keeps 16 bits (Ren
/// 2021, section 3).
fn gradients(legal: &Legal, params: u64, moved: Bytes) -> Bytes {
    let plan = legal.plan;
    let wide = if plan.master() == MasterWeights::None {
        2
    } else {
        4
    };
    let read = Bytes::product([wide, params]);
    let narrow = Bytes::product([2, params]);
    match plan.stack.recipe {
        recipe if recipe.has_deepspeed() => {
            let accumulates = plan.layout.zero.shards_weights() || legal.micro_batches > 1;
            let kept = if accumulates { narrow } else { Bytes::ZERO };
            read + kept.max(moved)
        }
        Recipe::MaxText => moved,
        Recipe::ZeroPaper => moved.max(narrow),
        _ => moved.max(read),
    }
}

/// 16-bit copies of the weights that the host has updated, on their way back: DeepSpeed's ZeRO-1
/// and 2 (`param_buffer_of_bit16_for_cpu_offload_groups`).
fn updated_copies(legal: &Legal, params: u64) -> Bytes {
    let plan = legal.plan;
    if plan.stack.recipe.has_deepspeed() && !plan.layout.zero.shards_weights() {
        Bytes::product([2, params])
    } else {
        Bytes::ZERO
    }
}

/// Weights that each rank holds while it loads a checkpoint: in the usual type, and in fp32.
///
/// `from_pretrained` reads the whole model in every process (PyTorch issue 105840: Falcon-40B on
/// eight GPUs needs 1,280 GB). Under ZeRO-3 `zero.Init` shards each weight at once, and with FSDP
/// Accelerate reads it in one process of a node only (`fsdp_cpu_ram_efficient_loading`); see
/// [`held_once`]. Frameworks for pre-training make the weights on the GPU.
fn loads(legal: &Legal, params: RankParams) -> [Bytes; 2] {
    let plan = legal.plan;
    let is_sharded = plan.layout.zero.shards_weights();
    if !plan.stack.recipe.has_trainer() || is_sharded {
        return [Bytes::ZERO; 2];
    }
    of_weights(legal, params.total().all())
}

/// Weights in the usual type and in fp32. With DeepSpeed a trainer loads 16 bits.
fn of_weights(legal: &Legal, params: u64) -> [Bytes; 2] {
    let bits = PerParameter::of_legal(legal).weight_bits;
    let usual = u128::from(bits) * u128::from(params) / 8;
    let usual = Bytes(u64::try_from(usual).unwrap_or(u64::MAX));
    [usual, Bytes::product([4, params]).max(usual)]
}

/// Weights that each rank copies to save them. Without ZeRO-3 each process clones the whole model
/// (Accelerate, `get_state_dict`; DeepSpeed, `clone_tensors_for_torch_save`).
fn saves(legal: &Legal, params: RankParams) -> Bytes {
    let plan = legal.plan;
    let clones = plan.stack.recipe.has_trainer_with_deepspeed();
    if clones && !plan.layout.zero.shards_weights() {
        Bytes::product([2, params.total().all()])
    } else {
        Bytes::ZERO
    }
}

/// Whole weights that one process of the node holds, in each phase: the file that rank 0 reads under
/// `zero.Init`, or the model that it reads for FSDP, and the model that it gathers to save it
/// (`_zero3_consolidated_16bit_state_dict`, `FullStateDictConfig(rank0_only=True)`).
pub(super) fn held_once(legal: &Legal) -> [Bytes; 3] {
    let plan = legal.plan;
    let is_sharded = plan.layout.zero.shards_weights();
    if !plan.stack.recipe.has_trainer() || !is_sharded {
        return [Bytes::ZERO; 3];
    }
    let params = ModelParams::of(&plan.model).total;
    let [model, _] = of_weights(legal, params);
    match plan.stack.recipe {
        recipe if recipe.has_deepspeed() => {
            [FILE.min(model), Bytes::ZERO, Bytes::product([2, params])]
        }
        _ => [model, Bytes::ZERO, model],
    }
}

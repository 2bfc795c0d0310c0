//! Seconds of exchange that no compute hides: among tensor, context and data ranks, between
//! stages, and of ZeRO-3's layers.

use super::calibration as fitted;
use super::legal::Legal;
use super::network::Group;
use super::params::LayerParams;
use super::plan::{ContextKind, Dtype, Messages, Overlap, Plan, Recipe, ZeroStage};
use super::units::{Bytes, Seconds};

/// Tensor-parallel time of one layer and micro-batch that no compute hides.
pub(super) struct TensorTime {
    pub(super) forward: Seconds,
    pub(super) backward: Seconds,
    /// Of the embedding or the head, each way.
    pub(super) end: Seconds,
}

impl TensorTime {
    /// Two all-reduces of 2·s·b·h/c bytes a layer and direction (Shoeybi 2019, section 3), or
    /// under sequence parallelism an all-gather and a reduce-scatter each, and one all-gather
    /// more in backward (Korthikanti 2022, section 4.2.2).
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let group = Group::tensor(legal);
        let element = plan.levers.dtype.element_bytes();
        let message = Bytes::product([element, legal.tokens(), plan.model.hidden]);
        let pass = group.short_pass(&plan.cluster.gpu, message);
        let exposed = if plan.overlaps(Overlap::Tensor) {
            fitted::TENSOR_LEAK
        } else {
            1.0
        };
        let regathered = if plan.sequence_parallel() { 1.0 } else { 0.0 };
        Self {
            forward: pass * (4.0 * exposed),
            backward: pass * ((4.0 + regathered) * exposed),
            end: pass * exposed,
        }
    }
}

/// What stays exposed of a transfer that runs beside `cover` of compute: what does not fit under
/// it, and a share that leaks however long the cover; never more than without overlap.
fn overlapped(transfer: Seconds, cover: Seconds, leak: f64) -> Seconds {
    (transfer.beyond(cover) + transfer * leak).min(transfer)
}

/// Exposed exchange of keys and values in one layer, forward and backward.
///
/// A ring passes K and V of its own tokens to c−1 others, twice as much in backward, behind the
/// attention of the block at hand (Liu 2023); all-to-all swaps q, k, v and the output (Jacobs
/// 2023) and an all-gather collects K and V first (Llama 3 2024, section 3.3.2): both before
/// and after the kernel, with nothing to hide under.
pub(super) fn context(legal: &Legal, attention: Seconds) -> [Seconds; 2] {
    let plan = legal.plan;
    let group = Group::context(legal);
    if group.size <= 1 {
        return [Seconds::ZERO; 2];
    }
    let gpu = &plan.cluster.gpu;
    let kv_width = 2 * legal.kv_heads_per_rank() * plan.model.head_dim;
    let element = plan.levers.dtype.element_bytes();
    let own = Bytes::product([element, legal.tokens(), kv_width]);
    match plan.layout.context_kind {
        ContextKind::Ring => {
            let turn = group.pass(gpu, own * group.size, 1.0);
            let exposed = |transfer: Seconds, cover: Seconds| {
                if plan.overlaps(Overlap::Context) {
                    overlapped(transfer, cover, fitted::CONTEXT_LEAK)
                } else {
                    transfer
                }
            };
            [
                exposed(turn, attention),
                exposed(turn * 2.0, attention * 2.0),
            ]
        }
        ContextKind::AllGather => {
            let gather = group.pass(gpu, own * group.size, 1.0);
            [gather, gather * 2.0]
        }
        ContextKind::AllToAll => {
            let query = plan.model.query_width() / plan.layout.tensor;
            let all = Bytes::product([element, legal.tokens(), 2 * query + kv_width]);
            let swap = group.all_to_all(gpu, all);
            [swap, swap]
        }
    }
}

/// One transfer of a micro-batch between neighbouring stages: 2·s·b·h/c bytes, 1/t of it under
/// sequence parallelism. Either it keeps the sender busy, or it travels beside the compute.
pub(super) fn between_stages(legal: &Legal) -> (Seconds, Seconds) {
    let plan = legal.plan;
    if legal.pipeline() == 1 {
        return (Seconds::ZERO, Seconds::ZERO);
    }
    let element = plan.levers.dtype.element_bytes();
    let bytes = Bytes::product([element, legal.outer_tokens(), plan.model.hidden]);
    let time = Group::pipeline(legal)
        .neighbour(&plan.cluster.gpu)
        .transfer(bytes);
    if plan.overlaps(Overlap::Pipeline) {
        (Seconds::ZERO, time)
    } else {
        (time, Seconds::ZERO)
    }
}

/// ZeRO-3 traffic of one layer and micro-batch.
pub(super) struct Gather {
    /// An all-gather of its weights in 16 bit.
    pub(super) weights: Seconds,
    /// A reduce-scatter of its gradients.
    pub(super) gradients: Seconds,
    overlapped: bool,
}

impl Gather {
    /// Weights are gathered for forward and again for backward, gradients scattered after it,
    /// for every micro-batch (Rajbhandari 2020, section 7.2.2: 3 N elements).
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let overlapped = plan.overlaps(Overlap::Data);
        if !plan.layout.zero.shards_weights() {
            return Self {
                weights: Seconds::ZERO,
                gradients: Seconds::ZERO,
                overlapped,
            };
        }
        let group = Group::replicas(legal);
        let params = LayerParams::of(&plan.model).per_rank(&plan.model, plan.layout.tensor);
        let pass = |bytes_each: u64| {
            group.pass(&plan.cluster.gpu, Bytes::product([bytes_each, params]), 1.0)
        };
        Self {
            weights: pass(plan.levers.dtype.element_bytes()),
            gradients: pass(gradient_message_bytes(plan)),
            overlapped,
        }
    }

    /// What stays exposed of this traffic beside a layer's work.
    pub(super) fn exposed(&self, traffic: Seconds, work: Seconds) -> Seconds {
        if self.overlapped {
            overlapped(traffic, work * fitted::GATHER_COVER, fitted::GATHER_LEAK)
        } else {
            traffic
        }
    }
}

/// Exposed time of reducing a rank's gradients and spreading its new weights, once a step:
/// 2 N elements (Rajbhandari 2020, section 7.2.1). `cover` is one micro-batch's work, under
/// which overlapping stacks hide it. ZeRO-3 has paid in its gathers already.
pub(super) fn data(legal: &Legal, params: u64, cover: Seconds) -> Seconds {
    let plan = legal.plan;
    let group = Group::replicas(legal);
    if group.size <= 1 || plan.layout.zero.shards_weights() {
        return Seconds::ZERO;
    }
    let gradient_bytes = gradient_message_bytes(plan);
    let gradients = Bytes::product([gradient_bytes, params]);
    let weights = if plan.layout.zero == ZeroStage::Zero {
        gradients
    } else {
        Bytes::product([plan.levers.dtype.element_bytes(), params])
    };
    let messages = match plan.messages() {
        Messages::Bucket => (gradients.0 as f64 / fitted::BUCKET_BYTES).max(1.0),
        Messages::Layer => layers_per_rank(legal),
        // Seven weights and two norms a layer.
        Messages::Tensor => 9.0 * layers_per_rank(legal),
    };
    let gpu = &plan.cluster.gpu;
    let total = group.pass(gpu, gradients, messages) + group.pass(gpu, weights, messages);
    if plan.overlaps(Overlap::Data) {
        overlapped(total, cover * fitted::DATA_COVER, fitted::DATA_LEAK)
    } else {
        total
    }
}

fn layers_per_rank(legal: &Legal) -> f64 {
    legal.plan.model.layers as f64 / legal.pipeline() as f64
}

/// Bytes of a gradient on the wire: as it is accumulated, so fp32 for Megatron-LM's bf16 and for
/// fp32 training, else 16 bit.
fn gradient_message_bytes(plan: &Plan) -> u64 {
    match (plan.stack.recipe, plan.levers.dtype) {
        (_, Dtype::Fp32) => 4,
        (Recipe::Megatron, dtype) if dtype != Dtype::Fp16 => 4,
        (Recipe::DeepSpeed | Recipe::Nanotron, dtype) if dtype != Dtype::Fp16 => 4,
        (Recipe::TorchTitan, _) => 4,
        _ => 2,
    }
}

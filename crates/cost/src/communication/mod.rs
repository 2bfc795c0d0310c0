//! Bytes and exposed seconds of communication: among tensor, context, expert and data ranks,
//! between pipeline stages, of ZeRO-3's layers, and with the host.
//!
//! Tests: `tests/all/papers/communication.rs`.

mod shards;

use super::legal::Legal;
use super::network::Group;
use super::plan::{ContextKind, Dispatcher, Overlap, Plan, Recipe};
use super::traffic::{Exchange, Route, Traffic};
use super::units::{Bytes, BytesPerSecond, Seconds};
pub(super) use shards::{DataTraffic, Gather, messages};

/// Exchanges of forward and of backward.
pub(super) type Ways = [Exchange; 2];

/// Tensor-parallel exchange of one micro-batch.
pub(super) struct TensorTime {
    /// Exchange in a layer without routed experts.
    pub(super) dense: Ways,
    /// Exchange in a layer with routed experts.
    pub(super) routed: Ways,
    /// Exchange of the embedding or the head, in each direction.
    pub(super) end: Exchange,
}

/// Passes around the rings that split a layer's products: an all-gather or a reduce-scatter each.
pub(super) struct TensorPasses {
    /// The tensor that a pass gathers or scatters: the tokens of all ranks, 2·s·b·h/c bytes.
    pub(super) whole: Bytes,
    /// A pass among the tensor-parallel ranks.
    pub(super) layer: Exchange,
    /// A pass of the token copies among the ranks inside an expert.
    pub(super) expert: Exchange,
}

impl TensorPasses {
    /// The passes of a legal plan: 2·s·b·h/c bytes for the layer, the bytes of the token copies for
    /// experts.
    pub(super) fn of(legal: &Legal) -> Self {
        let legal = &legal.timed();
        let plan = legal.plan;
        let element = plan.levers.dtype.element_bytes();
        let message = Bytes::product([element, legal.tokens(), plan.model.hidden]);
        let copies = Bytes::product([element, legal.routed_copies(), plan.model.hidden]);
        let pass = |route: Route, group: Group, bytes: Bytes, can_hide: bool| {
            let exposed = if can_hide && plan.overlaps(Overlap::Tensor) {
                legal.fitted.tensor_leak
            } else {
                1.0
            };
            Exchange::on(route, group.short_pass(bytes).paced(1.0, exposed))
        };
        let can_hide = hides_tensor_traffic(plan);
        Self {
            whole: message,
            layer: pass(Route::Tensor, Group::tensor(legal), message, can_hide),
            expert: pass(
                Route::ExpertTensor,
                Group::expert_tensor(legal),
                copies,
                true,
            ),
        }
    }
}

impl TensorTime {
    /// Two all-reduces of 2·s·b·h/c bytes for each layer and direction (Shoeybi 2019, section 3).
    /// Sequence parallelism replaces each by an all-gather and a reduce-scatter, and backward has
    /// one all-gather more (Korthikanti 2022, section 4.2.2). In a routed layer these are the
    /// collectives of the attention and the shared experts. The ranks inside an expert gather and
    /// scatter the copies.
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let passes = TensorPasses::of(legal);
        let pass = passes.layer;
        let regathered = if plan.sequence_parallel() { 0.5 } else { 0.0 };
        let half = [pass * 2.0, pass * (2.0 + regathered)];
        let shared = if plan.model.moe.shared_width() > 0 {
            half
        } else {
            [Exchange::default(); 2]
        };
        let inside = passes.expert * 2.0;
        Self {
            dense: half.map(|way| way * 2.0),
            routed: [half[0] + shared[0] + inside, half[1] + shared[1] + inside],
            end: pass,
        }
    }
}

/// True if a framework can hide the exchange of tensor-parallel ranks of a plan. Megatron Core and
/// torchtitan split an all-gather or a reduce-scatter into pieces beside those of the product, and
/// leave an all-reduce whole (Megatron-LM, `arguments.py`: "only when sequence parallelism is
/// enabled"; Megatron-Bridge, `comm_overlap.py`; PyTorch,
/// `torch/_inductor/fx_passes/micro_pipeline_tp.py`).
fn hides_tensor_traffic(plan: &Plan) -> bool {
    let needs_pieces = matches!(
        plan.stack.recipe,
        Recipe::Megatron | Recipe::Nemo | Recipe::TorchTitan
    );
    plan.sequence_parallel() || !needs_pieces
}

/// Expert exchange of one routed layer, in each direction: dispatch and combine of
/// 2·(s·b/(t·c))·h·K bytes (Lepikhin 2020, section 3.2). DeepEP and HybridEP send a token only once
/// to each domain that has an expert of it, and use the links inside a domain and across domains at
/// one time (DeepSeek-V3 2024, section 3.2.2).
pub(super) fn experts(legal: &Legal) -> Ways {
    let legal = &legal.timed();
    let (plan, fitted) = (legal.plan, legal.fitted);
    let group = Group::expert(legal);
    if group.size <= 1 {
        return [Exchange::default(); 2];
    }
    let element = plan.levers.dtype.element_bytes();
    let sent = [
        element,
        legal.outer_tokens(),
        plan.model.hidden,
        plan.model.moe.per_token,
    ];
    let sent = Bytes::product(sent).scaled(plan.imbalance());
    let swap = match plan.dispatcher() {
        Dispatcher::AllToAll => group.all_to_all(sent),
        Dispatcher::DeepEp | Dispatcher::HybridEp => group.dispatch(sent, plan.model.moe.per_token),
    };
    let exposed = if plan.overlaps(Overlap::Expert) {
        fitted.tensor_leak
    } else {
        1.0
    };
    [Exchange::on(Route::Expert, (swap * 2.0).paced(1.0, exposed)); 2]
}

/// Exposed part of a transfer that runs beside `cover` seconds of compute. It is the part longer
/// than `cover`, and a share that leaks however long the cover, but never more than without
/// overlap.
fn overlapped(transfer: Seconds, cover: Seconds, leak: f64) -> Seconds {
    (transfer.beyond(cover) + transfer * leak).min(transfer)
}

/// Exchange of keys and values in one layer: in forward, in backward, and in a forward that full
/// recompute repeats. The time of the latter is reduced by the same factor as that of the layer's
/// kernels.
///
/// In a ring each rank passes K and V of its tokens to c−1 others, twice as many bytes in backward.
/// This overlaps with the attention of the current block (Liu 2023). All-to-all swaps q, k, v and
/// the output (Jacobs 2023). An all-gather collects K and V first (Llama 3 2024, section 3.3.2).
/// These two run before and after the kernel, so no compute hides them. Linear mixers swap their
/// input and output (Megatron-LM, `megatron/core/ssm/mamba_context_parallel.py`); the result is the
/// mean over the layers.
pub(super) fn context(legal: &Legal, attention: [Seconds; 2]) -> [Exchange; 3] {
    let legal = &legal.timed();
    let plan = legal.plan;
    let group = Group::context(legal);
    if group.size <= 1 {
        return [Exchange::default(); 3];
    }
    let model = &plan.model;
    let heads = model.heads / plan.layout.tensor;
    let (query, kv_width) = match model.mla {
        // Keys and values of every head, as they come out of the latent.
        Some(_) => (
            heads * model.key_dim(),
            heads * (model.key_dim() + model.value_dim()),
        ),
        None => (
            heads * model.head_dim,
            2 * legal.kv_heads_per_rank() * model.head_dim,
        ),
    };
    let element = plan.levers.dtype.element_bytes();
    let own = Bytes::product([element, legal.tokens(), kv_width]);
    let ways = match plan.layout.context_kind {
        ContextKind::Ring => {
            let turn = group.pass(own * group.size, 1.0);
            let hidden = |transfer: Traffic, cover: Seconds| {
                if plan.overlaps(Overlap::Context) {
                    let leak = legal.fitted.data_leak;
                    transfer.exposing(overlapped(transfer.link, cover, leak))
                } else {
                    transfer
                }
            };
            [
                hidden(turn, attention[0]),
                hidden(turn * 2.0, attention[1]),
                hidden(turn, attention[0] * legal.fitted.full_recompute),
            ]
        }
        ContextKind::AllGather => {
            let gather = group.pass(own * group.size, 1.0);
            [gather, gather * 2.0, gather]
        }
        ContextKind::AllToAll => {
            let out = heads * model.value_dim();
            let all = Bytes::product([element, legal.tokens(), query + kv_width + out]);
            let swap = group.all_to_all(all);
            [swap; 3]
        }
    };
    let Some(mixer) = model.mixer else {
        return ways.map(|way| Exchange::on(Route::Context, way));
    };
    let tensor = plan.layout.tensor;
    let keys = legal.mixer_key_heads_per_rank() * mixer.key_dim;
    let width = (3 * mixer.values() + mixer.gates()) / tensor + 2 * keys;
    let swap = group.all_to_all(Bytes::product([element, legal.tokens(), width]));
    let share = model.attention_share();
    ways.map(|way| Exchange::on(Route::Context, way * share + swap * (1.0 - share)))
}

/// One transfer of a micro-batch between neighbouring stages: 2·s·b·h/c bytes, 1/t of it under
/// sequence parallelism. It keeps the sender busy, or with overlap it travels beside the compute.
/// Returns the exchange, and the seconds that it travels beside compute.
pub(super) fn between_stages(legal: &Legal) -> (Exchange, Seconds) {
    let legal = &legal.timed();
    let plan = legal.plan;
    if legal.pipeline() == 1 {
        return (Exchange::default(), Seconds::ZERO);
    }
    let element = plan.levers.dtype.element_bytes();
    let bytes = Bytes::product([element, legal.outer_tokens(), plan.model.hidden]);
    let sent = Group::pipeline(legal).neighbour().transfer(bytes);
    let (sent, transfer) = if plan.overlaps(Overlap::Pipeline) {
        (sent.exposing(Seconds::ZERO), sent.link)
    } else {
        (sent, Seconds::ZERO)
    };
    (Exchange::on(Route::Pipeline, sent), transfer)
}

/// A transfer on the link between a GPU and its host, hidden under `cover` of compute.
pub(super) fn host_transfer(legal: &Legal, bytes: Bytes, cover: Seconds) -> Exchange {
    let link = BytesPerSecond::from_gb(legal.plan.cluster.gpu.pcie_gb_s);
    let seconds = bytes / (link * legal.fitted.nic_efficiency);
    let exposed = seconds.beyond(cover);
    Exchange::on(Route::Host, Traffic::bare(bytes, seconds).exposing(exposed))
}

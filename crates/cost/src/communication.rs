//! Bytes and exposed seconds of communication: among tensor, context, expert and data ranks,
//! between pipeline stages, of ZeRO-3's layers, and with the host.
//!
//! Tests: `tests/all/papers/communication.rs`.

use super::legal::Legal;
use super::narrow::WeightWidth;
use super::network::Group;
use super::params::{LayerKind, LayerParams, RankParams};
use super::plan::{
    ContextKind, Dispatcher, Dtype, GradientType, Messages, Offload, Overlap, Plan, Recipe,
    Schedule, ZeroStage,
};
use super::sharding::{Gathering, StateSharding};
use super::traffic::{Exchange, Route, Traffic};
use super::units::{Bytes, BytesPerSecond, Seconds};

/// Forward and backward.
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

impl TensorTime {
    /// Two all-reduces of 2·s·b·h/c bytes for each layer and direction (Shoeybi 2019, section 3).
    /// Sequence parallelism replaces each by an all-gather and a reduce-scatter, and backward has
    /// one all-gather more (Korthikanti 2022, section 4.2.2). In a routed layer only the attention
    /// and the shared experts do so. The ranks inside an expert gather and scatter the copies.
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let element = plan.levers.dtype.element_bytes();
        let message = Bytes::product([element, legal.tokens(), plan.model.hidden]);
        let hiding = |can_hide: bool| {
            if can_hide && plan.overlaps(Overlap::Tensor) {
                legal.fitted.tensor_leak
            } else {
                1.0
            }
        };
        let exposed = hiding(hides_tensor_traffic(plan));
        let pass = Group::tensor(legal).short_pass(message).paced(1.0, exposed);
        let pass = Exchange::on(Route::Tensor, pass);
        let regathered = if plan.sequence_parallel() { 0.5 } else { 0.0 };
        let half = [pass * 2.0, pass * (2.0 + regathered)];
        let shared = if plan.model.moe.shared_width() > 0 {
            half
        } else {
            [Exchange::default(); 2]
        };
        let copies = Bytes::product([element, legal.routed_copies(), plan.model.hidden]);
        let inside = Group::expert_tensor(legal).short_pass(copies);
        let inside = Exchange::on(Route::ExpertTensor, inside.paced(1.0, hiding(true))) * 2.0;
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
/// to each domain that has an expert of it, and use the links inside and across at one time
/// (DeepSeek-V3 2024, section 3.2.2).
pub(super) fn experts(legal: &Legal) -> Ways {
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

/// Exposed part of a transfer that runs beside `cover` of compute, seconds. It is the part longer
/// than `cover`, and a share that leaks however long the cover. It is never more than without
/// overlap.
fn overlapped(transfer: Seconds, cover: Seconds, leak: f64) -> Seconds {
    (transfer.beyond(cover) + transfer * leak).min(transfer)
}

/// Exchange of keys and values in one layer: forward, backward, and a forward that full recompute
/// repeats. The kernels of the last take less time by the same factor as the layer's others.
///
/// A ring passes K and V of its own tokens to c−1 others, twice as much in backward. It overlaps
/// with the attention of the current block (Liu 2023). All-to-all swaps q, k, v and the output
/// (Jacobs 2023). An all-gather collects K and V first (Llama 3 2024, section 3.3.2). These two run
/// before and after the kernel, so no compute hides them. Linear mixers swap their input and output
/// (Megatron-LM, `megatron/core/ssm/mamba_context_parallel.py`); then it is the mean of the layers.
pub(super) fn context(legal: &Legal, attention: [Seconds; 2]) -> [Exchange; 3] {
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
/// Returns the exchange, and the seconds of that travel.
pub(super) fn between_stages(legal: &Legal) -> (Exchange, Seconds) {
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

/// ZeRO-3 traffic of one layer and micro-batch.
pub(super) struct Gather<'a> {
    /// An all-gather of its weights in 16 bits, or in 8.
    pub(super) weights: Exchange,
    /// A reduce-scatter of its gradients.
    pub(super) gradients: Exchange,
    legal: &'a Legal<'a>,
}

impl<'a> Gather<'a> {
    /// Weights are gathered for forward and again for backward, and gradients are scattered after
    /// it. This happens for every micro-batch, inside the shard group (Rajbhandari 2020, section
    /// 7.2.2: 3 N elements), unless the rank gathers once a step. Weights that live on the host cross
    /// its link on the way.
    pub(super) fn of(legal: &'a Legal<'a>, kind: LayerKind) -> Self {
        let plan = legal.plan;
        let mut gather = Self {
            weights: Exchange::default(),
            gradients: Exchange::default(),
            legal,
        };
        let gathering = StateSharding::of(legal).gathering;
        if gathering != Gathering::EachMicroBatch {
            return gather;
        }
        let params = LayerParams::of(&plan.model, kind).per_rank(legal);
        let pass = |common: Bytes, experts: Bytes| {
            Exchange::on(Route::Data, Group::shard(legal).pass(common, 1.0))
                + Exchange::on(
                    Route::ExpertData,
                    Group::expert_shard(legal).pass(experts, 1.0),
                )
        };
        let (weight, gradient) = (
            plan.levers.dtype.element_bytes(),
            gradient_message_bytes(plan),
        );
        let width = WeightWidth::of(plan, gathering);
        gather.weights = pass(width.common(params.common), width.experts(params.experts));
        gather.gradients = pass(
            Bytes::product([gradient, params.common]),
            Bytes::product([gradient, params.experts]),
        );
        if plan.levers.offload.contains(Offload::Parameters) {
            let own = params.total() / legal.shard_group();
            let moved =
                |each: u64| host_transfer(legal, Bytes::product([each, own]), Seconds::ZERO);
            gather.weights += moved(weight);
            gather.gradients += moved(gradient);
        }
        gather
    }

    /// This traffic beside a layer's work.
    pub(super) fn beside(&self, traffic: Exchange, work: Seconds) -> Exchange {
        match Hiding::of(self.legal) {
            Some(hiding) => hiding.beside(traffic, work),
            None => traffic,
        }
    }
}

/// Gradients and weights that data-parallel ranks exchange, as one rank has them in a step.
pub(super) struct DataTraffic {
    /// Traffic once a step.
    once: Exchange,
    /// Exchange of every further micro-batch.
    again: Exchange,
    /// Number of those.
    repeats: f64,
    /// Micro-batches' worth of time in a step: all of them, and the pipeline's filling.
    slots: f64,
    /// Micro-batches' worth of time under which the traffic once a step can hide.
    window: f64,
    /// The compute under which it hides; none where the stack does not overlap it.
    hiding: Option<Hiding>,
}

/// Overlap of traffic with the compute beside it.
#[derive(Clone, Copy)]
struct Hiding {
    /// Share of the compute's time that can hide traffic.
    cover: f64,
    /// Share of the traffic that stays exposed however long the compute.
    leak: f64,
}

impl Hiding {
    /// The overlap of ZeRO-3's and of data-parallel traffic, in stacks that overlap it.
    fn of(legal: &Legal) -> Option<Self> {
        let fitted = legal.fitted;
        legal.plan.overlaps(Overlap::Data).then_some(Self {
            cover: fitted.overlap_cover,
            leak: fitted.data_leak,
        })
    }

    /// Traffic beside this many seconds of compute, with its exposed part.
    fn beside(self, traffic: Exchange, time: Seconds) -> Exchange {
        traffic.exposing(overlapped(traffic.link(), time * self.cover, self.leak))
    }
}

impl DataTraffic {
    /// The exchange that reduces a rank's gradients and spreads its new weights, once a step:
    /// 2 N elements (Rajbhandari 2020, section 7.2.1). Groups that hold the same shard all-reduce
    /// its gradients. Where a rank keeps no more of the gradients than its shard, those of every
    /// micro-batch go over the link. Weights that are gathered for every micro-batch have paid for
    /// both already.
    pub(super) fn of(legal: &Legal, params: RankParams) -> Self {
        let (plan, fitted) = (legal.plan, legal.fitted);
        let (zero, sharding) = (plan.layout.zero, StateSharding::of(legal));
        let gradient_bytes = gradient_message_bytes(plan);
        let width = WeightWidth::of(plan, sharding.gathering);
        let messages = |gradients: Bytes| match plan.messages() {
            Messages::Bucket => (gradients.0 as f64 / fitted.bucket_bytes).max(1.0),
            Messages::Layer => layers_per_rank(legal),
            // Seven weights and two norms a layer.
            Messages::Tensor => 9.0 * layers_per_rank(legal),
        };
        let all_reduce = |route: Route, group: Group, params: u64| {
            if params == 0 {
                return Exchange::default();
            }
            let gradients = Bytes::product([gradient_bytes, params]);
            Exchange::on(route, group.all_reduce(gradients, messages(gradients)))
        };
        let scatter_and_gather = |route: Route, group: Group, params: u64, weights: Bytes| {
            if params == 0 {
                return Exchange::default();
            }
            let gradients = Bytes::product([gradient_bytes, params]);
            let messages = messages(gradients);
            let traffic = group.pass(gradients, messages) + group.pass(weights, messages);
            Exchange::on(route, traffic)
        };
        let across = || {
            let common = params.common / legal.shard_group();
            let experts = params.experts / legal.expert_shard_group();
            all_reduce(Route::AcrossShards, Group::across_shards(legal), common)
                + all_reduce(
                    Route::AcrossExpertShards,
                    Group::across_expert_shards(legal),
                    experts,
                )
        };
        let once = if zero == ZeroStage::Zero {
            all_reduce(Route::Data, Group::replicas(legal), params.common)
                + all_reduce(
                    Route::ExpertData,
                    Group::expert_replicas(legal),
                    params.experts,
                )
        } else if sharding.gathering == Gathering::EachMicroBatch {
            across()
        } else {
            let [common, experts] = [width.whole(params), width.experts(params.experts)];
            scatter_and_gather(Route::Data, Group::shard(legal), params.common, common)
                + scatter_and_gather(
                    Route::ExpertData,
                    Group::expert_shard(legal),
                    params.experts,
                    experts,
                )
                + across()
        };
        let scatters = sharding.gradients && sharding.gathering != Gathering::EachMicroBatch;
        let repeats = if scatters { legal.micro_batches - 1 } else { 0 };
        let again = if repeats > 0 {
            let scatter = |route: Route, group: Group, params: u64| {
                let gradients = Bytes::product([gradient_bytes, params]);
                Exchange::on(route, group.pass(gradients, messages(gradients)))
            };
            scatter(Route::Data, Group::shard(legal), params.common)
                + scatter(
                    Route::ExpertData,
                    Group::expert_shard(legal),
                    params.experts,
                )
        } else {
            Exchange::default()
        };
        let filling = (legal.pipeline() - 1) as f64 / plan.layout.virtual_stages as f64;
        let slots = legal.micro_batches as f64 + filling;
        Self {
            once,
            again,
            repeats: repeats as f64,
            slots,
            window: if repeats > 0 {
                1.0
            } else {
                window(legal).min(slots)
            },
            hiding: Hiding::of(legal),
        }
    }

    /// The exchange once a step, and that of every further micro-batch.
    pub(super) const fn of_step(&self) -> [Exchange; 2] {
        [self.once, self.again]
    }

    /// The exchange of a step on a rank whose pipeline takes this long, waiting included, as links
    /// work while kernels wait. In overlapping stacks the exchange once a step hides under its
    /// window, and each further one under one micro-batch's share of that time. If the pipeline gets
    /// shorter by some time, less than that time of the exchange becomes exposed. All exchanges
    /// together hide under no more than the pipeline.
    pub(super) fn beside(&self, pipeline: Seconds) -> Exchange {
        let slot = pipeline * (1.0 / self.slots);
        let exposing = |traffic: Exchange, window: f64| match self.hiding {
            Some(hiding) => hiding.beside(traffic, slot * window),
            None => traffic,
        };
        let once = exposing(self.once, self.window);
        if self.repeats > 0.0 {
            once + exposing(self.again, 1.0) * self.repeats
        } else {
            once
        }
    }
}

/// Micro-batches' worth of time under which a rank's gradients and new weights can travel, once a
/// step.
///
/// Without virtual stages it is the last micro-batch's backward and the first one's forward. An
/// interleaved rank runs its last p micro-batches chunk by chunk. A chunk's gradients travel as soon
/// as its own backwards are done, and its weights while the chunks before it run forward, so that
/// p·(v−1)/v micro-batches of the other chunks hide them, too (Megatron-LM, `schedules.py`,
/// `forward_backward_pipelining_with_interleaving`, `grad_sync_func` and `param_sync_func`).
fn window(legal: &Legal) -> f64 {
    if legal.plan.schedule() != Schedule::Interleaved {
        return 1.0;
    }
    let chunks = legal.plan.layout.virtual_stages as f64;
    let group = legal.pipeline().min(legal.micro_batches) as f64;
    1.0 + group * (chunks - 1.0) / chunks
}

/// A transfer on the link between a GPU and its host, hidden under `cover` of compute.
pub(super) fn host_transfer(legal: &Legal, bytes: Bytes, cover: Seconds) -> Exchange {
    let link = BytesPerSecond::from_gb(legal.plan.cluster.gpu.pcie_gb_s);
    let seconds = bytes / (link * legal.fitted.nic_efficiency);
    let exposed = seconds.beyond(cover);
    Exchange::on(Route::Host, Traffic::bare(bytes, seconds).exposing(exposed))
}

fn layers_per_rank(legal: &Legal) -> f64 {
    legal.plan.model.layers as f64 / legal.pipeline() as f64
}

/// Bytes of a gradient element on the wire: the type in which gradients are kept, but for those that
/// reduce them in another. torchtitan reduces in fp32 (`mixed_precision_reduce`), llm-foundry in 16
/// bit (Composer's `PURE`), DeepSpeed's bf16 optimizer in fp32.
fn gradient_message_bytes(plan: &Plan) -> u64 {
    match (plan.stack.recipe, plan.levers.dtype) {
        (_, Dtype::Fp32) | (Recipe::TorchTitan, _) => 4,
        (Recipe::LlmFoundry, _) => 2,
        (Recipe::DeepSpeed, Dtype::Fp16) => 2,
        (Recipe::DeepSpeed, _) => 4,
        _ => match plan.gradients() {
            GradientType::Fp32 => 4,
            GradientType::Half => 2,
        },
    }
}

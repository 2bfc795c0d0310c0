//! Bytes and exposed seconds of communication: among tensor, context, expert and data ranks,
//! between pipeline stages, of ZeRO-3's layers, and with the host.
//!
//! Tests: `tests/papers/communication.rs`.

use super::legal::Legal;
use super::network::Group;
use super::params::{LayerKind, LayerParams, RankParams};
use super::plan::{ContextKind, Dtype, Messages, Offload, Overlap, Plan, Recipe, ZeroStage};
use super::traffic::{Exchange, Route, Traffic};
use super::units::{Bytes, BytesPerSecond, Seconds};

/// Forward and backward.
pub(super) type Ways = [Exchange; 2];

/// Tensor-parallel exchange of one micro-batch.
pub(super) struct TensorTime {
    /// Of a layer without routed experts.
    pub(super) dense: Ways,
    /// Of a layer with them.
    pub(super) routed: Ways,
    /// Of the embedding or the head, each way.
    pub(super) end: Exchange,
}

impl TensorTime {
    /// Two all-reduces of 2·s·b·h/c bytes a layer and direction (Shoeybi 2019, section 3), or
    /// under sequence parallelism an all-gather and a reduce-scatter each, and one all-gather
    /// more in backward (Korthikanti 2022, section 4.2.2). Of a routed layer only the attention
    /// and the shared experts do so; the ranks inside an expert gather and scatter the copies.
    pub(super) fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let element = plan.levers.dtype.element_bytes();
        let message = Bytes::product([element, legal.tokens(), plan.model.hidden]);
        let exposed = if plan.overlaps(Overlap::Tensor) {
            legal.fitted.tensor_leak
        } else {
            1.0
        };
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
        let inside = Exchange::on(Route::ExpertTensor, inside.paced(1.0, exposed)) * 2.0;
        Self {
            dense: half.map(|way| way * 2.0),
            routed: [half[0] + shared[0] + inside, half[1] + shared[1] + inside],
            end: pass,
        }
    }
}

/// Expert exchange of one routed layer, each way: dispatch and combine of
/// 2·(s·b/(t·c))·h·K bytes (Lepikhin 2020, section 3.2). Tuned software hides and shortens it.
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
    let swap = group.all_to_all(Bytes::product(sent)) * (2.0 * plan.imbalance());
    let software = fitted.exchange_left(plan.stack.moe_software);
    let exposed = if plan.overlaps(Overlap::Expert) {
        fitted.tensor_leak
    } else {
        1.0
    };
    [Exchange::on(Route::Expert, swap.paced(software, exposed)); 2]
}

/// Exposed part of a transfer that runs beside `cover` of compute: the part that does not fit under
/// it, and a share that leaks however long the cover; never more than without overlap.
fn overlapped(transfer: Seconds, cover: Seconds, leak: f64) -> Seconds {
    (transfer.beyond(cover) + transfer * leak).min(transfer)
}

/// Exchange of keys and values in one layer: forward, backward, and a forward that full recompute
/// repeats, whose kernels take as much less time as its others.
///
/// A ring passes K and V of its own tokens to c−1 others, twice as much in backward, behind the
/// attention of the block at hand (Liu 2023); all-to-all swaps q, k, v and the output (Jacobs
/// 2023) and an all-gather collects K and V first (Llama 3 2024, section 3.3.2): both before
/// and after the kernel, with nothing to hide under.
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
    ways.map(|way| Exchange::on(Route::Context, way))
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
    let (sent, travel) = if plan.overlaps(Overlap::Pipeline) {
        (sent.exposing(Seconds::ZERO), sent.link)
    } else {
        (sent, Seconds::ZERO)
    };
    (Exchange::on(Route::Pipeline, sent), travel)
}

/// ZeRO-3 traffic of one layer and micro-batch.
pub(super) struct Gather<'a> {
    /// An all-gather of its weights in 16 bit.
    pub(super) weights: Exchange,
    /// A reduce-scatter of its gradients.
    pub(super) gradients: Exchange,
    legal: &'a Legal<'a>,
}

impl<'a> Gather<'a> {
    /// Weights are gathered for forward and again for backward, gradients scattered after it,
    /// for every micro-batch (Rajbhandari 2020, section 7.2.2: 3 N elements), inside the shard
    /// group. Weights that live on the host cross its link on the way.
    pub(super) fn of(legal: &'a Legal<'a>, kind: LayerKind) -> Self {
        let plan = legal.plan;
        let mut gather = Self {
            weights: Exchange::default(),
            gradients: Exchange::default(),
            legal,
        };
        if !plan.layout.zero.shards_weights() {
            return gather;
        }
        let params = LayerParams::of(&plan.model, kind).per_rank(legal);
        let pass = |each: u64| {
            let common = Bytes::product([each, params.common]);
            let experts = Bytes::product([each, params.experts]);
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
        gather.weights = pass(weight);
        gather.gradients = pass(gradient);
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
    /// 2 N elements (Rajbhandari 2020, section 7.2.1). ZeRO-2 keeps no more of the gradients than
    /// its shard, so that those of every micro-batch go over the link. ZeRO-3 has paid in its
    /// gathers already, all but the all-reduce of its gradients across shard groups.
    pub(super) fn of(legal: &Legal, params: RankParams) -> Self {
        let (plan, fitted) = (legal.plan, legal.fitted);
        let zero = plan.layout.zero;
        let gradient_bytes = gradient_message_bytes(plan);
        let weight_bytes = if zero == ZeroStage::Zero {
            gradient_bytes
        } else {
            plan.levers.dtype.element_bytes()
        };
        let messages = |gradients: Bytes| match plan.messages() {
            Messages::Bucket => (gradients.0 as f64 / fitted.bucket_bytes).max(1.0),
            Messages::Layer => layers_per_rank(legal),
            // Seven weights and two norms a layer.
            Messages::Tensor => 9.0 * layers_per_rank(legal),
        };
        let reduce = |route: Route, group: Group, params: u64| {
            if params == 0 {
                return Exchange::default();
            }
            let gradients = Bytes::product([gradient_bytes, params]);
            let weights = Bytes::product([weight_bytes, params]);
            let messages = messages(gradients);
            let traffic = if zero == ZeroStage::Zero {
                group.all_reduce(gradients, messages)
            } else {
                group.pass(gradients, messages) + group.pass(weights, messages)
            };
            Exchange::on(route, traffic)
        };
        let once = if zero.shards_weights() {
            let common = params.common / legal.shard_group();
            let experts = params.experts / legal.expert_shard_group();
            reduce(Route::AcrossShards, Group::across_shards(legal), common)
                + reduce(
                    Route::AcrossExpertShards,
                    Group::across_expert_shards(legal),
                    experts,
                )
        } else {
            reduce(Route::Data, Group::replicas(legal), params.common)
                + reduce(
                    Route::ExpertData,
                    Group::expert_replicas(legal),
                    params.experts,
                )
        };
        let repeats = match zero {
            ZeroStage::Two => legal.micro_batches - 1,
            _ => 0,
        };
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
        Self {
            once,
            again,
            repeats: repeats as f64,
            slots: legal.micro_batches as f64 + filling,
            hiding: Hiding::of(legal),
        }
    }

    /// The exchange of a step on a rank whose pipeline takes this long, waiting included, as links
    /// work while kernels wait. In overlapping stacks each exchange hides under one micro-batch's
    /// share of that time. If the pipeline gets shorter by some time, less than that time of the
    /// exchange becomes exposed: all exchanges together hide under no more than the pipeline.
    pub(super) fn beside(&self, pipeline: Seconds) -> Exchange {
        let slot = pipeline * (1.0 / self.slots);
        let exposing = |traffic: Exchange| match self.hiding {
            Some(hiding) => hiding.beside(traffic, slot),
            None => traffic,
        };
        if self.repeats > 0.0 {
            exposing(self.once) + exposing(self.again) * self.repeats
        } else {
            exposing(self.once)
        }
    }
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

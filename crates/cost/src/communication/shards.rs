//! Traffic of sharded state: ZeRO-3's layers, and the gradients and weights of a step.
//!
//! Tests: `tests/all/papers/communication.rs`, `tests/all/papers/sharding.rs`.

use super::{host_transfer, overlapped};
use crate::legal::Legal;
use crate::narrow::WeightWidth;
use crate::network::Group;
use crate::params::{LayerKind, RankParams};
use crate::plan::{Dtype, GradientType, Messages, Offload, Overlap, Plan, Recipe, ZeroStage};
use crate::schedule::Pipeline;
use crate::sharding::{Gathering, StateSharding};
use crate::traffic::{Exchange, Route};
use crate::units::{Bytes, Seconds};

/// ZeRO-3 traffic of one layer and micro-batch.
pub(crate) struct Gather<'a> {
    /// An all-gather of its weights in 16 bits, or in 8.
    pub(crate) weights: Exchange,
    /// A reduce-scatter of its gradients.
    pub(crate) gradients: Exchange,
    legal: &'a Legal<'a>,
}

impl<'a> Gather<'a> {
    /// Weights are gathered for forward and again for backward, and gradients are scattered after
    /// backward. This happens for every micro-batch, inside the shard group (Rajbhandari 2020,
    /// section 7.2.2: 3 N elements), unless the rank gathers once a step. Weights that live on the
    /// host cross its link on the way.
    pub(crate) fn of(legal: &'a Legal<'a>, kind: LayerKind) -> Self {
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
        let params = RankParams::of_layer(legal, kind);
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
        gather.weights = pass(
            width.common(params.common.all()),
            width.experts(params.experts.all()),
        );
        gather.gradients = pass(
            Bytes::product([gradient, params.common.trainable]),
            Bytes::product([gradient, params.experts.trainable]),
        );
        if plan.levers.offload.contains(Offload::Parameters) {
            let own = params.total().over(legal.shard_group());
            let moved = |each: u64, params: u64| {
                host_transfer(legal, Bytes::product([each, params]), Seconds::ZERO)
            };
            gather.weights += moved(weight, own.all());
            gather.gradients += moved(gradient, own.trainable);
        }
        gather
    }

    /// An exchange of the layer beside its work.
    pub(crate) fn beside(&self, traffic: Exchange, work: Seconds) -> Exchange {
        match Hiding::of(self.legal) {
            Some(hiding) => hiding.beside(traffic, work),
            None => traffic,
        }
    }
}

/// Gradients and weights that one rank exchanges with its data-parallel ranks in a step.
pub(crate) struct DataTraffic {
    /// Traffic once a step.
    once: Exchange,
    /// The part of `once` that distributes new weights.
    weights: Exchange,
    /// Every further exchange of gradients in the step.
    again: Exchange,
    /// Number of further exchanges.
    repeats: f64,
    /// Micro-batches' worth of time in a step: all of them, and the pipeline's filling.
    slots: f64,
    /// Micro-batches' worth of time under which the traffic once a step can hide.
    window: f64,
    /// The compute under which the exchange hides; `None` if the stack does not overlap it.
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
    /// The overlap of ZeRO-3's and of data-parallel traffic; `None` if the stack does not overlap
    /// it.
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
    /// The exchange that reduces a rank's gradients and distributes its new weights, once a step: 2
    /// N elements (Rajbhandari 2020, section 7.2.1). Groups that hold the same shard all-reduce its
    /// gradients. If a rank keeps only its shard of the gradients, the gradients of every
    /// micro-batch, or of every run of them, are exchanged. If weights are gathered for every micro-batch, [`Gather`] counts
    /// both.
    pub(crate) fn of(legal: &Legal, params: RankParams) -> Self {
        let plan = legal.plan;
        let (zero, sharding) = (plan.layout.zero, StateSharding::of(legal));
        let gradient_bytes = gradient_message_bytes(plan);
        let width = WeightWidth::of(plan, sharding.gathering);
        let messages = |gradients: Bytes| messages(legal, gradients);
        let all_reduce = |route: Route, group: Group, params: u64| {
            if params == 0 {
                return Exchange::default();
            }
            let gradients = Bytes::product([gradient_bytes, params]);
            Exchange::on(route, group.all_reduce(gradients, messages(gradients)))
        };
        let pass = |route: Route, group: Group, params: u64, bytes: Bytes| {
            if params == 0 {
                return Exchange::default();
            }
            let gradients = Bytes::product([gradient_bytes, params]);
            Exchange::on(route, group.pass(bytes, messages(gradients)))
        };
        // Frozen weights never change: they travel only where they are sharded.
        let spread = if sharding.weights() {
            params
        } else {
            params.without_frozen()
        };
        let [common, experts] = [params.common.trainable, params.experts.trainable];
        let both = |params: RankParams, common: Bytes, experts: Bytes| {
            pass(
                Route::Data,
                Group::shard(legal),
                params.common.all(),
                common,
            ) + pass(
                Route::ExpertData,
                Group::expert_shard(legal),
                params.experts.all(),
                experts,
            )
        };
        let scatter = || {
            both(
                params.without_frozen(),
                Bytes::product([gradient_bytes, common]),
                Bytes::product([gradient_bytes, experts]),
            )
        };
        let across = || {
            let common = common / legal.shard_group();
            let experts = experts / legal.expert_shard_group();
            all_reduce(Route::AcrossShards, Group::across_shards(legal), common)
                + all_reduce(
                    Route::AcrossExpertShards,
                    Group::across_expert_shards(legal),
                    experts,
                )
        };
        let spreads = zero != ZeroStage::Zero && sharding.gathering != Gathering::EachMicroBatch;
        let weights = if spreads {
            both(
                spread,
                width.whole(spread),
                width.experts(spread.experts.all()),
            )
        } else {
            Exchange::default()
        };
        let once = if zero == ZeroStage::Zero {
            all_reduce(Route::Data, Group::replicas(legal), common)
                + all_reduce(Route::ExpertData, Group::expert_replicas(legal), experts)
        } else if spreads {
            scatter() + weights + across()
        } else {
            across()
        };
        let repeats = if spreads {
            sharding.reductions(legal) - 1
        } else {
            0
        };
        let again = if repeats > 0 {
            scatter()
        } else {
            Exchange::default()
        };
        let slots = Pipeline::of(legal).micro_batches_worth();
        Self {
            once,
            weights,
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
    pub(crate) const fn of_step(&self) -> [Exchange; 2] {
        [self.once, self.again]
    }

    /// The exchange of a step on a rank whose pipeline takes this long, waiting included, because
    /// links also work while kernels wait. In overlapping stacks the exchange once a step hides
    /// under its window, and each further one under one micro-batch's share of that time. If the
    /// pipeline gets shorter, the exposed exchange grows by less than that time. All exchanges
    /// together hide under no more than the pipeline.
    pub(crate) fn beside(&self, pipeline: Seconds) -> Exchange {
        let once = self.once_beside(pipeline);
        if self.repeats > 0.0 {
            once + self.exposing(self.again, pipeline, 1.0) * self.repeats
        } else {
            once
        }
    }

    /// The exchange once a step, beside a pipeline of this time.
    pub(crate) fn once_beside(&self, pipeline: Seconds) -> Exchange {
        self.exposing(self.once, pipeline, self.window)
    }

    /// The part of the exchange once a step that distributes new weights.
    pub(crate) const fn weights(&self) -> Exchange {
        self.weights
    }

    /// Traffic beside a number of micro-batches' worth of a pipeline's time.
    fn exposing(&self, traffic: Exchange, pipeline: Seconds, window: f64) -> Exchange {
        let slot = pipeline * (1.0 / self.slots);
        match self.hiding {
            Some(hiding) => hiding.beside(traffic, slot * window),
            None => traffic,
        }
    }
}

/// Messages in which a rank's gradients travel.
pub(crate) fn messages(legal: &Legal, gradients: Bytes) -> f64 {
    match legal.plan.messages() {
        Messages::Bucket => (gradients.0 as f64 / legal.fitted.bucket_bytes).max(1.0),
        Messages::Layer => layers_per_rank(legal),
        // Seven weights and two norms a layer.
        Messages::Tensor => 9.0 * layers_per_rank(legal),
    }
}

/// Micro-batches' worth of time under which a rank's gradients and new weights can travel, once a
/// step.
///
/// Without virtual stages it is the time of the last micro-batch's backward and the first one's
/// forward. An interleaved rank runs its last p micro-batches chunk by chunk. A chunk's gradients
/// travel as soon as its backwards are done, and its weights while the chunks before it run
/// forward, so that p·(v−1)/v micro-batches of the other chunks also hide them (Megatron-LM,
/// `schedules.py`, `forward_backward_pipelining_with_interleaving`, `grad_sync_func` and
/// `param_sync_func`). With fewer micro-batches the other chunks take as long
/// ([`Pipeline::micro_batches_worth`]).
fn window(legal: &Legal) -> f64 {
    if !legal.plan.schedule().facts().is_interleaved() {
        return 1.0;
    }
    let chunks = legal.plan.layout.virtual_stages as f64;
    1.0 + legal.pipeline() as f64 * (chunks - 1.0) / chunks
}

fn layers_per_rank(legal: &Legal) -> f64 {
    legal.plan.model.layers as f64 / legal.pipeline() as f64
}

/// Bytes of a gradient element on the wire: the type in which gradients are kept, except for
/// frameworks that reduce them in another type. torchtitan reduces in fp32
/// (`mixed_precision_reduce`), verl (`fsdp_workers.py`, `reduce_dtype`, commit b178a3cd), llm-foundry in 16 bit (Composer's `PURE`), DeepSpeed's bf16
/// optimizer in fp32.
fn gradient_message_bytes(plan: &Plan) -> u64 {
    match (plan.stack.recipe, plan.levers.dtype) {
        (_, Dtype::Fp32) | (Recipe::TorchTitan | Recipe::Verl, _) => 4,
        (Recipe::LlmFoundry, _) => 2,
        (Recipe::DeepSpeed, Dtype::Fp16) => 2,
        (Recipe::DeepSpeed, _) => 4,
        _ => match plan.gradients() {
            GradientType::Fp32 => 4,
            GradientType::Half => 2,
        },
    }
}

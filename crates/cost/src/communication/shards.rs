//! Traffic of sharded state: ZeRO-3's layers, and the gradients and weights of a step.
//!
//! Tests: `tests/all/papers/communication.rs`, `tests/all/papers/sharding.rs`.

use super::{host_transfer, overlapped};
use crate::amount::{Amount, Count, Leaf, Part, Symbol};
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
pub(crate) struct Gather<'a, A: Amount = f64> {
    /// An all-gather of its weights in 16 bits, or in 8.
    pub(crate) weights: Exchange<A>,
    /// A reduce-scatter of its gradients.
    pub(crate) gradients: Exchange<A>,
    legal: &'a Legal<'a>,
}

impl<'a, A: Amount> Gather<'a, A> {
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
        let one = A::number(1.0);
        let pass = |common: Bytes<A::Count>, experts: Bytes<A::Count>, part: Part| {
            let among =
                |route, group: Group, bytes| Exchange::named(route, group.pass(bytes, one), part);
            among(Route::Data, Group::shard(legal), common)
                + among(Route::ExpertData, Group::expert_shard(legal), experts)
        };
        let letter = |value| A::Count::letter(Symbol::LayerParameters, value);
        let weight = plan.levers.dtype.element_bytes();
        let gradient = gradient_message_bytes(plan);
        let width = WeightWidth::of(plan, gathering);
        gather.weights = pass(
            width.common(letter(params.common.all())),
            width.experts(letter(params.experts.all())),
            Part::Gather,
        );
        let of = |each, params| Bytes::product([A::Count::bytes(each), letter(params)]);
        gather.gradients = pass(
            of(gradient, params.common.trainable),
            of(gradient, params.experts.trainable),
            Part::Scatter,
        );
        if plan.levers.offload.contains(Offload::Parameters) {
            let own = params.total().over(legal.shard_group());
            let moved = |each, params| host_transfer(legal, of(each, params), Seconds::ZERO);
            gather.weights += moved(weight, own.all());
            gather.gradients += moved(gradient, own.trainable);
        }
        gather
    }

    /// An exchange of the layer beside its work.
    pub(crate) fn beside(&self, traffic: Exchange<A>, work: Seconds<A>) -> Exchange<A> {
        match Hiding::of(self.legal) {
            Some(hiding) => hiding.beside(traffic, work),
            None => traffic,
        }
    }
}

/// Gradients and weights that one rank exchanges with its data-parallel ranks in a step.
pub(crate) struct DataTraffic<A: Amount = f64> {
    /// Traffic once a step.
    once: Exchange<A>,
    /// The part of `once` that distributes new weights.
    weights: Exchange<A>,
    /// Every further exchange of gradients in the step.
    again: Exchange<A>,
    /// Number of further exchanges.
    repeats: A,
    /// Micro-batches' worth of time in a step: all of them, and the pipeline's filling.
    slots: A,
    /// Micro-batches' worth of time under which the traffic once a step can hide.
    window: A,
    /// The compute under which the exchange hides; `None` if the stack does not overlap it.
    hiding: Option<Hiding<A>>,
}

/// Overlap of traffic with the compute beside it.
#[derive(Clone, Copy)]
struct Hiding<A> {
    /// Share of the compute's time that can hide traffic.
    cover: A,
    /// Share of the traffic that stays exposed however long the compute.
    leak: A,
}

impl<A: Amount> Hiding<A> {
    /// The overlap of ZeRO-3's and of data-parallel traffic; `None` if the stack does not overlap
    /// it.
    fn of(legal: &Legal) -> Option<Self> {
        let fitted = legal.fitted;
        legal.plan.overlaps(Overlap::Data).then_some(Self {
            cover: fitted.overlap_cover(),
            leak: fitted.data_leak(),
        })
    }

    /// Traffic beside this many seconds of compute, with its exposed part.
    fn beside(self, traffic: Exchange<A>, time: Seconds<A>) -> Exchange<A> {
        traffic.exposing(overlapped(traffic.link(), time * self.cover, self.leak))
    }
}

impl<A: Amount> DataTraffic<A> {
    /// The exchange that reduces a rank's gradients and distributes its new weights, once a step: 2
    /// N elements (Rajbhandari 2020, section 7.2.1). Groups that hold the same shard all-reduce its
    /// gradients. If a rank keeps only its shard of the gradients, the gradients of every
    /// micro-batch, or of every run of them, are exchanged. If weights are gathered for every micro-batch, [`Gather`] counts
    /// both.
    pub(crate) fn of(legal: &Legal, params: RankParams) -> Self {
        let plan = legal.plan;
        let (zero, sharding) = (plan.layout.zero, StateSharding::of(legal));
        let each = A::Count::bytes(gradient_message_bytes(plan));
        let letter = |value| A::Count::letter(Symbol::Parameters, value);
        let of_experts = |value| A::Count::letter(Symbol::ExpertParameters, value);
        let width = WeightWidth::of(plan, sharding.gathering);
        let messages = |gradients: Bytes<A::Count>| messages(legal, gradients);
        let all_reduce = |route: Route, group: Group, params: A::Count| {
            if params == A::Count::ZERO {
                return Exchange::default();
            }
            let gradients = Bytes::product([each, params]);
            let reduced = group.all_reduce(gradients, messages(gradients));
            Exchange::named(route, reduced, Part::AllReduce)
        };
        let pass = |route: Route, group: Group, params: A::Count, bytes: Bytes<A::Count>| {
            if params == A::Count::ZERO {
                return Exchange::default();
            }
            let gradients = Bytes::product([each, params]);
            let pass = group.pass(bytes, messages(gradients));
            Exchange::named(route, pass, Part::Pass)
        };
        // Frozen weights never change: they travel only where they are sharded.
        let spread = if sharding.weights() {
            params
        } else {
            params.without_frozen()
        };
        let common = letter(params.common.trainable);
        let experts = of_experts(params.experts.trainable);
        let both = |params: RankParams, common: Bytes<A::Count>, experts: Bytes<A::Count>| {
            let (group, of_group) = (Group::shard(legal), Group::expert_shard(legal));
            let experts_all = of_experts(params.experts.all());
            pass(Route::Data, group, letter(params.common.all()), common)
                + pass(Route::ExpertData, of_group, experts_all, experts)
        };
        let scatter = || {
            both(
                params.without_frozen(),
                Bytes::product([each, common]),
                Bytes::product([each, experts]),
            )
        };
        let across = || {
            let common = common / A::Count::letter(Symbol::Shards, legal.shard_group());
            let shards = A::Count::letter(Symbol::ExpertShards, legal.expert_shard_group());
            let experts = experts / shards;
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
                width.experts(of_experts(spread.experts.all())),
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
        let slots = A::leaf(Leaf::Symbol(Symbol::Slots), slots);
        Self {
            once,
            weights,
            again,
            repeats: A::leaf(Leaf::Symbol(Symbol::Reductions), repeats as f64),
            slots,
            window: if repeats > 0 {
                A::number(1.0)
            } else {
                window::<A>(legal).min(slots)
            },
            hiding: Hiding::of(legal),
        }
    }

    /// The exchange once a step, and that of every further micro-batch.
    pub(crate) const fn of_step(&self) -> [Exchange<A>; 2] {
        [self.once, self.again]
    }

    /// The exchange of a step on a rank whose pipeline takes this long, waiting included, because
    /// links also work while kernels wait. In overlapping stacks the exchange once a step hides
    /// under its window, and each further one under one micro-batch's share of that time. If the
    /// pipeline gets shorter, the exposed exchange grows by less than that time. All exchanges
    /// together hide under no more than the pipeline.
    pub(crate) fn beside(&self, pipeline: Seconds<A>) -> Exchange<A> {
        let once = self.once_beside(pipeline);
        if self.repeats > A::ZERO {
            let each = self.exposing(self.again, pipeline, A::number(1.0));
            let mut further = each * self.repeats;
            further.name(Part::Further);
            once + further
        } else {
            once
        }
    }

    /// The exchange once a step, beside a pipeline of this time.
    pub(crate) fn once_beside(&self, pipeline: Seconds<A>) -> Exchange<A> {
        self.exposing(self.once, pipeline, self.window)
    }

    /// The part of the exchange once a step that distributes new weights.
    pub(crate) const fn weights(&self) -> Exchange<A> {
        self.weights
    }

    /// Traffic beside a number of micro-batches' worth of a pipeline's time.
    fn exposing(&self, traffic: Exchange<A>, pipeline: Seconds<A>, window: A) -> Exchange<A> {
        let slot = pipeline * (A::number(1.0) / self.slots);
        match self.hiding {
            Some(hiding) => hiding.beside(traffic, slot * window),
            None => traffic,
        }
    }
}

/// Messages in which a rank's gradients travel.
pub(crate) fn messages<A: Amount>(legal: &Legal, gradients: Bytes<A::Count>) -> A {
    let messages = match legal.plan.messages() {
        Messages::Bucket => {
            let buckets = gradients.0.real() / legal.fitted.bucket_bytes();
            buckets.max(A::number(1.0))
        }
        Messages::Layer => layers_per_rank(legal),
        // Seven weights and two norms a layer.
        Messages::Tensor => A::number(9.0) * layers_per_rank::<A>(legal),
    };
    messages.part(Part::Messages)
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
fn window<A: Amount>(legal: &Legal) -> A {
    let one = A::number(1.0);
    if !legal.plan.schedule().facts().is_interleaved() {
        return one;
    }
    let chunks = A::Count::letter(Symbol::Chunks, legal.plan.layout.virtual_stages).real();
    let stages = legal.letter::<A::Count>(Symbol::Pipeline).real();
    one + stages * (chunks - one) / chunks
}

fn layers_per_rank<A: Amount>(legal: &Legal) -> A {
    let layers = A::Count::letter(Symbol::AllLayers, legal.plan.model.layers).real();
    layers / legal.letter::<A::Count>(Symbol::Pipeline).real()
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

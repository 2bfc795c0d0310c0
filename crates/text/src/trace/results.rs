//! The result of each scene of a trace, and the sentence to which it leads. Each is said only where
//! it holds.
//!
//! Tests: `crates/cli/tests/all/properties/trace_words/`.

use super::messages::{self as say, Axis, Over, Parts, Stages};
use crate::moments::messages::Trained;
use crate::moments::{self, exposure, moves_activations, spread, trained, updated};
use crate::number::{BytesText as _, percent};
use cost::legal::Legal;
use cost::plan::{ContextKind, Recompute};
use cost::sharding::{Gathering, StateSharding};
use cost::trace::{Activity, Awaited, Collective, StageLoad, Trace, TraceLane, TraceScene};
use cost::traffic::{Route, Traffic};
use cost::units::{Bytes, Seconds};
use formats::number::Units;

/// Causes of waiting, with their routes.
const CAUSES: [(Axis, &[Route]); 6] = [
    (Axis::Tensor, &[Route::Tensor, Route::ExpertTensor]),
    (Axis::Context, &[Route::Context]),
    (Axis::Expert, &[Route::Expert]),
    (Axis::Pipeline, &[Route::Pipeline]),
    (Axis::Data, &DATA),
    (Axis::Host, &[Route::Host]),
];

/// Routes among data-parallel ranks.
const DATA: [Route; 4] = [
    Route::Data,
    Route::AcrossShards,
    Route::ExpertData,
    Route::AcrossExpertShards,
];

/// Routes of shards that layers gather and scatter.
const SHARDS: [Route; 3] = [Route::Data, Route::ExpertData, Route::Host];

/// The result of a scene: a short sentence, and its figures.
#[must_use]
pub fn result(legal: &Legal, trace: &Trace, units: Units) -> [String; 2] {
    let figures = match trace.scene {
        TraceScene::Pipeline => {
            let idle = trace.stages.get(trace.rank).map_or(0.0, |stage| stage.idle);
            say::figures_pipeline(idle, trace.end)
        }
        TraceScene::Attention => say::figures_attention(trace.end, moved(trace), units),
        _ => waits(trace),
    };
    [lead(legal, trace), figures]
}

/// The first sentence of a result.
fn lead(legal: &Legal, trace: &Trace) -> String {
    let plan = &legal.plan;
    match trace.scene {
        TraceScene::Tensor => say::lead_tensor(plan.layout.tensor),
        TraceScene::Zero => sharding(legal),
        TraceScene::Pipeline => {
            say::lead_pipeline(trace.rank as u64, legal.pipeline(), legal.micro_batches)
        }
        TraceScene::Data => say::lead_data(legal.replicas()),
        TraceScene::Experts => say::lead_experts(plan.model.moe.per_token, plan.model.moe.experts),
        TraceScene::Checkpoint => kept(legal, trace).to_owned(),
        TraceScene::Context => say::lead_context(plan.layout.context),
        TraceScene::Optimizer if matches!(trained(legal), Trained::Adapters) => {
            say::lead_optimizer_adapters().to_owned()
        }
        TraceScene::Optimizer if plan.has_frozen() => say::lead_optimizer_trained().to_owned(),
        TraceScene::Optimizer => say::lead_optimizer().to_owned(),
        TraceScene::Attention if plan.levers.flash => say::lead_attention_flash().to_owned(),
        TraceScene::Attention => say::lead_attention_memory().to_owned(),
    }
}

/// The time of a scene, and the causes for which the GPU waits, each with its seconds.
fn waits(trace: &Trace) -> String {
    // Less of a scene is rounding.
    let least = 1e-9 * trace.end.0;
    let each = CAUSES.map(|(axis, routes)| (axis, trace.waits(|route| routes.contains(&route))));
    let each = each.into_iter().filter(|(_, waited)| waited.0 > least);
    let each: Vec<String> = each.map(|(axis, waited)| say::wait(waited, axis)).collect();
    match &each[..] {
        [] => say::figures_free(trace.end),
        [one] => say::figures_one(trace.end, one),
        several => say::figures_several(trace.end, trace.exposed(), several),
    }
}

/// The sharded parts of the model state, and the ranks that share them.
fn sharding(legal: &Legal) -> String {
    let sharding = StateSharding::of(legal);
    let group = legal.shard_group();
    let over = if group < legal.replicas() {
        Over::Groups
    } else {
        Over::All
    };
    let parts = if sharding.gradients {
        Parts::Gradients
    } else if legal.plan.layout.zero.shards_gradients() {
        Parts::LateGradients
    } else {
        Parts::Optimizer
    };
    let shared = match sharding.gathering {
        Gathering::Never => say::lead_zero_never(group, over, parts),
        Gathering::OnceAStep => say::lead_zero_once_a_step(group, over, parts),
        Gathering::EachMicroBatch => say::lead_zero_each_micro_batch(group, over, parts),
    };
    let alone = match trained(legal) {
        Trained::Adapters => say::lead_zero_adapters(),
        Trained::All if legal.plan.has_frozen() => say::lead_zero_trained(),
        Trained::All => return shared,
    };
    [&*shared, " ", alone].concat()
}

/// Forward work that is repeated in the trace.
fn recomputed(trace: &Trace) -> Seconds {
    trace.seconds(TraceLane::Compute, |activity| {
        activity == Activity::Recompute
    })
}

/// The activations that layers keep until backward.
fn kept(legal: &Legal, trace: &Trace) -> &'static str {
    if recomputed(trace) <= Seconds::ZERO {
        if moves_activations(legal) {
            say::lead_checkpoint_host()
        } else {
            say::lead_checkpoint_all()
        }
    } else if legal.plan.levers.recompute == Recompute::Full {
        say::lead_checkpoint_inputs()
    } else {
        say::lead_checkpoint_some()
    }
}

/// The headline of a scene: the sentence to which it leads, without the figures of its result.
#[must_use]
pub fn headline(legal: &Legal, trace: &Trace, units: Units) -> String {
    if trace.scene == TraceScene::Pipeline {
        stores(trace, units)
    } else {
        conclusion(legal, trace, units)
    }
}

/// The sentence to which a scene leads.
#[must_use]
pub fn conclusion(legal: &Legal, trace: &Trace, units: Units) -> String {
    match trace.scene {
        TraceScene::Tensor => tensor(legal, trace, units),
        TraceScene::Zero => zero(legal, trace),
        TraceScene::Pipeline => pipeline(trace, units),
        TraceScene::Data => data(legal, trace),
        TraceScene::Experts => experts(legal, trace),
        TraceScene::Checkpoint => checkpoint(legal, trace),
        TraceScene::Context => context(legal, trace),
        TraceScene::Optimizer => optimizer(legal, trace),
        TraceScene::Attention => attention(legal, trace, units),
    }
}

/// A share of a scene, of 1.
fn share(seconds: Seconds, trace: &Trace) -> f64 {
    seconds.0 / trace.end.0.max(f64::MIN_POSITIVE)
}

/// The exchanges of a scene on some routes.
fn on(trace: &Trace, routes: &[Route]) -> Traffic {
    let sent = trace.sent(|route, _| routes.contains(&route));
    Traffic {
        exposed: trace.waits(|route| routes.contains(&route)),
        ..sent
    }
}

/// True if nothing hides a part of an exchange.
fn is_exposed(traffic: Traffic) -> bool {
    traffic.exposed.0 >= traffic.link.0 * (1.0 - 1e-9)
}

/// The time of an exchange, and its exposed part.
fn exchange(traffic: Traffic) -> String {
    say::exchange(traffic.link, traffic.exposed, exposure(traffic))
}

/// The time of the exchanges of a scene, and their exposed part, with the reason for the longest
/// one.
fn explained(trace: &Trace, traffic: Traffic) -> String {
    let awaited = trace.moments.iter().filter_map(|moment| moment.awaits);
    let longest = awaited.max_by(|one, other| {
        let [one, other] = [one, other].map(|awaited| awaited.traffic.exposed.0);
        one.total_cmp(&other)
    });
    let Some(Awaited { reason, .. }) = longest else {
        return exchange(traffic);
    };
    say::exchange_with_reason(traffic.link, traffic.exposed, exposure(traffic), reason)
}

fn tensor(legal: &Legal, trace: &Trace, units: Units) -> String {
    let ranks = legal.plan.layout.tensor;
    let traffic = on(trace, &[Route::Tensor]);
    if is_exposed(traffic) {
        let of_all = share(traffic.exposed, trace);
        say::end_tensor_exposed(ranks, traffic.bytes, traffic.link, of_all, units)
    } else {
        say::end_tensor_hidden(ranks, &moments::transfer(traffic, units))
    }
}

fn zero(legal: &Legal, trace: &Trace) -> String {
    let gathering = StateSharding::of(legal).gathering;
    let traffic = on(trace, &SHARDS);
    if gathering == Gathering::OnceAStep {
        return say::end_zero_once_a_step().to_owned();
    }
    if gathering != Gathering::EachMicroBatch || traffic.link <= Seconds::ZERO {
        return say::end_zero_never().to_owned();
    }
    let compute = trace.seconds(TraceLane::Compute, |activity| {
        matches!(
            activity,
            Activity::Compute | Activity::Recompute | Activity::ForwardOnly
        )
    });
    say::end_zero_sentence(compute, &explained(trace, traffic))
}

/// The stages that have most of something.
struct Most {
    stages: Stages,
    first: u64,
    last: u64,
    /// How many there are beside the first.
    others: u64,
}

/// The stages that have as much as the one at a position, as their values are shown.
fn most(shown: &[String], most: usize) -> Most {
    let most = shown.get(most);
    let mut places = (0..shown.len()).filter(|place| shown.get(*place) == most);
    let first = places.next().unwrap_or_default();
    let (mut last, mut others) = (first, 0);
    for place in places {
        (last, others) = (place, others + 1);
    }
    let stages = match others {
        _ if others + 1 >= shown.len() => Stages::Every,
        0 => Stages::One,
        _ if last - first > others => Stages::Others,
        1 => Stages::Two,
        _ => Stages::Range,
    };
    Most {
        stages,
        first: first as u64,
        last: last as u64,
        others: others as u64,
    }
}

/// The position of the largest value.
fn largest(values: impl Iterator<Item = f64>) -> usize {
    let most = values
        .enumerate()
        .fold((0, f64::NEG_INFINITY), |most, each| {
            if each.1 > most.1 { each } else { most }
        });
    most.0
}

/// True if the first stage holds more micro-batches than any other one, as its first backward is the
/// last to begin.
fn answered_last(stages: &[StageLoad]) -> bool {
    stages.split_first().is_some_and(|(first, others)| {
        let mut others = others.iter();
        others.all(|other| {
            other.in_flight < first.in_flight && other.first_backward < first.first_backward
        })
    })
}

/// The stages that store most.
fn stores(trace: &Trace, units: Units) -> String {
    let stages: &[StageLoad] = &trace.stages;
    let fullest = largest(stages.iter().map(|stage| stage.held.0 as f64));
    let amount = |stage: &StageLoad| units.amount(stage.held);
    let shown: Vec<String> = stages.iter().map(amount).collect();
    let held = stages.get(fullest).map_or(Bytes::ZERO, |stage| stage.held);
    let Most {
        stages: most,
        first,
        last,
        others,
    } = most(&shown, fullest);
    if matches!(most, Stages::One) && first == 0 && answered_last(stages) {
        return say::end_pipeline_first(held, units);
    }
    say::end_pipeline_stores(most, first, last, others, held, units)
}

fn pipeline(trace: &Trace, units: Units) -> String {
    let stages: &[StageLoad] = &trace.stages;
    let longest = largest(stages.iter().map(|stage| stage.idle));
    let shown: Vec<String> = stages.iter().map(|stage| percent(stage.idle)).collect();
    let idle = stages.get(longest).map_or(0.0, |stage| stage.idle);
    let Most {
        stages: most,
        first,
        last,
        others,
    } = most(&shown, longest);
    let waits = say::end_pipeline_waits(most, first, last, others, idle);
    [stores(trace, units), waits].join(" ")
}

fn data(legal: &Legal, trace: &Trace) -> String {
    let traffic = on(trace, &DATA);
    if traffic.link <= Seconds::ZERO {
        return say::end_data_none().to_owned();
    }
    let gathers = trace.sent(|route, form| {
        DATA.contains(&route) && matches!(form, Collective::AllGather | Collective::Several)
    });
    let exchange = explained(trace, traffic);
    if gathers.link > Seconds::ZERO {
        say::end_data_both(&exchange)
    } else {
        say::end_data_gradients(trained(legal), &exchange)
    }
}

fn optimizer(legal: &Legal, trace: &Trace) -> String {
    let updated = updated(legal, trace);
    let gathers = trace.sent(|_, form| form == Collective::AllGather);
    if gathers.link > Seconds::ZERO {
        say::end_optimizer_gathers(&updated, spread(legal))
    } else if StateSharding::of(legal).gathering == Gathering::EachMicroBatch
        && legal.shard_group() > 1
    {
        say::end_optimizer_later(&updated)
    } else {
        say::end_optimizer_none(&updated)
    }
}

fn experts(legal: &Legal, trace: &Trace) -> String {
    if legal.plan.layout.expert == 1 {
        return say::end_experts_local().to_owned();
    }
    let traffic = on(trace, &[Route::Expert]);
    let (link, exposed, exposure) = (traffic.link, traffic.exposed, exposure(traffic));
    let imbalance = legal.plan.imbalance();
    if imbalance <= 1.0 {
        say::end_experts_sentence(link, exposed, exposure)
    } else {
        say::end_experts_most_loaded(link, exposed, exposure, imbalance)
    }
}

fn checkpoint(legal: &Legal, trace: &Trace) -> String {
    let again = recomputed(trace);
    if again <= Seconds::ZERO {
        let end = if moves_activations(legal) {
            say::end_checkpoint_host()
        } else {
            say::end_checkpoint_none()
        };
        return end.to_owned();
    }
    if legal.plan.levers.recompute == Recompute::Full {
        say::end_checkpoint_full(again, share(again, trace))
    } else {
        say::end_checkpoint_selective(again, share(again, trace))
    }
}

fn context(legal: &Legal, trace: &Trace) -> String {
    let traffic = on(trace, &[Route::Context]);
    let exchange = if is_exposed(traffic) {
        say::exchange_exposed(traffic.link, share(traffic.exposed, trace))
    } else {
        exchange(traffic)
    };
    match legal.plan.layout.context_kind {
        ContextKind::Ring => say::end_context_ring(&exchange),
        ContextKind::AllGather => say::end_context_all_gather(&exchange),
        ContextKind::AllToAll => say::end_context_all_to_all(&exchange),
    }
}

fn attention(legal: &Legal, trace: &Trace, units: Units) -> String {
    if legal.plan.levers.flash {
        return say::end_attention_flash().to_owned();
    }
    let on_bus = trace.seconds(TraceLane::Memory, |_| true);
    say::end_attention_memory(moved(trace), share(on_bus, trace), units)
}

/// Bytes between memory and cores in the scene of attention.
fn moved(trace: &Trace) -> Bytes {
    trace.work.map_or(Bytes::ZERO, |work| work.bytes)
}

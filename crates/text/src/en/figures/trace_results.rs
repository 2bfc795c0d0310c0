//! Traces of a step: the result of each scene, and the sentence to which it leads. Each is said only
//! where it holds.
//!
//! Tests: `crates/cli/tests/all/properties/trace_words.rs`.

use super::trace_moments::{exposed_part, shards_optimizer, time, with_reason};
use crate::en::words::joined;
use cost::legal::Legal;
use cost::plan::{ContextKind, Recompute};
use cost::sharding::{Gathering, StateSharding};
use cost::trace::{Activity, Awaited, Collective, StageLoad, Trace, TraceLane, TraceScene};
use cost::traffic::{Route, Traffic};
use cost::units::{Bytes, Seconds};
use formats::number::{Units, grouped, percent, three_digits};

/// Causes of waiting, with their routes.
const CAUSES: [(&str, &[Route]); 6] = [
    ("tensor parallelism", &[Route::Tensor, Route::ExpertTensor]),
    ("context parallelism", &[Route::Context]),
    ("expert parallelism", &[Route::Expert]),
    ("pipeline parallelism", &[Route::Pipeline]),
    ("data parallelism", &DATA),
    ("the host", &[Route::Host]),
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
pub(super) fn result(legal: &Legal, trace: &Trace, units: Units) -> [String; 2] {
    let takes = time(trace.end);
    let figures = match trace.scene {
        TraceScene::Pipeline => {
            let idle = trace.stages.get(trace.rank).map_or(0.0, |stage| stage.idle);
            joined(&[
                "It is idle ",
                &percent(idle),
                " of the pipeline’s time; the step takes ",
                &takes,
                ".",
            ])
        }
        TraceScene::Attention => {
            let bytes = trace.work.map_or(Bytes::ZERO, |work| work.bytes);
            let bytes = units.amount(bytes);
            joined(&[
                "It takes ",
                &takes,
                " and moves ",
                &bytes,
                " between memory and cores.",
            ])
        }
        _ => joined(&["It takes ", &takes, &waits(trace)]),
    };
    [lead(legal, trace), figures]
}

/// The first sentence of a result.
fn lead(legal: &Legal, trace: &Trace) -> String {
    let layout = &legal.plan.layout;
    match trace.scene {
        TraceScene::Tensor => joined(&["One layer on ", &grouped(layout.tensor), " GPUs."]),
        TraceScene::Zero => sharding(legal),
        TraceScene::Pipeline => joined(&[
            "Stage ",
            &grouped(trace.rank as u64),
            " of ",
            &grouped(legal.pipeline()),
            ", ",
            &counted(legal.micro_batches, "micro-batch", "micro-batches"),
            ".",
        ]),
        TraceScene::Data => joined(&[
            "The end of a step of ",
            &counted(legal.replicas(), "replica", "replicas"),
            ".",
        ]),
        TraceScene::Experts => joined(&[
            "Tokens go to ",
            &grouped(legal.plan.model.moe.per_token),
            " of ",
            &grouped(legal.plan.model.moe.experts),
            " experts.",
        ]),
        TraceScene::Checkpoint => kept(legal, trace),
        TraceScene::Context => joined(&[
            "One layer over ",
            &grouped(layout.context),
            " parts of a sequence.",
        ]),
        TraceScene::Optimizer => String::from("Weights are updated once a step."),
        TraceScene::Attention if legal.plan.levers.flash => {
            String::from("Scores stay on the chip.")
        }
        TraceScene::Attention => String::from("Every score goes to memory and back."),
    }
}

/// A number with its noun.
fn counted(number: u64, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    joined(&[&grouped(number), " ", noun])
}

/// The causes for which the GPU waits, each with its seconds.
fn waits(trace: &Trace) -> String {
    // Less of a scene is rounding.
    let least = 1e-9 * trace.end.0;
    let each = CAUSES.map(|(name, routes)| (name, trace.waits(|route| routes.contains(&route))));
    let each: Vec<(&str, Seconds)> = each
        .into_iter()
        .filter(|(_, waited)| waited.0 > least)
        .collect();
    let cause = |(name, waited): &(&str, Seconds)| joined(&[&time(*waited), " for ", name]);
    match &each[..] {
        [] => String::from(", and no exchange keeps the GPU waiting."),
        [one] => joined(&["; the GPU waits ", &cause(one), "."]),
        several => {
            let causes: Vec<String> = several.iter().map(cause).collect();
            let all = time(trace.exposed());
            joined(&["; the GPU waits ", &all, ": ", &causes.join(", "), "."])
        }
    }
}

/// The sharded parts of the model state, and the ranks that share them.
fn sharding(legal: &Legal) -> String {
    let sharding = StateSharding::of(legal);
    let group = grouped(legal.shard_group());
    let over = if legal.shard_group() < legal.replicas() {
        joined(&[" are sharded over groups of ", &group, " GPUs"])
    } else {
        joined(&[" are sharded over ", &group, " GPUs"])
    };
    let state = if sharding.gradients {
        "gradients and optimizer state"
    } else {
        "optimizer state"
    };
    let scattered = legal.plan.layout.zero.shards_gradients() && !sharding.gradients;
    let last = ", gradients after the last micro-batch";
    match sharding.gathering {
        Gathering::Never => joined(&[
            "Of the model state, ",
            state,
            &over,
            if scattered { last } else { "" },
            if sharding.gradients || scattered {
                "; weights stay whole."
            } else {
                "; weights and gradients stay whole."
            },
        ]),
        Gathering::OnceAStep => joined(&[
            "Weights, ",
            state,
            &over,
            if scattered { last } else { "" },
            "; weights are gathered once a step.",
        ]),
        Gathering::EachMicroBatch => joined(&[
            "Weights, ",
            state,
            &over,
            "; each layer’s weights are gathered, used and freed.",
        ]),
    }
}

/// Forward work that is repeated in the trace.
fn recomputed(trace: &Trace) -> Seconds {
    trace.seconds(TraceLane::Compute, |activity| {
        activity == Activity::Recompute
    })
}

/// The activations that layers keep until backward.
fn kept(legal: &Legal, trace: &Trace) -> String {
    let is_full = legal.plan.levers.recompute == Recompute::Full;
    String::from(if recomputed(trace) <= Seconds::ZERO {
        "Every activation of these layers is kept."
    } else if is_full {
        "Only the inputs of these layers are kept."
    } else {
        "Some activations are dropped and computed again."
    })
}

/// The sentence to which a scene leads.
pub(super) fn conclusion(legal: &Legal, trace: &Trace, units: Units) -> String {
    match trace.scene {
        TraceScene::Tensor => tensor(legal, trace, units),
        TraceScene::Zero => zero(legal, trace),
        TraceScene::Pipeline => pipeline(trace, units),
        TraceScene::Data => data(trace),
        TraceScene::Experts => experts(legal, trace),
        TraceScene::Checkpoint => checkpoint(legal, trace),
        TraceScene::Context => context(legal, trace),
        TraceScene::Optimizer => optimizer(legal, trace),
        TraceScene::Attention => attention(legal, trace, units),
    }
}

/// A share of a scene.
fn share(seconds: Seconds, trace: &Trace) -> String {
    percent(seconds.0 / trace.end.0.max(f64::MIN_POSITIVE))
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

fn tensor(legal: &Legal, trace: &Trace, units: Units) -> String {
    let routes = [Route::Tensor];
    let traffic = on(trace, &routes);
    let sent = joined(&[
        "Each of ",
        &grouped(legal.plan.layout.tensor),
        " GPUs sends ",
        &units.amount(traffic.bytes),
        " in ",
        &time(traffic.link),
    ]);
    if is_exposed(traffic) {
        let of_all = share(traffic.exposed, trace);
        let idle = ": meanwhile it has nothing to multiply.";
        return joined(&[&sent, ", ", &of_all, " of this forward", idle]);
    }
    joined(&[
        &sent,
        &exposed_part(traffic),
        "; the rest runs beside products.",
    ])
}

fn zero(legal: &Legal, trace: &Trace) -> String {
    let gathering = StateSharding::of(legal).gathering;
    let traffic = on(trace, &SHARDS);
    if gathering != Gathering::EachMicroBatch || traffic.link <= Seconds::ZERO {
        return String::from(match gathering {
            Gathering::OnceAStep => "Layers run with gathered weights: nothing waits for shards.",
            _ => "No weights are gathered while layers run: nothing waits for shards.",
        });
    }
    let compute = trace.seconds(TraceLane::Compute, |activity| {
        matches!(activity, Activity::Compute | Activity::Recompute)
    });
    joined(&[
        "Beside ",
        &time(compute),
        " of compute, shards travel for ",
        &time(traffic.link),
        &exposed_by(trace, traffic),
    ])
}

/// The exposed part of the exchanges of a scene, with the reason for the longest one, up to the full
/// stop.
fn exposed_by(trace: &Trace, traffic: Traffic) -> String {
    let awaited = trace.moments.iter().filter_map(|moment| moment.awaits);
    let longest = awaited.max_by(|one, other| {
        let [one, other] = [one, other].map(|awaited| awaited.traffic.exposed.0);
        one.total_cmp(&other)
    });
    match longest {
        Some(Awaited { reason, .. }) => with_reason(Awaited { traffic, reason }),
        None => joined(&[&exposed_part(traffic), "."]),
    }
}

/// The stages that have most of something, as it is shown, with the ending of their verb: "Stage 2",
/// "Stages 1 to 6". `None` if all have as much.
fn most(shown: &[String], most: usize) -> Option<(String, &'static str)> {
    let most = shown.get(most);
    let places: Vec<usize> = (0..shown.len())
        .filter(|place| shown.get(*place) == most)
        .collect();
    let number = |place: usize| grouped(place as u64);
    match &places[..] {
        places if places.len() == shown.len() => None,
        [one] => Some((joined(&["Stage ", &number(*one)]), "s")),
        [first, .., last] if last - first + 1 == places.len() => {
            let between = if places.len() == 2 { " and " } else { " to " };
            let names = ["Stages ", &number(*first), between, &number(*last)];
            Some((joined(&names), ""))
        }
        [first, others @ ..] => {
            let others = counted(others.len() as u64, "other", "others");
            Some((joined(&["Stages ", &number(*first), " and ", &others]), ""))
        }
        [] => None,
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

fn pipeline(trace: &Trace, units: Units) -> String {
    let stages: &[StageLoad] = &trace.stages;
    let idle: Vec<String> = stages.iter().map(|stage| percent(stage.idle)).collect();
    let held: Vec<String> = stages
        .iter()
        .map(|stage| units.amount(stage.held))
        .collect();
    let longest = largest(stages.iter().map(|stage| stage.idle));
    let fullest = largest(stages.iter().map(|stage| stage.held.0 as f64));
    let value = |shown: &[String], place: usize| shown.get(place).cloned().unwrap_or_default();
    let [most_held, most_idle] = [value(&held, fullest), value(&idle, longest)];
    let stores = match most(&held, fullest) {
        None => joined(&["Every stage stores ", &most_held, " of activations. "]),
        Some((who, s)) => joined(&[&who, " store", s, " most activations, ", &most_held, ". "]),
    };
    let waits = match most(&idle, longest) {
        None => joined(&["Every stage waits ", &most_idle]),
        Some((who, s)) => joined(&[&who, " wait", s, " most, ", &most_idle]),
    };
    joined(&[&stores, &waits, " of the pipeline’s time."])
}

fn data(trace: &Trace) -> String {
    let traffic = on(trace, &DATA);
    if traffic.link <= Seconds::ZERO {
        return String::from("Nothing travels among replicas here.");
    }
    let gathers = trace.sent(|route, form| {
        DATA.contains(&route) && matches!(form, Collective::AllGather | Collective::Several)
    });
    let what = if gathers.link > Seconds::ZERO {
        "Gradients and weights"
    } else {
        "Gradients"
    };
    joined(&[
        what,
        " travel for ",
        &time(traffic.link),
        &exposed_by(trace, traffic),
    ])
}

fn optimizer(legal: &Legal, trace: &Trace) -> String {
    if !shards_optimizer(legal) {
        return String::from("Every GPU updates all of its weights, and none travel.");
    }
    let gathers = trace.sent(|_, form| form == Collective::AllGather);
    let updates = joined(&[
        "Each GPU updates its shard, 1 of ",
        &grouped(legal.shard_group()),
    ]);
    let then = if gathers.link > Seconds::ZERO {
        "; then new weights are all-gathered."
    } else {
        "; layers gather weights when they run."
    };
    joined(&[&updates, then])
}

fn experts(legal: &Legal, trace: &Trace) -> String {
    if legal.plan.layout.expert == 1 {
        return String::from("Every GPU has all experts: copies do not travel to others.");
    }
    let traffic = on(trace, &[Route::Expert]);
    let copies = joined(&[
        "Copies travel for ",
        &time(traffic.link),
        ", there and back",
        &exposed_part(traffic),
    ]);
    let imbalance = legal.plan.imbalance();
    if imbalance <= 1.0 {
        return joined(&[&copies, "."]);
    }
    let times = three_digits(imbalance);
    let loaded = "; all wait for the most loaded GPU, with ";
    joined(&[&copies, loaded, &times, " times the mean."])
}

fn checkpoint(legal: &Legal, trace: &Trace) -> String {
    let again = recomputed(trace);
    if again <= Seconds::ZERO {
        return String::from("No recompute: each layer’s activations stay until its backward.");
    }
    let figures = joined(&[&time(again), ", ", &share(again, trace), " of these layers"]);
    if legal.plan.levers.recompute != Recompute::Full {
        return joined(&[
            "Selective recompute repeats a part of forward: ",
            &figures,
            ".",
        ]);
    }
    joined(&["Full recompute runs each forward twice: ", &figures, "."])
}

fn context(legal: &Legal, trace: &Trace) -> String {
    let traffic = on(trace, &[Route::Context]);
    let lead = match legal.plan.layout.context_kind {
        ContextKind::Ring => "Queries stay; keys and values travel for ",
        ContextKind::AllGather => "Queries stay; keys and values are gathered in ",
        ContextKind::AllToAll => "Tokens are traded for heads, and back, in ",
    };
    let of_all = joined(&[", ", &share(traffic.exposed, trace), " of this forward"]);
    let part = if is_exposed(traffic) {
        joined(&[", all exposed", &of_all])
    } else {
        exposed_part(traffic)
    };
    joined(&[lead, &time(traffic.link), &part, "."])
}

fn attention(legal: &Legal, trace: &Trace, units: Units) -> String {
    if legal.plan.levers.flash {
        return String::from("Scores that never leave the chip cost no bandwidth.");
    }
    let on_bus = trace.seconds(TraceLane::Memory, |_| true);
    let bytes = trace.work.map_or(Bytes::ZERO, |work| work.bytes);
    joined(&[
        "Moving ",
        &units.amount(bytes),
        " between memory and cores takes ",
        &share(on_bus, trace),
        " of the time.",
    ])
}

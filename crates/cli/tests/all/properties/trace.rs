//! Traces of a step: their spans add up to the estimate's costs, and no lane does two things at one
//! time.

use cost::Estimate;
use cost::legal::{Layers, Legal};
use cost::params::LayerKind;
use cost::plan::Word as _;
use cost::schedule::Direction;
use cost::sharding::{Gathering, StateSharding};
use cost::step::{BlockCosts, layer_blocks};
use cost::timeline::Timeline;
use cost::trace::{Activity, Happening, Trace, TraceLane, TraceMoment, TraceScene, TraceSpan};
use cost::traffic::Route;
use cost::units::Seconds;
use formats::link;
use proptest::prelude::*;

use test_utils::config;
use test_utils::drawn::{Drawn, any_legal, of};

/// Relative error of sums in another order.
const ROUNDING: f64 = 1e-9;

fn close(one: Seconds, other: Seconds, scale: Seconds) -> bool {
    (one.0 - other.0).abs() <= ROUNDING * scale.0.max(1e-12)
}

/// Seconds of a trace that the GPU waits for a route.
fn waited(trace: &Trace, route: Route) -> Seconds {
    trace.seconds(TraceLane::Compute, |activity| {
        activity == Activity::Wait(route)
    })
}

/// Seconds on the link of a route.
fn on_link(trace: &Trace, route: Route) -> Seconds {
    let lanes = TraceLane::ALL.map(|lane| {
        trace.seconds(
            lane,
            |activity| matches!(activity, Activity::Exchange(its, _) if its == route),
        )
    });
    lanes.into_iter().sum()
}

/// What holds for every trace.
fn is_sound(trace: &Trace, estimate: &Estimate) -> Result<(), TestCaseError> {
    let what = trace.scene;
    prop_assert!(
        trace.end.0.is_finite() && !trace.moments.is_empty(),
        "{what:?}"
    );
    prop_assert!(
        trace.moments.len() <= 400,
        "{what:?}: {}",
        trace.moments.len()
    );
    let rounding = ROUNDING * trace.end.0.max(1e-12);
    let mut end = 0.0;
    for TraceMoment { from, to, .. } in &trace.moments {
        prop_assert!(
            (from.0 - end).abs() <= rounding && to.0 >= from.0,
            "{what:?}"
        );
        end = to.0;
    }
    prop_assert!((end - trace.end.0).abs() <= rounding, "{what:?}");
    for (lane, spans) in TraceLane::ALL.into_iter().zip(&trace.lanes) {
        prop_assert!(spans.len() <= 4_000, "{what:?}, {lane:?}: {}", spans.len());
        let mut free = 0.0;
        for span in spans {
            prop_assert!(
                span.from.0 >= free - rounding,
                "{what:?}, {lane:?}: {span:?} before {free}"
            );
            prop_assert!(
                span.to >= span.from && span.to.0.is_finite(),
                "{what:?}: {span:?}"
            );
            prop_assert!(span.moment < trace.moments.len());
            prop_assert!(
                span.traffic.exposed.0 <= span.traffic.link.0 + rounding,
                "{span:?}"
            );
            free = span.to.0;
        }
        if lane == TraceLane::Compute {
            prop_assert!((free - trace.end.0).abs() <= rounding, "{what:?}: {free}");
        }
    }
    let peak = estimate.memory.stages[trace.rank].total();
    let mut before = -1.0;
    for (at, held) in &trace.held {
        prop_assert!(at.0 > before, "{what:?}: {at:?}");
        before = at.0;
        prop_assert!(
            trace.rest + held.total() <= peak,
            "{what:?}: {held:?} at {at:?}"
        );
    }
    Ok(())
}

/// No result for another stage travels in the optimizer's moment, but the last one, for which the
/// optimizer does not wait and which arrives when the simulation says. Exchanges that take longer than
/// the step one after the other cannot be shown within it.
fn arrives(trace: &Trace, timeline: &Timeline) -> Result<(), TestCaseError> {
    let mut moments = trace.moments.iter();
    let update = moments.find(|moment| moment.what == Happening::Update);
    let sends = |activity| matches!(activity, Activity::Exchange(Route::Pipeline, _));
    let mut spans = trace.lanes[TraceLane::Exchange as usize].iter();
    let last = spans.rfind(|span| sends(span.activity));
    let (Some(update), Some(last)) = (update, last) else {
        return Ok(());
    };
    let blocks = &timeline.rows()[trace.rank].blocks;
    let sending = blocks
        .iter()
        .rfind(|cell| cell.block.direction != Direction::WeightGradient);
    let arrival = sending.map_or(0.0, |cell| cell.end) + timeline.transfer().0;
    let all = trace.lanes[TraceLane::Exchange as usize].iter();
    let all: Seconds = all.map(TraceSpan::length).sum();
    let by = update.from.0.max(arrival - trace.begins.0).max(all.0);
    prop_assert!(
        last.to.0 <= by + ROUNDING * trace.end.0,
        "{last:?} after {by}"
    );
    Ok(())
}

/// Plans whose transfers between stages once travelled in the optimizer's moment.
const QUEUES: [&str; 2] = [
    // The wait of the blocks that are not drawn one by one stood before all of their transfers.
    "#v=1&p=phi4-14b/mi355xx128&layers=32&hidden=65536&ffn=1024&heads=16&kv=2&headdim=64&vocab=32000\
     &nvl=1&peak=25170&hbmbw=24000&nvbw=5380&pp=8&sched=vmin&split=1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3\
     &cpbal=0&zero=2&seq=8192&slen=700&mbs=2&gbs=1024&dtype=fp8b&gather8=1&recipe=llmfoundry\
     &opt=adamwbf16&master=rem&grads=16bit&ckpt=sel&ckptmod=core,norm,mlp,moeact,mlaup&ce=eager\
     &overlap=pp&fagen=3&disp=deepep&graph=partial&gradfuse=0&watts=5600",
    // A transfer waited for those of experts that the last backward hides.
    "#v=1&p=granite4-h-tiny-7b/l40sx8&layers=2&tp=2&pp=2&ep=4&sp=0&zero=0&seq=32768&gbs=2&dtype=fp32\
     &ckptmod=none&overlap=ep&gradfuse=0",
];

#[test]
fn queued_transfers_arrive_before_the_optimizer() {
    for link in QUEUES {
        let (plan, warnings) = link::decode(link);
        assert!(warnings.is_empty(), "{link}: {warnings:?}");
        let (legal, estimate) = (Legal::check(&plan).unwrap(), of(&plan));
        let timeline = Timeline::of(&legal, &estimate).unwrap();
        for rank in 0..timeline.rows().len() {
            let trace = Trace::of(&legal, &estimate, TraceScene::Pipeline, rank).unwrap();
            let held = is_sound(&trace, &estimate).and_then(|()| arrives(&trace, &timeline));
            held.unwrap_or_else(|failed| panic!("{link}, rank {rank}: {failed}"));
            let total = timeline.rows()[rank].step.total();
            assert!(close(trace.end, total, total), "{link}, rank {rank}");
        }
    }
}

/// The seconds of a block are those of a trace's spans.
fn adds_up(trace: &Trace, blocks: BlockCosts, factor: f64) -> Result<(), TestCaseError> {
    let scale = trace.end;
    let all = [
        (
            blocks.compute,
            trace.seconds(TraceLane::Compute, |activity| activity == Activity::Compute),
        ),
        (
            blocks.recompute,
            trace.seconds(TraceLane::Compute, |activity| {
                activity == Activity::Recompute
            }),
        ),
        (
            blocks.forward_only,
            trace.seconds(TraceLane::Compute, |activity| {
                activity == Activity::ForwardOnly
            }),
        ),
    ];
    for (wanted, found) in all {
        prop_assert!(
            close(wanted * factor, found, scale),
            "{:?}: {wanted:?} {found:?}",
            trace.scene
        );
    }
    for route in Route::ALL {
        let traffic = blocks.exchange.of(route);
        let waited = waited(trace, route);
        prop_assert!(
            close(traffic.exposed * factor, waited, scale),
            "{:?}, {route:?}: {traffic:?}, waited {waited:?}",
            trace.scene
        );
        let link = on_link(trace, route);
        prop_assert!(
            close(traffic.link * factor, link, scale + traffic.link),
            "{:?}, {route:?}: {traffic:?}, on the link {link:?}",
            trace.scene
        );
        let sent: u64 = trace
            .lanes
            .iter()
            .flatten()
            .filter(|span| matches!(span.activity, Activity::Exchange(its, _) if its == route))
            .map(|span| span.traffic.bytes.0)
            .fold(0, u64::saturating_add);
        let off = sent.abs_diff(traffic.bytes.0);
        prop_assert!(
            off <= 64 || off as f64 <= 1e-9 * sent as f64,
            "{route:?}: {sent} {traffic:?}"
        );
    }
    Ok(())
}

/// The plan as the layers have it that a scene of a stage shows, those layers, and the ones of them
/// that are recomputed: frozen ones if the stage trains nothing of a wanted layer.
pub(super) fn shown<'a>(
    legal: &Legal<'a>,
    stage: u64,
    is_routed: bool,
) -> (Legal<'a>, Layers, Layers) {
    let layers = legal.by_backward(stage);
    let recomputed = legal.recomputed_by_backward(stage);
    let wanted = |layers: Layers| {
        if is_routed {
            layers.routed
        } else {
            layers.total()
        }
    };
    match legal
        .of_frozen_layers()
        .filter(|_| wanted(layers.trained) == 0)
    {
        Some(frozen) => (frozen, layers.passed, recomputed.passed),
        None => (*legal, layers.trained, recomputed.trained),
    }
}

/// The kind of layer of which there are more.
pub(super) fn common_kind(layers: Layers) -> LayerKind {
    if layers.routed > layers.dense {
        LayerKind::Routed
    } else {
        LayerKind::Dense
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn every_scene_adds_up_to_the_estimate(Drawn(plan) in any_legal(), rank in 0..8_usize) {
        let legal = Legal::check(&plan).unwrap();
        let estimate = of(&plan);
        let timeline = Timeline::of(&legal, &estimate);
        for &scene in TraceScene::ALL {
            let Some(trace) = Trace::of(&legal, &estimate, scene, rank) else {
                let is_shown = scene.is_in(&legal)
                    && !matches!(scene, TraceScene::Pipeline | TraceScene::Experts);
                prop_assert!(!is_shown || legal.layers(0).total() == 0, "{scene:?}");
                continue;
            };
            is_sound(&trace, &estimate)?;
            let (stage, factor) = (trace.stage, trace.slowdown);
            match scene {
                TraceScene::Tensor | TraceScene::Context | TraceScene::Experts => {
                    let is_routed = scene == TraceScene::Experts;
                    let (legal, layers, _) = shown(&legal, stage, is_routed);
                    let kind = if is_routed { LayerKind::Routed } else { common_kind(layers) };
                    adds_up(&trace, layer_blocks(&legal, kind, false).forward, factor)?;
                }
                TraceScene::Zero | TraceScene::Checkpoint => {
                    let (legal, layers, recomputed) = shown(&legal, stage, false);
                    let kind = common_kind(layers);
                    let is_recomputed = kind.of(recomputed) > 0;
                    let blocks = layer_blocks(&legal, kind, is_recomputed);
                    let layers = trace.moments.iter().filter(|moment| moment.what == Happening::Forward);
                    let one = blocks.forward + blocks.recompute + blocks.backward;
                    adds_up(&trace, one * layers.count() as f64, factor)?;
                }
                TraceScene::Pipeline | TraceScene::Data | TraceScene::Optimizer => {
                    let Some(timeline) = &timeline else { continue };
                    let row = &timeline.rows()[trace.rank];
                    let update = trace.seconds(TraceLane::Compute, |activity| activity == Activity::Update);
                    prop_assert!(close(update, row.step.optimizer, estimate.time.total()), "{scene:?}");
                    if scene == TraceScene::Pipeline {
                        let idle = trace.seconds(TraceLane::Compute, |activity| activity == Activity::Idle);
                        let compute = trace.seconds(TraceLane::Compute, |activity| activity == Activity::Compute);
                        let total = row.step.total();
                        prop_assert!(close(idle, row.step.bubble, total), "{idle:?} {:?}", row.step);
                        prop_assert!(close(compute, row.step.compute, total), "{compute:?} {:?}", row.step);
                        prop_assert!(close(trace.end, total, total), "{:?} {:?}", trace.end, row.step);
                        arrives(&trace, timeline)?;
                    } else if scene == TraceScene::Optimizer {
                        // Gradients that are scattered after every micro-batch wait there, too.
                        let wait = trace.exposed();
                        let sharding = StateSharding::of(&legal);
                        let scatters = sharding.gradients
                            && sharding.gathering != Gathering::EachMicroBatch
                            && legal.micro_batches > 1;
                        let all = row.tail[0];
                        prop_assert!(wait.0 <= all.0 + ROUNDING * row.step.total().0, "{wait:?} {all:?}");
                        prop_assert!(scatters || close(wait, all, estimate.time.total()), "{wait:?} {all:?}");
                    }
                }
                TraceScene::Attention => {}
            }
        }
    }
}

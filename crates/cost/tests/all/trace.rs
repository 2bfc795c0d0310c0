//! Traces of a step: the order of what happens in each scene, and its bytes. That they add up to the
//! estimate for drawn plans is in `crates/cli/tests/all/properties/trace.rs`.

use std::collections::HashSet;

use cost::estimate;
use cost::legal::Legal;
use cost::plan::Plan;
use cost::timeline::Timeline;
use cost::trace::{
    Activity, Collective, ExposureReason, Happening, HeldPart, Trace, TraceLane, TraceScene,
};
use cost::traffic::Route;
use cost::units::{Bytes, Seconds};
use formats::link;

fn plan(text: &str) -> Plan {
    let (plan, warnings) = link::decode(text);
    assert!(warnings.is_empty(), "{text}: {warnings:?}");
    plan
}

/// A scene of a plan's first stage.
fn trace(text: &str, scene: TraceScene) -> Trace {
    let plan = plan(text);
    let legal = Legal::check(&plan).expect("legal");
    let estimate = estimate(&plan).expect("legal");
    Trace::of(&legal, &estimate, scene, 0).expect("the plan has the scene")
}

fn whats(trace: &Trace) -> Vec<Happening> {
    trace.moments.iter().map(|moment| moment.what).collect()
}

#[test]
fn a_route_has_the_scene_that_shows_it() {
    let plan = plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&zero=1");
    let legal = Legal::check(&plan).unwrap();
    let of = |route| TraceScene::of_route(&legal, route);
    assert_eq!(of(Route::Tensor), TraceScene::Tensor);
    assert_eq!(of(Route::Data), TraceScene::Data);
    let sharded = self::plan("#v=1&p=llama3-8b/h100x64&zero=3");
    let legal = Legal::check(&sharded).unwrap();
    assert_eq!(TraceScene::of_route(&legal, Route::Data), TraceScene::Zero);
}

#[test]
fn sequence_parallelism_gathers_and_scatters_and_its_absence_reduces() {
    use Happening as H;
    let with = trace("#v=1&p=llama3-70b/h100x64&tp=8&pp=4", TraceScene::Tensor);
    assert_eq!(
        whats(&with),
        [
            H::Norm,
            H::TensorGather,
            H::Projections,
            H::Attention,
            H::Output,
            H::TensorReduce,
            H::Between,
            H::TensorGather,
            H::MlpIn,
            H::MlpOut,
            H::TensorReduce,
            H::Add,
        ]
    );
    let without = trace(
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sp=0",
        TraceScene::Tensor,
    );
    assert_eq!(
        whats(&without),
        [
            H::Norm,
            H::Projections,
            H::Attention,
            H::Output,
            H::TensorReduce,
            H::Between,
            H::MlpIn,
            H::MlpOut,
            H::TensorReduce,
            H::Add,
        ]
    );
    let collectives = |trace: &Trace| -> Vec<Activity> {
        trace.lanes[TraceLane::Exchange as usize]
            .iter()
            .map(|span| span.activity)
            .collect()
    };
    let of = |collective| Activity::Exchange(Route::Tensor, collective);
    let (gather, scatter) = (of(Collective::AllGather), of(Collective::ReduceScatter));
    assert_eq!(collectives(&with), [gather, scatter, gather, scatter]);
    assert_eq!(collectives(&without), [of(Collective::AllReduce); 2]);
    // The whole tokens of all eight ranks, 2 · 8,192 · 8,192 bytes, live from the gather on.
    let working: Vec<Bytes> = with
        .held
        .iter()
        .map(|(_, held)| held.of(HeldPart::Working))
        .collect();
    assert!(working.contains(&Bytes(2 * 8_192 * 8_192)));
}

#[test]
fn zero_3_gathers_twice_a_layer_and_scatters_once() {
    let link = "#v=1&p=llama3-70b/h100x64&zero=3&ckpt=full&recipe=torchtitan";
    let three = trace(link, TraceScene::Zero);
    let data = &three.lanes[TraceLane::Data as usize];
    let count = |collective| {
        let wanted = Activity::Exchange(Route::Data, collective);
        data.iter().filter(|span| span.activity == wanted).count()
    };
    assert_eq!(
        [
            count(Collective::AllGather),
            count(Collective::ReduceScatter)
        ],
        [4, 2]
    );
    // A layer has 855.7 M weights: 1.71 GB in 16 bits, of which 63/64 come from others.
    let layer = 2 * 855_654_400_u64;
    assert_eq!(data[0].traffic.bytes, Bytes(layer).scaled(63.0 / 64.0));
    let held: Vec<Bytes> = three
        .held
        .iter()
        .map(|(_, held)| held.of(HeldPart::Weights))
        .collect();
    assert!(held.contains(&Bytes(layer)) && held.contains(&Bytes(2 * layer)));
    // ZeRO-1 gathers nothing while layers run.
    let one = trace(&link.replace("zero=3", "zero=1"), TraceScene::Zero);
    assert!(one.lanes[TraceLane::Data as usize].is_empty());
}

#[test]
fn a_wait_for_shards_has_its_exchange_and_its_reason() {
    let awaited = |text: &str| {
        let trace = trace(text, TraceScene::Zero);
        let mut moments = trace.moments.iter();
        moments.find_map(|moment| moment.awaits).expect("a wait")
    };
    let link = "#v=1&p=llama3-70b/h100x64&zero=3&recipe=torchtitan";
    let long = awaited(link);
    // 63/64 of a layer's 855.7 M weights in 16 bits, which 8,192 tokens of compute hide but for the
    // share that slows it.
    assert_eq!(
        long.traffic.bytes,
        Bytes(2 * 855_654_400).scaled(63.0 / 64.0)
    );
    assert_eq!(long.reason, ExposureReason::SharesGpu);
    assert!(long.traffic.exposed < long.traffic.link);
    let short = awaited(&format!("{link}&seq=512"));
    assert_eq!(short.reason, ExposureReason::ComputeTooShort);
    let bare = awaited(&format!("{link}&overlap=tp"));
    assert_eq!(bare.reason, ExposureReason::NotOverlapped);
    assert_eq!(bare.traffic.exposed, bare.traffic.link);
}

#[test]
fn the_scene_of_the_optimizer_is_the_middle_of_that_of_data_parallelism() {
    let link = "#v=1&p=llama3-8b/h100x64&zero=1&off=opt";
    let [data, optimizer] =
        [TraceScene::Data, TraceScene::Optimizer].map(|scene| trace(link, scene));
    let happens = whats(&optimizer);
    let first = whats(&data)
        .iter()
        .position(|what| *what == happens[0])
        .expect("the first moment");
    for (index, moment) in optimizer.moments.iter().enumerate() {
        let same = &data.moments[first + index];
        assert_eq!(moment.what, same.what);
        assert_eq!(moment.awaits, same.awaits);
        let lengths = [moment, same].map(|moment| moment.to.0 - moment.from.0);
        assert!(
            (lengths[0] - lengths[1]).abs() < 1e-12,
            "{moment:?} {same:?}"
        );
        let sent = [(&optimizer, index), (&data, first + index)]
            .map(|(trace, index)| trace.sent_within(index));
        let [one, other] = sent.map(|sent| sent.map_or(0.0, |(.., bytes)| bytes.0 as f64));
        assert!((one - other).abs() <= 1e-6 * other, "{one} {other}");
    }
    // What is sent before the last gradient is final, is not in the scene of the optimizer.
    let gradients = |trace: &Trace| {
        trace
            .sent(|_, form| form == Collective::ReduceScatter)
            .bytes
    };
    assert!(gradients(&optimizer) < gradients(&data));
}

#[test]
fn moments_share_the_bytes_of_exchanges_by_their_seconds() {
    let data = trace("#v=1&p=llama3-8b/h100x64&zero=1", TraceScene::Data);
    let sent = |index| {
        data.sent_within(index)
            .map_or(Bytes::ZERO, |(.., bytes)| bytes)
    };
    let all: Bytes = (0..data.moments.len()).map(sent).sum();
    let whole = data.sent(|_, _| true).bytes;
    assert!(all.0.abs_diff(whole.0) < 64, "{all:?} {whole:?}");
}

#[test]
fn recompute_repeats_what_was_dropped() {
    let base = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
    let recomputes = |kind: &str| {
        let trace = trace(&format!("{base}&ckpt={kind}"), TraceScene::Checkpoint);
        let seconds = trace.seconds(TraceLane::Compute, |activity| {
            activity == Activity::Recompute
        });
        let kept = trace
            .held
            .iter()
            .map(|(_, held)| held.of(HeldPart::Activations));
        let kept: Vec<Bytes> = kept.collect();
        let most = kept.iter().max().copied().unwrap_or_default();
        let least = kept.iter().min().copied().unwrap_or_default();
        (seconds, most.saturating_sub(least))
    };
    let [none, selective, full] = ["none", "sel&ckptmod=mlp", "full"].map(recomputes);
    assert_eq!(none.0, Seconds::ZERO);
    assert!(full.0 > selective.0 && selective.0 > none.0);
    // Four layers keep their inputs alone: 2 bytes · 8,192/8 tokens · 8,192 wide each.
    assert_eq!(full.1, Bytes(4 * 2 * 1_024 * 8_192));
    assert!(none.1 > selective.1 && selective.1 > full.1);
}

#[test]
fn a_ring_of_eight_turns_seven_times() {
    let ring = trace(
        "#v=1&p=llama3-8b/h100x64&cp=8&cpkind=ring&seq=131072&gbs=64",
        TraceScene::Context,
    );
    let sends = &ring.lanes[TraceLane::Exchange as usize];
    assert_eq!(sends.len(), 7);
    // Keys and values of 16,384 tokens, 8 heads of 128: 2 · 2 · 16,384 · 1,024 bytes a turn
    assert!(
        sends
            .iter()
            .all(|send| send.traffic.bytes == Bytes(2 * 2 * 16_384 * 1_024))
    );
    let turns = ring
        .moments
        .iter()
        .filter(|moment| moment.what == Happening::Attention);
    assert_eq!(turns.count(), 8);
}

#[test]
fn copies_go_to_their_experts_and_back() {
    let experts = trace(
        "#v=1&p=mixtral-8x7b/h100x64&tp=1&pp=4&ep=8&gbs=256",
        TraceScene::Experts,
    );
    let happens: Vec<Happening> = whats(&experts);
    // All before the router is one moment.
    assert_eq!(happens[..2], [Happening::Mixing, Happening::Router]);
    let place = |what| happens.iter().position(|each| *each == what).unwrap();
    assert!(place(Happening::Router) < place(Happening::Dispatch));
    assert!(place(Happening::Dispatch) < place(Happening::Experts));
    assert!(place(Happening::Experts) < place(Happening::Combine));
    assert!(place(Happening::Combine) < place(Happening::Merge));
}

#[test]
fn flash_attention_keeps_its_scores_on_the_chip() {
    let base = "#v=1&p=llama3-8b/h100x8&seq=8192";
    let flash = trace(base, TraceScene::Attention);
    let plain = trace(&format!("{base}&flash=0"), TraceScene::Attention);
    assert!(!whats(&flash).contains(&Happening::Scores));
    assert!(whats(&plain).contains(&Happening::Scores));
    let bytes = |trace: &Trace| -> u64 {
        trace.lanes[TraceLane::Memory as usize]
            .iter()
            .map(|span| span.traffic.bytes.0)
            .sum()
    };
    assert_eq!(bytes(&flash), flash.work.unwrap().bytes.0);
    assert!(bytes(&plain) > 10 * bytes(&flash));
}

#[test]
fn the_first_stage_fills_and_the_last_one_waits() {
    let link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=64";
    let plan = plan(link);
    let legal = Legal::check(&plan).unwrap();
    let estimate = estimate(&plan).unwrap();
    let of = |rank| Trace::of(&legal, &estimate, TraceScene::Pipeline, rank).unwrap();
    let [first, last] = [of(0), of(3)];
    let begins = |trace: &Trace| trace.lanes[0][0].activity;
    assert_eq!(begins(&first), Activity::Compute);
    assert_eq!(begins(&last), Activity::Idle);
    // 1F1B: the first of four stages holds four micro-batches, the last one.
    let most = |trace: &Trace| {
        trace
            .held
            .iter()
            .map(|(_, held)| held.of(HeldPart::Activations))
            .max()
            .unwrap()
    };
    assert!(most(&first) > most(&last));
    // The stages beside it wait more than the first one, which never waits for an input.
    let idle: Vec<f64> = first.stages.iter().map(|stage| stage.idle).collect();
    assert_eq!(idle.len(), 4);
    assert!(idle[1] > idle[0]);
    assert!(first.stages[0].held > first.stages[3].held);
}

#[test]
fn a_long_step_has_a_bounded_trace() {
    let long = trace(
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=8192",
        TraceScene::Pipeline,
    );
    assert!(whats(&long).contains(&Happening::Repeats));
    assert!(long.lanes.iter().map(Vec::len).sum::<usize>() < 1_000);
}

/// Before the middle every stage has begun to take turns, and after it each runs out: 1F1B on four
/// stages shows some six micro-batches at each end.
#[test]
fn the_middle_of_a_long_step_leaves_both_ends() {
    use Happening as H;
    let plan = plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512");
    let legal = Legal::check(&plan).unwrap();
    let estimate = estimate(&plan).unwrap();
    let timeline = Timeline::of(&legal, &estimate).unwrap();
    let mut middles = Vec::new();
    for rank in 0..4 {
        let trace = Trace::of(&legal, &estimate, TraceScene::Pipeline, rank).unwrap();
        let happens = whats(&trace);
        let middle = happens.iter().position(|what| *what == H::Repeats).unwrap();
        assert_eq!(happens[..=middle], [H::Fill, H::Steady, H::Repeats]);
        assert!(happens[middle + 1..].starts_with(&[H::Steady, H::Drain]));
        let [from, to] = [trace.moments[middle].from, trace.moments[middle].to];
        let cells = &timeline.rows()[rank].blocks;
        let batches = |is_shown: &dyn Fn(f64, f64) -> bool| {
            let shown = cells.iter().filter(|cell| is_shown(cell.start, cell.end));
            let numbers: HashSet<_> = shown.map(|cell| cell.block.micro_batch).collect();
            numbers.len()
        };
        let rounding = 1e-9 * to.0;
        let before = batches(&|_, end| end <= from.0 + rounding);
        let after = batches(&|start, _| start >= to.0 - rounding);
        assert!((4..=6).contains(&before), "{rank}: {before}");
        assert!((3..=7).contains(&after), "{rank}: {after}");
        middles.push([from.0, to.0]);
    }
    // All stages leave out the same time, to within a block.
    let block = timeline.rows()[0]
        .blocks
        .iter()
        .map(|cell| cell.end - cell.start);
    let block = block.fold(0.0, f64::max);
    for end in [0, 1] {
        let times = middles.iter().map(|middle| middle[end]);
        let (least, most) = times.fold((f64::INFINITY, 0.0), |(least, most), time| {
            (f64::min(least, time), f64::max(most, time))
        });
        assert!(
            most - least <= 2.0 * block,
            "{least} {most}, a block {block}"
        );
    }
    // A short step is whole.
    let short = trace(
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=32",
        TraceScene::Pipeline,
    );
    assert!(!whats(&short).contains(&H::Repeats));
}

#[test]
fn the_first_of_equal_stages_is_answered_last() {
    let stages = |text: &str| trace(text, TraceScene::Pipeline).stages;
    let of = stages("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512");
    let in_flight: Vec<usize> = of.iter().map(|stage| stage.in_flight).collect();
    assert_eq!(in_flight, [4, 3, 2, 1]);
    assert!(of.is_sorted_by(|one, next| one.first_backward > next.first_backward));
    // GPipe holds all micro-batches on all stages.
    let all = stages("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=32&sched=gpipe");
    assert!(all.iter().all(|stage| stage.in_flight == 16));
}

#[test]
fn the_scene_with_the_largest_exposed_time_comes_first() {
    let largest = |text: &str| {
        let plan = plan(text);
        let legal = Legal::check(&plan).unwrap();
        TraceScene::of_largest(&legal, &estimate(&plan).unwrap())
    };
    assert_eq!(
        largest("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=2048"),
        TraceScene::Tensor
    );
    assert_eq!(
        largest("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16"),
        TraceScene::Pipeline
    );
    assert_eq!(largest("#v=1&p=llama3-8b/h100x1"), TraceScene::Checkpoint);
}

//! The end of a step: the last gradients, the optimizer, and the first weights of the next step.
//!
//! Gradients are final from the last layer up, and leave in buckets as soon as they are (Li 2020,
//! section 3.2.3; `megatron/core/distributed/param_and_grad_buffer.py`). If the optimizer state is
//! sharded, each rank updates its part only, and an all-gather distributes the new weights under
//! the next forward (Rajbhandari 2020, section 5.1). An offloaded optimizer takes gradients from
//! the GPU and returns weights (Ren 2021, section 3).

use super::recorder::Recorder;
use super::types::{Activity, Collective, Happening, TraceScene};
use crate::legal::Legal;
use crate::step::{OnceAStep, Stages, slowdown};
use crate::traffic::{Exchange, Route, Traffic};
use crate::units::{Bytes, Seconds};

/// Routes on which data-parallel ranks exchange gradients and weights.
const DATA: [Route; 4] = [
    Route::Data,
    Route::AcrossShards,
    Route::ExpertData,
    Route::AcrossExpertShards,
];

/// Most buckets that are recorded one by one.
const MOST_BUCKETS: f64 = 16.0;

/// Share of the bytes on the link to the host that are gradients: 4 of 6.
const TO_HOST: f64 = 4.0 / 6.0;

/// Records the end of a step, with the last backward before it and the first forward after it in
/// the scene of data parallelism. The scene of the optimizer is the part between them.
pub(super) fn record(recorder: &mut Recorder, legal: &Legal) {
    let stages = Stages::of(legal);
    let times = stages.run();
    let Some(time) = times.get(recorder.rank) else {
        return;
    };
    let once = stages.once_a_step(legal, recorder.rank, time);
    let blocks = stages.blocks.get(recorder.stage as usize).copied();
    let [forward, backward] = blocks.unwrap_or_default();
    let [gradients, weights] = split(&once);
    earlier(recorder, &gradients, Seconds(backward.total()));
    recorder.begin(Happening::LastBackward, 0);
    recorder.run(Activity::Recompute, backward.recompute);
    recorder.block(
        Activity::Compute,
        backward.compute,
        &backward.exchange,
        &Route::ALL,
        Collective::ToStageBefore,
    );
    let (final_gradients, next) = (recorder.now(), recorder.next_moment());
    recorder.await_all(legal, (Happening::GradientsLeft, 0), &DATA, &gradients);
    buckets(recorder, &once, &gradients, final_gradients);
    update(recorder, legal, &once);
    let start = recorder.now();
    recorder.send_all(&DATA, Collective::AllGather, &weights, start);
    recorder.await_all(legal, (Happening::WeightsLeft, 0), &DATA, &weights);
    if recorder.scene() == TraceScene::Optimizer {
        recorder.begin_with(next, final_gradients);
        return;
    }
    recorder.begin(Happening::NextForward, 0);
    recorder.run(Activity::ForwardOnly, forward.forward_only);
    recorder.block(
        Activity::Compute,
        forward.compute,
        &forward.exchange,
        &Route::ALL,
        Collective::ToNextStage,
    );
}

/// The exchange of gradients and that of new weights. Exposed seconds are divided in proportion to
/// their lengths, as the model only knows the sum.
fn split(once: &OnceAStep) -> [Exchange; 2] {
    let mut parts = [Exchange::default(); 2];
    for route in DATA {
        let (all, weights) = (once.data.of(route), once.weights.of(route));
        let share = if all.link > Seconds::ZERO {
            weights.link.0 / all.link.0
        } else {
            0.0
        };
        let gradients = Traffic {
            bytes: all.bytes.saturating_sub(weights.bytes),
            link: all.link.beyond(weights.link),
            exposed: all.exposed * (1.0 - share),
        };
        let weights = weights.exposing(all.exposed * share);
        parts[0] = parts[0].with(route, gradients);
        parts[1] = parts[1].with(route, weights);
    }
    parts
}

/// Records earlier work of the step for as long as gradients travel before the last backward, that
/// of an interleaved rank's other chunks.
fn earlier(recorder: &mut Recorder, gradients: &Exchange, backward: Seconds) {
    let before = gradients.link().beyond(gradients.exposed() + backward);
    if before > Seconds::ZERO {
        recorder.begin(Happening::Earlier, 0);
        recorder.run(Activity::Compute, before);
    }
}

/// Sends gradients in buckets, each once it is final, the last one so that it arrives at the end of
/// the rank's wait. If a bucket takes longer than the backward that computes the next one, buckets
/// follow each other without a gap.
fn buckets(recorder: &mut Recorder, once: &OnceAStep, gradients: &Exchange, end: Seconds) {
    let pieces = once.messages.ceil().clamp(1.0, MOST_BUCKETS);
    let each = gradients.link() * (1.0 / pieces);
    let arrive = end + gradients.exposed();
    let between = end * (1.0 / pieces);
    let has_gaps = each <= between;
    for piece in 0..pieces as u64 {
        let is_last = piece + 1 == pieces as u64;
        let start = if has_gaps && !is_last {
            between * (piece + 1) as f64
        } else {
            arrive.beyond(each * (pieces - piece as f64))
        };
        for route in DATA {
            bucket(
                recorder,
                once,
                gradients.of(route),
                route,
                [piece, pieces as u64],
                start,
            );
        }
    }
}

/// Sends one of the buckets on a route.
fn bucket(
    recorder: &mut Recorder,
    once: &OnceAStep,
    all: Traffic,
    route: Route,
    [piece, pieces]: [u64; 2],
    start: Seconds,
) {
    if all.link == Seconds::ZERO {
        return;
    }
    let spreads = once.weights.of(route).link > Seconds::ZERO;
    let collective = match route {
        Route::Data | Route::ExpertData if spreads => Collective::ReduceScatter,
        _ => Collective::AllReduce,
    };
    // The last bucket has the remainder of the division.
    let left = if piece + 1 == pieces {
        all.bytes.0 % pieces
    } else {
        0
    };
    let traffic = Traffic {
        bytes: Bytes(all.bytes.0 / pieces + left),
        ..all * (1.0 / pieces as f64)
    };
    recorder.send((route, collective), traffic, start);
}

/// Records the optimizer, with transfers to and from the host if it is offloaded.
fn update(recorder: &mut Recorder, legal: &Legal, once: &OnceAStep) {
    let moved = once.moved.of(Route::Host);
    // The slowdown does not apply to the fixed cost of a step.
    let fixed = Seconds(legal.fitted.step_overhead / slowdown::<f64>(legal));
    let crosses = moved.link > Seconds::ZERO;
    let to_host = moved * TO_HOST;
    if crosses {
        recorder.begin(Happening::ToHost, 0);
        recorder.exchange((Route::Host, Collective::ToHost), to_host);
    }
    recorder.begin(Happening::Update, 0);
    recorder.run(Activity::Update, once.optimizer + fixed);
    if crosses {
        let back = Traffic {
            bytes: moved.bytes.saturating_sub(to_host.bytes),
            ..moved * (1.0 - TO_HOST)
        };
        recorder.begin(Happening::FromHost, 0);
        recorder.exchange((Route::Host, Collective::FromHost), back);
    }
}

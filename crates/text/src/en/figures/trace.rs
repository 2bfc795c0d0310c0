//! Traces of a step: names, and the result of each scene.

use super::trace_moments::{gathers, moment, time};
use crate::en::words::joined;
use crate::figures::{LateFrame, TraceText};
use cost::legal::Legal;
use cost::plan::Recompute;
use cost::trace::{Activity, Trace, TraceLane, TraceScene};
use cost::traffic::Route;
use cost::units::{Bytes, Seconds};
use formats::number::{Units, grouped, percent};

/// Words of the player before it is loaded.
pub(super) const FRAME: LateFrame = LateFrame {
    heading: "Watch it move.",
    invitation: "A part of the step on this plan’s GPUs, with its bytes and seconds.",
    unloaded: ["The player is still loading.", "The player did not load."],
};

/// Words about traces.
pub static EN_TRACE: TraceText = TraceText {
    scenes: [
        "Tensor parallel",
        "ZeRO / FSDP",
        "Pipeline",
        "Data parallel",
        "Experts",
        "Checkpointing",
        "Context parallel",
        "Optimizer",
        "Attention",
    ],
    absent,
    result,
    moment,
    conclusion,
    time,
    lanes: [
        "compute",
        "communication",
        "data parallel",
        "host",
        "memory bus",
    ],
    held: [
        "gathered weights",
        "whole gradients",
        "activations",
        "working tensors",
    ],
    rest: "does not change",
    causes: [
        "compute",
        "recompute",
        "exposed communication",
        "idle",
        "optimizer",
    ],
    route,
    all: "all",
    headings: [
        "no.",
        "moment",
        "from",
        "takes",
        "a GPU sends",
        "to",
        "exposed",
    ],
};

const fn route(route: Route) -> &'static str {
    match route {
        Route::Tensor => "tensor-parallel GPUs",
        Route::ExpertTensor => "GPUs of the expert",
        Route::Context => "context-parallel GPUs",
        Route::Expert => "GPUs of the experts",
        Route::Pipeline => "the next stage",
        Route::Data => "data-parallel GPUs",
        Route::AcrossShards => "other shard groups",
        Route::ExpertData => "replicas of the experts",
        Route::AcrossExpertShards => "other shard groups of experts",
        Route::Host => "the host",
    }
}

fn absent(legal: &Legal, scene: TraceScene) -> &'static str {
    match scene {
        TraceScene::Tensor => "This plan has no tensor parallelism.",
        TraceScene::Zero => {
            "This plan shards no state: its ZeRO stage is 0, or it has one replica."
        }
        TraceScene::Pipeline if legal.plan.layout.pipeline > 1 => {
            "This step is too long to be drawn block by block."
        }
        TraceScene::Pipeline => "This plan has one stage.",
        TraceScene::Data => "This plan has one replica.",
        TraceScene::Experts if legal.plan.model.moe.experts > 0 => {
            "This stage has no layer with routed experts."
        }
        TraceScene::Experts => "This model has no routed experts.",
        TraceScene::Context => "This plan has no context parallelism.",
        TraceScene::Checkpoint | TraceScene::Optimizer | TraceScene::Attention => {
            "This stage has no layers."
        }
    }
}

const fn conclusion(scene: TraceScene) -> &'static str {
    match scene {
        TraceScene::Tensor => "While partial sums travel, a GPU has nothing to multiply.",
        TraceScene::Zero => {
            "A transfer that is shorter than the compute beside it costs almost nothing."
        }
        TraceScene::Pipeline => {
            "The first stage waits and stores most, because its first gradient comes back last."
        }
        TraceScene::Data => "Only what travels after the last gradient is exposed.",
        TraceScene::Experts => {
            "All GPUs wait for the fullest expert, and twice for the exchange of copies."
        }
        TraceScene::Checkpoint => {
            "Recompute pays for memory with a second forward and its messages."
        }
        TraceScene::Context => {
            "Keys and values travel and queries stay: attention over long sequences hides the ring."
        }
        TraceScene::Optimizer => "Each GPU updates its shard, and the others fetch it.",
        TraceScene::Attention => "Scores that never leave the chip cost no bandwidth.",
    }
}

fn result(legal: &Legal, trace: &Trace) -> [String; 2] {
    let layout = &legal.plan.layout;
    let takes = time(trace.end);
    let exposed = time(trace.exposed());
    let lead = match trace.scene {
        TraceScene::Tensor => joined(&["One layer on ", &grouped(layout.tensor), " GPUs."]),
        TraceScene::Zero if gathers(legal) => String::from("Weights visit, shards stay."),
        TraceScene::Zero => String::from("Weights stay whole, the optimizer state is shared out."),
        TraceScene::Pipeline => String::from("Idle at both ends, full at the start."),
        TraceScene::Data => joined(&[
            "One step of ",
            &grouped(legal.replicas()),
            " replicas ends.",
        ]),
        TraceScene::Experts => joined(&[
            "Copies visit ",
            &grouped(legal.plan.model.moe.experts),
            " experts.",
        ]),
        TraceScene::Checkpoint => String::from(match legal.plan.levers.recompute {
            Recompute::None => "Every activation is kept.",
            Recompute::Selective => "Some activations are computed again.",
            Recompute::Full => "Only the layers' inputs are kept.",
        }),
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
    };
    let figures = match trace.scene {
        TraceScene::Pipeline => {
            let idle = trace.seconds(TraceLane::Compute, |activity| activity == Activity::Idle);
            let share = percent(idle.0 / trace.end.0.max(f64::MIN_POSITIVE));
            joined(&["This stage waits ", &share, " of the step of ", &takes, "."])
        }
        TraceScene::Attention => {
            let bytes = trace.work.map_or(Bytes::ZERO, |work| work.bytes);
            let bytes = Units::Gb.amount(bytes);
            joined(&[
                "It takes ",
                &takes,
                " and moves ",
                &bytes,
                " between memory and cores.",
            ])
        }
        _ if trace.exposed() > Seconds::ZERO => joined(&[
            "It takes ",
            &takes,
            "; for ",
            &exposed,
            " the GPU waits for messages.",
        ]),
        _ => joined(&[
            "It takes ",
            &takes,
            ", and no message keeps the GPU waiting.",
        ]),
    };
    [lead, figures]
}

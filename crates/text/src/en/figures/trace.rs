//! Traces of a step: names.

use super::trace_moments::{moment, time};
use super::trace_results::{conclusion, result};
use crate::figures::{LateFrame, TraceText};
use cost::legal::Legal;
use cost::trace::TraceScene;
use cost::traffic::Route;

/// Words of the player before it is loaded.
pub(super) const FRAME: LateFrame = LateFrame {
    heading: "Watch it move.",
    invitation: "A part of the step on this plan’s GPUs, with its bytes and seconds.",
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

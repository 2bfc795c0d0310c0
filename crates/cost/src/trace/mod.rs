//! A part of a step as a profiler would trace it: the order of the GPU's work, the messages
//! meanwhile, and the bytes held.
//!
//! A [`Trace`] has the seconds and bytes of the estimate and no others: its spans add up to the
//! costs of the layers, blocks or steps that it shows. A trace adds their order, and is bounded in
//! size for every plan.
//!
//! Tests: `tests/all/trace.rs`.

mod attention;
mod layer;
mod layers;
mod middle;
mod pipeline;
mod recorder;
mod types;
mod update;

use super::Estimate;
use super::legal::Legal;
use super::plan::ZeroStage;
use super::schedule::Pipeline;
use super::sharding::StateSharding;
use super::step::slowdown;
use super::traffic::Route;
use super::units::Seconds;
use recorder::Recorder;
pub use types::{
    Activity, Awaited, Collective, ExposureReason, Happening, HeldBytes, HeldPart, StageLoad,
    Trace, TraceLane, TraceMoment, TraceScene, TraceSpan,
};

impl Trace {
    /// A scene of a legal plan on a GPU of a pipeline rank; on the last rank for a number beyond
    /// it. `None` if the plan has no such part ([`TraceScene::is_in`]), or if its pipeline is too
    /// long for each block to be simulated.
    #[must_use]
    pub fn of(legal: &Legal, estimate: &Estimate, scene: TraceScene, rank: usize) -> Option<Self> {
        if !scene.is_in(legal) {
            return None;
        }
        let rank = rank.min(Pipeline::of(legal).ranks.saturating_sub(1));
        let mut recorder = Recorder::of(legal, estimate, scene, rank)?;
        let pace = estimate
            .machine
            .as_ref()
            .map_or(1.0, |machine| machine.pace);
        let slowdown = slowdown::<f64>(legal) * pace;
        match scene {
            TraceScene::Tensor | TraceScene::Experts | TraceScene::Context => {
                layer::record(&mut recorder, legal)?;
            }
            TraceScene::Zero | TraceScene::Checkpoint => layers::record(&mut recorder, legal)?,
            TraceScene::Data | TraceScene::Optimizer => update::record(&mut recorder, legal),
            TraceScene::Attention => attention::record(&mut recorder, legal),
            // The seconds are those of the timeline, which include the slowdown.
            TraceScene::Pipeline => {
                pipeline::record(&mut recorder, legal, estimate)?;
                return Some(Self {
                    slowdown,
                    ..recorder.finish(1.0)
                });
            }
        }
        Some(recorder.finish(slowdown))
    }
}

impl TraceScene {
    /// True if a legal plan has the part that the scene shows.
    #[must_use]
    pub fn is_in(self, legal: &Legal) -> bool {
        let layout = &legal.plan.layout;
        match self {
            Self::Tensor => layout.tensor > 1,
            Self::Zero => layout.zero != ZeroStage::Zero && legal.shard_group() > 1,
            Self::Pipeline => legal.pipeline() > 1,
            Self::Data => legal.replicas() > 1 || legal.expert_replicas() > 1,
            Self::Experts => legal.plan.model.moe.experts > 0,
            Self::Context => layout.context > 1,
            Self::Checkpoint | Self::Optimizer | Self::Attention => true,
        }
    }

    /// The scene of a legal plan that shows the exchange on a route.
    #[must_use]
    pub fn of_route(legal: &Legal, route: Route) -> Self {
        match route {
            Route::Tensor => Self::Tensor,
            Route::Context => Self::Context,
            Route::Expert | Route::ExpertTensor => Self::Experts,
            Route::Pipeline => Self::Pipeline,
            Route::Data | Route::AcrossShards | Route::ExpertData | Route::AcrossExpertShards => {
                if StateSharding::of(legal).weights() {
                    Self::Zero
                } else {
                    Self::Data
                }
            }
            Route::Host => Self::Optimizer,
        }
    }

    /// The scene of a legal plan with the largest exposed time in a step: its axis in
    /// [`super::step::StepTime`], waiting of the pipeline included. Checkpointing if nothing is
    /// exposed.
    #[must_use]
    pub fn of_largest(legal: &Legal, estimate: &Estimate) -> Self {
        let time = &estimate.time;
        let data = Self::of_route(legal, Route::Data);
        let causes = [
            (Self::Tensor, time.tensor),
            (Self::Context, time.context),
            (Self::Experts, time.expert),
            (Self::Pipeline, time.pipeline + time.idle()),
            (data, time.data),
        ];
        let mut largest = (Self::Checkpoint, Seconds::ZERO);
        for (scene, seconds) in causes {
            if seconds.0 > largest.1.0 && scene.is_in(legal) {
                largest = (scene, seconds);
            }
        }
        largest.0
    }
}

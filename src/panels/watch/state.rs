//! State of the player.

use std::sync::Arc;

use cost::legal::Legal;
use cost::plan::Plan;
use cost::timeline::Timeline;
use cost::trace::{Trace, TraceScene};

use super::axis::TraceAxis;
use super::clock::{Clock, Place};
use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "watch";
/// The id of its caption.
pub(super) const CAPTION: &str = "watch-caption";

/// Width and height of the drawing until they are measured, in pixels.
const SIZE: [f64; 2] = [1_000.0, 470.0];

/// State of the player.
pub(crate) struct WatchFigure {
    /// The scene that a reader, the address or a lesson has chosen; else the one with the largest
    /// exposed time.
    pub(super) chosen: Option<TraceScene>,
    /// The scene that is played.
    pub(super) played: Option<Played>,
    /// Number of the scenes played so far.
    pub(super) version: u64,
    /// Number of the page's request that was followed last.
    pub(super) followed: u32,
    pub(super) place: Place,
    pub(super) is_playing: bool,
    /// The moment at whose end the player stops.
    pub(super) stop: Option<usize>,
    /// Position among the speeds.
    pub(super) speed: usize,
    /// The milliseconds of the last frame.
    pub(super) last_frame: Option<f64>,
    pub(super) is_in_sight: bool,
    /// True if the reader wants less motion.
    pub(super) is_still: bool,
    /// How often the player was started: frames of an earlier run do not count.
    pub(super) run: u64,
    /// Width and height of the drawing in pixels.
    pub(super) size: [f64; 2],
}

impl Default for WatchFigure {
    fn default() -> Self {
        Self {
            chosen: None,
            played: None,
            version: 0,
            followed: 0,
            place: Place::default(),
            is_playing: false,
            stop: None,
            speed: 1,
            last_frame: None,
            is_in_sight: false,
            is_still: false,
            run: 0,
            size: SIZE,
        }
    }
}

/// A scene of a plan.
#[derive(Clone)]
pub(super) struct Played {
    /// The plan.
    pub(super) plan: Arc<Plan>,
    /// The pipeline stage of the chosen GPU.
    pub(super) stage: usize,
    /// The scene.
    pub(super) scene: TraceScene,
    /// Its trace; none where the plan or the stage has no such part.
    pub(super) trace: Option<Arc<Trace>>,
    /// Ranks that hold the same dense weights.
    pub(super) replicas: u64,
    /// Routed experts on one rank.
    pub(super) local_experts: u64,
    /// The blocks of all stages, in the scene of the pipeline.
    pub(super) timeline: Option<Arc<Timeline>>,
}

impl Played {
    /// A scene of the page's plan, as its chosen GPU has it.
    pub(super) fn of(page: &Page, scene: TraceScene) -> Option<Self> {
        let legal = Legal::check(&page.plan).ok()?;
        let stage = page.cut().seat(page.gpu()).stage as usize;
        let trace = Trace::of(&legal, &page.estimate, scene, stage).map(Arc::new);
        let timeline = if scene == TraceScene::Pipeline {
            Timeline::of(&legal, &page.estimate).map(Arc::new)
        } else {
            None
        };
        Some(Self {
            plan: Arc::clone(&page.plan),
            stage,
            scene,
            trace,
            replicas: legal.replicas(),
            local_experts: legal.local_experts(),
            timeline,
        })
    }

    /// True if it is still the page's.
    pub(super) fn is_of(&self, page: &Page, scene: TraceScene) -> bool {
        let stage = page.cut().seat(page.gpu()).stage as usize;
        self.scene == scene && self.stage == stage && Arc::ptr_eq(&self.plan, &page.plan)
    }
}

impl WatchFigure {
    /// The scene that is shown.
    pub(super) fn scene(&self, page: &Page) -> TraceScene {
        self.chosen
            .or_else(|| self.played.as_ref().map(|played| played.scene))
            .unwrap_or_else(|| largest(page))
    }

    /// The trace that is played.
    pub(super) fn trace(&self) -> Option<&Arc<Trace>> {
        self.played.as_ref()?.trace.as_ref()
    }

    /// True at the end of the scene.
    pub(super) fn is_over(&self) -> bool {
        self.clock().is_some_and(|clock| clock.end() == self.place)
    }

    /// Share of the time axis before a place.
    pub(super) fn share(&self, place: Place) -> Option<f64> {
        let trace = self.trace()?;
        Some(TraceAxis::of(trace).share(Clock::of(trace).time(place)))
    }

    /// The clock of what is played.
    pub(super) fn clock(&self) -> Option<Clock<'_>> {
        self.trace().map(|trace| Clock::of(trace))
    }
}

/// The scene of the page's plan with the largest exposed time.
fn largest(page: &Page) -> TraceScene {
    Legal::check(&page.plan).map_or(TraceScene::Checkpoint, |legal| {
        TraceScene::of_largest(&legal, &page.estimate)
    })
}

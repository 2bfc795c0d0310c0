//! A training plan: all choices of a reader, with defaults for fields that follow from others.
//!
//! A field of type `Option` has a default that depends on other fields. `None` stands for the
//! default, and the method of the same name gives the value in force.
//!
//! A serialized plan is exact, but stands alone: without its presets, which are names of the
//! catalogue (`formats::import::worker` adds them), its plan B and another plan that was measured.
//!
//! Tests: `tests/all/axes.rs`.

mod card_recipe;
mod cluster;
mod layout;
mod lengths;
mod levers;
pub mod limits;
mod mixer;
mod model;
mod run_choice;
mod schedule_facts;
mod stack;
mod trained;
mod tuning;
mod values;
mod words;

pub use cluster::{Cluster, Family, Gpu};
pub use layout::Layout;
pub use levers::Levers;
pub use mixer::{LinearMixer, MixerKind};
pub use model::{LatentAttention, MixtureOfExperts, Model, Norm};
pub use run_choice::RunChoice;
pub use schedule_facts::{FoldedMemory, PassOrder, ScheduleFacts, StagePlacement};
pub use stack::Stack;
pub use tuning::Tuning;
pub use words::{
    AdapterType, ContextKind, CrossEntropy, Dispatcher, Dtype, End, GradientSync, GradientType,
    GraphScope, Kernels, MasterWeights, Messages, Module, Objective, Offload, OffloadModule,
    Optimizer, OptimizerKernel, Overlap, Packing, Positions, Recipe, Recompute, Reference,
    Schedule, Target, Tuned, WeightStorage, Word, WordSet, ZeroStage, deserialize_word,
    serialize_word,
};

use serde::{Deserialize, Serialize};

/// A model on a cluster, with one parallel layout, for one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The model.
    pub model: Model,
    /// The machines.
    pub cluster: Cluster,
    /// Split of the model across them.
    pub layout: Layout,
    /// Tokens per step.
    pub batch: Batch,
    /// Settings that trade memory against time.
    pub levers: Levers,
    /// The part of the model that the run trains.
    pub tuning: Tuning,
    /// The framework and its settings.
    pub stack: Stack,
    /// The whole training run.
    pub run: RunChoice,
    /// Measurements on the reader's own machine.
    pub measured: Measured,
    /// Plan B of a comparison.
    #[serde(skip)]
    pub rival: Option<Box<Plan>>,
}

/// Work of one optimizer step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// Tokens per sequence, s; by default as the model was trained. The longest sample has as many.
    pub sequence: Option<u64>,
    /// Mean tokens of a sample, s̄; `None` if every sequence is full.
    pub sample: Option<u64>,
    /// The way in which shorter samples make a micro-batch.
    pub packing: Packing,
    /// Sequences per micro-batch, b.
    pub micro: u64,
    /// Sequences per step, B; by default as many as have 4,194,304 tokens.
    pub global: Option<u64>,
}

/// One step that the reader measured on their own machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Seconds of one step.
    pub step_s: Option<f64>,
    /// Peak memory of the fullest GPU, GiB, as its driver counts it.
    pub memory_gib: Option<f64>,
    /// The plan that was measured, without measurements and rival; `None` is the plan that
    /// holds this.
    #[serde(skip)]
    pub plan: Option<Box<Plan>>,
}

impl Measured {
    /// True if nothing was measured.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.step_s.is_none() && self.memory_gib.is_none()
    }
}

impl Plan {
    /// The plain plan for a model on a cluster: no parallelism but data parallel, ZeRO-1.
    #[must_use]
    pub fn new(model: Model, cluster: Cluster) -> Self {
        Self {
            model,
            cluster,
            layout: Layout::default(),
            batch: Batch {
                sequence: None,
                sample: None,
                packing: Packing::Packed,
                micro: 1,
                global: None,
            },
            levers: Levers::default(),
            tuning: Tuning::default(),
            stack: Stack::default(),
            run: RunChoice::default(),
            measured: Measured::default(),
            rival: None,
        }
    }

    /// The plan alone, without measurements and without its rival.
    #[must_use]
    pub fn bare(&self) -> Self {
        let (measured, rival) = (Measured::default(), None);
        Self {
            measured,
            rival,
            ..self.clone()
        }
    }

    /// Stores the present plan as the measured one, if it has measurements and none is stored. Call
    /// this before any change, as a measurement belongs to the plan that was run.
    pub fn hold_measured(&mut self) {
        if !self.measured.is_empty() && self.measured.plan.is_none() {
            self.measured.plan = Some(Box::new(self.bare()));
        }
    }

    /// Sets a copy of the plan as its plan B, on the same machine.
    ///
    /// ```
    /// use formats::catalog;
    /// use formats::link;
    /// let mut plan = catalog::default_plan();
    /// plan.pin();
    /// assert_eq!(link::encode(&plan), "#v=1&p=llama3-8b/h100x8&b.same=1");
    /// plan.layout.tensor = 2;
    /// assert_eq!(link::encode(&plan), "#v=1&p=llama3-8b/h100x8&tp=2&b.tp=1");
    /// ```
    pub fn pin(&mut self) {
        let mut rival = self.clone();
        rival.rival = None;
        rival.hold_measured();
        self.rival = Some(Box::new(rival));
    }
}

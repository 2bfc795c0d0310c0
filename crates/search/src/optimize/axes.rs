//! The axes of a layout: the difference of two layouts, the axes in use, and the choices that
//! remain without an axis.

use super::candidate::Candidate;
use super::constraints::{Constraints, Numbers, OffloadChoice, Switch};
use super::found::FoundLayout;
use super::recompute::{RecomputeLevel, Recomputed};
use cost::memory::Verdict;
use cost::plan::{Dtype, Schedule, Word, WordSet, ZeroStage};
use cost::units::{Bytes, Seconds};
use serde::{Deserialize, Serialize};

/// An axis of a layout, or two that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LayoutAxis {
    /// GPUs of the cluster.
    Gpus,
    /// Tensor parallel degree, with sequence parallelism.
    Tensor,
    /// Context parallel degree.
    Context,
    /// Pipeline stages.
    Pipeline,
    /// The pipeline's order, with its virtual stages and the division of layers.
    Order,
    /// Expert parallel degree.
    Expert,
    /// Tensor parallel degree inside an expert.
    ExpertTensor,
    /// The sharded state, and the ranks among which it is sharded.
    Sharding,
    /// Sequences per micro-batch.
    Micro,
    /// The part of forward that backward recomputes.
    Recompute,
    /// State and activations that move to host memory.
    Offload,
    /// Type of the matrix products.
    Dtype,
    /// Implementation of the loss.
    Loss,
    /// The optimizer.
    Optimizer,
}

/// All axes.
pub const AXES: [LayoutAxis; 14] = [
    LayoutAxis::Gpus,
    LayoutAxis::Tensor,
    LayoutAxis::Context,
    LayoutAxis::Pipeline,
    LayoutAxis::Order,
    LayoutAxis::Expert,
    LayoutAxis::ExpertTensor,
    LayoutAxis::Sharding,
    LayoutAxis::Micro,
    LayoutAxis::Recompute,
    LayoutAxis::Offload,
    LayoutAxis::Dtype,
    LayoutAxis::Loss,
    LayoutAxis::Optimizer,
];

/// A step on the path from one layout to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathStep {
    /// Axes that change: several if no fewer give a legal plan.
    pub axes: Vec<LayoutAxis>,
    /// The layout after the step.
    pub candidate: Candidate,
    /// Step time of the layout.
    pub step: Seconds,
    /// Bytes that the layout's fullest GPU needs.
    pub peak: Bytes,
    /// The verdict on the layout's memory.
    pub verdict: Verdict,
}

/// The best layout without one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Without {
    /// The axis.
    pub axis: LayoutAxis,
    /// The best layout without the axis; `None` if no such layout leaves enough memory free.
    pub best: Option<FoundLayout>,
}

/// Reach of a search on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every value with which a layout can exist.
    Free,
    /// Values up to the one in the reader's own layout.
    UpToOwn,
    /// Only the value in the reader's own layout.
    Own,
    /// Schedules of every framework: 1F1B and its interleaved form.
    Common,
    /// Axis not in use.
    Off,
}

impl LayoutAxis {
    /// The key of links that names the axis, as `--fix` has it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Gpus => "p",
            Self::Tensor => "tp",
            Self::Context => "cp",
            Self::Pipeline => "pp",
            Self::Order => "sched",
            Self::Expert => "ep",
            Self::ExpertTensor => "etp",
            Self::Sharding => "zero",
            Self::Micro => "mbs",
            Self::Recompute => "ckpt",
            Self::Offload => "off",
            Self::Dtype => "dtype",
            Self::Loss => "ce",
            Self::Optimizer => "opt",
        }
    }

    /// True if two layouts differ on the axis.
    #[must_use]
    pub fn differs(self, one: &Candidate, other: &Candidate) -> bool {
        let mut same = *one;
        self.copy(other, &mut same);
        same != *one
    }

    /// Gives a layout this axis of another.
    pub fn copy(self, from: &Candidate, to: &mut Candidate) {
        match self {
            Self::Gpus => to.gpus = from.gpus,
            Self::Tensor => {
                (to.tensor, to.sequence_parallel) = (from.tensor, from.sequence_parallel);
            }
            Self::Context => {
                (to.context, to.context_kind) = (from.context, from.context_kind);
            }
            Self::Pipeline => to.pipeline = from.pipeline,
            Self::Order => {
                (to.schedule, to.virtual_stages) = (from.schedule, from.virtual_stages);
                to.division = from.division;
            }
            Self::Expert => to.expert = from.expert,
            Self::ExpertTensor => to.expert_tensor = from.expert_tensor,
            Self::Sharding => (to.zero, to.shards) = (from.zero, from.shards),
            Self::Micro => to.micro = from.micro,
            Self::Recompute => to.recompute = from.recompute,
            Self::Offload => to.offload = from.offload,
            Self::Dtype => to.dtype = from.dtype,
            Self::Loss => to.loss = from.loss,
            Self::Optimizer => to.optimizer = from.optimizer,
        }
    }

    /// True if a layout uses the axis.
    #[must_use]
    pub fn is_used(self, candidate: &Candidate) -> bool {
        match self {
            Self::Gpus | Self::Dtype | Self::Loss | Self::Optimizer => false,
            Self::Tensor => candidate.tensor > 1,
            Self::Context => candidate.context > 1,
            Self::Pipeline => candidate.pipeline > 1,
            Self::Order => candidate.schedule != Schedule::PLAIN,
            Self::Expert => candidate.expert > 1,
            Self::ExpertTensor => candidate.expert_tensor > 1,
            Self::Sharding => candidate.zero != ZeroStage::Zero,
            Self::Micro => candidate.micro > 1,
            Self::Recompute => candidate.recompute != Recomputed::None,
            Self::Offload => !candidate.offload.is_empty(),
        }
    }

    /// The constraints under which no layout uses the axis; `None` if the axis must be used.
    #[must_use]
    pub fn forbidden(self, constraints: &Constraints) -> Option<Constraints> {
        let mut constraints = constraints.clone();
        let one = |range: &mut Numbers| {
            let allows = range.contains(&1);
            *range = 1..=1;
            allows
        };
        let is_allowed = match self {
            Self::Gpus | Self::Dtype | Self::Loss | Self::Optimizer => false,
            Self::Tensor => one(&mut constraints.tensor),
            Self::Context => one(&mut constraints.context),
            Self::Pipeline => one(&mut constraints.pipeline),
            Self::Order => {
                let allows = constraints.schedule.contains(Schedule::PLAIN);
                constraints.schedule = WordSet::of(&[Schedule::PLAIN]);
                allows && one(&mut constraints.virtual_stages)
            }
            Self::Expert => one(&mut constraints.expert),
            Self::ExpertTensor => one(&mut constraints.expert_tensor),
            Self::Sharding => {
                let allows = constraints.zero.contains(ZeroStage::Zero);
                constraints.zero = WordSet::of(&[ZeroStage::Zero]);
                allows
            }
            Self::Micro => one(&mut constraints.micro),
            Self::Recompute => {
                let allows = constraints.recompute.contains(RecomputeLevel::None);
                constraints.recompute = WordSet::of(&[RecomputeLevel::None]);
                allows
            }
            Self::Offload => {
                constraints.offload = WordSet::of(&[OffloadChoice::Nothing]);
                true
            }
        };
        is_allowed.then_some(constraints)
    }

    /// Reaches that a reader may choose for the axis, the default first.
    #[must_use]
    pub const fn reaches(self) -> &'static [Reach] {
        use Reach::{Common, Free, Off, Own, UpToOwn};
        match self {
            // The goal decides their number.
            Self::Gpus => &[Free],
            // Savings of memory that are tried if nothing else fits.
            Self::Loss | Self::Optimizer => &[Own],
            Self::Tensor
            | Self::Context
            | Self::Pipeline
            | Self::Expert
            | Self::ExpertTensor
            | Self::Micro
            | Self::Sharding
            | Self::Recompute => &[Free, UpToOwn, Own, Off],
            Self::Order => &[Free, Common, Own, Off],
            Self::Offload => &[Own, Free, Off],
            Self::Dtype => &[Own, Free],
        }
    }

    /// Limits a search on the axis to this reach around the reader's own layout.
    pub fn limit(self, reach: Reach, own: &Candidate, constraints: &mut Constraints) {
        let numbers = |own: u64| match reach {
            Reach::Free | Reach::Common => 1..=u64::MAX,
            Reach::UpToOwn => 1..=own,
            Reach::Own => own..=own,
            Reach::Off => 1..=1,
        };
        match self {
            Self::Gpus | Self::Loss | Self::Optimizer => {}
            Self::Tensor => {
                constraints.tensor = numbers(own.tensor);
                if reach == Reach::Own {
                    let switch = if own.sequence_parallel || own.tensor == 1 {
                        Switch::On
                    } else {
                        Switch::Off
                    };
                    constraints.sequence_parallel = WordSet::of(&[switch]);
                }
            }
            Self::Context => constraints.context = numbers(own.context),
            Self::Pipeline => constraints.pipeline = numbers(own.pipeline),
            Self::Expert => constraints.expert = numbers(own.expert),
            Self::ExpertTensor => constraints.expert_tensor = numbers(own.expert_tensor),
            Self::Micro => constraints.micro = numbers(own.micro),
            Self::Order => match reach {
                Reach::Own => {
                    constraints.schedule = WordSet::of(&[own.schedule]);
                    constraints.virtual_stages = numbers(own.virtual_stages);
                }
                Reach::Common => {
                    constraints.schedule = WordSet::of(&[Schedule::usual(1), Schedule::usual(2)]);
                }
                Reach::Off => constraints.schedule = WordSet::of(&[Schedule::PLAIN]),
                Reach::Free | Reach::UpToOwn => {}
            },
            Self::Sharding => {
                constraints.zero = words(reach, own.zero, ZeroStage::Zero);
                if reach == Reach::Own {
                    constraints.shards = WordSet::of(&[own.shards]);
                }
            }
            Self::Recompute => {
                constraints.recompute = words(reach, own.recompute.level(), RecomputeLevel::None);
            }
            Self::Offload => match reach {
                Reach::Free => constraints.offload = WordSet::of(OffloadChoice::ALL),
                Reach::Off => constraints.offload = WordSet::of(&[OffloadChoice::Nothing]),
                _ => {}
            },
            Self::Dtype => {
                if reach == Reach::Free {
                    constraints.dtype = WordSet::of(Dtype::ALL);
                }
            }
        }
    }
}

/// The words that a reach allows, of a vocabulary in rising order.
fn words<W: Word>(reach: Reach, own: W, off: W) -> WordSet<W> {
    match reach {
        Reach::Free | Reach::Common => WordSet::of(W::ALL),
        Reach::UpToOwn => WordSet::of(&W::ALL[..=own.index()]),
        Reach::Own => WordSet::of(&[own]),
        Reach::Off => WordSet::of(&[off]),
    }
}

//! The axes of a layout: how layouts differ, which axes one has in use, and what is left to choose
//! without one of them.

use super::cut::{Cut, Rung};
use super::found::Found;
use super::freedom::{Away, Freedom, Numbers, Switch};
use cost::memory::Verdict;
use cost::plan::{Dtype, Schedule, Word, WordSet, ZeroStage};
use cost::units::{Bytes, Seconds};

/// An axis of a layout, or two that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Cards of the cluster.
    Gpus,
    /// Tensor parallel degree, with sequence parallelism.
    Tensor,
    /// Context parallel degree.
    Context,
    /// Pipeline stages.
    Pipeline,
    /// The pipeline's order, with its virtual stages.
    Order,
    /// Expert parallel degree.
    Expert,
    /// Tensor parallel degree inside an expert.
    ExpertTensor,
    /// What is sharded, and among whom.
    Sharding,
    /// Sequences per micro-batch.
    Micro,
    /// What backward runs again.
    Recompute,
    /// What moves to the host.
    Offload,
    /// Type of the matrix products.
    Dtype,
}

/// All axes.
pub const AXES: [Axis; 12] = [
    Axis::Gpus,
    Axis::Tensor,
    Axis::Context,
    Axis::Pipeline,
    Axis::Order,
    Axis::Expert,
    Axis::ExpertTensor,
    Axis::Sharding,
    Axis::Micro,
    Axis::Recompute,
    Axis::Offload,
    Axis::Dtype,
];

/// A step on the way from one layout to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// What changes: several axes where no fewer of them make a plan that can exist.
    pub axes: Vec<Axis>,
    /// The layout after it.
    pub cut: Cut,
    /// Its step.
    pub step: Seconds,
    /// What its fullest GPU needs.
    pub peak: Bytes,
    /// Whether that fits.
    pub verdict: Verdict,
}

/// The best layout without one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Without {
    /// The axis.
    pub axis: Axis,
    /// The best layout that leaves it alone; `None` where no such layout leaves enough room.
    pub best: Option<Found>,
}

/// How far a search may go on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Wherever a layout can exist.
    Free,
    /// No further than the reader's own layout.
    UpToOwn,
    /// As the reader's own layout has it.
    Own,
    /// What every framework has: 1F1B and its interleaved form.
    Common,
    /// Not in use.
    Off,
}

impl Axis {
    /// Whether two layouts differ on it.
    #[must_use]
    pub fn differs(self, one: &Cut, other: &Cut) -> bool {
        let mut same = *one;
        self.copy(other, &mut same);
        same != *one
    }

    /// Gives a layout this axis of another.
    pub fn copy(self, from: &Cut, to: &mut Cut) {
        match self {
            Self::Gpus => to.gpus = from.gpus,
            Self::Tensor => {
                (to.tensor, to.sequence_parallel) = (from.tensor, from.sequence_parallel);
            }
            Self::Context => to.context = from.context,
            Self::Pipeline => to.pipeline = from.pipeline,
            Self::Order => {
                (to.schedule, to.virtual_stages) = (from.schedule, from.virtual_stages);
            }
            Self::Expert => to.expert = from.expert,
            Self::ExpertTensor => to.expert_tensor = from.expert_tensor,
            Self::Sharding => (to.zero, to.shards) = (from.zero, from.shards),
            Self::Micro => to.micro = from.micro,
            Self::Recompute => to.recompute = from.recompute,
            Self::Offload => to.offload = from.offload,
            Self::Dtype => to.dtype = from.dtype,
        }
    }

    /// Whether a layout has it in use.
    #[must_use]
    pub fn is_used(self, cut: &Cut) -> bool {
        match self {
            Self::Gpus | Self::Dtype => false,
            Self::Tensor => cut.tensor > 1,
            Self::Context => cut.context > 1,
            Self::Pipeline => cut.pipeline > 1,
            Self::Order => cut.schedule != Schedule::OneFOneB,
            Self::Expert => cut.expert > 1,
            Self::ExpertTensor => cut.expert_tensor > 1,
            Self::Sharding => cut.zero != ZeroStage::Zero,
            Self::Micro => cut.micro > 1,
            Self::Recompute => cut.recompute != Rung::None,
            Self::Offload => !cut.offload.is_empty(),
        }
    }

    /// The freedom that leaves it alone; `None` where the axis may not be left alone.
    #[must_use]
    pub fn forbidden(self, freedom: &Freedom) -> Option<Freedom> {
        let mut freedom = freedom.clone();
        let one = |range: &mut Numbers| {
            let allows = range.contains(&1);
            *range = 1..=1;
            allows
        };
        let is_allowed = match self {
            Self::Gpus | Self::Dtype => false,
            Self::Tensor => one(&mut freedom.tensor),
            Self::Context => one(&mut freedom.context),
            Self::Pipeline => one(&mut freedom.pipeline),
            Self::Order => {
                let allows = freedom.schedule.contains(Schedule::OneFOneB);
                freedom.schedule = WordSet::of(&[Schedule::OneFOneB]);
                allows && one(&mut freedom.virtual_stages)
            }
            Self::Expert => one(&mut freedom.expert),
            Self::ExpertTensor => one(&mut freedom.expert_tensor),
            Self::Sharding => {
                let allows = freedom.zero.contains(ZeroStage::Zero);
                freedom.zero = WordSet::of(&[ZeroStage::Zero]);
                allows
            }
            Self::Micro => one(&mut freedom.micro),
            Self::Recompute => {
                let allows = freedom.recompute.contains(Rung::None);
                freedom.recompute = WordSet::of(&[Rung::None]);
                allows
            }
            Self::Offload => {
                freedom.offload = WordSet::of(&[Away::Nothing]);
                true
            }
        };
        is_allowed.then_some(freedom)
    }

    /// How far a reader may let a search go on it, the default first.
    #[must_use]
    pub const fn reaches(self) -> &'static [Reach] {
        use Reach::{Common, Free, Off, Own, UpToOwn};
        match self {
            // How many there are is for the goal to say.
            Self::Gpus => &[Free],
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

    /// Lets a search go so far on it, beside the reader's own layout.
    pub fn limit(self, reach: Reach, own: &Cut, freedom: &mut Freedom) {
        let numbers = |own: u64| match reach {
            Reach::Free | Reach::Common => 1..=u64::MAX,
            Reach::UpToOwn => 1..=own,
            Reach::Own => own..=own,
            Reach::Off => 1..=1,
        };
        match self {
            Self::Gpus => {}
            Self::Tensor => {
                freedom.tensor = numbers(own.tensor);
                if reach == Reach::Own {
                    let switch = if own.sequence_parallel || own.tensor == 1 {
                        Switch::On
                    } else {
                        Switch::Off
                    };
                    freedom.sequence_parallel = WordSet::of(&[switch]);
                }
            }
            Self::Context => freedom.context = numbers(own.context),
            Self::Pipeline => freedom.pipeline = numbers(own.pipeline),
            Self::Expert => freedom.expert = numbers(own.expert),
            Self::ExpertTensor => freedom.expert_tensor = numbers(own.expert_tensor),
            Self::Micro => freedom.micro = numbers(own.micro),
            Self::Order => match reach {
                Reach::Own => {
                    freedom.schedule = WordSet::of(&[own.schedule]);
                    freedom.virtual_stages = numbers(own.virtual_stages);
                }
                Reach::Common => {
                    freedom.schedule = WordSet::of(&[Schedule::OneFOneB, Schedule::Interleaved]);
                }
                Reach::Off => freedom.schedule = WordSet::of(&[Schedule::OneFOneB]),
                Reach::Free | Reach::UpToOwn => {}
            },
            Self::Sharding => {
                freedom.zero = words(reach, own.zero, ZeroStage::Zero);
                if reach == Reach::Own {
                    freedom.shards = WordSet::of(&[own.shards]);
                }
            }
            Self::Recompute => freedom.recompute = words(reach, own.recompute, Rung::None),
            Self::Offload => match reach {
                Reach::Free => freedom.offload = WordSet::of(Away::ALL),
                Reach::Off => freedom.offload = WordSet::of(&[Away::Nothing]),
                _ => {}
            },
            Self::Dtype => {
                if reach == Reach::Free {
                    freedom.dtype = WordSet::of(Dtype::ALL);
                }
            }
        }
    }
}

/// The words of a rising vocabulary that a reach allows.
fn words<W: Word>(reach: Reach, own: W, off: W) -> WordSet<W> {
    match reach {
        Reach::Free | Reach::Common => WordSet::of(W::ALL),
        Reach::UpToOwn => WordSet::of(&W::ALL[..=own.index()]),
        Reach::Own => WordSet::of(&[own]),
        Reach::Off => WordSet::of(&[off]),
    }
}

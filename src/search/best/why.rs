//! Why another layout is better: the fewest changes that lead there, and what each gains; what
//! the best would be without one axis.

use super::cut::{Cut, Rung};
use super::found::Found;
use super::freedom::{Away, Freedom, Numbers};
use super::question::Question;
use super::search;
use crate::cost::estimate;
use crate::cost::memory::Verdict;
use crate::cost::plan::{Plan, Schedule, WordSet, ZeroStage};
use crate::cost::units::{Bytes, Seconds};

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

/// What a change may lose and still be left out of the way to a better layout.
const UNNOTICED: f64 = 1e-3;

/// The way from a plan's layout to another: the fewest changes that reach what it reaches, in an
/// order in which each is made where it gains most. `None` where the plan has something that no
/// search chooses; empty where it is as good already.
///
/// ```
/// use shardwise::search::best::{Freedom, Goal, Question, search, way};
/// let (plan, _) = shardwise::link::decode("#v=1&p=llama3-8b/h100x8&tp=8&gbs=64");
/// let (best, _) = search(&plan, &Freedom::of(&plan), &Question::of(Goal::Fastest));
/// let legs = way(&plan, &best.found()[0].cut).unwrap();
/// assert!(!legs.is_empty());
/// assert!(legs.last().unwrap().step.0 <= best.found()[0].step.0 * 1.001);
/// ```
#[must_use]
pub fn way(plan: &Plan, to: &Cut) -> Option<Vec<Leg>> {
    let from = Cut::of(plan)?;
    let mut held = plan.clone();
    held.hold_measured();
    let base = &held;
    let mut axes: Vec<Axis> = AXES
        .into_iter()
        .filter(|axis| axis.differs(&from, to))
        .collect();
    let goal = leg(base, *to, Vec::new())?;
    // What is not needed to get there stays as it is.
    for axis in axes.clone() {
        let fewer: Vec<Axis> = axes
            .iter()
            .copied()
            .filter(|other| *other != axis)
            .collect();
        let is_as_good = moved(base, from, to, &fewer)
            .and_then(|cut| leg(base, cut, Vec::new()))
            .is_some_and(|leg| leg.is_as_good_as(&goal));
        if is_as_good {
            axes = fewer;
        }
    }
    let mut legs: Vec<Leg> = Vec::new();
    let mut made = Vec::new();
    while !axes.is_empty() {
        let here = legs.last().map_or(from, |leg| leg.cut);
        let reach = |axes: &[Axis]| moved(base, from, to, &[&made, axes].concat());
        let next = next_leg(base, here, &axes, reach)?;
        axes.retain(|axis| !next.axes.contains(axis));
        made.extend(&next.axes);
        legs.push(next);
    }
    Some(legs)
}

/// The best next leg: of one axis if any leads to another layout that can exist, else of as few
/// as do. While a layout does not fit, the best is the one that needs least.
fn next_leg(
    base: &Plan,
    here: Cut,
    axes: &[Axis],
    reach: impl Fn(&[Axis]) -> Option<Cut>,
) -> Option<Leg> {
    let rank = |leg: &Leg| match leg.verdict {
        Verdict::OutOfMemory => (true, leg.peak.0 as f64),
        Verdict::Fits | Verdict::Tight => (false, leg.step.0),
    };
    (1..=axes.len()).find_map(|size| {
        let legs = choices(axes, size).into_iter().filter_map(|axes| {
            let cut = reach(&axes).filter(|cut| *cut != here)?;
            leg(base, cut, axes)
        });
        legs.min_by(|one, other| {
            let ((one_over, one), (other_over, other)) = (rank(one), rank(other));
            one_over.cmp(&other_over).then(one.total_cmp(&other))
        })
    })
}

/// Every choice of so many axes.
fn choices(axes: &[Axis], size: usize) -> Vec<Vec<Axis>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, axis) in axes.iter().enumerate() {
        for mut rest in choices(&axes[index + 1..], size - 1) {
            rest.insert(0, *axis);
            all.push(rest);
        }
    }
    all
}

/// A layout with some axes as another has them; `None` where its stages cannot be dealt out.
fn moved(base: &Plan, mut cut: Cut, to: &Cut, axes: &[Axis]) -> Option<Cut> {
    for axis in axes {
        axis.copy(to, &mut cut);
    }
    cut.settled(base)
}

/// A layout as the end of a leg; `None` where it cannot exist.
fn leg(base: &Plan, cut: Cut, axes: Vec<Axis>) -> Option<Leg> {
    let mut plan = base.clone();
    cut.write(&mut plan);
    let estimate = estimate(&plan).ok()?;
    Some(Leg {
        axes,
        cut,
        step: estimate.time.total(),
        peak: estimate.memory.peak(),
        verdict: estimate.memory.verdict,
    })
}

impl Leg {
    fn is_as_good_as(&self, other: &Self) -> bool {
        let fits = self.verdict == other.verdict || self.verdict == Verdict::Fits;
        fits && self.step.0 <= other.step.0 * (1.0 + UNNOTICED)
    }
}

/// The best layouts without each axis that a layout has in use.
#[must_use]
pub fn without_each(
    plan: &Plan,
    freedom: &Freedom,
    question: &Question,
    best: &Cut,
) -> Vec<Without> {
    let used = AXES.into_iter().filter(|axis| axis.is_used(best));
    let question = Question {
        keep: 1,
        ..question.clone()
    };
    used.map(|axis| {
        let found = axis
            .forbidden(freedom)
            .map(|freedom| search(plan, &freedom, &question).0);
        Without {
            axis,
            best: found.and_then(|best| best.found().first().copied()),
        }
    })
    .collect()
}

impl Axis {
    /// Whether two layouts differ on it.
    fn differs(self, one: &Cut, other: &Cut) -> bool {
        let mut same = *one;
        self.copy(other, &mut same);
        same != *one
    }

    /// Gives a layout this axis of another.
    fn copy(self, from: &Cut, to: &mut Cut) {
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
    fn is_used(self, cut: &Cut) -> bool {
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
    fn forbidden(self, freedom: &Freedom) -> Option<Freedom> {
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
}

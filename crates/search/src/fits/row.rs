//! A plan of an answer, with its memory, time and cost.

use std::ops::Range;

use crate::change::Change;
use crate::framework;
use cost::Estimate;
use cost::estimate;
use cost::legal::{Legal, Reason};
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};
use formats::export::{Fate, Refusal};
use serde::{Deserialize, Serialize};

/// A plan on another card, with another sequence or with another model.
#[derive(Clone, Debug, PartialEq)]
pub struct FitRow {
    /// The plan.
    pub plan: Plan,
    /// Its figures, or the reasons why it cannot exist, the most basic first.
    pub outcome: Result<FitFigures, Vec<Reason>>,
    /// Parts of the plan that its framework does not run, and that the framework of the given plan
    /// does not refuse, the hardest first. They can be there because another framework trains on
    /// the card ([`Plan::move_to`]).
    pub refusals: Vec<Refusal>,
    /// Settings of the plan, as changes to what they are, that its framework lacks and that the
    /// framework of the given plan has: adapters, what moves to the host, tiles of an MLP.
    pub lacks: Vec<Change>,
}

/// Figures of a plan that can exist, those of [`estimate`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitFigures {
    /// Memory of the fullest accelerator, bytes.
    pub peak: Bytes,
    /// Bytes that a process can allocate on the accelerator.
    pub capacity: Bytes,
    /// The verdict on the accelerator's memory.
    pub verdict: Verdict,
    /// The verdict on the memory of a node's host.
    pub host: Verdict,
    /// Time of a step.
    pub step: Seconds,
    /// Cost of the whole run, dollars.
    pub dollars: f64,
}

impl FitFigures {
    fn of(estimate: &Estimate) -> Self {
        Self {
            peak: estimate.memory.peak(),
            capacity: estimate.memory.capacity,
            verdict: estimate.memory.verdict,
            host: estimate.host.verdict(),
            step: estimate.time.total(),
            dollars: estimate.run.cost_usd,
        }
    }
}

impl FitRow {
    /// The row of a plan that was made of another.
    pub(super) fn of(plan: Plan, given: &GivenPlan) -> Self {
        let outcome = estimate(&plan).map(|estimate| FitFigures::of(&estimate));
        Self::with_outcome(plan, outcome, given)
    }

    /// The row of a plan whose figures are known; `None` stands for a plan that cannot exist.
    pub(super) fn known(plan: Plan, figures: Option<FitFigures>, given: &GivenPlan) -> Self {
        let outcome = figures.ok_or_else(|| Legal::check(&plan).err().unwrap_or_default());
        Self::with_outcome(plan, outcome, given)
    }

    fn with_outcome(
        plan: Plan,
        outcome: Result<FitFigures, Vec<Reason>>,
        given: &GivenPlan,
    ) -> Self {
        let (refusals, lacks) = match outcome {
            Ok(_) => (given.more_refusals(&plan), given.lacks(&plan)),
            Err(_) => (Vec::new(), Vec::new()),
        };
        Self {
            plan,
            outcome,
            refusals,
            lacks,
        }
    }

    /// The figures; `None` of a plan that cannot exist.
    #[must_use]
    pub fn figures(&self) -> Option<&FitFigures> {
        self.outcome.as_ref().ok()
    }

    /// True if the plan can exist, its verdict is at least as good as `worst`, the host holds its
    /// part, and the framework runs it ([`Self::runs`]).
    #[must_use]
    pub fn fits(&self, worst: Verdict) -> bool {
        let holds = self.figures().is_some_and(|figures| {
            figures.verdict <= worst && figures.host != Verdict::OutOfMemory
        });
        holds && self.runs()
    }

    /// True if the framework runs what the framework of the given plan runs of it.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.refusals.is_empty() && self.lacks.is_empty()
    }
}

/// The first row that fits by [`FitRow::fits`]: the cheapest of cards, the largest of models.
#[must_use]
pub fn first_that_fits(rows: &[FitRow], worst: Verdict) -> Option<&FitRow> {
    rows.iter().find(|row| row.fits(worst))
}

/// The rows of models that a reader looks at: the answers and their neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct NearAnswers {
    /// Position of the first row that is tight, if it stands before the others.
    pub tight: Option<usize>,
    /// Positions of the rows around the first that fits.
    pub around: Range<usize>,
    /// Number of rows after these that fit.
    pub more: usize,
}

/// Rows before the first that fits, which do not fit.
const BEFORE: usize = 4;
/// Rows from the first that fits on.
const FROM: usize = 8;

/// The answers among many rows, and their neighbours.
#[must_use]
pub fn near_answers(rows: &[FitRow]) -> NearAnswers {
    let first = |worst| rows.iter().position(|row| row.fits(worst));
    let fits = first(Verdict::Fits).unwrap_or(rows.len());
    let around = fits.saturating_sub(BEFORE)..rows.len().min(fits + FROM);
    let after = rows[around.end..].iter();
    NearAnswers {
        tight: first(Verdict::Tight).filter(|tight| *tight < around.start),
        more: after.filter(|row| row.fits(Verdict::Fits)).count(),
        around,
    }
}

impl NearAnswers {
    /// The rows at these positions.
    pub fn of<'a>(&self, rows: &'a [FitRow]) -> impl Iterator<Item = &'a FitRow> + use<'a> {
        let tight = self.tight.and_then(|place| rows.get(place));
        let around = rows.get(self.around.clone()).unwrap_or_default();
        tight.into_iter().chain(around)
    }
}

/// The parts of the given plan that its framework refuses and has, beside which rows are judged.
#[derive(Clone, Debug)]
pub(super) struct GivenPlan {
    /// Refusals of the plan.
    refused: Vec<Refusal>,
    /// The settings among [`settings`] that the framework has.
    has: Vec<Change>,
}

impl GivenPlan {
    pub(super) fn of(plan: &Plan) -> Self {
        let has = settings(plan).into_iter();
        Self {
            refused: framework::refused(plan),
            has: has.filter(|set| framework::runs(plan, set)).collect(),
        }
    }

    /// The refusals of a plan about aspects that are not refused of the given plan. What runs nearly
    /// as it is written counts as run.
    fn more_refusals(&self, plan: &Plan) -> Vec<Refusal> {
        let is_more = |found: &Refusal| {
            let mut known = self.refused.iter().map(|known| known.note.aspect);
            found.note.fate != Fate::Nearest && !known.any(|aspect| aspect == found.note.aspect)
        };
        let found = framework::refused(plan).into_iter();
        found.filter(is_more).collect()
    }

    /// The settings that the framework of the given plan has, and that of this one lacks.
    fn lacks(&self, plan: &Plan) -> Vec<Change> {
        let has = self.has.iter();
        let lacks = has.filter(|set| !framework::runs(plan, set));
        lacks.cloned().collect()
    }
}

/// Settings of which some frameworks have none, as changes to what they are. Those of a layout are
/// among the refusals.
fn settings(plan: &Plan) -> [Change; 3] {
    [
        Change::Tuned(plan.tuning.tuned),
        Change::Offload(plan.levers.offload),
        Change::MlpTiles(plan.levers.mlp_tiles),
    ]
}

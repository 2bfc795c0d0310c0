//! A plan of an answer, with its memory, time and cost.

use crate::framework;
use cost::estimate;
use cost::legal::Reason;
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};
use formats::export::{Fate, Refusal};

/// A plan on another card, with another sequence or with another model.
#[derive(Clone, Debug, PartialEq)]
pub struct FitRow {
    /// The plan.
    pub plan: Plan,
    /// Its figures, or the reasons why it cannot exist, the most basic first.
    pub outcome: Result<FitFigures, Vec<Reason>>,
}

/// Figures of a plan that can exist, those of [`estimate`].
#[derive(Clone, Debug, PartialEq)]
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
    /// Parts of the plan that its framework does not run, and that the framework of the given plan
    /// does not refuse, the hardest first. They can be there because another framework trains on
    /// the card ([`Plan::move_to`]).
    pub refusals: Vec<Refusal>,
}

impl FitRow {
    /// The row of a plan. `refused` are the refusals of the plan from which it was made.
    pub(super) fn of(plan: Plan, refused: &[Refusal]) -> Self {
        let outcome = estimate(&plan).map(|estimate| FitFigures {
            peak: estimate.memory.peak(),
            capacity: estimate.memory.capacity,
            verdict: estimate.memory.verdict,
            host: estimate.host.verdict(),
            step: estimate.time.total(),
            dollars: estimate.run.cost_usd,
            refusals: more_refusals(&plan, refused),
        });
        Self { plan, outcome }
    }

    /// The figures; `None` of a plan that cannot exist.
    #[must_use]
    pub fn figures(&self) -> Option<&FitFigures> {
        self.outcome.as_ref().ok()
    }

    /// True if the plan can exist, its verdict is at least as good as `worst`, the host holds its
    /// part, and the framework runs what it runs of the given plan.
    #[must_use]
    pub fn fits(&self, worst: Verdict) -> bool {
        self.figures().is_some_and(|figures| figures.fits(worst))
    }
}

impl FitFigures {
    /// True under the conditions of [`FitRow::fits`].
    #[must_use]
    pub fn fits(&self, worst: Verdict) -> bool {
        self.verdict <= worst && self.host != Verdict::OutOfMemory && self.refusals.is_empty()
    }
}

/// The first row that fits by [`FitRow::fits`]: the cheapest of cards, the largest of models.
#[must_use]
pub fn first_that_fits(rows: &[FitRow], worst: Verdict) -> Option<&FitRow> {
    rows.iter().find(|row| row.fits(worst))
}

/// The refusals of a plan about aspects that are not refused already. What runs nearly as it is
/// written counts as run.
fn more_refusals(plan: &Plan, refused: &[Refusal]) -> Vec<Refusal> {
    let is_more = |found: &Refusal| {
        let mut known = refused.iter().map(|known| known.note.aspect);
        found.note.fate != Fate::Nearest && !known.any(|aspect| aspect == found.note.aspect)
    };
    let found = framework::refused(plan).into_iter();
    found.filter(is_more).collect()
}

//! One row's measurements beside the model's.

use super::measured::{Measured, MemoryKind};
use super::notes::Notes;
use super::plan::PlannedRun;
use super::row::RunRecord;
use super::{Entry, Skipped};
use cost::band::{self, MemoryCount};
use cost::estimate_legal;
use cost::legal::Legal;
use cost::memory::{Memory, StageMemory, Verdict};
use cost::plan::Plan;

/// A measured figure and what the model says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// As measured: seconds or GiB.
    pub measured: f64,
    /// As predicted, in the same unit.
    pub predicted: f64,
    /// The range within which four of five measurements should lie.
    pub band: Option<Band>,
}

/// A range of predictions, in the unit of its figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ran.
    Ran,
    /// It went out of memory.
    OutOfMemory,
}

/// A row beside its prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The row's name.
    pub id: String,
    /// Its source; rows of one group are not independent.
    pub source_group: String,
    /// Its recipe, as stated.
    pub recipe: String,
    /// Rows of the same plan share it; the row's name where none is stated.
    pub plan_id: String,
    /// The result of the run.
    pub outcome: Outcome,
    /// The prediction, or the reason why there is none.
    pub result: Result<Box<Prediction>, Skipped>,
}

/// The prediction for a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The plan that was estimated.
    pub plan: Plan,
    /// Whether the row states its recompute.
    pub recompute_known: bool,
    /// Whether it fits.
    pub verdict: Verdict,
    /// A step, seconds.
    pub step: Option<Figure>,
    /// Peak memory, GiB, by the kind that was measured.
    pub memory: Option<(MemoryKind, Figure)>,
    /// State of the last pipeline stage, GiB.
    pub static_state: Option<Figure>,
    /// Assumptions and warnings.
    pub notes: Notes,
}

impl Figure {
    /// Predicted over measured, less one: above zero where the model says too much.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }

    fn of(measured: f64, predicted: f64, factors: Option<band::Band>) -> Self {
        let range = factors.map(|factors| factors.around(predicted));
        Self {
            measured,
            predicted,
            band: range.map(|[low, high]| Band { low, high }),
        }
    }
}

/// The one place that says which band a measurement of memory is held against.
const fn counted(kind: MemoryKind) -> MemoryCount {
    match kind {
        MemoryKind::Allocated | MemoryKind::AllocatedLastRank | MemoryKind::Unstated => {
            MemoryCount::Allocated
        }
        MemoryKind::Reserved | MemoryKind::NvidiaSmi => MemoryCount::Reserved,
    }
}

/// Prediction for a measurement of `kind`, GiB; the one place that maps kinds.
///
/// A kind that a source does not name is taken as allocated, which frameworks log by default.
#[must_use]
pub fn predicted_gib(memory: &Memory, kind: MemoryKind) -> f64 {
    let stages = &memory.stages;
    let bytes = match kind {
        MemoryKind::Allocated | MemoryKind::Unstated => {
            stages.iter().map(StageMemory::allocated).max()
        }
        MemoryKind::AllocatedLastRank => stages.last().map(StageMemory::allocated),
        MemoryKind::Reserved => stages.iter().map(StageMemory::reserved).max(),
        MemoryKind::NvidiaSmi => Some(memory.peak()),
    };
    bytes.unwrap_or_default().gib()
}

impl Comparison {
    /// Compares one entry of a file.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        let row = entry.row.as_ref().ok();
        let mut notes = Notes::default();
        let outcome = row.map_or(Outcome::Ran, |row| outcome(row, &mut notes));
        let stated =
            |field: fn(&RunRecord) -> &Option<String>| row.and_then(|row| field(row).clone());
        Self {
            id: entry.id.clone(),
            source_group: entry.source_group.clone(),
            recipe: stated(|row| &row.recipe).unwrap_or_default(),
            plan_id: stated(|row| &row.plan_id).unwrap_or_else(|| entry.id.clone()),
            outcome,
            result: match &entry.row {
                Ok(row) => Prediction::of(row, notes).map(Box::new),
                Err(skipped) => Err(skipped.clone()),
            },
        }
    }
}

impl Prediction {
    fn of(row: &RunRecord, mut notes: Notes) -> Result<Self, Skipped> {
        let drawn = PlannedRun::of(row)?;
        let plan = drawn.plan;
        let legal = match Legal::check(&plan) {
            Ok(legal) => legal,
            Err(reasons) => return Err(Skipped::Illegal(reasons, Box::new(plan))),
        };
        let estimate = estimate_legal(&legal);
        notes.warnings.extend(drawn.notes.warnings);
        notes.assumed.extend(drawn.notes.assumed);
        let measured = Measured::of(row, &plan, &mut notes);
        let memory = &estimate.memory;
        let last_state = memory.stages.last().map(|stage| stage.at_rest);
        Ok(Self {
            recompute_known: drawn.recompute_known,
            verdict: memory.verdict,
            step: measured
                .step
                .map(|step| Figure::of(step.0, estimate.time.total().0, Some(estimate.step_band))),
            memory: measured.memory.map(|(kind, gib)| {
                let band = band::Band::of_memory(legal.plan, counted(kind));
                (
                    kind,
                    Figure::of(gib, predicted_gib(memory, kind), Some(band)),
                )
            }),
            // Exact: it has no band.
            static_state: measured
                .static_gib
                .map(|gib| Figure::of(gib, last_state.unwrap_or_default().gib(), None)),
            notes,
            plan,
        })
    }

    /// Whether the model routes tokens to experts.
    #[must_use]
    pub const fn is_mixture(&self) -> bool {
        self.plan.model.moe.experts > 0
    }
}

fn outcome(row: &RunRecord, notes: &mut Notes) -> Outcome {
    match row.outcome.as_deref() {
        None | Some("ran") => Outcome::Ran,
        Some("oom") => Outcome::OutOfMemory,
        Some(word) => {
            notes.unknown("outcome", word, "ran");
            Outcome::Ran
        }
    }
}

//! One row's measurements beside the model's.

use super::measured::{MeasuredMemory, Measurements};
use super::notes::Notes;
use super::plan::PlannedRun;
use super::row::RunRecord;
use super::{RunEntry, Skipped};
use cost::band::{self, MemoryCount};
use cost::estimate_legal;
use cost::legal::Legal;
use cost::memory::{Memory, StageMemory, Verdict};
use cost::plan::Plan;

/// A measured figure and the predicted one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredFigure {
    /// The measured figure, seconds or GiB.
    pub measured: f64,
    /// The predicted figure, in the unit of `measured`.
    pub predicted: f64,
    /// The range within which four of five measurements should lie.
    pub band: Option<PredictedRange>,
}

/// A range of predictions, in the unit of its figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedRange {
    /// Lower end of the range.
    pub low: f64,
    /// Upper end of the range.
    pub high: f64,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// The run completed.
    Ran,
    /// The run went out of memory.
    OutOfMemory,
}

/// A row beside its prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The row's name.
    pub id: String,
    /// Source of the row; rows of one group are not independent.
    pub source_group: String,
    /// Recipe that the row states.
    pub recipe: String,
    /// Name that rows of the same plan share; the row's name if none is stated.
    pub plan_id: String,
    /// The result of the run.
    pub outcome: RunOutcome,
    /// The prediction, or the reason why there is none.
    pub result: Result<Box<Prediction>, Skipped>,
}

/// The prediction for a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The plan that was estimated.
    pub plan: Plan,
    /// True if the row's source states its recompute, which gives the row more weight.
    pub recompute_known: bool,
    /// The verdict on the plan's memory.
    pub verdict: Verdict,
    /// A step, seconds.
    pub step: Option<MeasuredFigure>,
    /// Peak memory, GiB, by the kind that was measured.
    pub memory: Option<(MeasuredMemory, MeasuredFigure)>,
    /// Peak of reserved memory, GiB, if it is measured beside another kind.
    pub reserved: Option<MeasuredFigure>,
    /// State of the last pipeline stage, GiB.
    pub static_state: Option<MeasuredFigure>,
    /// Assumptions and warnings.
    pub notes: Notes,
}

impl MeasuredFigure {
    /// Predicted over measured, less one: above zero if the prediction is too large.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }

    fn of(measured: f64, predicted: f64, factors: Option<band::Band>) -> Self {
        let range = factors.map(|factors| factors.around(predicted));
        Self {
            measured,
            predicted,
            band: range.map(|[low, high]| PredictedRange { low, high }),
        }
    }
}

/// The band with which a measurement of memory is compared.
const fn counted(kind: MeasuredMemory) -> MemoryCount {
    match kind {
        MeasuredMemory::Allocated
        | MeasuredMemory::AllocatedLastRank
        | MeasuredMemory::AllocatedFirstRank
        | MeasuredMemory::Unstated => MemoryCount::Allocated,
        MeasuredMemory::Reserved | MeasuredMemory::NvidiaSmi => MemoryCount::Reserved,
    }
}

/// Predicted peak for a measurement of `kind`, GiB.
///
/// A kind that a source does not name is taken as allocated, which frameworks log by default.
#[must_use]
pub fn predicted_gib(memory: &Memory, kind: MeasuredMemory) -> f64 {
    let stages = &memory.stages;
    let bytes = match kind {
        MeasuredMemory::Allocated | MeasuredMemory::Unstated => {
            stages.iter().map(StageMemory::allocated).max()
        }
        MeasuredMemory::AllocatedLastRank => stages.last().map(StageMemory::allocated),
        MeasuredMemory::AllocatedFirstRank => stages.first().map(StageMemory::allocated),
        MeasuredMemory::Reserved => stages.iter().map(StageMemory::reserved).max(),
        MeasuredMemory::NvidiaSmi => Some(memory.peak()),
    };
    bytes.unwrap_or_default().gib()
}

impl Comparison {
    /// Compares one entry of a file.
    #[must_use]
    pub fn of(entry: &RunEntry) -> Self {
        let row = entry.row.as_ref().ok();
        let mut notes = Notes::default();
        let outcome = row.map_or(RunOutcome::Ran, |row| outcome(row, &mut notes));
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
        let measured = Measurements::of(row, &plan, &mut notes);
        let memory = &estimate.memory;
        let last_state = memory.stages.last().map(|stage| stage.at_rest);
        Ok(Self {
            recompute_known: drawn.recompute_known,
            verdict: memory.verdict,
            step: measured.step.map(|step| {
                MeasuredFigure::of(step.0, estimate.time.total().0, Some(estimate.step_band))
            }),
            memory: measured.memory.map(|(kind, gib)| {
                let band = band::Band::of_memory(legal.plan, counted(kind));
                (
                    kind,
                    MeasuredFigure::of(gib, predicted_gib(memory, kind), Some(band)),
                )
            }),
            reserved: measured.reserved_gib.map(|gib| {
                let band = band::Band::of_memory(legal.plan, MemoryCount::Reserved);
                let predicted = predicted_gib(memory, MeasuredMemory::Reserved);
                MeasuredFigure::of(gib, predicted, Some(band))
            }),
            // State is exact, without a band.
            static_state: measured
                .static_gib
                .map(|gib| MeasuredFigure::of(gib, last_state.unwrap_or_default().gib(), None)),
            notes,
            plan,
        })
    }

    /// True if the model routes tokens to experts.
    #[must_use]
    pub const fn is_mixture(&self) -> bool {
        self.plan.model.moe.experts > 0
    }
}

fn outcome(row: &RunRecord, notes: &mut Notes) -> RunOutcome {
    match row.outcome.as_deref() {
        None | Some("ran") => RunOutcome::Ran,
        Some("oom") => RunOutcome::OutOfMemory,
        Some(word) => {
            notes.unknown("outcome", word, "ran");
            RunOutcome::Ran
        }
    }
}

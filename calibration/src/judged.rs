//! Runs beside all predictions for them, and the sets into which they are divided.

use cost::band::MemoryStack;
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::{Recipe, Word};
use runs::compare::predicted_gib;
use runs::measured::MeasuredMemory;

use crate::cross::Predictions;
use crate::errors::WeightedPair;
use crate::published::{Observation, once_a_plan};

/// A run beside its predictions.
pub struct Judged<'a> {
    /// The run.
    pub row: &'a Observation,
    /// True if another source has a run with the same recipe and family of GPUs.
    pub has_kin: bool,
    /// One over the runs of the same plan.
    pub weight: f64,
    /// Seconds of a step, by the constants in force.
    pub fitted: f64,
    /// Seconds of a step, by constants fitted without the run's fold, if cross-validation has run.
    pub folds: f64,
    /// Seconds of a step, by constants fitted without the run's source.
    pub left_out: f64,
    /// Seconds of a step, by constants fitted to the sources of the other half.
    pub other_half: f64,
    /// Peak memory of the kind that was measured, GiB.
    pub memory: Option<f64>,
    /// Peak of reserved memory, GiB.
    pub reserved: f64,
    /// The verdict on the run's memory.
    pub verdict: Verdict,
}

/// A validation: the fit by which a step is predicted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Validation {
    /// The fit to all runs.
    Fitted,
    /// The fit without the run's fold.
    Folds,
    /// The fit without the run's source.
    LeftOut,
    /// The fit to the sources of the other half.
    OtherHalf,
}

impl Validation {
    /// All validations, in the order of the tables.
    pub const ALL: [Self; 4] = [Self::Fitted, Self::Folds, Self::LeftOut, Self::OtherHalf];
}

/// Every run with its predictions by the constants in force and, if it has run, by
/// cross-validation.
pub fn judge<'a>(rows: &'a [Observation], crossed: Option<&Predictions>) -> Vec<Judged<'a>> {
    let all: Vec<&Observation> = rows.iter().collect();
    let weights = once_a_plan(&all);
    let mut judged = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let Ok(estimate) = estimate(&row.plan) else {
            continue;
        };
        let said =
            |of: fn(&Predictions) -> &Vec<f64>| crossed.map_or(f64::NAN, |all| of(all)[index]);
        judged.push(Judged {
            row,
            has_kin: rows.iter().any(|other| is_kin(row, other)),
            weight: weights[index],
            fitted: estimate.time.total().0,
            folds: said(|all| &all.folds),
            left_out: said(|all| &all.left_out),
            other_half: said(|all| &all.other_half),
            memory: row
                .memory
                .map(|(kind, _)| predicted_gib(&estimate.memory, kind)),
            reserved: predicted_gib(&estimate.memory, MeasuredMemory::Reserved),
            verdict: estimate.memory.verdict,
        });
    }
    judged
}

/// True if a run of another source has the same recipe on the same family of GPUs.
fn is_kin(one: &Observation, other: &Observation) -> bool {
    let stack = |row: &Observation| (row.recipe(), row.plan.cluster.gpu.family);
    one.source_group != other.source_group && other.step.is_some() && stack(one) == stack(other)
}

impl Judged<'_> {
    /// Measured step and its prediction by one kind of validation. Runs of adapters are left out: no
    /// constant and no band is fitted to them.
    pub fn step(&self, way: Validation) -> Option<WeightedPair> {
        if self.row.plan.tuning.is_frozen() {
            return None;
        }
        let predicted = match way {
            Validation::Fitted => self.fitted,
            Validation::Folds => self.folds,
            Validation::LeftOut => self.left_out,
            Validation::OtherHalf => self.other_half,
        };
        predicted.is_finite().then_some(WeightedPair {
            measured: self.row.step?,
            predicted,
            weight: self.weight,
        })
    }

    /// Measured step of a run of adapters, and its prediction by the constants in force, which no
    /// such run has fitted.
    pub fn adapters_step(&self) -> Option<WeightedPair> {
        let is_frozen = self.row.plan.tuning.is_frozen();
        Some(WeightedPair {
            measured: self.row.step.filter(|_| is_frozen)?,
            predicted: self.fitted,
            weight: self.weight,
        })
    }

    /// Measured peak memory and its prediction.
    pub fn peak(&self) -> Option<WeightedPair> {
        Some(WeightedPair {
            measured: self.row.memory?.1,
            predicted: self.memory?,
            weight: self.weight,
        })
    }

    /// Measured peak of reserved memory and its prediction, if it is measured beside another kind.
    pub fn reserved_peak(&self) -> Option<WeightedPair> {
        Some(WeightedPair {
            measured: self.row.reserved?,
            predicted: self.reserved,
            weight: self.weight,
        })
    }

    /// Kind of memory of the run's peak.
    pub fn memory_kind(&self) -> Option<MeasuredMemory> {
        self.row.memory.map(|(kind, _)| kind)
    }

    /// "dense" or "moe".
    pub const fn kind(&self) -> &'static str {
        if self.row.is_mixture() {
            "MoE"
        } else {
            "dense"
        }
    }

    /// Stacks with the same mechanisms of sharding.
    pub fn family(&self) -> &'static str {
        match MemoryStack::of(&self.row.plan) {
            MemoryStack::Lora => return "LoRA",
            MemoryStack::Qlora => return "QLoRA",
            _ => {}
        }
        match self.row.recipe() {
            Recipe::Megatron | Recipe::Nemo => "Megatron",
            Recipe::Nanotron => "nanotron",
            Recipe::TorchTitan | Recipe::LlmFoundry => "FSDP, PyTorch",
            Recipe::HuggingFace | Recipe::Verl => "FSDP, Hugging Face",
            Recipe::DeepSpeed => "DeepSpeed",
            Recipe::HuggingFaceDeepSpeed | Recipe::OpenRlhf => "DeepSpeed, Hugging Face",
            Recipe::ZeroPaper | Recipe::MaxText => "others",
        }
    }

    /// Framework of the run.
    pub fn recipe(&self) -> String {
        self.row.recipe().word().to_owned()
    }

    /// GPU of the run.
    pub fn gpu(&self) -> String {
        self.row.plan.cluster.gpu.preset.to_owned()
    }
}

/// The steps of some runs, with their predictions by one validation.
pub fn steps(judged: &[&Judged], way: Validation) -> Vec<WeightedPair> {
    judged.iter().filter_map(|one| one.step(way)).collect()
}

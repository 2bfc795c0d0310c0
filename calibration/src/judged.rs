//! Runs beside every prediction of them, and the sets that they are divided into.

use cost::estimate;
use cost::memory::Verdict;
use cost::plan::Word;
use runs::compare::predicted_gib;
use runs::measured::MemoryKind;

use crate::cross::Predictions;
use crate::errors::Pair;
use crate::published::{Observation, once_a_plan};

/// A run beside what the model says of it.
pub struct Judged<'a> {
    /// The run.
    pub row: &'a Observation,
    /// One over the runs of the same plan.
    pub weight: f64,
    /// Seconds of a step, by the constants in force.
    pub fitted: f64,
    /// The same without its fold, where cross-validation has run.
    pub folds: f64,
    /// The same without its source.
    pub left_out: f64,
    /// Peak memory of the kind that was measured, GiB.
    pub memory: Option<f64>,
    /// Whether it fits.
    pub verdict: Verdict,
}

/// Kinds of predictions of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By the fit to all runs.
    Fitted,
    /// Without its fold.
    Folds,
    /// Without its source.
    LeftOut,
}

/// Judges every run by the constants in force; with cross-validation where there is one.
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
            weight: weights[index],
            fitted: estimate.time.total().0,
            folds: said(|all| &all.folds),
            left_out: said(|all| &all.left_out),
            memory: row
                .memory
                .map(|(kind, _)| predicted_gib(&estimate.memory, kind)),
            verdict: estimate.memory.verdict,
        });
    }
    judged
}

impl Judged<'_> {
    /// Its step as measured and as predicted in one way.
    pub fn step(&self, way: Way) -> Option<Pair> {
        let predicted = match way {
            Way::Fitted => self.fitted,
            Way::Folds => self.folds,
            Way::LeftOut => self.left_out,
        };
        predicted.is_finite().then_some(Pair {
            measured: self.row.step?,
            predicted,
            weight: self.weight,
        })
    }

    /// Its peak memory.
    pub fn peak(&self) -> Option<Pair> {
        Some(Pair {
            measured: self.row.memory?.1,
            predicted: self.memory?,
            weight: self.weight,
        })
    }

    /// Kind of memory of its figure.
    pub fn memory_kind(&self) -> Option<MemoryKind> {
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

    /// Its framework.
    pub fn recipe(&self) -> String {
        self.row.recipe().word().to_owned()
    }

    /// Its GPU.
    pub fn gpu(&self) -> String {
        self.row.plan.cluster.gpu.preset.to_owned()
    }
}

/// The steps of some runs in one way.
pub fn steps(judged: &[&Judged], way: Way) -> Vec<Pair> {
    judged.iter().filter_map(|one| one.step(way)).collect()
}

//! Families of runs by which errors and ranges of steps are reported: the kinds of plans for which
//! the model is strong, fair or unproven.

use cost::band::Band;
use cost::plan::Family as GpuFamily;

use crate::bands::Case;
use crate::errors::Errors;
use crate::judged::{Judged, Validation, steps};

/// Tokens from which a sequence counts as long.
const LONG: u64 = 65_536;

/// A family of runs. A run may belong to several.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StepFamily {
    /// Dense models of usual lengths on GPUs, by software that has a recipe.
    Dense,
    /// Mixtures of experts.
    Mixture,
    /// Sequences of 65,536 tokens or more.
    Long,
    /// Software that has no recipe.
    Foreign,
    /// TPUs.
    Tpu,
}

impl StepFamily {
    /// All families, in the order of the tables.
    pub const ALL: [Self; 5] = [
        Self::Dense,
        Self::Mixture,
        Self::Long,
        Self::Foreign,
        Self::Tpu,
    ];

    /// Name of the family in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dense => "dense, known stacks",
            Self::Mixture => "mixtures of experts",
            Self::Long => "sequences of 64k and more",
            Self::Foreign => "other software",
            Self::Tpu => "TPU",
        }
    }

    /// True if a run belongs to the family.
    pub fn has(self, one: &Judged) -> bool {
        let row = one.row;
        match self {
            Self::Dense => !Self::ALL.iter().skip(1).any(|family| family.has(one)),
            Self::Mixture => row.is_mixture(),
            Self::Long => row.plan.sequence() >= LONG,
            Self::Foreign => row.is_foreign(),
            Self::Tpu => row.plan.cluster.gpu.family == GpuFamily::Tpu,
        }
    }
}

/// Errors of a family, and the share of its runs that the ranges cover.
pub struct FamilyFigures {
    /// The family.
    pub family: StepFamily,
    /// Number of sources of the family's runs.
    pub sources: usize,
    /// Errors of the constants in force.
    pub fitted: Errors,
    /// Errors of fits without the run's source.
    pub left_out: Errors,
    /// Share of the plans whose step is within a range around its prediction, both made without the
    /// run's source.
    pub covered: f64,
}

/// The figures of each family.
pub fn figures(judged: &[Judged]) -> Vec<FamilyFigures> {
    let ranges = ranges_of_others(judged);
    let of_family = |family: StepFamily| {
        let runs: Vec<&Judged> = judged.iter().filter(|one| family.has(one)).collect();
        let with_step = runs.iter().filter(|one| one.row.step.is_some());
        let mut sources: Vec<&str> = with_step.map(|one| one.row.source_group.as_str()).collect();
        sources.sort_unstable();
        sources.dedup();
        let (mut all, mut covered) = (0.0, 0.0);
        for (one, range) in judged.iter().zip(&ranges) {
            let Some(pair) = one.step(Validation::LeftOut).filter(|_| family.has(one)) else {
                continue;
            };
            all += pair.weight;
            covered += pair.weight * f64::from(u8::from(range.covers(pair.factor())));
        }
        Some(FamilyFigures {
            family,
            sources: sources.len(),
            fitted: Errors::of(&steps(&runs, Validation::Fitted))?,
            left_out: Errors::of(&steps(&runs, Validation::LeftOut))?,
            covered: covered / all,
        })
    };
    StepFamily::ALL.into_iter().filter_map(of_family).collect()
}

/// For each run, the range of its step from the other sources.
fn ranges_of_others(judged: &[Judged]) -> Vec<Band> {
    judged
        .iter()
        .map(|one| Case::of_step(one).band_of_others(judged, &one.row.source_group))
        .collect()
}

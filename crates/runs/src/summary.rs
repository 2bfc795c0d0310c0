//! The model's errors over all rows, by kind of run.
//!
//! Each plan counts once: of n rows of a group that have a figure and share a `plan_id`, each
//! weighs 1/n. So the differences of repeated runs, for example of software versions, still count,
//! which a mean of their measurements would hide.

use std::collections::HashMap;

use super::compare::{Comparison, MeasuredFigure, Prediction, RunOutcome};
use super::quantile::{Weighted, quantile, total};
use cost::memory::Verdict;
use cost::plan::Word;

/// Errors of figures of one quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunErrors {
    /// Plans with such a figure.
    pub plans: f64,
    /// Median of |predicted/measured − 1|.
    pub median: f64,
    /// The 90th percentile of |predicted/measured − 1|.
    pub p90: f64,
    /// Median of predicted/measured − 1.
    pub bias: f64,
    /// Share of measurements within their band, among those with a band.
    pub coverage: Option<f64>,
    /// Median of (high − low)/predicted.
    pub band_width: Option<f64>,
}

/// Verdicts against outcomes; every count is in plans.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdicts {
    /// Plans that ran.
    pub ran: f64,
    /// Plans that ran but were predicted to be out of memory.
    pub false_oom: f64,
    /// Plans that ran and were predicted to be tight.
    pub tight: f64,
    /// Plans that ran, with the prediction that they may not fit.
    pub may_not_fit: f64,
    /// Plans that went out of memory.
    pub oom: f64,
    /// Plans that went out of memory but were predicted to fit.
    pub false_fits: f64,
}

/// The figures of one set of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunGroup {
    /// The property that its runs share; empty for all.
    pub name: String,
    /// Rows with a prediction.
    pub rows: usize,
    /// Distinct plans of the rows.
    pub plans: f64,
    /// Seconds of a step.
    pub step: Option<RunErrors>,
    /// Peak memory of every kind.
    pub memory: Option<RunErrors>,
    /// State between steps.
    pub static_state: Option<RunErrors>,
    /// The verdicts on the runs' memory.
    pub verdicts: Verdicts,
}

/// The figures of a file of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunsSummary {
    /// Rows in the file.
    pub rows: usize,
    /// Rows without a prediction.
    pub skipped: usize,
    /// Every run.
    pub overall: RunGroup,
    /// The runs divided in several ways: the way's name, and its groups in order of appearance.
    pub divisions: Vec<(&'static str, Vec<RunGroup>)>,
}

/// A row that has a prediction.
type PredictedRow<'a> = (&'a Comparison, &'a Prediction);

/// Names a row's group in a division.
type Naming = fn(&Comparison, &Prediction) -> String;

/// The ways in which runs are divided, by the key in JSON.
const DIVISIONS: [(&str, Naming); 7] = [
    ("by_source_group", |row, _| row.source_group.clone()),
    ("by_recipe", |row, _| row.recipe.clone()),
    ("by_gpu", |_, said| said.plan.cluster.gpu.preset.to_owned()),
    ("by_kind", |_, said| kind(said).to_owned()),
    ("by_recompute", |_, said| recompute(said).to_owned()),
    ("by_kind_and_recompute", |_, said| {
        [kind(said), ", ", recompute(said)].concat()
    }),
    ("by_memory_kind", |_, said| {
        let kind = said.memory.map(|(kind, _)| kind.word());
        kind.unwrap_or("none").to_owned()
    }),
];

fn kind(said: &Prediction) -> &'static str {
    if said.is_mixture() { "moe" } else { "dense" }
}

fn recompute(said: &Prediction) -> &'static str {
    if said.recompute_known {
        "known"
    } else {
        "unknown"
    }
}

impl RunsSummary {
    /// Summarises the rows of a file.
    #[must_use]
    pub fn of(rows: &[Comparison]) -> Self {
        let judged: Vec<PredictedRow> = rows
            .iter()
            .filter_map(|row| Some((row, row.result.as_deref().ok()?)))
            .collect();
        Self {
            rows: rows.len(),
            skipped: rows.len() - judged.len(),
            overall: RunGroup::of(String::new(), &judged),
            divisions: DIVISIONS
                .iter()
                .map(|(key, naming)| (*key, divided(&judged, *naming)))
                .collect(),
        }
    }

    /// Share of rows without a prediction, 0 to 1.
    #[must_use]
    pub fn skipped_share(&self) -> f64 {
        self.skipped as f64 / self.rows.max(1) as f64
    }
}

fn divided(judged: &[PredictedRow], naming: Naming) -> Vec<RunGroup> {
    let mut names: Vec<String> = Vec::new();
    let mut groups: HashMap<String, Vec<PredictedRow>> = HashMap::new();
    for &(row, said) in judged {
        let name = naming(row, said);
        if !groups.contains_key(&name) {
            names.push(name.clone());
        }
        groups.entry(name).or_default().push((row, said));
    }
    names
        .into_iter()
        .map(|name| {
            let rows = groups.remove(&name).unwrap_or_default();
            RunGroup::of(name, &rows)
        })
        .collect()
}

impl RunGroup {
    fn of(name: String, judged: &[PredictedRow]) -> Self {
        Self {
            name,
            rows: judged.len(),
            plans: weights(judged.iter().map(|(row, _)| *row)).iter().sum(),
            step: RunErrors::of(judged, |said| said.step),
            memory: RunErrors::of(judged, |said| said.memory.map(|(_, figure)| figure)),
            static_state: RunErrors::of(judged, |said| said.static_state),
            verdicts: Verdicts::of(judged),
        }
    }
}

impl RunErrors {
    fn of(
        judged: &[PredictedRow],
        figure: fn(&Prediction) -> Option<MeasuredFigure>,
    ) -> Option<Self> {
        let found: Vec<(&Comparison, MeasuredFigure)> = judged
            .iter()
            .filter_map(|&(row, said)| Some((row, figure(said)?)))
            .filter(|(_, figure)| figure.error().is_finite())
            .collect();
        let weights = weights(found.iter().map(|(row, _)| *row));
        let figures: Vec<(MeasuredFigure, f64)> = found
            .into_iter()
            .map(|(_, figure)| figure)
            .zip(weights)
            .collect();
        let weighted = |of: fn(&MeasuredFigure) -> Option<f64>| -> Vec<Weighted> {
            figures
                .iter()
                .filter_map(|(figure, weight)| {
                    let value = of(figure)?;
                    let weight = *weight;
                    Some(Weighted { value, weight })
                })
                .collect()
        };
        let absolute = weighted(|figure| Some(figure.error().abs()));
        let within = weighted(|figure| {
            let band = figure.band?;
            let inside = (band.low..=band.high).contains(&figure.measured);
            Some(f64::from(u8::from(inside)))
        });
        let widths = weighted(|figure| {
            figure
                .band
                .map(|band| (band.high - band.low) / figure.predicted)
        });
        let inside: f64 = within.iter().map(|one| one.value * one.weight).sum();
        Some(Self {
            plans: total(&absolute),
            median: quantile(&absolute, 0.5)?,
            p90: quantile(&absolute, 0.9)?,
            bias: quantile(&weighted(|figure| Some(figure.error())), 0.5)?,
            coverage: (!within.is_empty()).then(|| inside / total(&within)),
            band_width: quantile(&widths, 0.5),
        })
    }
}

impl Verdicts {
    fn of(judged: &[PredictedRow]) -> Self {
        let mut counts = Self::default();
        let weights = weights(judged.iter().map(|(row, _)| *row));
        for ((row, said), weight) in judged.iter().zip(weights) {
            match row.outcome {
                RunOutcome::Ran => {
                    counts.ran += weight;
                    match said.verdict {
                        Verdict::Fits => {}
                        Verdict::Tight => counts.tight += weight,
                        Verdict::MayNotFit => counts.may_not_fit += weight,
                        Verdict::OutOfMemory => counts.false_oom += weight,
                    }
                }
                RunOutcome::OutOfMemory => {
                    counts.oom += weight;
                    if said.verdict == Verdict::Fits {
                        counts.false_fits += weight;
                    }
                }
            }
        }
        counts
    }
}

/// The weight of each row; the weights of one plan's rows add up to one.
fn weights<'a>(rows: impl Iterator<Item = &'a Comparison> + Clone) -> Vec<f64> {
    let mut repeats: HashMap<&str, usize> = HashMap::new();
    for row in rows.clone() {
        *repeats.entry(&row.plan_id).or_default() += 1;
    }
    rows.map(|row| 1.0 / repeats[row.plan_id.as_str()] as f64)
        .collect()
}

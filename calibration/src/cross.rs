//! Cross-validation: each run predicted by a fit without it.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::fit::{fit, priors, step_seconds};
use crate::published::Observation;

/// Folds of the test "recipe known, model new".
pub const FOLDS: usize = 8;

/// Predicted seconds of every run's step, by three kinds of fits.
pub struct Predictions {
    /// By a fit without one of eight folds, each of which has all runs of a source and model
    /// together.
    pub folds: Vec<f64>,
    /// By a fit without all runs of the same source group. A recipe that no other group has takes
    /// the time predicted for its parts.
    pub left_out: Vec<f64>,
    /// By a fit to one half of the sources, for runs of the other half.
    pub other_half: Vec<f64>,
}

impl Predictions {
    /// Refits once for each fold, each group and each half. Every fit starts at the priors, which
    /// come from no run.
    pub fn of(rows: &[Observation]) -> Result<Self> {
        let groups: Vec<&str> = rows.iter().map(|row| row.source_group.as_str()).collect();
        Ok(Self {
            folds: without_each(rows, &folds(rows))?,
            left_out: without_each(rows, &groups)?,
            other_half: without_each(rows, &halves(&groups))?,
        })
    }
}

/// The fold of each run: source and model in order, assigned in turn.
fn folds(rows: &[Observation]) -> Vec<usize> {
    let units: BTreeSet<_> = rows.iter().map(unit).collect();
    let units: Vec<_> = units.into_iter().collect();
    rows.iter()
        .map(|row| units.iter().position(|one| *one == unit(row)).unwrap_or(0) % FOLDS)
        .collect()
}

/// The half of each run: the sources in the order of their names, assigned in turn.
fn halves(groups: &[&str]) -> Vec<usize> {
    let all: BTreeSet<&str> = groups.iter().copied().collect();
    let all: Vec<&str> = all.into_iter().collect();
    groups
        .iter()
        .map(|group| all.iter().position(|one| one == group).unwrap_or(0) % 2)
        .collect()
}

fn unit(row: &Observation) -> (&str, [u64; 6]) {
    (&row.source_group, row.model())
}

/// Predicts the runs of each part by a fit to the runs of all other parts.
fn without_each<P: Ord + Copy>(rows: &[Observation], parts: &[P]) -> Result<Vec<f64>> {
    let mut predictions = vec![f64::NAN; rows.len()];
    for part in parts.iter().copied().collect::<BTreeSet<P>>() {
        let is_out = |index: usize| parts[index] == part;
        let others: Vec<&Observation> = rows
            .iter()
            .enumerate()
            .filter(|&(index, _)| !is_out(index))
            .map(|(_, row)| row)
            .collect();
        let fitted = fit(&others, &priors())?;
        for (index, row) in rows.iter().enumerate().filter(|&(index, _)| is_out(index)) {
            predictions[index] = step_seconds(&row.plan, &fitted.calibration);
        }
    }
    Ok(predictions)
}

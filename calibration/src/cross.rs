//! Cross-validation: each run predicted by a fit that has not seen it.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::fit::{Fitted, fit, step_seconds};
use crate::published::Observation;

/// Folds of the test "recipe known, model new".
pub const FOLDS: usize = 8;

/// Seconds of a step of every run, as two kinds of fits predict it.
pub struct Predictions {
    /// By a fit without one of eight folds: the runs of the same source and model are left out
    /// together.
    pub folds: Vec<f64>,
    /// By a fit without all runs of the same source group. A recipe that no other group has
    /// takes the time that its parts predict.
    pub left_out: Vec<f64>,
}

impl Predictions {
    /// Refits once for each fold and each group. Every fit starts where the one to all runs
    /// ended and finds the same optimum as from the priors.
    pub fn of(rows: &[Observation], all: &Fitted) -> Result<Self> {
        let groups: Vec<&str> = rows.iter().map(|row| row.source_group.as_str()).collect();
        Ok(Self {
            folds: without_each(rows, &folds(rows), all)?,
            left_out: without_each(rows, &groups, all)?,
        })
    }
}

/// The fold of each run: source and model in order, dealt out in turn.
fn folds(rows: &[Observation]) -> Vec<usize> {
    let units: BTreeSet<_> = rows.iter().map(unit).collect();
    let units: Vec<_> = units.into_iter().collect();
    rows.iter()
        .map(|row| units.iter().position(|one| *one == unit(row)).unwrap_or(0) % FOLDS)
        .collect()
}

fn unit(row: &Observation) -> (&str, [u64; 6]) {
    (&row.source_group, row.model())
}

/// Predicts the runs of each part by a fit to the runs of all other parts.
fn without_each<P: Ord + Copy>(
    rows: &[Observation],
    parts: &[P],
    all: &Fitted,
) -> Result<Vec<f64>> {
    let mut predictions = vec![f64::NAN; rows.len()];
    for part in parts.iter().copied().collect::<BTreeSet<P>>() {
        let is_out = |index: usize| parts[index] == part;
        let others: Vec<&Observation> = rows
            .iter()
            .enumerate()
            .filter(|&(index, _)| !is_out(index))
            .map(|(_, row)| row)
            .collect();
        let fitted = fit(&others, &all.values)?;
        for (index, row) in rows.iter().enumerate().filter(|&(index, _)| is_out(index)) {
            predictions[index] = step_seconds(&row.plan, &fitted.calibration);
        }
    }
    Ok(predictions)
}

//! The fit: the constants under which published step times are predicted best.
//!
//! A fit takes about ten steps of Gauss-Newton for some 40 constants.

use std::num::NonZero;
use std::thread;

use anyhow::{Result, anyhow};
use argmin::core::{Error, Executor, Jacobian, Operator, State};
use argmin::solver::gaussnewton::GaussNewton;
use cost::calibration::Calibration;
use cost::legal::Legal;
use cost::plan::Plan;
use cost::step::StepTime;
use nalgebra::{DMatrix, DVector};

use crate::free::{self, FREE};
use crate::published::{Observation, for_likeness, once_a_plan};

/// Log error up to which a dense row's loss is a square; beyond, it grows only linearly.
const DENSE_SCALE: f64 = 0.05;
/// Log error up to which the loss of a mixture of experts is a square. It is larger than that of
/// dense rows: the software of experts alone varies by a factor of two.
const MIXTURE_SCALE: f64 = 0.15;
/// Step of the finite differences, in widths of the priors.
const DIFFERENCE: f64 = 1e-3;

/// Result of a fit.
#[derive(Clone)]
pub struct Fitted {
    /// Uncertainty of each value: the standard deviation of its logarithm.
    pub deviations: Vec<f64>,
    /// All constants of the model.
    pub calibration: Calibration,
}

/// Fits the free constants to the step times of these runs, starting at `start`.
pub fn fit(rows: &[&Observation], start: &[f64]) -> Result<Fitted> {
    let problem = StepTimes::of(rows);
    let start = DVector::from_column_slice(start);
    let solver = GaussNewton::new().with_tolerance(1e-4)?;
    let done = Executor::new(&problem, solver)
        .configure(|state| state.param(start).max_iters(20))
        .ctrlc(false)
        .run()?;
    let best = done
        .state()
        .get_best_param()
        .ok_or_else(|| anyhow!("the fit found nothing"))?;
    let jacobian = (&problem).jacobian(best)?;
    let covariance = (jacobian.transpose() * &jacobian)
        .try_inverse()
        .ok_or_else(|| anyhow!("the fit is not determined"))?;
    let deviations = FREE
        .iter()
        .enumerate()
        .map(|(index, free)| covariance[(index, index)].sqrt() * free.width);
    Ok(Fitted {
        deviations: deviations.collect(),
        calibration: free::at(best.as_slice()),
    })
}

/// Start of every fit: the priors.
pub fn priors() -> Vec<f64> {
    vec![0.0; FREE.len()]
}

/// Seconds of a plan's step under these constants.
pub fn step_seconds(plan: &Plan, calibration: &Calibration) -> f64 {
    Legal::check(plan).map_or(f64::NAN, |legal| {
        StepTime::of(&legal.fitted_by(calibration)).total().0
    })
}

/// The runs of a fit, each plan once, with their weights.
struct StepTimes<'a> {
    rows: Vec<Target<'a>>,
}

/// A run's step time in the fit.
struct Target<'a> {
    plan: &'a Plan,
    measured: f64,
    scale: f64,
    weight: f64,
}

impl<'a> StepTimes<'a> {
    fn of(rows: &[&'a Observation]) -> Self {
        let timed: Vec<&Observation> = rows
            .iter()
            .copied()
            .filter(|row| row.step.is_some())
            .collect();
        let weights = once_a_plan(&timed);
        let likeness = for_likeness(&timed, &weights);
        let weights = weights.into_iter().zip(likeness);
        let rows = timed
            .iter()
            .zip(weights)
            .filter_map(|(row, (weight, likeness))| {
                Some(Target {
                    plan: &row.plan,
                    measured: row.step?,
                    scale: if row.is_mixture() {
                        MIXTURE_SCALE
                    } else {
                        DENSE_SCALE
                    },
                    weight: (weight * likeness * if row.recompute_known { 1.0 } else { 0.3 })
                        .sqrt(),
                })
            });
        Self {
            rows: rows.collect(),
        }
    }

    /// The robust residual of every row, in the rows' order.
    fn residuals(&self, calibrations: &[Calibration]) -> Vec<Vec<f64>> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let mut columns = vec![vec![0.0; self.rows.len()]; calibrations.len()];
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|worker| {
                    scope.spawn(move || {
                        let mine = self.rows.iter().enumerate().skip(worker).step_by(threads);
                        mine.map(|(index, row)| (index, row.residuals(calibrations)))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            for worker in workers {
                for (index, residuals) in worker.join().unwrap_or_default() {
                    for (column, residual) in columns.iter_mut().zip(residuals) {
                        column[index] = residual;
                    }
                }
            }
        });
        columns
    }
}

impl Target<'_> {
    fn residuals(&self, calibrations: &[Calibration]) -> Vec<f64> {
        let Ok(legal) = Legal::check(self.plan) else {
            return vec![0.0; calibrations.len()];
        };
        let residual = |calibration| {
            let seconds = StepTime::of(&legal.fitted_by(calibration)).total().0;
            self.weight * robust((seconds / self.measured).ln() / self.scale)
        };
        calibrations.iter().map(residual).collect()
    }
}

/// A residual whose square is twice the pseudo-Huber loss of `error`: near zero the error, far away
/// its root.
fn robust(error: f64) -> f64 {
    (2.0 * ((1.0 + error * error).sqrt() - 1.0))
        .sqrt()
        .copysign(error)
}

impl Operator for &StepTimes<'_> {
    type Param = DVector<f64>;
    type Output = DVector<f64>;

    /// The residuals of the rows, then those of the priors.
    fn apply(&self, values: &DVector<f64>) -> Result<DVector<f64>, Error> {
        let mut rows = self.residuals(&[free::at(values.as_slice())]);
        let mut all = rows.pop().unwrap_or_default();
        all.extend_from_slice(values.as_slice());
        Ok(DVector::from_vec(all))
    }
}

impl Jacobian for &StepTimes<'_> {
    type Param = DVector<f64>;
    type Jacobian = DMatrix<f64>;

    /// The derivatives of the residuals, by central differences.
    fn jacobian(&self, values: &DVector<f64>) -> Result<DMatrix<f64>, Error> {
        let mut points = Vec::new();
        for index in 0..values.len() {
            for step in [DIFFERENCE, -DIFFERENCE] {
                let mut moved = values.clone();
                moved[index] += step;
                points.push(free::at(moved.as_slice()));
            }
        }
        let columns = self.residuals(&points);
        let rows = self.rows.len();
        let mut jacobian = DMatrix::zeros(rows + values.len(), values.len());
        for index in 0..values.len() {
            let (up, down) = (&columns[2 * index], &columns[2 * index + 1]);
            for row in 0..rows {
                jacobian[(row, index)] = (up[row] - down[row]) / (2.0 * DIFFERENCE);
            }
            jacobian[(rows + index, index)] = 1.0;
        }
        Ok(jacobian)
    }
}

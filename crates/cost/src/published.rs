//! A published measurement beside the prediction for the same plan, and the hardware of such
//! measurements.
//!
//! Tests: `crates/formats/tests/all/accuracy.rs`, `crates/runs/tests/all/hardware.rs`.

use super::Estimate;
use super::convention::MemoryKind;
use super::plan::Cluster;
use super::units::Seconds;
use serde::{Deserialize, Serialize};

/// Cards of the catalogue on which a published run was measured (`tests/data/runs.json`).
const CARDS: [&str; 13] = [
    "v100", "a100-40", "a100-80", "h100", "h100-96", "h200", "b200", "b300", "gb200", "gb300",
    "tpu-v4", "tpu-v5p", "tpu-v6e",
];

impl Cluster {
    /// True if the model was compared with published runs on such hardware: on this card, and on a
    /// network without an oversubscription that slows it, as the model assumes of every published
    /// run.
    #[must_use]
    pub fn has_published_runs(&self) -> bool {
        CARDS.contains(&self.gpu.preset) && self.oversubscribed_pod().is_none()
    }
}

/// A figure as measured and as predicted, in one unit.
///
/// ```
/// use cost::published::Pair;
/// let pair = Pair { measured: 10.0, predicted: 9.5 };
/// // 5 % too few
/// assert!((pair.error() + 0.05).abs() < 1e-12);
/// // half is as far off as double
/// let [half, double] = [5.0, 20.0].map(|predicted| Pair { measured: 10.0, predicted });
/// assert_eq!(half.factor(), double.factor());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The measured figure.
    pub measured: f64,
    /// The predicted figure.
    pub predicted: f64,
}

impl Pair {
    /// Predicted over measured, less one: negative if the prediction is too small.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }

    /// Error of the prediction, as a factor of at least one.
    #[must_use]
    pub fn factor(&self) -> f64 {
        let factor = self.predicted / self.measured;
        factor.max(1.0 / factor)
    }
}

/// The measurements of one plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The step in seconds and the peak in GiB, where they were measured.
    pub figures: [Option<Pair>; 2],
    /// The bytes that the peak counts, if the source states them.
    pub kind: Option<MemoryKind>,
}

impl Published {
    /// A measured step, and a measured peak in GiB, beside the estimate of their plan. A peak of
    /// a kind that the source does not name is taken as allocated.
    #[must_use]
    pub fn of(
        step: Option<Seconds>,
        gib: Option<f64>,
        kind: Option<MemoryKind>,
        estimate: &Estimate,
    ) -> Self {
        let counted = kind.unwrap_or(MemoryKind::Allocated);
        let step = step.map(|measured| Pair {
            measured: measured.0,
            predicted: estimate.time.total().0,
        });
        let peak = gib.map(|measured| Pair {
            measured,
            predicted: estimate.memory.peak_of(counted).gib(),
        });
        Self {
            figures: [step, peak],
            kind,
        }
    }
}

/// Errors of predictions; written as a list of the three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "(f64, f64, f64)", into = "(u64, f64, f64)")]
pub struct Spread {
    /// Number of plans.
    pub plans: f64,
    /// Median error, as a share: half of the plans are predicted within it.
    pub median: f64,
    /// Ninth decile of the error, as a share.
    pub p90: f64,
}

impl From<(f64, f64, f64)> for Spread {
    fn from((plans, median, p90): (f64, f64, f64)) -> Self {
        Self { plans, median, p90 }
    }
}

impl From<Spread> for (u64, f64, f64) {
    fn from(spread: Spread) -> Self {
        // Plans are counted.
        (spread.plans as u64, spread.median, spread.p90)
    }
}

/// Errors of the model over all published runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Steps, by the constants in force.
    pub step: Spread,
    /// Steps of each source by constants fitted to all others.
    pub unseen: Spread,
    /// Peaks of memory.
    pub memory: Spread,
}

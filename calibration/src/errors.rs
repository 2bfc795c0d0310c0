//! Errors of predictions, each plan counted once.

use runs::quantile::{Weighted, quantile, total};

/// A measured figure beside its prediction.
#[derive(Clone, Copy)]
pub struct WeightedPair {
    /// The measured figure.
    pub measured: f64,
    /// The predicted figure, in the unit of `measured`.
    pub predicted: f64,
    /// Weight of the pair.
    pub weight: f64,
}

/// Errors of a set of pairs, as shares.
#[derive(Clone, Copy)]
pub struct Errors {
    /// Number of plans.
    pub plans: f64,
    /// Median of |predicted/measured − 1|.
    pub median: f64,
    /// The 90th percentile of |predicted/measured − 1|.
    pub p90: f64,
    /// Median of predicted/measured − 1.
    pub bias: f64,
}

impl WeightedPair {
    /// Predicted over measured, less one.
    pub fn error(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }

    /// Measured over predicted: the factor from which bands follow.
    pub fn factor(&self) -> f64 {
        self.measured / self.predicted
    }
}

impl Errors {
    /// Errors of these pairs; `None` if there are no pairs.
    pub fn of(pairs: &[WeightedPair]) -> Option<Self> {
        let of = |value: fn(&WeightedPair) -> f64| weighted(pairs, value);
        let absolute = of(|pair| pair.error().abs());
        Some(Self {
            plans: total(&absolute),
            median: quantile(&absolute, 0.5)?,
            p90: quantile(&absolute, 0.9)?,
            bias: quantile(&of(WeightedPair::error), 0.5)?,
        })
    }
}

/// Figures of pairs with the pairs' weights.
pub fn weighted(pairs: &[WeightedPair], value: impl Fn(&WeightedPair) -> f64) -> Vec<Weighted> {
    pairs
        .iter()
        .map(|pair| Weighted {
            value: value(pair),
            weight: pair.weight,
        })
        .collect()
}

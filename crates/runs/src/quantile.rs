//! Quantiles of weighted figures.

/// A figure with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighted {
    /// The figure, a finite number.
    pub value: f64,
    /// Weight of the figure, above zero.
    pub weight: f64,
}

/// The figure below which a share `q` of the weight lies; the mean of two neighbours if the cut
/// falls between them. `None` without figures.
///
/// ```
/// use runs::quantile::{Weighted, quantile};
/// let figures = [4.0, 1.0, 3.0, 2.0].map(|value| Weighted { value, weight: 1.0 });
/// // half of four figures lie below the cut between 2 and 3
/// assert_eq!(quantile(&figures, 0.5), Some(2.5));
/// assert_eq!(quantile(&figures, 0.9), Some(4.0));
/// ```
#[must_use]
pub fn quantile(figures: &[Weighted], q: f64) -> Option<f64> {
    let mut sorted = figures.to_vec();
    sorted.sort_by(|a, b| a.value.total_cmp(&b.value));
    let cut = q * total(figures);
    // Weights such as thirds do not add up exactly.
    let slack = 1e-9 * total(figures);
    let mut below = 0.0;
    for (index, figure) in sorted.iter().enumerate() {
        below += figure.weight;
        if (below - cut).abs() <= slack {
            let next = sorted.get(index + 1).unwrap_or(figure);
            return Some(f64::midpoint(figure.value, next.value));
        }
        if below > cut {
            return Some(figure.value);
        }
    }
    sorted.last().map(|figure| figure.value)
}

/// The weight of all figures together.
#[must_use]
pub fn total(figures: &[Weighted]) -> f64 {
    figures.iter().map(|figure| figure.weight).sum()
}

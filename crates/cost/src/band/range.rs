//! A range of factors on a prediction.

/// A range of factors on a predicted figure. Its ends are the 10th and the 90th percentile of
/// measured over predicted, for runs left out of the fit. The ends need not be symmetric around
/// one.
///
/// ```
/// use cost::band::Band;
/// let band = Band { low: 0.9, high: 1.2 };
/// // 10 seconds: most likely between 9 and 12
/// assert_eq!(band.around(10.0), [9.0, 12.0]);
/// assert!(band.covers(1.1) && !band.covers(1.3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Lower end, below one.
    pub low: f64,
    /// Upper end, above one.
    pub high: f64,
}

impl Band {
    /// The range around a prediction, in its unit.
    #[must_use]
    pub fn around(&self, predicted: f64) -> [f64; 2] {
        [predicted * self.low, predicted * self.high]
    }

    /// The band from the lower of two low ends to the higher of two high ends.
    ///
    /// ```
    /// use cost::band::Band;
    /// let (one, other) = (Band { low: 0.9, high: 1.1 }, Band { low: 0.95, high: 1.3 });
    /// assert_eq!(one.and(other), Band { low: 0.9, high: 1.3 });
    /// ```
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The band widened by a share of another's width, both in logarithms.
    ///
    /// ```
    /// use cost::band::Band;
    /// let (band, other) = (Band { low: 0.5, high: 2.0 }, Band { low: 0.25, high: 4.0 });
    /// assert_eq!(band.widened(other, 0.0), band);
    /// // Half of the other's width: 0.5 · √0.25 and 2 · √4
    /// assert_eq!(band.widened(other, 0.5), Band { low: 0.25, high: 4.0 });
    /// ```
    #[must_use]
    pub fn widened(self, other: Self, share: f64) -> Self {
        if share <= 0.0 {
            return self;
        }
        Self {
            // exp ∘ ln is half the code of powf in the page.
            low: self.low * (other.low.ln() * share).exp(),
            high: self.high * (other.high.ln() * share).exp(),
        }
    }

    /// True if the ratio of a measurement to its prediction is inside.
    #[must_use]
    pub fn covers(&self, factor: f64) -> bool {
        (self.low..=self.high).contains(&factor)
    }
}

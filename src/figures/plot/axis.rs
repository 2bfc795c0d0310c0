//! An axis: where a value stands, and at which round values it has a tick.

/// From a low to a high value, by distances or by ratios.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    /// The value at its start.
    pub(crate) low: f64,
    /// The value at its end, above the low one.
    pub(crate) high: f64,
    /// Whether equal ratios are equally long, else equal distances; the low value is above zero
    /// then.
    pub(crate) is_logarithmic: bool,
}

/// Ticks of an axis by distances, at most.
const TICKS: f64 = 6.0;
/// Decades that an axis by ratios may have for a tick at 1, 2 and 5 of each.
const FEW_DECADES: usize = 2;

impl Axis {
    /// An axis that holds all of these values; by ratios only where all are above zero.
    pub(crate) fn around(values: &[f64], is_logarithmic: bool) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return Self {
                low: 0.0,
                high: 1.0,
                is_logarithmic: false,
            };
        }
        if is_logarithmic && low > 0.0 {
            return Self {
                low,
                high: if high > low { high } else { low * 2.0 },
                is_logarithmic,
            };
        }
        Self {
            low,
            high: if high > low { high } else { low + 1.0 },
            is_logarithmic: false,
        }
    }

    /// Where a value stands: 0 at the start, 1 at the end, beyond them outside.
    pub(crate) fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Round values along it.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let room = 1e-9 * self.high.abs();
        if self.is_logarithmic {
            let mut decades = Vec::new();
            let mut decade = 1.0;
            while decade > self.low {
                decade /= 10.0;
            }
            while decade * 10.0 <= self.low + room {
                decade *= 10.0;
            }
            while decade <= self.high + room && decades.len() < 40 {
                decades.push(decade);
                decade *= 10.0;
            }
            let steps: &[f64] = if decades.len() <= FEW_DECADES + 1 {
                &[1.0, 2.0, 5.0]
            } else {
                &[1.0]
            };
            let all = decades
                .iter()
                .flat_map(|decade| steps.iter().map(move |step| step * decade));
            return all
                .filter(|&tick| tick >= self.low - room && tick <= self.high + room)
                .collect();
        }
        let mut step = 1.0;
        let length = self.high - self.low;
        while step * TICKS > length {
            step /= 10.0;
        }
        while step * TICKS < length {
            step *= 10.0;
        }
        // Between two powers of ten lie 2 and 5 of the lower one.
        step = [5.0, 2.0]
            .into_iter()
            .map(|part| step / part)
            .find(|part| part * TICKS >= length)
            .unwrap_or(step);
        let mut ticks = Vec::new();
        let mut times = (self.low / step - 1e-9).ceil();
        while times * step <= self.high + room {
            ticks.push(times * step);
            times += 1.0;
        }
        ticks
    }
}

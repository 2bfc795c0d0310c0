//! An axis: where a value stands on it, and which values have a line.

/// From the least value to the greatest, evenly or by factors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    /// The least value; above zero where the axis is logarithmic.
    pub(crate) low: f64,
    /// The greatest.
    pub(crate) high: f64,
    /// Whether equal distances are equal factors.
    pub(crate) is_logarithmic: bool,
}

/// The most lines that an even axis has.
const LINES: f64 = 8.0;
/// Decades up to which a logarithmic axis has lines at 2 and 5, too.
const FEW_DECADES: f64 = 2.5;

impl Axis {
    /// Where a value stands, as a share of the axis; outside it below nought or above one.
    pub(crate) fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            (value / self.low).ln() / self.factor().ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// The same, kept on the axis.
    pub(crate) fn place_within(&self, value: f64) -> f64 {
        self.place(value).clamp(0.0, 1.0)
    }

    /// The value at a place.
    pub(crate) fn value(&self, place: f64) -> f64 {
        if self.is_logarithmic {
            self.low * (place * self.factor().ln()).exp()
        } else {
            self.low + place * (self.high - self.low)
        }
    }

    /// Round values with a line each.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        // Rounding must not lose the ends.
        let room = 1e-9;
        let mut add = |value: f64| {
            if (-room..=1.0 + room).contains(&self.place(value)) {
                ticks.push(value);
            }
        };
        if self.is_logarithmic {
            let has_few = self.factor().ln() < FEW_DECADES * std::f64::consts::LN_10;
            let mut decade = power_below(self.low);
            while decade <= self.high * (1.0 + room) {
                add(decade);
                if has_few {
                    add(decade * 2.0);
                    add(decade * 5.0);
                }
                decade *= 10.0;
            }
        } else {
            let step = round_step((self.high - self.low) / LINES);
            let first = (self.low / step).ceil();
            let count = (self.high / step).floor() - first;
            for index in 0..=count.clamp(0.0, 4.0 * LINES) as u32 {
                add((first + f64::from(index)) * step);
            }
        }
        ticks
    }

    fn factor(&self) -> f64 {
        self.high / self.low
    }
}

/// The greatest power of ten that is no greater than a value above zero.
fn power_below(value: f64) -> f64 {
    let mut power = 1.0;
    while power > value {
        power /= 10.0;
    }
    while power * 10.0 <= value {
        power *= 10.0;
    }
    power
}

/// The least of 1, 2 and 5 times a power of ten that is no less than this; 1 for nothing.
fn round_step(least: f64) -> f64 {
    if least.is_nan() || least <= 0.0 {
        return 1.0;
    }
    let power = power_below(least);
    let steps = [1.0, 2.0, 5.0].map(|times| times * power);
    let mut steps = steps.into_iter();
    steps.find(|&step| step >= least).unwrap_or(power * 10.0)
}

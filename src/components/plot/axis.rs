//! Axes of plots: positions of values, and ticks at round values.

use text::number::{count, plain};

/// A linear or logarithmic axis from a low to a high value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    /// The value at its start.
    pub(crate) low: f64,
    /// The value at its end, greater than the low one.
    pub(crate) high: f64,
    /// True for a logarithmic axis, whose low value is above zero; false for a linear one.
    pub(crate) is_logarithmic: bool,
}

/// Largest number of ticks on a linear axis.
const TICKS: f64 = 6.0;
/// Ratio of high to low value from which a logarithmic axis has ticks only at powers of ten.
const FAR: f64 = 1e5;
/// Largest value of a tick.
const MOST: f64 = 1e300;
/// Largest effect of rounding on a length, as a share of it.
const ROUNDING: f64 = 1e-9;

impl Axis {
    /// An axis over these ends; logarithmic only if both are above zero.
    pub(crate) fn over(low: f64, high: f64, is_logarithmic: bool) -> Self {
        let is_logarithmic = is_logarithmic && low > 0.0;
        let least = if is_logarithmic {
            low * 1.5
        } else {
            low + 1e-9
        };
        Self {
            low,
            high: high.max(least),
            is_logarithmic,
        }
    }

    /// Position of a value: 0 at the start, 1 at the end, below or above that outside.
    pub(crate) fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            (value / self.low).ln() / self.factor().ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Position of a value, clamped to the axis.
    pub(crate) fn place_within(&self, value: f64) -> f64 {
        self.place(value).clamp(0.0, 1.0)
    }

    /// The value at a position.
    pub(crate) fn value(&self, place: f64) -> f64 {
        if self.is_logarithmic {
            self.low * (place * self.factor().ln()).exp()
        } else {
            self.low + place * (self.high - self.low)
        }
    }

    /// Round values along the axis.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        let least = if self.is_logarithmic { 0.0 } else { -MOST };
        if !(least < self.low && self.low < self.high && self.high < MOST) {
            return ticks;
        }
        let mut add = |tick: f64| {
            if (-ROUNDING..=1.0 + ROUNDING).contains(&self.place(tick)) {
                ticks.push(tick);
            }
        };
        if self.is_logarithmic {
            let is_far = self.factor() >= FAR;
            let mut decade = power_below(self.low);
            while decade <= self.high * (1.0 + ROUNDING) {
                add(decade);
                if !is_far {
                    add(decade * 2.0);
                    add(decade * 5.0);
                }
                decade *= 10.0;
            }
        } else {
            let step = round_step((self.high - self.low) / TICKS);
            let first = (self.low / step).ceil();
            for index in 0..=TICKS as u32 {
                add((first + f64::from(index)) * step);
            }
        }
        ticks
    }

    /// Round values along the axis, with their texts.
    pub(crate) fn named_ticks(&self) -> Vec<(f64, String)> {
        let named = |tick| (tick, tick_name(tick));
        self.ticks().into_iter().map(named).collect()
    }

    fn factor(&self) -> f64 {
        self.high / self.low
    }
}

/// A tick's value as text.
fn tick_name(tick: f64) -> String {
    if tick < 9_999.5 {
        plain(tick)
    } else {
        count(tick as u64)
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

/// The least of 1, 2 and 5 times a power of ten that is no less than `least`; 1 for zero.
fn round_step(least: f64) -> f64 {
    if least.is_nan() || least <= 0.0 {
        return 1.0;
    }
    let power = power_below(least);
    let mut steps = [1.0, 2.0, 5.0].into_iter().map(|times| times * power);
    steps.find(|&step| step >= least).unwrap_or(power * 10.0)
}

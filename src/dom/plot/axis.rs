//! An axis: where a value stands on it, and at which round values it has a tick.

use formats::number::{count, plain};

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
/// From which ratio of its ends on an axis by ratios has ticks at powers of ten alone.
const FAR: f64 = 1e5;
/// Beyond this nothing is worth a tick.
const MOST: f64 = 1e300;
/// Largest effect of rounding on a length, as a share of it.
const ROUNDING: f64 = 1e-9;

impl Axis {
    /// An axis over these ends; by ratios only where both are above zero.
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

    /// Position of a value: 0 at the start, 1 at the end, less or more outside.
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

    /// Round values along it.
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

    /// Round values along it, with their words.
    pub(crate) fn named_ticks(&self) -> Vec<(f64, String)> {
        let named = |tick| (tick, tick_name(tick));
        self.ticks().into_iter().map(named).collect()
    }

    fn factor(&self) -> f64 {
        self.high / self.low
    }
}

/// A tick's value in words.
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

/// The least of 1, 2 and 5 times a power of ten that is no less than this; 1 for nothing.
fn round_step(least: f64) -> f64 {
    if least.is_nan() || least <= 0.0 {
        return 1.0;
    }
    let power = power_below(least);
    let mut steps = [1.0, 2.0, 5.0].into_iter().map(|times| times * power);
    steps.find(|&step| step >= least).unwrap_or(power * 10.0)
}

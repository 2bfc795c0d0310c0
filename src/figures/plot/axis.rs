//! An axis: where a value stands, and at which round values it has a tick.

use shardwise::text::number::{count, plain};

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
const FAR: f64 = 1_000.0;

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

    /// Where a value stands: 0 at the start, 1 at the end, beyond them outside.
    pub(crate) fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Round values along it, with their words.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let mut ticks = Vec::new();
        let (low, high) = (self.low, self.high * (1.0 + 1e-9));
        let mut decade = 1.0;
        let length = if self.is_logarithmic {
            low
        } else {
            (high - low) / TICKS
        };
        while decade < length {
            decade *= 10.0;
        }
        while decade > length {
            decade /= 10.0;
        }
        if self.is_logarithmic {
            let steps: &[f64] = if high / low < FAR {
                &[1.0, 2.0, 5.0]
            } else {
                &[1.0]
            };
            while decade <= high {
                for step in steps {
                    push(&mut ticks, decade * step, low, high);
                }
                decade *= 10.0;
            }
        } else {
            let mut step = decade * 2.0;
            if step < length {
                step = decade * 5.0;
            }
            if step < length {
                step = decade * 10.0;
            }
            let mut tick = (low / step).ceil() * step;
            while tick <= high {
                push(&mut ticks, tick, low, high);
                tick += step;
            }
        }
        ticks
    }
}

/// A tick, if it lies on the axis.
fn push(ticks: &mut Vec<(f64, String)>, tick: f64, low: f64, high: f64) {
    if tick < low * (1.0 - 1e-9) || tick > high {
        return;
    }
    let words = if tick < 9_999.5 {
        plain(tick)
    } else {
        count(tick as u64)
    };
    ticks.push((tick, words));
}

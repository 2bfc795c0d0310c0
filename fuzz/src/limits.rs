//! Limits on time and memory of one estimate.

use std::thread;
use std::time::{Duration, Instant};

use cost::plan::Plan;
use formats::link::encode;

use crate::failure::Failure;

/// Milliseconds that an estimate may take. The promise is 5 ms on an idle machine; this catches
/// what freezes a page, on machines that do other things too.
pub const LONGEST: f64 = if cfg!(debug_assertions) { 250.0 } else { 50.0 };

/// Bytes that an estimate may hold at once beyond what was held before it.
pub const MOST_HELD: usize = 8 << 20;

/// Seconds after which an input is given up: what takes so long hangs.
pub const HANGING: u64 = 20;

/// Milliseconds that are waited before a slow estimate is measured again: another program may have
/// had the processor, and may have it for a while.
const AGAIN: [u64; 4] = [0, 50, 200, 800];

/// Counter of the bytes that are held.
#[derive(Clone, Copy)]
pub struct Meter {
    /// Forgets the peak, and says how many bytes are held now.
    pub start: fn() -> usize,
    /// The most bytes that were held since.
    pub peak: fn() -> usize,
}

/// Time and memory of a call.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    /// Milliseconds; the shortest of several where it was measured several times.
    pub milliseconds: f64,
    /// Bytes held at once.
    pub bytes: usize,
}

impl Meter {
    /// Does something, and says what it took.
    pub fn measure<T>(&self, act: impl Fn() -> T) -> (T, Spent) {
        let once = || {
            let held = (self.start)();
            let begun = Instant::now();
            let result = act();
            let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
            let bytes = (self.peak)().saturating_sub(held);
            (
                result,
                Spent {
                    milliseconds,
                    bytes,
                },
            )
        };
        let (result, mut spent) = once();
        for wait in AGAIN {
            if spent.milliseconds > LONGEST {
                thread::sleep(Duration::from_millis(wait));
                spent.milliseconds = spent.milliseconds.min(once().1.milliseconds);
            }
        }
        (result, spent)
    }

    /// Whether an estimate stayed within its limits.
    ///
    /// # Errors
    /// The limit that it did not stay within.
    pub fn check(&self, spent: Spent, plan: &Plan) -> Result<(), Failure> {
        let said = |what: String| format!("{what}: {}", encode(plan));
        if spent.milliseconds > LONGEST {
            let what = format!("{:.1} ms instead of at most {LONGEST}", spent.milliseconds);
            return Err(Failure {
                property: "an estimate takes no longer than its limit",
                said: said(what),
                by: f64::INFINITY,
            });
        }
        if spent.bytes > MOST_HELD {
            let what = format!("{} bytes instead of at most {MOST_HELD}", spent.bytes);
            return Err(Failure {
                property: "an estimate holds no more than its limit",
                said: said(what),
                by: f64::INFINITY,
            });
        }
        Ok(())
    }
}

//! Limits on time and memory of one estimate.

use std::thread;
use std::time::{Duration, Instant};

use cost::plan::Plan;
use formats::link::encode;

use crate::failure::Failure;

/// Milliseconds that an estimate may take. It is twice the limit of 5 ms on an idle machine, as the
/// machines of these runs do other things too. `crates/cost/benches/bounded.rs` measures that
/// limit.
pub const LONGEST: f64 = if cfg!(debug_assertions) { 50.0 } else { 10.0 };

/// Bytes that an estimate may hold at once beyond what was held before it.
pub const MOST_HELD: usize = 8 << 20;

/// Milliseconds that reading a file may take.
pub const LONGEST_READ: f64 = if cfg!(debug_assertions) {
    2_500.0
} else {
    250.0
};

/// Bytes that reading a file may hold at once.
pub const MOST_READ: usize = 64_000_000;

/// Seconds after which an input is given up: what takes so long hangs.
pub const HANGING: u64 = 20;

/// Milliseconds that are waited before what was slow is measured again: another program may have
/// had the processor, and may have it for a while.
const AGAIN: [u64; 9] = [0, 0, 0, 0, 50, 50, 200, 200, 800];

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
    /// Runs an action, and returns its time and memory. What takes more than these milliseconds is
    /// measured again.
    pub fn measure<T>(&self, longest: f64, act: impl Fn() -> T) -> (T, Spent) {
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
            if spent.milliseconds > longest {
                thread::sleep(Duration::from_millis(wait));
                spent.milliseconds = spent.milliseconds.min(once().1.milliseconds);
            }
        }
        (result, spent)
    }

    /// Checks that an estimate stayed within its limits.
    ///
    /// # Errors
    /// The limit that it did not stay within.
    pub fn check(&self, spent: Spent, plan: &Plan) -> Result<(), Failure> {
        let said = |what: String| format!("{what}: {}", encode(plan));
        // The plan that was measured is estimated as well.
        let plans = if plan.measured.plan.is_some() {
            2.0
        } else {
            1.0
        };
        let longest = plans * LONGEST;
        if spent.milliseconds > longest {
            let what = format!("{:.1} ms instead of at most {longest}", spent.milliseconds);
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

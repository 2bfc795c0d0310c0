//! Long work in slices, between which the page answers its reader.
//!
//! A slice ends by the clock, not by the work done: on a slow machine it does less, and takes no
//! longer. Each work has a deadline, and its starter may drop it at any time.
//!
//! Tests: `tests/browser/slices.test.mjs`.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use super::timing::after;
use super::window;

/// Length of a slice in milliseconds. A page should answer within 50 ms. This leaves room for the
/// piece that is under way when the slice ends, and for the browser's own work.
const SLICE: f64 = 8.0;
/// Longest pause between two slices that counts towards a deadline, in milliseconds. A tab out of
/// sight gets one slice a second, and is not late for that.
const LONGEST_PAUSE: f64 = 100.0;

/// Work that can be done in small pieces.
pub trait SlicedWork: 'static {
    /// Does the smallest piece of the work; `false` if nothing was left to do.
    fn step(&mut self) -> bool;

    /// Delivers the result. `is_whole` is true if all of it was done, false if its time ran out.
    fn end(self: Box<Self>, is_whole: bool);
}

/// Work under way. Dropping it cancels the work: neither its next piece nor its end runs.
#[must_use = "work goes on only as long as somebody keeps this"]
pub struct Begun(Rc<Cell<bool>>);

impl Drop for Begun {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Begins some work in a separate task. At its deadline it is ended as far as it has come.
pub fn begin(work: impl SlicedWork, deadline: Duration) -> Begun {
    let is_wanted = Rc::new(Cell::new(true));
    let slices = Slices {
        work: Box::new(work),
        is_wanted: Rc::clone(&is_wanted),
        left: deadline.as_secs_f64() * 1e3,
        paused: now(),
    };
    slices.come_back();
    Begun(is_wanted)
}

/// Work between two slices.
struct Slices {
    work: Box<dyn SlicedWork>,
    is_wanted: Rc<Cell<bool>>,
    /// Milliseconds left until the deadline.
    left: f64,
    /// Time at which the last slice ended.
    paused: f64,
}

impl Slices {
    /// Continues the work in a separate task.
    fn come_back(self) {
        after(Duration::ZERO, move || self.go_on());
    }

    fn go_on(mut self) {
        let begun = now();
        self.left -= (begun - self.paused).min(LONGEST_PAUSE);
        while self.is_wanted.get() {
            if !self.work.step() {
                self.work.end(true);
                return;
            }
            self.paused = now();
            let taken = self.paused - begun;
            if taken >= self.left {
                self.work.end(false);
                return;
            }
            if taken >= SLICE {
                self.left -= taken;
                self.come_back();
                return;
            }
        }
    }
}

/// Milliseconds of a monotonic clock, with a finer resolution than the clock of the day.
fn now() -> f64 {
    let clock = window().performance();
    clock.map_or_else(super::timing::now, |clock| clock.now())
}

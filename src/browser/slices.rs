//! Long work in slices, between which the page hears its reader.
//!
//! A slice ends by the clock and not by what it has done: where the machine is slow it does less,
//! and takes no longer. Each work has a deadline, and what has begun it may drop it at any time.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use super::timing::after;
use super::window;

/// Milliseconds of a slice. A page should answer within fifty: this leaves room for the one piece
/// that is under way when the slice ends, and for what the browser does of its own.
const SLICE: f64 = 8.0;
/// Milliseconds between two slices that count towards a deadline at most. A tab out of sight is
/// given one slice a second, and is not late for that.
const LONGEST_PAUSE: f64 = 100.0;

/// Work that can be done in pieces.
pub trait Work: 'static {
    /// Does the smallest piece of it; `false` where nothing was left to do.
    fn step(&mut self) -> bool;

    /// Hands over what came of it. `is_whole` says whether all of it was done: else its time was
    /// up.
    fn end(self: Box<Self>, is_whole: bool);
}

/// Work that has begun. Dropping this gives it up: neither its next piece nor its end comes then.
#[must_use = "work goes on only as long as somebody keeps this"]
pub struct Begun(Rc<Cell<bool>>);

impl Drop for Begun {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Begins with some work, in a task of its own. When it has taken this long it is ended as it is
/// then.
pub fn begin(work: impl Work, deadline: Duration) -> Begun {
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
    work: Box<dyn Work>,
    is_wanted: Rc<Cell<bool>>,
    /// Milliseconds that are left of its time.
    left: f64,
    /// When the last slice ended.
    paused: f64,
}

impl Slices {
    /// Goes on in a task of its own.
    fn come_back(self) {
        after(Duration::ZERO, move || self.go_on());
    }

    fn go_on(mut self) {
        let slice = Slice::begin();
        self.left -= (slice.begun - self.paused).min(LONGEST_PAUSE);
        while self.is_wanted.get() {
            if !self.work.step() {
                self.work.end(true);
                return;
            }
            self.paused = now();
            let taken = self.paused - slice.begun;
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

/// A slice of work that is done by hand.
pub struct Slice {
    begun: f64,
}

impl Slice {
    /// Begins now.
    #[must_use]
    pub fn begin() -> Self {
        Self { begun: now() }
    }

    /// Whether it is time to leave the page to its reader.
    #[must_use]
    pub fn is_over(&self) -> bool {
        now() - self.begun >= SLICE
    }
}

/// Milliseconds by a clock that is never set back, and finer than the one of the day.
fn now() -> f64 {
    let clock = window().performance();
    clock.map_or_else(super::timing::now, |clock| clock.now())
}

//! Working sweeps out: hundreds of estimates, a little at a time once the plan rests, so that
//! nothing waits for them.

use std::time::Duration;

use shardwise::browser::timing::{after, now};
use shardwise::search::sweep::Sweep;

use super::ID;
use crate::figures::desk::{Desk, at};
use crate::page::planner::REST;

/// Milliseconds of work at a stretch.
const STRETCH: f64 = 3.0;

/// The sweep that is shown, and the one that is being worked out.
#[derive(Default)]
pub(super) struct Work {
    shown: Option<Sweep>,
    coming: Option<Sweep>,
    /// Sweeps begun so far: only the last one goes on.
    begun: u32,
}

impl Work {
    /// The sweep to show, of the present plan or the one before.
    pub(super) fn shown(&self) -> Option<&Sweep> {
        self.shown.as_ref()
    }
}

/// Whether a sweep answers what is asked of the present plan.
fn answers(desk: &Desk, sweep: &Sweep) -> bool {
    let asked = &desk.sweep.asked;
    let between = sweep.between.map_or("", |axis| axis.key);
    sweep.across.key == asked.across
        && between == asked.between
        && sweep.is_of(&desk.plan, desk.counting())
}

/// Whether what is shown is of another plan, or answers another question.
pub(super) fn is_old(desk: &Desk) -> bool {
    desk.sweep
        .work
        .shown()
        .is_none_or(|sweep| !answers(desk, sweep))
}

/// Sees to it that the present question is answered: at once where the reader asked it, at rest
/// where the plan has moved.
pub(super) fn follow(desk: &mut Desk) {
    let asked = desk.sweep.asked;
    let work = &desk.sweep.work;
    let is_done = work
        .shown()
        .is_some_and(|sweep| answers(desk, sweep) && sweep.suits(&desk.plan));
    let is_coming = work
        .coming
        .as_ref()
        .is_some_and(|sweep| answers(desk, sweep) && sweep.suits(&desk.plan));
    if is_done || is_coming {
        return;
    }
    let is_new = work.shown().is_none_or(|sweep| {
        let between = sweep.between.map_or("", |axis| axis.key);
        sweep.across.key != asked.across || between != asked.between
    });
    let pause = if is_new { Duration::ZERO } else { REST };
    let work = &mut desk.sweep.work;
    work.coming = None;
    work.begun = work.begun.wrapping_add(1);
    let ticket = work.begun;
    after(pause, move || {
        at(|desk| {
            if desk.sweep.work.begun == ticket {
                begin(desk);
            }
        });
    });
}

fn begin(desk: &mut Desk) {
    let asked = desk.sweep.asked;
    let sweep = Sweep::new(&desk.plan, asked.across(), asked.between(), desk.counting());
    desk.sweep.work.coming = Some(sweep);
    go_on(desk);
}

/// Works for a moment; then shows what is complete, or leaves the page alone until the next one.
fn go_on(desk: &mut Desk) {
    let work = &mut desk.sweep.work;
    let Some(sweep) = &mut work.coming else {
        return;
    };
    let end = now() + STRETCH;
    while sweep.estimate_next() {
        if now() >= end {
            let ticket = work.begun;
            after(Duration::ZERO, move || {
                at(|desk| {
                    if desk.sweep.work.begun == ticket {
                        go_on(desk);
                    }
                });
            });
            return;
        }
    }
    work.shown = work.coming.take();
    desk.sweep.at = None;
    // In sight or not: the plan rests, and whoever searches or prints sees all of the page.
    desk.again(ID);
}

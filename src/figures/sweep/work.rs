//! Working sweeps out: hundreds of estimates, a little at a time once the plan rests, so that
//! nothing waits for them.

use std::time::Duration;

use crate::browser::slices::{self, Begun};
use crate::browser::timing::after;
use search::sweep::Sweep;

use super::ID;
use crate::figures::desk::{Desk, at};
use crate::page::planner::REST;

/// How long a sweep may take: the slowest of its hundred and twenty points take a second or two
/// on a slow machine.
const DEADLINE: Duration = Duration::from_secs(5);

/// The sweep that is shown, and the one that is being worked out.
#[derive(Default)]
pub(super) struct Work {
    shown: Option<Sweep>,
    coming: Option<Sweep>,
    /// Whether the one that is shown was stopped before all of it was worked out.
    pub(super) is_cut: bool,
    /// Sweeps asked for so far: only the last one is begun.
    asked: u32,
    begun: Option<Begun>,
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
    work.begun = None;
    work.asked = work.asked.wrapping_add(1);
    let ticket = work.asked;
    after(pause, move || {
        at(|desk| {
            if desk.sweep.work.asked == ticket {
                begin(desk);
            }
        });
    });
}

fn begin(desk: &mut Desk) {
    let asked = desk.sweep.asked;
    let sweep = Sweep::new(&desk.plan, asked.across(), asked.between(), desk.counting());
    let work = &mut desk.sweep.work;
    work.coming = Some(sweep);
    work.begun = Some(slices::begin(Working, DEADLINE));
}

/// The work on the sweep that is coming, of which the desk keeps what there is.
struct Working;

impl slices::Work for Working {
    fn step(&mut self) -> bool {
        let mut is_more = false;
        at(|desk| {
            let coming = &mut desk.sweep.work.coming;
            is_more = coming.as_mut().is_some_and(Sweep::estimate_next);
        });
        is_more
    }

    fn end(self: Box<Self>, is_whole: bool) {
        at(|desk| {
            let work = &mut desk.sweep.work;
            work.shown = work.coming.take();
            work.is_cut = !is_whole;
            desk.sweep.at = None;
            // In sight or not: the plan rests, and a reader may search the page for words, or print it.
            desk.again(ID);
        });
    }
}

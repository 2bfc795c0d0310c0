//! Estimation of sweeps: hundreds of estimates in small pieces, so that nothing waits for them.

use std::time::Duration;

use search::sweep::Sweep;

use super::state::{SweepEvent, SweepFigure};
use crate::store::{Effects, Page};

/// Longest time of a sweep. The slowest with its 120 points takes a second or two on a slow
/// machine.
const DEADLINE: Duration = Duration::from_secs(5);

impl SweepFigure {
    /// True if the sweep shown is of another plan, or answers another question.
    pub(super) fn is_old(&self, page: &Page) -> bool {
        let shown = self.sweeps.shown();
        shown.is_none_or(|sweep| !self.answers(page, sweep))
    }

    /// Starts a sweep at once if the reader has just asked another question, and stops an outdated
    /// one. A changed plan is swept when it rests.
    pub(super) fn seek(&mut self, page: &Page, effects: &mut Effects<SweepEvent>) {
        if self.is_coming(page) {
            return;
        }
        if self.sweeps.coming.take().is_some() {
            effects.stop_work();
        }
        let shown = self.sweeps.shown();
        if shown.is_none_or(|sweep| !self.asked.varies(sweep)) {
            self.begin(page, effects);
        }
    }

    /// Begins the sweep that is wanted, once the plan rests.
    pub(super) fn begin_if_wanted(&mut self, page: &Page, effects: &mut Effects<SweepEvent>) {
        let shown = self.sweeps.shown();
        let is_done = shown.is_some_and(|sweep| self.suits(page, sweep));
        if !is_done && !self.is_coming(page) {
            self.begin(page, effects);
        }
    }

    fn begin(&mut self, page: &Page, effects: &mut Effects<SweepEvent>) {
        let asked = self.asked;
        let conventions = page.settings.conventions();
        let sweep = Sweep::new(&page.plan, asked.across(), asked.between(), conventions);
        self.sweeps.coming = Some(sweep);
        effects.work(DEADLINE, SweepEvent::Swept);
    }

    fn is_coming(&self, page: &Page) -> bool {
        let coming = self.sweeps.coming.as_ref();
        coming.is_some_and(|sweep| self.suits(page, sweep))
    }

    /// True if a sweep answers the question about the plan shown.
    fn answers(&self, page: &Page, sweep: &Sweep) -> bool {
        self.asked.varies(sweep) && sweep.is_of(&page.plan, page.settings.conventions())
    }

    /// True if a sweep answers the question, and the plan is among its points.
    fn suits(&self, page: &Page, sweep: &Sweep) -> bool {
        self.answers(page, sweep) && sweep.suits(&page.plan)
    }
}

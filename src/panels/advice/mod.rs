//! Advice for a plan at rest: cures if it does not fit, and the change that helps most. They take
//! dozens to hundreds of estimates, done in slices; the first figures show the outcome.
//!
//! Tests: `tests.rs`, `tests/browser/diagnosis.test.mjs`.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use search::change::Change;
use search::cure::{Cure, CureSearch};
use search::diagnosis::{Advice, Advising, warnings_of};
use search::work::Progress;

use crate::store::{Cures, Effects, Event, Findings, Mount, Page, Panel, PanelMoment, panel_event};

/// Longest time of each of the two searches. Most end within a tenth of it; the texts about a
/// stopped search name it.
const DEADLINE: Duration = Duration::from_secs(3);

/// The searches for cures and advice.
#[derive(Default)]
pub(crate) struct Adviser {
    /// The plan of the last search.
    sought: Option<Arc<Plan>>,
    search: RunningSearch,
}

/// State of the search.
#[derive(Default)]
enum RunningSearch {
    /// The search has ended, or was cancelled.
    #[default]
    Over,
    /// The search for cures.
    Cures(Box<CureSearch>),
    /// The search for the change that helps most.
    Advice(Box<Advising>),
}

/// An event of the search.
pub(crate) enum AdviceEvent {
    /// The search has ended.
    Ended {
        /// True if all of it was done, false if its time ran out.
        is_whole: bool,
    },
}

panel_event!(AdviceEvent, "advice");

impl Panel for Adviser {
    type Event = AdviceEvent;

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn update(
        &mut self,
        page: &Page,
        AdviceEvent::Ended { is_whole }: AdviceEvent,
        effects: &mut Effects<AdviceEvent>,
    ) {
        match std::mem::take(&mut self.search) {
            RunningSearch::Over => {}
            RunningSearch::Cures(search) => {
                send_cures(page, search.cures(), is_whole, effects);
                // Speed is for plans that fit.
                if page.estimate.memory.verdict > Verdict::Tight {
                    send_advice(page, None, true, effects);
                } else {
                    self.advise(page, effects);
                }
            }
            RunningSearch::Advice(search) => send_advice(page, search.best, is_whole, effects),
        }
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<AdviceEvent>,
    ) -> bool {
        let is_sought = |sought: &Arc<Plan>| Arc::ptr_eq(sought, &page.draft);
        let is_sought = self.sought.as_ref().is_some_and(is_sought);
        match moment {
            PanelMoment::Rested if !is_sought => self.seek(page, effects),
            // Another plan is searched when it rests.
            PanelMoment::Changed if !is_sought => {
                self.search = RunningSearch::Over;
                effects.stop_work();
            }
            _ => {}
        }
        false
    }

    fn work(&mut self, _: &Page) -> bool {
        let progress = match &mut self.search {
            RunningSearch::Over => return false,
            RunningSearch::Cures(search) => search.advance(1),
            RunningSearch::Advice(search) => search.advance(1),
        };
        progress == Progress::Pending
    }
}

impl Adviser {
    /// Starts the search for the plan's cures or advice.
    fn seek(&mut self, page: &Page, effects: &mut Effects<AdviceEvent>) {
        self.sought = Some(Arc::clone(&page.draft));
        if page.is_stale() {
            send_cures(page, Vec::new(), true, effects);
        } else if page.estimate.memory.verdict == Verdict::Fits {
            send_cures(page, Vec::new(), true, effects);
            self.advise(page, effects);
        } else {
            let is_allowed = |change: &Change| page.allows(change);
            let (plan, now) = owned(page);
            let search = CureSearch::among(plan, now, &is_allowed);
            self.search = RunningSearch::Cures(Box::new(search));
            effects.work(DEADLINE, |is_whole| AdviceEvent::Ended { is_whole });
        }
    }

    /// Starts the search for the change that helps most.
    fn advise(&mut self, page: &Page, effects: &mut Effects<AdviceEvent>) {
        let is_allowed = |change: &Change| page.allows(change);
        let (plan, now) = owned(page);
        let advising = Advising::among(plan, now, &is_allowed);
        self.search = RunningSearch::Advice(Box::new(advising));
        effects.work(DEADLINE, |is_whole| AdviceEvent::Ended { is_whole });
    }
}

/// Copies of the plan and its estimate, for a search.
fn owned(page: &Page) -> (Plan, Estimate) {
    (Plan::clone(&page.draft), Estimate::clone(&page.estimate))
}

fn send_cures(page: &Page, cures: Vec<Cure>, is_whole: bool, effects: &mut Effects<AdviceEvent>) {
    effects.send(Event::Cured(Cures {
        plan: Arc::clone(&page.draft),
        cures,
        is_whole,
    }));
}

fn send_advice(
    page: &Page,
    advice: Option<Advice>,
    is_whole: bool,
    effects: &mut Effects<AdviceEvent>,
) {
    let found = Findings {
        warnings: warnings_of(&page.draft, &page.estimate),
        plan: Arc::clone(&page.draft),
        advice,
        is_whole,
    };
    effects.send(Event::Diagnosed(Arc::new(found)));
}

//! Advice for a plan that has come to rest: cures where it does not fit, and the change that helps
//! it most. They take dozens to hundreds of estimates, done in slices; the first figures show the
//! outcome.
//!
//! Tests: `tests.rs`, `tests/browser/diagnosis.test.mjs`.

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use search::change::Change;
use search::cure::{Cure, CureSearch};
use search::diagnosis::{Advice, Advising, warnings_of};
use search::work::Progress;

use crate::store::{Cures, Effects, Event, Findings, Moment, Mount, Page, Panel};

/// Longest time of each of the two searches. Most are over within a tenth of it; the texts about a
/// search that stopped name it.
const DEADLINE: Duration = Duration::from_secs(3);

/// The search for what helps the plan.
#[derive(Default)]
pub(crate) struct Adviser {
    /// The plan that was last looked at.
    sought: Option<Arc<Plan>>,
    search: Search,
}

/// State of the search.
#[derive(Default)]
enum Search {
    /// It is over, or was given up.
    #[default]
    Over,
    /// Cures are looked for.
    Cures(Box<CureSearch>),
    /// The change that helps most is looked for.
    Advice(Box<Advising>),
}

impl Panel for Adviser {
    type Event = Infallible;
    const NAME: &'static str = "advice";

    fn mount(&self) -> Mount {
        Mount::Nowhere
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<Infallible>) -> bool {
        let is_sought = |sought: &Arc<Plan>| Arc::ptr_eq(sought, &page.draft);
        let is_sought = self.sought.as_ref().is_some_and(is_sought);
        match moment {
            Moment::Rested if !is_sought => self.seek(page, effects),
            // Another plan is looked at when it rests in its turn.
            Moment::Changed if !is_sought => {
                self.search = Search::Over;
                effects.stop_work();
            }
            _ => {}
        }
        false
    }

    fn work(&mut self, _: &Page) -> bool {
        let progress = match &mut self.search {
            Search::Over => return false,
            Search::Cures(search) => search.advance(1),
            Search::Advice(search) => search.advance(1),
        };
        progress == Progress::Pending
    }

    fn end_work(&mut self, page: &Page, is_whole: bool, effects: &mut Effects<Infallible>) {
        match std::mem::take(&mut self.search) {
            Search::Over => {}
            Search::Cures(search) => {
                send_cures(page, search.cures(), is_whole, effects);
                // Where memory is the limit the cures say what helps.
                if page.estimate.memory.verdict == Verdict::OutOfMemory {
                    send_advice(page, None, true, effects);
                } else {
                    self.advise(page, effects);
                }
            }
            Search::Advice(search) => send_advice(page, search.best, is_whole, effects),
        }
    }
}

impl Adviser {
    /// Looks for what helps the plan.
    fn seek(&mut self, page: &Page, effects: &mut Effects<Infallible>) {
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
            self.search = Search::Cures(Box::new(search));
            effects.work(DEADLINE);
        }
    }

    /// Begins to look for the change that helps most.
    fn advise(&mut self, page: &Page, effects: &mut Effects<Infallible>) {
        let is_allowed = |change: &Change| page.allows(change);
        let (plan, now) = owned(page);
        let advising = Advising::among(plan, now, &is_allowed);
        self.search = Search::Advice(Box::new(advising));
        effects.work(DEADLINE);
    }
}

/// The plan and its estimate, for a search of its own.
fn owned(page: &Page) -> (Plan, Estimate) {
    (Plan::clone(&page.draft), Estimate::clone(&page.estimate))
}

fn send_cures(page: &Page, cures: Vec<Cure>, is_whole: bool, effects: &mut Effects<Infallible>) {
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
    effects: &mut Effects<Infallible>,
) {
    let found = Findings {
        warnings: warnings_of(&page.draft, &page.estimate),
        plan: Arc::clone(&page.draft),
        advice,
        is_whole,
    };
    effects.send(Event::Diagnosed(Arc::new(found)));
}

//! What helps a plan that has come to rest: cures where it does not fit, and the change that helps
//! it most. They take dozens and hundreds of estimates, done in slices; the first figures show what
//! comes of them.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use crate::browser::slices::{self, Begun, Work};
use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use search::change::Change;
use search::cure::{Cure, CureSearch};
use search::diagnosis::{Advice, Advising, warnings_of};
use search::work::Progress;

use crate::page::locks;
use crate::page::planner::{Cures, Found, Planner};

/// How long each of the two searches may take. Most are over within a tenth of it; what the texts
/// say of a search that stopped names it.
const DEADLINE: Duration = Duration::from_secs(3);

thread_local! {
    /// The plan that was last looked at.
    static SOUGHT: RefCell<Option<Arc<Plan>>> = const { RefCell::new(None) };
    /// The search for what helps it, while it goes on.
    static SEEKING: RefCell<Option<Begun>> = const { RefCell::new(None) };
}

/// Looks for what helps the plan, unless that is the one it last looked at.
pub(super) fn seek(planner: Planner) {
    let plan = planner.plan_now();
    let last = SOUGHT.replace(Some(Arc::clone(&plan)));
    if last.is_some_and(|last| Arc::ptr_eq(&last, &plan)) {
        return;
    }
    SEEKING.set(None);
    let seeking = Seeking { planner, plan };
    if planner.is_illegal_now() {
        seeking.tell_cures(Vec::new(), true);
        return;
    }
    let (_, now) = planner.estimated_now();
    if now.memory.verdict == Verdict::Fits {
        seeking.tell_cures(Vec::new(), true);
        seeking.advise(&now);
        return;
    }
    let is_allowed = |change: &Change| locks::allow(&seeking.plan, change);
    let plan = Plan::clone(&seeking.plan);
    let search = CureSearch::among(plan, Estimate::clone(&now), &is_allowed);
    go_on(Curing {
        seeking,
        now,
        search,
    });
}

/// Gives up what is sought if the page has another plan by now, which is looked at when it rests in
/// its turn.
pub(super) fn follow(planner: Planner) {
    let plan = planner.plan_now();
    let is_sought = SOUGHT.with_borrow(|sought| {
        sought
            .as_ref()
            .is_some_and(|sought| Arc::ptr_eq(sought, &plan))
    });
    if !is_sought {
        SEEKING.set(None);
    }
}

fn go_on(work: impl Work) {
    SEEKING.set(Some(slices::begin(work, DEADLINE)));
}

/// For whom something is sought.
struct Seeking {
    planner: Planner,
    plan: Arc<Plan>,
}

impl Seeking {
    fn tell_cures(&self, cures: Vec<Cure>, is_whole: bool) {
        let cures = Cures {
            plan: Arc::clone(&self.plan),
            cures,
            is_whole,
        };
        self.planner.set_look(|look| look.cures = Some(cures));
    }

    fn tell_advice(self, now: &Estimate, advice: Option<Advice>, is_whole: bool) {
        let found = Found {
            warnings: warnings_of(&self.plan, now),
            plan: self.plan,
            advice,
            is_whole,
        };
        let planner = self.planner;
        planner.set_look(|look| look.diagnosis = Some(Arc::new(found)));
    }

    /// Begins to look for the change that helps most.
    fn advise(self, now: &Arc<Estimate>) {
        let is_allowed = |change: &Change| locks::allow(&self.plan, change);
        let plan = Plan::clone(&self.plan);
        let advising = Advising::among(plan, Estimate::clone(now), &is_allowed);
        go_on(Looking {
            now: Arc::clone(now),
            seeking: self,
            advising,
        });
    }
}

/// The search for cures.
struct Curing {
    seeking: Seeking,
    now: Arc<Estimate>,
    search: CureSearch,
}

impl Work for Curing {
    fn step(&mut self) -> bool {
        self.search.advance(1) == Progress::Pending
    }

    fn end(self: Box<Self>, is_whole: bool) {
        let Self {
            seeking,
            now,
            search,
        } = *self;
        seeking.tell_cures(search.cures(), is_whole);
        // Where memory is the limit the cures say what helps.
        if now.memory.verdict == Verdict::OutOfMemory {
            seeking.tell_advice(&now, None, true);
        } else {
            seeking.advise(&now);
        }
    }
}

/// The search for the change that helps most.
struct Looking {
    seeking: Seeking,
    now: Arc<Estimate>,
    advising: Advising,
}

impl Work for Looking {
    fn step(&mut self) -> bool {
        self.advising.advance(1) == Progress::Pending
    }

    fn end(self: Box<Self>, is_whole: bool) {
        let now = self.now;
        self.seeking.tell_advice(&now, self.advising.best, is_whole);
    }
}

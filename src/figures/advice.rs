//! What helps a plan that has come to rest: cures where it does not fit, and the change that helps
//! it most. They take dozens and hundreds of estimates; the first figures show what comes of them.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use shardwise::browser::timing::after;
use shardwise::cost::estimate;
use shardwise::cost::memory::Verdict;
use shardwise::cost::plan::Plan;
use shardwise::search::change::Change;
use shardwise::search::cure::cures_among;
use shardwise::search::diagnosis::{Advice, Advising, Warning, warnings_of};

use crate::page::locks;
use crate::page::planner::{Found, Planner};

/// Changes that are tried at a stretch, so that the page goes on answering meanwhile.
const STRETCH: usize = 4;

thread_local! {
    /// The plan that was last looked at.
    static SOUGHT: RefCell<Option<Arc<Plan>>> = const { RefCell::new(None) };
}

/// Looks for what helps the plan, unless that is the one it last looked at.
pub(super) fn seek(planner: Planner) {
    let plan = planner.plan_now();
    let last = SOUGHT.replace(Some(Arc::clone(&plan)));
    if last.is_some_and(|last| Arc::ptr_eq(&last, &plan)) {
        return;
    }
    let now = estimate(&plan);
    let is_allowed = |change: &Change| locks::allow(&plan, change);
    let verdict = now.as_ref().ok().map(|now| now.memory.verdict);
    let cures = match verdict {
        Some(Verdict::Tight | Verdict::OutOfMemory) => cures_among(&plan, &is_allowed),
        Some(Verdict::Fits) | None => Vec::new(),
    };
    planner.set_look(|look| look.cures = Some((Arc::clone(&plan), cures)));
    let Ok(now) = now else {
        return;
    };
    let warnings = warnings_of(&plan, &now);
    // Where memory is the limit the cures say what helps.
    if now.memory.verdict == Verdict::OutOfMemory {
        tell(planner, plan, None, warnings);
        return;
    }
    let advising = Advising::among(Plan::clone(&plan), now, &is_allowed);
    advise(planner, plan, warnings, advising);
}

fn advise(planner: Planner, plan: Arc<Plan>, warnings: Vec<Warning>, mut advising: Advising) {
    for _ in 0..STRETCH {
        if !advising.step() {
            tell(planner, plan, advising.best, warnings);
            return;
        }
    }
    // A plan that has changed meanwhile is looked at when it rests in its turn.
    if Arc::ptr_eq(&plan, &planner.plan_now()) {
        after(Duration::ZERO, move || {
            advise(planner, plan, warnings, advising);
        });
    }
}

fn tell(planner: Planner, plan: Arc<Plan>, advice: Option<Advice>, warnings: Vec<Warning>) {
    let found = Found {
        plan,
        advice,
        warnings,
    };
    planner.set_look(|look| look.diagnosis = Some(Arc::new(found)));
}

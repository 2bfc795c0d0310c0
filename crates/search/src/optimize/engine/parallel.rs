//! A search on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::incumbent::Incumbent;
use super::searcher::Searcher;
use super::space::Space;
use crate::optimize::{Best, Constraints, Counts, SearchQuestion};
use cost::plan::Plan;

/// Progress of a search.
#[derive(Clone, Debug)]
pub struct ParallelProgress {
    /// Estimated number of all layouts.
    pub expected: u64,
    /// Decided layouts: estimated, refused or excluded.
    pub settled: u64,
    /// The best layouts so far.
    pub best: Best,
}

/// Limits of a search; without any it ends when all layouts are decided.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchLimit {
    /// The moment from which on the search ends with what it has found.
    pub until: Option<Instant>,
    /// Layouts estimated in full after which a thread ends: with one thread the same on every
    /// machine.
    pub estimates: Option<u64>,
}

impl SearchLimit {
    /// True if a searcher with these counts has to end.
    fn is_reached(&self, counts: &Counts) -> bool {
        self.estimates.is_some_and(|most| counts.estimated >= most)
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct SearchOutcome {
    /// The best layouts.
    pub best: Best,
    /// Counts of the layouts, by how they were decided.
    pub counts: Counts,
    /// False if the search ended at its limit: better layouts may be undecided.
    pub is_complete: bool,
}

/// Time between two reports of a searcher.
const STRETCH: Duration = Duration::from_millis(50);

/// Searches the whole space in as many threads as rayon has, up to a limit; without one the result
/// is that of [`super::search`]. `tell` receives the progress from time to time.
pub fn search_in_parallel(
    plan: &Plan,
    constraints: &Constraints,
    question: &SearchQuestion,
    limit: SearchLimit,
    tell: &(dyn Fn(&ParallelProgress) + Sync),
) -> SearchOutcome {
    let space = Space::of(plan, constraints);
    let incumbent = Incumbent::of(plan, question);
    let together = Mutex::new(Best::of(plan, question));
    let searchers = rayon::current_num_threads();
    let is_cut = AtomicBool::new(false);
    let far: Vec<[AtomicU64; 2]> = (0..searchers).map(|_| Default::default()).collect();
    let search = |index: usize| {
        let mut searcher = Searcher::of(space.clone(), question, index, searchers);
        let is_over = |counts: &Counts| limit.is_reached(counts);
        loop {
            let began = Instant::now();
            let is_going_on = loop {
                let is_going_on = searcher.advance_until(&incumbent, &is_over);
                if !is_going_on || began.elapsed() >= STRETCH {
                    break is_going_on;
                }
            };
            far[index][0].store(searcher.expected(), Ordering::Relaxed);
            far[index][1].store(searcher.counts.settled(), Ordering::Relaxed);
            let sum = |which: usize| {
                far.iter()
                    .map(|far| far[which].load(Ordering::Relaxed))
                    .sum()
            };
            // The result of a thread that panicked is not merged.
            if let Ok(mut best) = together.lock() {
                best.merge(&searcher.best);
                tell(&ParallelProgress {
                    expected: sum(0),
                    settled: sum(1),
                    best: best.clone(),
                });
            }
            if !is_going_on {
                is_cut.fetch_or(searcher.is_cut, Ordering::Relaxed);
                return searcher.counts;
            }
        }
    };
    let counts = (0..searchers).into_par_iter().map(search).sum();
    let best = together.into_inner();
    SearchOutcome {
        best: best.unwrap_or_else(|_| Best::of(plan, question)),
        counts,
        is_complete: !is_cut.into_inner(),
    }
}

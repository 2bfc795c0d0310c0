//! A search on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Groups of layouts that a searcher examines between two reports.
const STRETCH: usize = 64;

/// Searches the whole space in as many threads as rayon has; the result is that of
/// [`super::search`]. `tell` receives the progress from time to time.
pub fn search_in_parallel(
    plan: &Plan,
    constraints: &Constraints,
    question: &SearchQuestion,
    tell: &(dyn Fn(&ParallelProgress) + Sync),
) -> (Best, Counts) {
    let space = Space::of(plan, constraints);
    let incumbent = Incumbent::of(plan, question);
    let together = Mutex::new(Best::of(plan, question));
    let searchers = rayon::current_num_threads();
    let far: Vec<[AtomicU64; 2]> = (0..searchers).map(|_| Default::default()).collect();
    let search = |index: usize| {
        let mut searcher = Searcher::of(space.clone(), question, index, searchers);
        loop {
            let is_going_on = (0..STRETCH).all(|_| searcher.advance(&incumbent));
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
                return searcher.counts;
            }
        }
    };
    let counts = (0..searchers).into_par_iter().map(search).sum();
    let best = together.into_inner();
    (best.unwrap_or_else(|_| Best::of(plan, question)), counts)
}

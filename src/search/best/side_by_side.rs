//! A search on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::found::Best;
use super::freedom::Freedom;
use super::part::Part;
use super::question::{Bar, Counts, Question};
use super::space::Space;
use crate::cost::plan::Plan;

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Layouts that were listed so far.
    pub considered: u64,
    /// Of these, layouts that are settled: estimated, refused or passed over.
    pub settled: u64,
    /// The best so far.
    pub best: Best,
}

/// Groups of layouts that a searcher looks into between two reports.
const STRETCH: usize = 64;

/// Searches the whole space in as many threads as rayon has, and tells now and then how far it is.
/// What it finds is what [`super::search`] finds.
pub fn search_side_by_side(
    plan: &Plan,
    freedom: &Freedom,
    question: &Question,
    tell: &(dyn Fn(&Progress) + Sync),
) -> (Best, Counts) {
    let space = Space::of(plan, freedom);
    let bar = Bar::default();
    let together = Mutex::new(Best::new(question.keep));
    let (considered, settled) = (AtomicU64::new(0), AtomicU64::new(0));
    let searchers = rayon::current_num_threads() as u64;
    let search = |index: u64| {
        let mut part = Part::of(&space, question);
        part.list(index, searchers);
        considered.fetch_add(part.counts.considered, Ordering::Relaxed);
        let mut told = 0;
        loop {
            let is_going_on = (0..STRETCH).all(|_| part.advance(&bar));
            let now = part.counts.settled();
            settled.fetch_add(now - told, Ordering::Relaxed);
            told = now;
            // A thread that panicked has nothing to add.
            if let Ok(mut best) = together.lock() {
                best.merge(&part.best);
                tell(&Progress {
                    considered: considered.load(Ordering::Relaxed),
                    settled: settled.load(Ordering::Relaxed),
                    best: best.clone(),
                });
            }
            if !is_going_on {
                return part.counts;
            }
        }
    };
    let counts = (0..searchers).into_par_iter().map(search).sum();
    (
        together.into_inner().unwrap_or(Best::new(question.keep)),
        counts,
    )
}

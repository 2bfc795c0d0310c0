//! The search engine. In the page only the workers' program has it.

mod candidates;
mod incumbent;
#[cfg(feature = "parallel")]
mod parallel;
mod path;
mod scorer;
mod searcher;
mod shared;
mod space;

pub use incumbent::Incumbent;
#[cfg(feature = "parallel")]
pub use parallel::{ParallelProgress, SearchLimit, SearchOutcome, search_in_parallel};
pub use path::{path, without_each};
pub use searcher::Searcher;
pub use space::Space;

use super::{Best, Constraints, Counts, SearchQuestion};
use cost::plan::Plan;

/// The best layouts of the whole space, searched in one thread.
///
/// ```
/// use search::optimize::{Constraints, Objective, SearchQuestion, search};
/// use cost::estimate;
/// use formats::link;
/// let (mut plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&gbs=64");
/// let (best, counts) = search(&plan, &Constraints::of(&plan), &SearchQuestion::of(Objective::Fastest));
/// assert!(counts.considered > 1_000);
/// best.found()[0].candidate.write(&mut plan);
/// assert_eq!(estimate(&plan).unwrap().time.total(), best.found()[0].step);
/// ```
#[must_use]
pub fn search(plan: &Plan, constraints: &Constraints, question: &SearchQuestion) -> (Best, Counts) {
    let incumbent = Incumbent::of(plan, question);
    let mut searcher = Searcher::of(Space::of(plan, constraints), question, 0, 1);
    while searcher.advance(&incumbent) {}
    (searcher.best, searcher.counts)
}

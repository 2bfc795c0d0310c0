//! The search itself. The page's program does not have it: there it is the workers' business.

mod bar;
mod cuts;
mod judge;
mod part;
mod shared;
#[cfg(feature = "parallel")]
mod side_by_side;
mod space;
mod way;

pub use bar::Bar;
pub use part::Part;
#[cfg(feature = "parallel")]
pub use side_by_side::{Progress, search_side_by_side};
pub use space::Space;
pub use way::{way, without_each};

use super::{Best, Counts, Freedom, Question};
use cost::plan::Plan;

/// Searches the whole space at once, in one thread.
///
/// ```
/// use search::best::{Freedom, Goal, Question, search};
/// use cost::estimate;
/// use formats::link;
/// let (mut plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&gbs=64");
/// let (best, counts) = search(&plan, &Freedom::of(&plan), &Question::of(Goal::Fastest));
/// assert!(counts.considered > 1_000);
/// best.found()[0].cut.write(&mut plan);
/// assert_eq!(estimate(&plan).unwrap().time.total(), best.found()[0].step);
/// ```
#[must_use]
pub fn search(plan: &Plan, freedom: &Freedom, question: &Question) -> (Best, Counts) {
    let bar = Bar::of(plan, question);
    let mut part = Part::of(Space::of(plan, freedom), question, 0, 1);
    while part.advance(&bar) {}
    (part.best, part.counts)
}

//! The best layouts of a plan's model on its cluster: all legal ones are considered, and the
//! answer is exact.
//!
//! A [`Space`] lists every layout that a [`Freedom`] allows, in shapes of many layouts each. A
//! [`Part`] of it is searched best first: shapes are sorted by a bound that no layout in them can
//! beat ([`crate::cost::bound`]), and once the next bound is worse than the worst layout that is
//! wanted, the rest is passed over together. Several searchers share nothing but that one score.

mod cut;
mod found;
mod freedom;
mod goal;
mod judge;
mod part;
mod question;
mod shared;
#[cfg(feature = "command")]
mod side_by_side;
mod space;
mod ties;
mod why;

pub use cut::{Cut, Division, Rung, Shards};
pub use found::{Best, Found};
pub use freedom::{Away, Freedom, KEYS, Numbers, Switch, Unread};
pub use goal::{Goal, Margin, Rates, Score};
pub use part::Part;
pub use question::{Bar, Counts, Question};
#[cfg(feature = "command")]
pub use side_by_side::{Progress, search_side_by_side};
pub use space::Space;
pub use ties::Ties;
pub use why::{AXES, Axis, Leg, Without, way, without_each};

use crate::cost::plan::Plan;

/// Searches the whole space at once, in one thread.
///
/// ```
/// use shardwise::search::best::{Freedom, Goal, Question, search};
/// use shardwise::{cost::estimate, link};
/// let (mut plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&gbs=64");
/// let (best, counts) = search(&plan, &Freedom::of(&plan), &Question::of(Goal::Fastest));
/// assert!(counts.considered > 1_000);
/// best.found()[0].cut.write(&mut plan);
/// assert_eq!(estimate(&plan).unwrap().time.total(), best.found()[0].step);
/// ```
#[must_use]
pub fn search(plan: &Plan, freedom: &Freedom, question: &Question) -> (Best, Counts) {
    let space = Space::of(plan, freedom);
    let bar = Bar::default();
    let mut part = Part::of(&space, question);
    part.list(0, 1);
    while part.advance(&bar) {}
    (part.best, part.counts)
}

//! The best layouts of a plan's model on its cluster: all legal ones are considered, and the
//! answer is exact.
//!
//! A [`Space`] lists every layout that [`Constraints`] allow, in families of shapes of many layouts
//! each. A [`Searcher`] of it is searched best first: shapes are sorted by a bound that no layout in
//! them can beat ([`cost::bound`]), and once the next bound is worse than the worst layout
//! that is wanted, the rest is passed over together. What is left is asked ever more closely: each
//! order of its stages, each layout with what it shards, what runs of the same pipeline tell
//! ([`cost::step::StageTimeCache`]); few are estimated in full. Several searchers share nothing but
//! that one score.
//!
//! Tests: `tests/optimize/main.rs`.

mod axes;
mod candidate;
mod constraints;
#[cfg(feature = "engine")]
mod engine;
mod found;
mod goal;
mod question;
mod ties;

pub use axes::{AXES, Axis, Leg, Reach, Without};
pub use candidate::{Candidate, Division, RecomputeLevel, Shards};
pub use constraints::{Constraints, KEYS, Numbers, OffloadChoice, Switch, Unread};
#[cfg(feature = "engine")]
pub use engine::*;
pub use found::{Best, Found};
pub use goal::{Goal, Margin, Rates, Score};
pub use question::{Counts, Question};
pub use ties::Ties;

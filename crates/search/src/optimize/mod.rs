//! The best layouts of a plan's model on its cluster: an exact search of all legal layouts.
//!
//! A [`Space`] lists every layout that [`Constraints`] allow, in families of shapes with many
//! layouts each. A [`Searcher`] is a branch and bound, best first. Shapes are sorted by a bound
//! that none of their layouts can beat ([`cost::bound`]). Once the next bound is worse than the
//! worst wanted layout, the search skips all other shapes. The layouts of an examined shape have to
//! pass tighter bounds in turn: by schedule, by sharding, and by earlier simulations of the same
//! pipeline ([`cost::step::StageTimeCache`]). Few are estimated in full. Several searchers share
//! only the score to beat.
//!
//! Equal layouts have one order, so a search in one piece and one in many find the same. Tests
//! compare it with a search without pruning, its space with every plan that is legal, and its best
//! layout with random legal ones. Stored results are bounded in bytes, waiting groups in number
//! (`tests/memory.rs`).
//!
//! Tests: `tests/all/optimize/mod.rs`.

mod axes;
mod candidate;
mod constraints;
mod division;
#[cfg(feature = "engine")]
mod engine;
mod found;
mod goal;
mod held;
mod question;
mod recompute;
mod ties;
mod wider;

pub use axes::{AXES, LayoutAxis, PathStep, Reach, Without};
pub use candidate::{Candidate, Shards};
pub use constraints::{Constraints, Numbers, Offered, OffloadChoice, Switch, Unread, axis_keys};
pub use division::{Division, DivisionKind, LayerRuns};
#[cfg(feature = "engine")]
pub use engine::*;
pub use found::{Best, FoundLayout, LayoutFamily};
pub use goal::{Margin, Objective, Rates, Score};
pub use held::{HeldFixed, UntriedSaving};
pub use question::{Counts, KEPT_PER_ROW, SearchQuestion};
pub use recompute::{RecomputeLevel, Recomputed};
pub use ties::{PlainestTie, Ties};
pub use wider::Saving;

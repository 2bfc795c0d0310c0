//! Textbooks' formulas of figures, computed for a plan, and the steps from their values to ours.
//!
//! A formula runs with traced numbers, so that it can be opened as a figure can. The steps from its
//! value to the figure are values of the same model under simpler assumptions (`worlds.rs`), of which
//! each step drops one. The last value is the figure.
//!
//! Tests: `crates/cli/tests/all/properties/paper.rs`, `crates/cli/tests/all/why_command.rs`.

mod bridge;
mod change;
mod exchanges;
mod formula;
mod given;
mod memory;
mod run;
mod source;
mod times;
mod worlds;

pub use bridge::{Paper, Step};
pub use change::Change;
pub use source::Source;

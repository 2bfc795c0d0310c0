//! The arithmetic of an estimate's figures: each as a tree of the numbers that give it.
//!
//! A figure and its tree come from the same formulas, which run with traced numbers
//! ([`crate::amount`]). Nodes are named by words, so that a place in a tree is a path such as
//! `forward/layer-forward/pass`.
//!
//! Tests: `crates/cli/tests/all/properties/why.rs`, `crates/cli/tests/all/why_command.rs`.

mod difference;
mod figures;
mod notation;
mod opened;
pub mod paper;
mod rests;
mod root;
mod rows;
mod tree;

pub use difference::{Difference, Miss, PairedPart};
pub use notation::{Figure, NotAFigure, Place};
pub use opened::{Line, Part as LinePart, joined, lines, opened_at_first, parts};
pub use rests::{Rests, Sources};
pub use root::Root;
pub use rows::{Opened, Row, beside, rows};
pub use tree::{Entry, Origin, Why, words};

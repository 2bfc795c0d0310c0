//! Properties that must hold for every input.

mod advice;
pub mod directions;
mod figures;
pub mod file;
pub mod goal;
pub mod lesson;
pub mod link;
pub mod message;
pub mod query;
mod scope;
pub mod search;
pub mod sheet;
pub mod totals;
mod warnings;
pub mod written;

use scope::hash;
pub use scope::{Scope, Seen};

/// Names of the properties that are comparisons. They compare two plans, a search with random
/// layouts, a lesson's steps with their goals, and a plan with its file read again.
pub fn comparisons() -> impl Iterator<Item = &'static str> {
    directions::names()
        .chain(search::NAMES)
        .chain([lesson::NAME, written::MEGATRON])
}

//! Sentences about a file of plans.

use std::path::Path;

use fleet::{Problem, UnreadableSheet};

/// Words about many plans at once.
#[derive(Clone, Copy, Debug)]
pub struct FleetText {
    /// Why a file gives no rows; without a full stop.
    pub unreadable: fn(&Path, &UnreadableSheet) -> String,
    /// Why a file cannot be written; without a full stop.
    pub unwritable: fn(&Path, &std::io::Error) -> String,
    /// The answers would take the place of the plans.
    pub same_file: &'static str,
    /// These columns of the file are replaced by new answers.
    pub replaced: fn(&[String]) -> String,
    /// Why a row has no answer.
    pub problem: fn(&Problem) -> String,
    /// How many rows have no answer, of how many.
    pub unanswered: fn(usize, usize) -> String,
    /// The bar: a template of `indicatif`.
    pub bar: &'static str,
}

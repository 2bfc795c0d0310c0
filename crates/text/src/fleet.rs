//! Sentences about a file of plans.

use std::path::Path;

use fleet::{Problem, UnreadableSheet};

/// Words about many plans at once.
#[derive(Clone, Copy, Debug)]
pub struct FleetText {
    /// Reason why a file gives no rows; without a full stop.
    pub unreadable: fn(&Path, &UnreadableSheet) -> String,
    /// Reason why a file cannot be written; without a full stop.
    pub unwritable: fn(&Path, &std::io::Error) -> String,
    /// Message when the answers would overwrite the file of plans.
    pub same_file: &'static str,
    /// Note on the columns of the file that new answers replace.
    pub replaced: fn(&[String]) -> String,
    /// Reason why a row has no answer.
    pub problem: fn(&Problem) -> String,
    /// Note on the number of rows without an answer, of all rows.
    pub unanswered: fn(usize, usize) -> String,
    /// Template of the progress bar, for `indicatif`.
    pub bar: &'static str,
}

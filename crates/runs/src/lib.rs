//! Published, measured training runs: reading them, planning each, and comparing it with its
//! prediction.
//!
//! A file is a JSON list; one entry is one run. No entry affects another: an entry that cannot be
//! read is kept as [`Skipped`] with its reason. The format is described in `tests/data/README.md`.
//!
//! Tests: `tests/all/published_runs.rs`, `crates/cli/tests/all/validate.rs`.

mod adapters;
mod cluster;
pub mod compare;
mod fields;
mod finetune;
mod layers;
mod layout;
mod lengths;
mod levers;
pub mod measured;
pub mod notes;
pub mod plan;
pub mod quantile;
mod recompute;
pub mod row;
mod shape;
pub mod summary;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use cost::legal::Reason;
use cost::plan::Plan;
use row::RunRecord;

/// Largest number of bytes of a file of runs: a hundred times the largest collection known, and
/// small enough for the memory of any machine.
pub const LARGEST_FILE: u64 = 64 << 20;

/// A reason why a file of runs gives no rows.
#[derive(Debug)]
pub enum UnreadableRuns {
    /// The file cannot be opened or read.
    Io(io::Error),
    /// The file has more than [`LARGEST_FILE`] bytes.
    TooLarge,
    /// The file is not JSON; in the parser's words, with line and column.
    Json(serde_json::Error),
    /// The file is JSON but not a list.
    NotAList,
}

/// A reason why a row gives no prediction.
#[derive(Clone, Debug, PartialEq)]
pub enum Skipped {
    /// A field has the wrong type; in the parser's words.
    Unreadable(String),
    /// A field that matters is not stated.
    Missing(&'static str),
    /// The row trains in a way that no plan describes: adapters of another kind, or layers that one
    /// process places on several GPUs; in the row's words.
    NoPlan(String),
    /// No legal plan is near the stated one.
    Illegal(Vec<Reason>, Box<Plan>),
}

/// One entry of a file, with its name and source even if the rest cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEntry {
    /// `id` of the entry, or its position in the file.
    pub id: String,
    /// `source_group` of the entry; empty if it has none.
    pub source_group: String,
    /// The row, if its fields have the right types.
    pub row: Result<RunRecord, Skipped>,
}

/// Reads a file of runs.
///
/// # Errors
/// If the file cannot be read, is too large, or is not a JSON list.
pub fn read_file(path: &Path) -> Result<Vec<RunEntry>, UnreadableRuns> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(UnreadableRuns::Io)?;
    // One byte more than allowed shows that a file is too large; a pipe has no known size.
    let mut limited = file.take(LARGEST_FILE + 1);
    limited
        .read_to_end(&mut bytes)
        .map_err(UnreadableRuns::Io)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(UnreadableRuns::TooLarge);
    }
    read(&bytes)
}

/// Reads runs from the bytes of a file.
///
/// # Errors
/// If the bytes are not a JSON list.
///
/// ```
/// let entries = runs::read(br#"[{"id": "a"}, {"id": "b", "model": 7}]"#).unwrap();
/// assert!(entries[0].row.is_ok());
/// assert!(entries[1].row.is_err());
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<RunEntry>, UnreadableRuns> {
    match serde_json::from_slice(bytes).map_err(UnreadableRuns::Json)? {
        Value::Array(items) => Ok(items.into_iter().enumerate().map(entry).collect()),
        _ => Err(UnreadableRuns::NotAList),
    }
}

fn entry((index, value): (usize, Value)) -> RunEntry {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    RunEntry {
        id: text("id").unwrap_or_else(|| format!("row {}", index + 1)),
        source_group: text("source_group").unwrap_or_default(),
        row: RunRecord::deserialize(&value)
            .map_err(|error| Skipped::Unreadable(error.to_string()))
            .and_then(|row| finetune::in_closed_words(row).map_err(Skipped::NoPlan)),
    }
}

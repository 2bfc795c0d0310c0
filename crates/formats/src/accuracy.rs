//! Published runs as the page loads them: links and measurements, no predictions, for the page makes
//! its own from the links. The calibration writes the file, `static/accuracy.json`.
//!
//! Tests: `tests/accuracy.rs`.

use cost::convention::MemoryKind;
use cost::published::Summary;
use serde::{Deserialize, Serialize};

/// Fields of a row, in order, for people who open the file.
pub const FIELDS: [&str; 5] = ["group", "link", "step_s", "memory_gib", "memory_kind"];

/// Published runs, and how far off the model is in all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PublishedRuns {
    /// Errors of the model.
    pub summary: Summary,
    /// Names of the sources.
    pub groups: Vec<String>,
    /// The runs.
    pub rows: Vec<RunRow>,
}

/// A published run, written as a list in the order of [`FIELDS`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Listed", into = "Listed")]
pub struct RunRow {
    /// Its source, as a place among the groups.
    pub group: u32,
    /// The plan of the run, as a link.
    pub link: String,
    /// Seconds of a step as measured, where they are stated.
    pub step: Option<f64>,
    /// The peak as measured, GiB, where it is stated.
    pub memory_gib: Option<f64>,
    /// Kind of memory of the peak, where that is stated.
    pub memory_kind: Option<MemoryKind>,
}

type Listed = (u32, String, Option<f64>, Option<f64>, Option<MemoryKind>);

impl From<Listed> for RunRow {
    fn from((group, link, step, memory_gib, memory_kind): Listed) -> Self {
        Self {
            group,
            link,
            step,
            memory_gib,
            memory_kind,
        }
    }
}

impl From<RunRow> for Listed {
    fn from(row: RunRow) -> Self {
        let RunRow {
            group,
            link,
            step,
            memory_gib,
            memory_kind,
        } = row;
        (group, link, step, memory_gib, memory_kind)
    }
}

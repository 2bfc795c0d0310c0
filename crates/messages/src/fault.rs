//! Faults of files of messages.
//!
//! Tests: `tests.rs`.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A fault of a file of messages, for the people who write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1 on; 0 for the whole file.
    pub line: usize,
    /// The fault in a clause, without a full stop.
    pub what: String,
}

impl Fault {
    pub(crate) fn new(path: &Path, line: usize, what: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line,
            what: what.into(),
        }
    }

    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::new(path, 0, error.to_string())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.path.display(), self.line, self.what)
    }
}

//! Files of messages.
//!
//! Tests: `tests.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fault::Fault;

/// Tag of the language of the source.
pub const SOURCE: &str = "en";

/// A file of messages.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    /// Name of the file without its ending: the subject of its messages.
    pub(crate) subject: String,
    pub(crate) text: String,
}

/// The files of a language in alphabetical order.
pub(crate) fn read(folder: &Path) -> Result<Vec<File>, Vec<Fault>> {
    let unreadable = |error| vec![Fault::unreadable(folder, &error)];
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let Some(subject) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        if path.extension().is_some_and(|ending| ending == "ftl") {
            let text = fs::read_to_string(&path)
                .map_err(|error| vec![Fault::unreadable(&path, &error)])?;
            files.push(File {
                subject: subject.to_owned(),
                path,
                text,
            });
        }
    }
    files.sort_by(|one, other| one.subject.cmp(&other.subject));
    Ok(files)
}

//! Sentences as data: Fluent files in, typed Rust functions and tables of languages out.
//!
//! The build script of the crate `text` calls [`rust`] and [`language_file`] for the files of
//! `crates/text/messages/`. English is the source: each of its messages becomes a function whose
//! arguments its comment declares. Another language is a file of [`language_file`] in which a line
//! stands for a message; what a language lacks is shown in English.
//!
//! `docs/translating.md` describes the files for people who write them.

mod check;
mod dated;
mod encode;
mod fault;
mod files;
mod generate;
mod kind;
mod message;
mod parse;
mod plural;
mod pseudo;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

pub use dated::{Backlog, Open, backlog};
pub use encode::{control_characters, language_file};
pub use fault::Fault;
pub use files::SOURCE;
use files::read;
pub use generate::rust;
pub use message::{Argument, Catalogue, Key, Message, Piece};
pub use pseudo::{Pseudo, pseudo};

/// Reads the messages of the source language, in the folder `en` of `folder`.
///
/// # Errors
/// All faults of the files, each with its file and line.
pub fn source(folder: &Path) -> Result<Catalogue, Vec<Fault>> {
    let files = read(&folder.join(SOURCE))?;
    check::source(parse::source(&files)?)
}

/// Reads the messages of another language against those of the source language. Messages that the
/// language lacks are absent from the result.
///
/// # Errors
/// All faults of the files, each with its file and line: also messages and arguments that the
/// source language does not have, and plural forms that the language lacks.
pub fn translation(folder: &Path, tag: &str, source: &Catalogue) -> Result<Catalogue, Vec<Fault>> {
    let files = read(&folder.join(tag))?;
    check::translation(parse::translation(&files, tag, source)?)
}

/// Tags of the languages that have a folder, without the source language, in alphabetical order.
///
/// # Errors
/// A folder that cannot be read.
pub fn tags(folder: &Path) -> Result<Vec<String>, Vec<Fault>> {
    let unreadable = |error| vec![Fault::unreadable(folder, &error)];
    let mut tags = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let tag = path.file_name().and_then(|name| name.to_str());
        tags.extend(
            tag.filter(|tag| path.is_dir() && *tag != SOURCE)
                .map(str::to_owned),
        );
    }
    tags.sort();
    Ok(tags)
}

//! Messages that languages lack, translations of older texts, and messages that no code uses.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use messages::{Catalogue, Fault, Open};

use crate::programs::{package_folders, root};

/// Folder of the messages.
const FOLDER: &str = "crates/text/messages";

/// Lists what each language lacks, and translations of texts that changed, with the comment that a
/// translation of the present text has.
pub fn list() -> Result<()> {
    let folder = root().join(FOLDER);
    let source = read(messages::source(&folder))?;
    println!("en: {} messages", source.messages.len());
    for tag in read(messages::tags(&folder))? {
        let translation = read(messages::translation(&folder, &tag, &source))?;
        let open = messages::backlog(&source, &translation);
        println!("{tag}: {} messages", translation.messages.len());
        show("missing", &open.missing);
        show("stale: the English text changed", &open.stale);
        show("not dated", &open.not_dated);
    }
    check()
}

fn show(what: &str, open: &[Open]) {
    if open.is_empty() {
        return;
    }
    println!("  {what}: {}", open.len());
    for message in open {
        println!(
            "    {}.ftl: {} (# @ {})",
            message.subject, message.name, message.hash
        );
    }
}

/// Checks that code uses each English message.
pub fn check() -> Result<()> {
    let source = read(messages::source(&root().join(FOLDER)))?;
    let code = code()?;
    ensure!(
        code.len() > 100,
        "only {} files of code were found",
        code.len()
    );
    let unused = unused(&source, &code);
    if unused.is_empty() {
        println!("{} messages, all of which code uses", source.messages.len());
        return Ok(());
    }
    for (subject, name) in &unused {
        println!("{subject}.ftl: no code uses “{name}”");
    }
    bail!("{} messages are not used", unused.len())
}

/// Messages whose function no file names: neither one that names the subject nor that of the
/// subject's functions.
fn unused<'a>(source: &'a Catalogue, code: &[(String, String)]) -> Vec<(&'a str, &'a str)> {
    let mut unused = Vec::new();
    for subject in source.subjects() {
        if source.found.iter().any(|found| found == subject) {
            continue;
        }
        let naming: Vec<&str> = code
            .iter()
            .filter(|(path, text)| {
                has_word(text, subject) || path.contains(&format!("/text/src/{subject}/"))
            })
            .map(|(_, text)| text.as_str())
            .collect();
        let messages = source
            .messages
            .iter()
            .filter(|message| message.subject == subject);
        for message in messages {
            let function = message.function();
            if !naming.iter().any(|text| has_word(text, &function)) {
                unused.push((subject, message.name.as_str()));
            }
        }
    }
    unused
}

/// True if a text has a word that stands alone.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(place, _)| {
        let before = text[..place].chars().next_back();
        let after = text[place + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Paths and texts of all files of code.
fn code() -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for folder in package_folders()? {
        add(&folder.join("src"), &mut files)?;
    }
    Ok(files)
}

fn add(folder: &Path, files: &mut Vec<(String, String)>) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push((path.display().to_string(), fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

fn read<T>(result: Result<T, Vec<Fault>>) -> Result<T> {
    result.or_else(|faults| {
        for fault in &faults {
            println!("{fault}");
        }
        bail!("the messages have {} faults", faults.len())
    })
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_word_stands_alone() {
        assert!(has_word("text::head::fits()", "fits"));
        assert!(!has_word("text::head::misfits()", "fits"));
    }
}

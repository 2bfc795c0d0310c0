//! Checks that the files which the guides name exist.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::programs::root;

/// The guides to the source.
const GUIDES: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];
/// Endings of names that are files of this repository.
const ENDINGS: [&str; 6] = [".rs", ".js", ".mjs", ".css", ".md", ".toml"];
/// Folders that are built or installed.
const BUILT: [&str; 5] = ["target", "node_modules", "dist", "dist-single", ".git"];

/// Checks every file and folder that a guide names in backquotes. Its name has to be the end of an
/// existing path, from the start of a folder's or file's name on.
pub fn check() -> Result<()> {
    let mut paths = Vec::new();
    collect(root(), "", &mut paths)?;
    let mut count = 0;
    for guide in GUIDES {
        let text = fs::read_to_string(root().join(guide));
        let text = text.with_context(|| format!("{guide} is missing"))?;
        for name in named(&text) {
            count += 1;
            ensure!(
                paths.iter().any(|path| is_end(path, name)),
                "{guide} names {name}, which does not exist"
            );
        }
    }
    ensure!(count > 100, "only {count} files are named");
    println!("{count} names of files and folders in the guides");
    Ok(())
}

/// The paths of all files and, with a slash at their end, folders.
fn collect(folder: &Path, path: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type()?.is_dir() {
            paths.push(format!("{path}{name}"));
        } else if !BUILT.contains(&&*name) {
            let path = format!("{path}{name}/");
            collect(&entry.path(), &path, paths)?;
            paths.push(path);
        }
    }
    Ok(())
}

/// The files and folders that a text names.
fn named(text: &str) -> impl Iterator<Item = &str> {
    // Within a paragraph every second piece is quoted.
    let quoted = text
        .lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|name| {
        let is_plain = name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_-./".contains(letter));
        let is_file = ENDINGS.iter().any(|ending| name.ends_with(ending));
        is_plain && !name.starts_with('.') && (is_file || name.ends_with('/'))
    })
}

/// True if a path ends with this name, from the start of a folder's or file's name on. Crates are
/// also named without the folder of their sources.
fn is_end(path: &str, name: &str) -> bool {
    let is_end = |path: &str| {
        path.strip_suffix(name)
            .is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    is_end(path) || is_end(&path.replacen("/src/", "/", 1))
}

#[cfg(test)]
mod tests {
    use super::{is_end, named};

    #[test]
    fn names_of_files_and_folders_are_read() {
        let text = "`one.rs` is a file, `two/` a folder, `a + b` and `Three` are none,\nnor is `cargo test`; `x/four.mjs` is.";
        let names: Vec<&str> = named(text).collect();
        assert_eq!(names, ["one.rs", "two/", "x/four.mjs"]);
    }

    #[test]
    fn a_name_is_the_end_of_a_path() {
        assert!(is_end("crates/cost/src/legal/rules.rs", "legal/rules.rs"));
        assert!(is_end("crates/cost/src/bound.rs", "cost/bound.rs"));
        assert!(!is_end("crates/cost/src/bound.rs", "ound.rs"));
        assert!(!is_end("crates/cost/src/bound.rs", "search/bound.rs"));
    }
}

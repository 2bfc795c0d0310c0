//! Names of files and folders in the guides and in the docs of modules.

use anyhow::{Result, ensure};

use super::files::{Files, module_docs, read};

/// The guides to the source.
const GUIDES: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];
/// Endings of names that are files of this repository.
const ENDINGS: [&str; 6] = [".rs", ".js", ".mjs", ".css", ".md", ".toml"];

/// Checks every file and folder that a guide names in backquotes, and every Rust or test file that
/// the docs of a module name with a folder. A name is the end of an existing path, from the start of
/// a folder's or file's name on.
pub(super) fn check(files: &Files) -> Result<()> {
    let mut count = 0;
    for guide in GUIDES {
        let text = read(guide)?;
        for name in text.lines().flat_map(named) {
            count += 1;
            ensure!(
                files.paths.iter().any(|path| is_end(path, name)),
                "{guide} names {name}, which does not exist"
            );
        }
    }
    ensure!(count > 100, "only {count} files are named in the guides");
    let mut in_docs = 0;
    for file in files.rust("") {
        let text = read(file)?;
        for name in module_docs(&text).flat_map(named) {
            let is_own =
                name.contains('/') && (name.ends_with(".rs") || name.ends_with(".test.mjs"));
            if !is_own {
                continue;
            }
            in_docs += 1;
            ensure!(
                files.paths.iter().any(|path| is_end(path, name)),
                "{file} names {name}, which does not exist"
            );
        }
    }
    ensure!(in_docs > 50, "only {in_docs} files are named in docs");
    println!("{count} names of files in the guides, {in_docs} in the docs of modules");
    Ok(())
}

/// The files and folders that a line names.
fn named(line: &str) -> impl Iterator<Item = &str> {
    // Every second piece is quoted.
    let quoted = line.split('`').skip(1).step_by(2);
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
        let line = "`one.rs` is a file, `two/` a folder, `a + b` and `Three` are none, nor is `cargo test`; `x/four.mjs` is.";
        let names: Vec<&str> = named(line).collect();
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

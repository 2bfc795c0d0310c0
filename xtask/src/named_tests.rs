//! Checks that the docs of modules name their tests: a line `Tests:` with files that exist.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::programs::root;

/// Checks every crate in `crates/`, and the page.
///
/// Every file that a `Tests:` line names has to exist, from the file's own folder, the crate's or
/// this repository's. Every module that a library declares needs such a line, an example or tests
/// of its own, unless the library itself names its tests. In the page, every folder with tests
/// names them.
pub fn check() -> Result<()> {
    let mut count = 0;
    for folder in fs::read_dir(root().join("crates")).context("crates/ cannot be read")? {
        let folder = folder?.path();
        let mut files = Vec::new();
        collect(&folder.join("src"), &mut files)?;
        count += check_names(&folder, &files)?;
        check_library(&folder.join("src"))?;
    }
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files)?;
    count += check_names(root(), &files)?;
    check_page(&files)?;
    ensure!(count > 50, "only {count} tests are named");
    println!("{count} files of tests are named in the docs of modules");
    Ok(())
}

/// Checks that the tests which the files of a package name exist; returns how many they name.
fn check_names(package: &Path, files: &[PathBuf]) -> Result<usize> {
    let mut count = 0;
    for file in files {
        let beside = file.parent().unwrap_or(package);
        for test in named(&fs::read_to_string(file)?) {
            count += 1;
            let mut folders = [beside, package, root()].into_iter();
            ensure!(
                folders.any(|folder| folder.join(&test).is_file()),
                "{} names {test}, which does not exist",
                shown(file)
            );
        }
    }
    Ok(count)
}

/// Checks that every folder of the page which has tests names them in the docs of its module.
fn check_page(files: &[PathBuf]) -> Result<()> {
    for tests in files.iter().filter(|file| file.ends_with("tests.rs")) {
        let module = tests.with_file_name("mod.rs");
        let docs = fs::read_to_string(&module);
        let docs = docs.with_context(|| format!("{} is missing", shown(&module)))?;
        ensure!(
            named(&docs).iter().any(|name| name == "tests.rs"),
            "{} does not name its `tests.rs`",
            shown(&module)
        );
    }
    Ok(())
}

/// Checks that every module of a library names its tests or has some.
fn check_library(source: &Path) -> Result<()> {
    let Ok(library) = fs::read_to_string(source.join("lib.rs")) else {
        return Ok(());
    };
    if !named(&library).is_empty() {
        return Ok(());
    }
    for module in modules(&library) {
        let files = [format!("{module}.rs"), format!("{module}/mod.rs")];
        let files = files.map(|name| source.join(name));
        let file = files.iter().find(|file| file.is_file());
        let file = file.with_context(|| format!("{module} has no file"))?;
        let text = fs::read_to_string(file)?;
        let is_tested = text.contains("#[cfg(test)]") || text.contains("/// ```");
        ensure!(
            is_tested || !named(&text).is_empty(),
            "{} has no tests, and names none",
            shown(file)
        );
    }
    Ok(())
}

/// The modules that a library declares, those for tests alone left out.
fn modules(library: &str) -> impl Iterator<Item = &str> {
    let lines = library.lines();
    let after = lines.clone().skip(1);
    let declared = after
        .zip(lines)
        .filter(|(_, before)| *before != "#[cfg(test)]");
    declared.filter_map(|(line, _)| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';')
    })
}

/// The files that the docs of a module name as its tests.
fn named(text: &str) -> Vec<String> {
    let docs = text.lines().map_while(|line| line.strip_prefix("//!"));
    let of_tests = docs.skip_while(|line| !line.starts_with(" Tests:"));
    let paragraph: String = of_tests.take_while(|line| !line.is_empty()).collect();
    let quoted = paragraph.split('`').skip(1).step_by(2);
    let files = quoted.filter(|name| name.ends_with(".rs") || name.ends_with(".mjs"));
    files.map(str::to_owned).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn shown(file: &Path) -> String {
    let file = file.strip_prefix(root()).unwrap_or(file);
    file.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::{check, modules, named};

    #[test]
    fn the_docs_of_this_repository_pass() {
        check().unwrap();
    }

    #[test]
    fn files_are_read_from_the_paragraph_that_names_them() {
        let docs = "//! A module, see `lib.rs`.\n//!\n//! Tests: `tests/one.rs`,\n//! `tests/two.rs`.\n\
                    //!\n//! More of `other.rs`.\n\nuse std::fs;\n";
        assert_eq!(named(docs), ["tests/one.rs", "tests/two.rs"]);
        let docs = "//! A panel.\n//!\n//! Tests: `tests.rs`, `tests/browser/one.test.mjs`.\n";
        assert_eq!(named(docs), ["tests.rs", "tests/browser/one.test.mjs"]);
        assert!(named("//! A module.\n\n// Tests: `tests/one.rs`\n").is_empty());
    }

    #[test]
    fn modules_for_tests_alone_are_left_out() {
        let library = "//! A library.\n\npub mod one;\nmod two;\n#[cfg(test)]\nmod tests;\n";
        assert_eq!(modules(library).collect::<Vec<_>>(), ["one", "two"]);
    }
}

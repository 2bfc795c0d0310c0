//! Tests of modules: every module of a library has some or names them in a line `Tests:` of its docs,
//! and every folder of the page with tests names them. The guide for contributors names every file of
//! browser tests.

use anyhow::{Context, Result, ensure};

use super::files::{Files, module_docs, read};

/// Checks every crate in `crates/`, and the page.
pub(super) fn check(files: &Files) -> Result<()> {
    let mut count = 0;
    for library in files
        .rust("crates/")
        .filter(|path| path.ends_with("/src/lib.rs"))
    {
        count += check_library(files, library)?;
    }
    let of_page = files
        .rust("src/")
        .filter(|path| path.ends_with("/tests.rs"));
    for tests in of_page {
        let module = tests.replace("/tests.rs", "/mod.rs");
        count += 1;
        ensure!(
            names_tests(&read(&module)?, Some("tests.rs")),
            "{module} does not name its `tests.rs`"
        );
    }
    for file in files.rust("") {
        check_beside(files, file)?;
    }
    check_browser_tests(files)?;
    ensure!(count > 50, "only {count} modules were examined");
    println!("{count} modules have tests or name them");
    Ok(())
}

/// Checks that the guide names every file of tests in browsers.
fn check_browser_tests(files: &Files) -> Result<()> {
    let guide = read("CONTRIBUTING.md")?;
    for path in &files.paths {
        let name = path.strip_prefix("tests/browser/");
        if let Some(name) = name.and_then(|name| name.strip_suffix(".test.mjs")) {
            ensure!(
                guide.contains(&format!("`{name}`")),
                "CONTRIBUTING.md does not name the browser tests `{name}`"
            );
        }
    }
    Ok(())
}

/// Checks that tests which a file names without a folder stand beside it.
fn check_beside(files: &Files, file: &str) -> Result<()> {
    let (folder, _) = file.rsplit_once('/').unwrap_or_default();
    for name in named_tests(&read(file)?).filter(|name| !name.contains('/')) {
        ensure!(
            files.paths.contains(&format!("{folder}/{name}")),
            "{file} names {name}, which does not stand beside it"
        );
    }
    Ok(())
}

/// Checks every module that a library declares, unless the library itself names its tests; returns
/// how many there are.
fn check_library(files: &Files, library: &str) -> Result<usize> {
    let text = read(library)?;
    if names_tests(&text, None) {
        return Ok(1);
    }
    let folder = library.trim_end_matches("lib.rs");
    let mut count = 0;
    for module in modules(&text) {
        count += 1;
        let names = [
            format!("{folder}{module}.rs"),
            format!("{folder}{module}/mod.rs"),
        ];
        let file = names.iter().find(|name| files.paths.contains(name));
        let file = file.with_context(|| format!("{module} has no file"))?;
        let text = read(file)?;
        let is_tested = text.contains("#[cfg(test)]") || text.contains("/// ```");
        ensure!(
            is_tested || names_tests(&text, None),
            "{file} has no tests, and names none"
        );
    }
    Ok(count)
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

/// True if the docs of a module name this file as its tests, or any.
fn names_tests(text: &str, file: Option<&str>) -> bool {
    named_tests(text).any(|name| file.is_none_or(|file| name == file))
}

/// The files that the docs of a module name as its tests.
fn named_tests(text: &str) -> impl Iterator<Item = String> {
    let of_tests = module_docs(text).skip_while(|line| !line.starts_with(" Tests:"));
    let paragraph: String = of_tests.take_while(|line| !line.is_empty()).collect();
    let quoted: Vec<String> = paragraph
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.ends_with(".rs") || name.ends_with(".mjs"))
        .map(str::to_owned)
        .collect();
    quoted.into_iter()
}

#[cfg(test)]
mod tests {
    use super::{modules, names_tests};

    #[test]
    fn files_are_read_from_the_paragraph_that_names_them() {
        let docs = "//! A module, see `lib.rs`.\n//!\n//! Tests: `tests/one.rs`,\n//! `tests/two.rs`.\n\
                    //!\n//! More of `other.rs`.\n\nuse std::fs;\n";
        assert!(names_tests(docs, Some("tests/two.rs")) && names_tests(docs, None));
        assert!(!names_tests(docs, Some("other.rs")) && !names_tests(docs, Some("lib.rs")));
        assert!(!names_tests(
            "//! A module.\n\n// Tests: `tests/one.rs`\n",
            None
        ));
    }

    #[test]
    fn modules_for_tests_alone_are_left_out() {
        let library = "//! A library.\n\npub mod one;\nmod two;\n#[cfg(test)]\nmod tests;\n";
        assert_eq!(modules(library).collect::<Vec<_>>(), ["one", "two"]);
    }
}

//! Runs every check that a change has to pass.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};

use crate::{
    browsers::{self, Browsers, Need},
    fuzz, modules, named_files, named_tests, native, page,
    programs::{self, cargo, program, root, run, say},
    setup, sources,
    steps::Steps,
};

/// Longest time of the tests of one file in the browsers, milliseconds: it is ended then, and the
/// test named that it was at. A test that opens a page has a shorter limit of its own.
const FILE_LIMIT: &str = "1200000";

/// The line by which a file says that it runs alone.
const ALONE: &str = "// Runs alone: it measures times.";

/// Number of files that are tested in browsers at once: each has a server and browsers of its own.
const FILES_AT_ONCE: &str = "--test-concurrency=2";

/// Checks that this task leaves to others, each named once.
const OTHERS: [(&str, &str); 6] = [
    (
        "cargo xtask test --exchange",
        "exported files, read by their frameworks' own parsers",
    ),
    (
        "cargo xtask test --embed",
        "planners in lessons of MkDocs, Sphinx and Jupyter Book",
    ),
    (
        "SHARDWISE_LONGEST_PIPELINE=1000 cargo test --release --test schedule",
        "pipelines of up to a thousand ranks, block by block",
    ),
    (
        "cargo xtask fuzz --minutes N",
        "what nobody would write, for as long as you like",
    ),
    (
        "cargo xtask test --stress",
        "the page used for long, in both browsers",
    ),
    ("cargo xtask bench", "how fast the model and the page are"),
];

/// Runs all checks, in every browser but these, and stops at the first that fails.
pub fn all(without: &[&str]) -> Result<()> {
    let (alone, together) = browser_tests()?;
    let mut steps = Steps::default();
    let browsers = steps.take("tools and browsers", || {
        setup::page_tools()?;
        browsers::install(Need::Each { without })
    })?;
    take_lints(&mut steps)?;
    steps.take("tests, compiled", native::build)?;
    steps.take("tests", native::test)?;
    steps.take("our lessons, worked through", work_lessons)?;
    steps.take("fuzzing, a short run", fuzz::short)?;
    steps.take("the page", build_page)?;
    steps.take("tests in browsers that measure times", || {
        test_in_browsers(&alone, "--test-concurrency=1", &browsers)
    })?;
    steps.print();
    println!("Not run here:");
    for (command, what) in OTHERS {
        println!("  {command:<34} {what}");
    }
    // Nothing may be printed after these: the runner's summary is to come last.
    say("tests in browsers");
    test_in_browsers(&together, FILES_AT_ONCE, &browsers)
}

/// Runs all checks that do not run the code.
pub fn lint_all() -> Result<()> {
    setup::page_tools()?;
    let mut steps = Steps::default();
    take_lints(&mut steps)?;
    steps.print();
    Ok(())
}

fn take_lints(steps: &mut Steps) -> Result<()> {
    steps.take("format", format)?;
    steps.take("circles of files", modules::check)?;
    steps.take("works that are cited", sources::check)?;
    steps.take("tests that docs name", named_tests::check)?;
    steps.take("files that guides name", named_files::check)?;
    steps.take("lints of the command, the tests and the tasks", lint)?;
    for (name, package) in [
        ("lints of the page", "--package=shardwise"),
        ("lints of its workers", "--package=search-worker"),
    ] {
        steps.take(name, || lint_page(package))?;
    }
    steps.take("documentation", document)
}

/// Uses the page for long, as `tests/browser/stress.test.mjs` does for a while in all checks.
pub fn stress() -> Result<()> {
    setup::page_tools()?;
    let browsers = browsers::install(Need::Each { without: &[] })?;
    page::build(None)?;
    say("long use in browsers");
    let mut node = node(&browsers)?;
    node.env("SHARDWISE_STRESS", "1")
        .args(["--test", "--test-reporter=spec", "--test-concurrency=1"])
        .arg(root().join("tests/browser/stress.test.mjs"));
    run(
        node,
        "long use has done harm; the list above says what, and of which seed",
    )
}

/// A `node` command that knows where the page and the browsers are.
pub fn node(browsers: &Browsers) -> Result<Command> {
    let mut node = program("node")?;
    node.env("SHARDWISE_DIST", programs::dist());
    browsers.pass_to(&mut node);
    Ok(node)
}

fn format() -> Result<()> {
    run(
        cargo(&["fmt", "--all", "--check"])?,
        "the format differs; run `cargo fmt --all`",
    )
}

fn lint() -> Result<()> {
    run(
        cargo(&[
            "clippy",
            "--quiet",
            "--workspace",
            "--all-targets",
            "--",
            "--deny=warnings",
        ])?,
        "clippy has something to say; mend what it names above",
    )
}

fn lint_page(package: &str) -> Result<()> {
    run(
        cargo(&[
            "clippy",
            "--quiet",
            "--target=wasm32-unknown-unknown",
            package,
            "--",
            "--deny=warnings",
        ])?,
        "clippy has something to say about the page or its workers; mend what it names above",
    )
}

fn work_lessons() -> Result<()> {
    let mut check = cargo(&["run", "--quiet", "--bin=shardwise", "--", "lesson", "check"])?;
    check.args(lessons()?);
    run(
        check,
        "a lesson cannot be read or worked through; the list above says where",
    )
}

/// The files of our lessons.
fn lessons() -> Result<Vec<PathBuf>> {
    let folder = root().join("lessons");
    let entries = fs::read_dir(&folder).context("lessons/ cannot be read")?;
    let files = entries.map(|entry| Ok(entry?.path()));
    files.collect()
}

fn document() -> Result<()> {
    let mut doc = cargo(&["doc", "--quiet", "--workspace", "--no-deps"])?;
    doc.env("RUSTDOCFLAGS", "--deny=warnings");
    run(
        doc,
        "rustdoc has something to say; mend what it names above",
    )
}

fn build_page() -> Result<()> {
    let sizes = page::build(None)?;
    sizes.print();
    sizes.check()?;
    page::single().map(drop)
}

fn test_in_browsers(files: &[PathBuf], at_once: &str, browsers: &Browsers) -> Result<()> {
    let mut node = node(browsers)?;
    node.args(["--test", "--test-reporter=./tests/browser/reporter.mjs"])
        .args([at_once, "--test-timeout", FILE_LIMIT])
        .args(files);
    run(
        node,
        "a test failed in a browser; the list above says which",
    )
}

/// The files of tests that measure times, and so run alone, and all others.
fn browser_tests() -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("tests/browser"))
        .context("tests/browser is missing; check the repository out again")?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    let is_alone = |path: &PathBuf| {
        fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line == ALONE))
    };
    let (alone, together): (Vec<_>, Vec<_>) = files.into_iter().partition(is_alone);
    ensure!(
        !alone.is_empty() && !together.is_empty(),
        "tests/browser lacks tests: {} run alone, {} at once",
        alone.len(),
        together.len()
    );
    Ok((alone, together))
}

#[cfg(test)]
mod no_sleeps {
    use std::fs;

    use crate::programs::root;

    #[test]
    fn tests_in_browsers_wait_for_events_and_not_for_time() {
        let folder = root().join("tests/browser");
        let mut seen = 0;
        for entry in fs::read_dir(folder).expect("tests in browsers") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a text");
            seen += 1;
            assert!(
                !text.contains("waitForTimeout"),
                "{} sleeps; see `calm`, `drawn` and `until` in planner.mjs",
                path.display()
            );
        }
        assert!(seen > 20, "{seen} files");
    }
}

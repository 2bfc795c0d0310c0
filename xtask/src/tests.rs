//! Runs every check that a change has to pass.

use std::{fs, path::PathBuf, process::Command, time::Duration};

use anyhow::{Context, Result, ensure};

use crate::{
    browsers::{self, Browsers, Need},
    calibrate, fuzz, modules, named_files, named_tests, native, page,
    programs::{self, cargo, program, root, run, say},
    setup, sources,
    steps::Steps,
    type_names,
};

/// Longest time of the tests of one file in the browsers, milliseconds: it is ended then, and the
/// test named that it was at. A test that opens a page has a shorter limit of its own.
const FILE_LIMIT: &str = "1200000";

/// Files of tests that measure times, and so run with nothing beside them.
const ALONE: [&str; 1] = ["accuracy.test.mjs"];

/// Number of files that are tested in browsers at once: each has a server and browsers of its own.
const FILES_AT_ONCE: &str = "--test-concurrency=2";

/// Checks that this task leaves to others, each named once.
const OTHERS: [(&str, &str); 7] = [
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
    (
        "cargo bench --package cost --bench bounded",
        "the slowest plans, each within its budget",
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
    steps.take("the fit of the constants", || {
        calibrate::calibrate(Some("--check"))
    })?;
    steps.take("fuzzing, a short run", fuzz::short)?;
    steps.take("the page", build_page)?;
    steps.take("tests in browsers that measure times", || {
        test_in_browsers(&alone, "--test-concurrency=1", &browsers, None)
    })?;
    steps.print();
    println!("Not run here:");
    for (command, what) in OTHERS {
        println!("  {command:<34} {what}");
    }
    // Nothing may be printed after these: the runner's summary is to come last. Before it the
    // reporter prints how long they and all steps took.
    say("tests in browsers");
    test_in_browsers(&together, FILES_AT_ONCE, &browsers, Some(steps.total()))
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
    steps.take("names of types", type_names::check)?;
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
    steps.take(
        "the fuzzer guided by coverage, checked",
        check_guided_fuzzer,
    )?;
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

/// Checks the fuzzer that coverage guides: it stands outside the workspace, so that nothing else
/// compiles it.
fn check_guided_fuzzer() -> Result<()> {
    run(
        cargo(&[
            "check",
            "--quiet",
            "--locked",
            "--manifest-path=fuzz/libfuzzer/Cargo.toml",
            "--target-dir=target",
        ])?,
        "the fuzzer guided by coverage does not compile; if its lock file is behind, run `cargo metadata --manifest-path fuzz/libfuzzer/Cargo.toml`",
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

/// Runs these files of tests. After the last step, `before` is the time of all other steps, for
/// the reporter to print the total.
fn test_in_browsers(
    files: &[PathBuf],
    at_once: &str,
    browsers: &Browsers,
    before: Option<Duration>,
) -> Result<()> {
    let mut node = node(browsers)?;
    if let Some(before) = before {
        node.env("SHARDWISE_SECONDS_BEFORE", before.as_secs().to_string());
    }
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
    let is_alone = |path: &PathBuf| ALONE.iter().any(|name| path.ends_with(name));
    let (alone, together): (Vec<_>, Vec<_>) = files.into_iter().partition(is_alone);
    ensure!(
        alone.len() == ALONE.len(),
        "tests/browser lacks a file that runs alone; it should have {}",
        ALONE.join(", ")
    );
    ensure!(
        !together.is_empty(),
        "tests/browser has no tests but those that run alone"
    );
    Ok((alone, together))
}

#[cfg(test)]
mod browser_tests_are_found {
    use super::{ALONE, browser_tests};

    #[test]
    fn files_that_run_alone_exist_and_run_only_once() {
        let (alone, together) = browser_tests().expect("tests in browsers");
        assert_eq!(alone.len(), ALONE.len());
        assert!(together.len() > 20, "{} files", together.len());
        assert!(alone.iter().all(|path| !together.contains(path)));
    }
}

#[cfg(test)]
mod no_sleeps {
    use std::{collections::BTreeSet, fs};

    use crate::programs::root;

    /// Calls that wait for time.
    const WAITS: [&str; 6] = [
        "waitForTimeout",
        "setTimeout",
        "setInterval",
        "timers/promises",
        "scheduler.wait",
        "Atomics.wait",
    ];

    /// Files with such calls: the number of lines that have one, and the reason.
    const ALLOWED: [(&str, usize, &str); 7] = [
        (
            "bad-input.test.mjs",
            2,
            "a timer of another program fails, and two later ones run after it",
        ),
        (
            "faults-browser.test.mjs",
            1,
            "a worker that fails once more, in a later task",
        ),
        (
            "lessonhost.mjs",
            2,
            "a server that answers late, and one that sends for ever",
        ),
        (
            "planner.mjs",
            5,
            "the limit of a page; frames of a page out of sight; timers that end after all that the \
             page has set; `until`, which looks again",
        ),
        (
            "slices.test.mjs",
            4,
            "replaces the page's timer by one that the test holds",
        ),
        (
            "stress.test.mjs",
            2,
            "gives the page its turn between random events, and the browser a task in which it says \
             what it has collected",
        ),
        (
            "tasks.mjs",
            1,
            "a measurement, no test: lasts until the page is idle",
        ),
    ];

    /// Number of lines that wait for time.
    fn waits(text: &str) -> usize {
        let is_wait = |line: &&str| WAITS.iter().any(|wait| line.contains(wait));
        text.lines().filter(is_wait).count()
    }

    #[test]
    fn a_line_that_waits_for_time_is_found() {
        assert_eq!(waits("await drawn(page);\nawait page.clock.runFor(5);"), 0);
        let sleep = "await new Promise((done) => setTimeout(done, 500));";
        assert_eq!(waits(&format!("one();\n{sleep}\n{sleep}")), 2);
    }

    #[test]
    fn tests_in_browsers_wait_for_events_and_not_for_time() {
        let folder = root().join("tests/browser");
        let mut left: BTreeSet<&str> = ALLOWED.iter().map(|(name, ..)| *name).collect();
        let mut seen = 0;
        for entry in fs::read_dir(folder).expect("tests in browsers") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a text");
            let name = path.file_name().expect("a name").to_string_lossy();
            seen += 1;
            left.remove(&*name);
            let allowed = ALLOWED.iter().find(|(allowed, ..)| *allowed == name);
            assert_eq!(
                waits(&text),
                allowed.map_or(0, |(_, count, _)| *count),
                "lines of {name} that wait for time; see `calm`, `drawn` and `until` in \
                 planner.mjs, or give the reason in ALLOWED"
            );
        }
        assert!(seen > 20, "{seen} files");
        assert!(left.is_empty(), "allowed, but not there: {left:?}");
    }
}

//! Runs every check that a change has to pass.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};

use crate::{
    browsers::{self, Browsers},
    fuzz, page,
    programs::{cargo, program, root, run, say},
    setup,
};

/// Runs all checks and stops at the first that fails.
pub fn all() -> Result<()> {
    let browser_tests = browser_tests()?;
    setup::page_tools()?;
    let browsers = browsers::install()?;
    format()?;
    lint()?;
    test()?;
    fuzz::short()?;
    document()?;
    let sizes = page::build(None)?;
    sizes.print();
    sizes.check()?;
    page::single()?;
    test_in_browsers(&browser_tests, &browsers)
}

/// A `node` command that knows where the page and the browsers are.
pub fn node(browsers: &Browsers) -> Result<Command> {
    let mut node = program("node")?;
    node.env("SHARDWISE_DIST", page::dist());
    browsers.pass_to(&mut node);
    Ok(node)
}

fn format() -> Result<()> {
    say("format");
    run(
        cargo(&["fmt", "--all", "--check"])?,
        "the format differs; run `cargo fmt --all`",
    )
}

fn lint() -> Result<()> {
    say("lints of the command, the tests and the tasks");
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
    )?;
    for (what, features, bin) in [
        ("the page", "--features=page", "--bin=shardwise-page"),
        ("its workers", "--features=worker", "--bin=shardwise-search"),
    ] {
        say(&format!("lints of {what}"));
        run(
            cargo(&[
                "clippy",
                "--quiet",
                "--target=wasm32-unknown-unknown",
                "--no-default-features",
                features,
                bin,
                "--",
                "--deny=warnings",
            ])?,
            &format!("clippy has something to say about {what}; mend what it names above"),
        )?;
    }
    Ok(())
}

fn test() -> Result<()> {
    say("tests");
    run(
        cargo(&["test", "--quiet", "--workspace"])?,
        "a test failed; repeat it with `cargo test --workspace`",
    )?;
    say("our lessons, worked through");
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
    say("documentation");
    let mut doc = cargo(&["doc", "--quiet", "--workspace", "--no-deps"])?;
    doc.env("RUSTDOCFLAGS", "--deny=warnings");
    run(
        doc,
        "rustdoc has something to say; mend what it names above",
    )
}

/// Nothing may be printed after these: the runner's summary is to come last.
fn test_in_browsers(files: &[PathBuf], browsers: &Browsers) -> Result<()> {
    say("tests in browsers");
    let mut node = node(browsers)?;
    node.args(["--test", "--test-reporter=spec", "--test-concurrency=1"])
        .args(files);
    run(
        node,
        "a test failed in a browser; the list above says which",
    )
}

fn browser_tests() -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("tests/browser"))
        .context("tests/browser is missing; check the repository out again")?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    ensure!(
        !files.is_empty(),
        "tests/browser holds no *.test.mjs, so nothing would be tested in a browser; add one"
    );
    files.sort();
    Ok(files)
}

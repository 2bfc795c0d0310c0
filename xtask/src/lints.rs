//! Checks that do not run the code: format, clippy, documentation, and what guides and docs name.

use anyhow::{Context, Result};

use crate::{
    docs, literals, messages, modules,
    programs::{cargo, output, run},
    setup,
    steps::Steps,
};

/// Names the package of the fuzzer guided by coverage, which is no member of the workspace.
const GUIDED: &str = "--manifest-path=fuzz/libfuzzer/Cargo.toml";

/// Runs all of them, and prints how long each took.
pub fn all() -> Result<()> {
    setup::page_tools()?;
    let mut steps = Steps::default();
    take(&mut steps)?;
    steps.print();
    Ok(())
}

/// Takes them as steps of a task.
pub fn take(steps: &mut Steps) -> Result<()> {
    steps.take("format", format)?;
    steps.take("lock file of the guided fuzzer", check_guided_lock)?;
    steps.take("circles of files", modules::check)?;
    steps.take("names in docs", docs::check)?;
    steps.take("messages in use", messages::check)?;
    steps.take("sentences in code", literals::check)?;
    steps.take("lints of the workspace", lint_workspace)?;
    steps.take("lints of the page and its workers", lint_page)?;
    steps.take("documentation", document)
}

fn format() -> Result<()> {
    run(
        cargo(&["fmt", "--all", "--check"])?,
        "the format differs; run `cargo fmt --all`",
    )
}

fn lint_workspace() -> Result<()> {
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

/// Lints the three programs that run in a browser, as they are compiled for it.
fn lint_page() -> Result<()> {
    run(
        cargo(&[
            "clippy",
            "--quiet",
            "--target=wasm32-unknown-unknown",
            "--package=shardwise",
            "--package=shardwise-search-worker",
            "--package=shardwise-import-worker",
            "--",
            "--deny=warnings",
        ])?,
        "clippy has something to say about the page or its workers; mend what it names above",
    )
}

/// Checks the fuzzer that coverage guides: it stands outside the workspace, so that nothing else
/// compiles it.
pub fn check_guided_fuzzer() -> Result<()> {
    let mut check = cargo(&["check", "--quiet", "--locked", GUIDED])?;
    check.env("CARGO_TARGET_DIR", crate::programs::target());
    run(check, "the fuzzer guided by coverage does not compile")
}

/// The lock file apart from the workspace's, which a new dependency leaves behind.
fn check_guided_lock() -> Result<()> {
    let metadata = cargo(&[
        "metadata",
        "--quiet",
        "--locked",
        "--format-version=1",
        GUIDED,
    ])?;
    output(metadata).map(drop).context(
        "the lock file of the fuzzer guided by coverage is behind; run `cargo metadata --manifest-path fuzz/libfuzzer/Cargo.toml`",
    )
}

fn document() -> Result<()> {
    let mut doc = cargo(&["doc", "--quiet", "--workspace", "--no-deps"])?;
    doc.env("RUSTDOCFLAGS", "--deny=warnings");
    run(
        doc,
        "rustdoc has something to say; mend what it names above",
    )
}

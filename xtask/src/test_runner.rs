//! Runs the native tests: by `cargo nextest` where it is installed, else by `cargo test`.

use anyhow::Result;

use crate::programs::{cargo, output, run, say};

/// Compiles all tests.
pub fn build() -> Result<()> {
    let command = if has_nextest() {
        cargo(&["nextest", "run", "--cargo-quiet", "--workspace", "--no-run"])?
    } else {
        cargo(&["test", "--quiet", "--workspace", "--no-run"])?
    };
    run(
        command,
        "the tests cannot be compiled; repeat it with `cargo test --workspace --no-run`",
    )
}

/// Runs every test of the workspace, and the examples in its documentation.
///
/// With a seed, random inputs are of that seed, and tests that compare a share of their cases compare
/// all. Without one, the inputs are the same each time.
pub fn test(seed: Option<u64>) -> Result<()> {
    let mut tests = if has_nextest() {
        // The limit on each test, and what is said of slow ones, stand in `.config/nextest.toml`.
        cargo(&["nextest", "run", "--cargo-quiet", "--workspace"])?
    } else {
        say(
            "cargo-nextest is not installed, which names slow tests: `cargo install --locked cargo-nextest`",
        );
        cargo(&[
            "test",
            "--quiet",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
        ])?
    };
    if let Some(seed) = seed {
        tests
            .env("SHARDWISE_SEED", seed.to_string())
            .env("SHARDWISE_WHOLE", "1");
    }
    run(
        tests,
        "a test failed; repeat it with `cargo test --workspace`",
    )?;
    run(
        cargo(&["test", "--quiet", "--workspace", "--doc"])?,
        "an example in the documentation failed; repeat it with `cargo test --workspace --doc`",
    )
}

/// True if `cargo nextest` is installed.
fn has_nextest() -> bool {
    let version = cargo(&["nextest", "--version"]);
    version.is_ok_and(|version| output(version).is_some())
}

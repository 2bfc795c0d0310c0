//! Runs the tests in browsers, by Playwright's own runner.

use std::{env::consts::EXE_SUFFIX, path::PathBuf, process::Command, time::Duration};

use anyhow::Result;

use crate::{
    browsers::Browsers,
    programs::{self, cargo, program, run, target},
};

/// The configuration of the tests.
const CONFIG: &str = "--config=tests/browser/playwright.config.mjs";

/// How the tests run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// True for all tests, false for the core suite.
    pub is_all: bool,
    /// True if a test that fails is not run once more.
    pub has_no_retry: bool,
    /// Seed of random events; none for one that the tests draw.
    pub seed: Option<u64>,
    /// Time of all earlier steps, for the closing lines.
    pub before: Option<Duration>,
}

/// Runs the tests that the words select, as Playwright's command line has them: files, `--grep`,
/// `--project`. Without words all of the suite. They need the command, which [`build_command`] or the
/// compilation of all native tests builds.
pub fn run_tests(browsers: &Browsers, options: Options, words: &[String]) -> Result<()> {
    let mut tests = playwright(browsers)?;
    tests.env(
        "SHARDWISE_SUITE",
        if options.is_all { "all" } else { "core" },
    );
    if options.has_no_retry {
        tests.env("SHARDWISE_RETRIES", "0");
    }
    if let Some(seed) = options.seed {
        tests.env("SHARDWISE_SEED", seed.to_string());
    }
    if let Some(before) = options.before {
        tests.env("SHARDWISE_SECONDS_BEFORE", before.as_secs().to_string());
    }
    tests.args(words);
    run(
        tests,
        "a test failed in a browser; the list above says which",
    )
}

/// Uses the page for long: 10,000 random events, 1,000 lessons, 300 planners in a page, and the
/// scenes of 200 plans.
pub fn stress(browsers: &Browsers) -> Result<()> {
    let mut tests = playwright(browsers)?;
    tests
        .env("SHARDWISE_STRESS", "1")
        .env("SHARDWISE_RETRIES", "0")
        .env("SHARDWISE_WORKERS", "1")
        .args(["stress.test.mjs", "scenes.test.mjs"]);
    run(
        tests,
        "long use has done harm; the list above says what, and of which seed",
    )
}

/// A command of Playwright's runner that knows the page, the command and the browsers.
pub fn playwright(browsers: &Browsers) -> Result<Command> {
    let mut tests = playwright_with(CONFIG, browsers)?;
    tests.env("SHARDWISE_COMMAND", command_path());
    Ok(tests)
}

/// A command of Playwright's runner with this configuration.
pub fn playwright_with(config: &str, browsers: &Browsers) -> Result<Command> {
    let mut tests = program("playwright")?;
    tests
        .args(["test", config])
        .env("SHARDWISE_DIST", programs::dist());
    browsers.pass_to(&mut tests);
    Ok(tests)
}

/// Builds the command, with which the tests compare the page.
pub fn build_command() -> Result<()> {
    run(
        cargo(&[
            "build",
            "--quiet",
            "--package=shardwise-cli",
            "--bin=shardwise",
        ])?,
        "the command was not built; Cargo says why above",
    )
}

/// The path of the built command.
fn command_path() -> PathBuf {
    let name = format!("shardwise{EXE_SUFFIX}");
    target().join("debug").join(name)
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
    const ALLOWED: [(&str, usize, &str); 9] = [
        ("access.test.mjs", 1, "frames of a page out of sight"),
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
            3,
            "frames of a page out of sight; timers that end after all that the page has set",
        ),
        (
            "scenes.test.mjs",
            3,
            "gives the page its turn between two frames of the player, whose pauses are over at once",
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
        let is_wait = |line: &&str| {
            // The limit of a test is no wait.
            let is_limit = line.contains("test.setTimeout");
            !is_limit && WAITS.iter().any(|wait| line.contains(wait))
        };
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

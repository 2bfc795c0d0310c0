//! Runs the checks: those that every change has to pass, or all.

use std::{
    fs,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, bail};

use crate::{
    browser_tests,
    browsers::Need,
    calibrate, fuzz, lints, page,
    programs::{cargo, root, run, say},
    setup,
    steps::Steps,
    test_runner,
};

/// Checks that no suite has, with the command that runs each.
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
        "cargo xtask test --stress",
        "the page used for long, in both browsers",
    ),
    (
        "SHARDWISE_LONGEST_PIPELINE=1000 cargo test --release --package shardwise-cost schedule::",
        "pipelines of up to a thousand ranks, block by block",
    ),
    (
        "cargo bench --package shardwise-cost --bench bounded",
        "the slowest plans, each within its budget",
    ),
    ("cargo xtask bench", "how fast the model and the page are"),
];

/// The tests that `cargo xtask test` runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite<'a> {
    /// True for all checks, false for those that every change has to pass.
    is_all: bool,
    /// True if a browser test that fails is not run once more.
    has_no_retry: bool,
    /// Browsers that are left out.
    without: Vec<&'a str>,
    /// Seed of random inputs in all checks; none for a fresh one.
    seed: Option<u64>,
}

impl<'a> Suite<'a> {
    /// Reads the options of the task.
    ///
    /// # Errors
    /// If an option is unknown, or lacks its value.
    pub fn of(words: &[&'a str]) -> Result<Self> {
        let mut suite = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--all" => suite.is_all = true,
                "--no-retry" => suite.has_no_retry = true,
                "--without" => {
                    let browser = words.next().context("--without needs a browser")?;
                    suite.without.push(browser);
                }
                "--seed" => {
                    let seed = words.next().context("--seed needs a number")?;
                    suite.seed = Some(seed.parse().context("--seed needs a whole number")?);
                }
                other => bail!("`{other}` is no option of `cargo xtask test`"),
            }
        }
        Ok(suite)
    }

    /// Runs the checks, and stops at the first step that fails.
    pub fn run(&self) -> Result<()> {
        let mut steps = Steps::default();
        let need = Need::Each {
            without: &self.without,
        };
        let browsers = steps.take("tools and browsers", || setup::with_browsers(need))?;
        lints::take(&mut steps)?;
        let seed = self.is_all.then(|| self.seed.unwrap_or_else(fresh_seed));
        if let Some(seed) = seed {
            say(&format!(
                "seed of random inputs: {seed}; repeat them with `--seed {seed}`"
            ));
        }
        steps.take("tests, compiled", test_runner::build)?;
        steps.take("tests", || test_runner::test(seed))?;
        if let Some(seed) = seed {
            take_rest(&mut steps, seed)?;
        }
        steps.take("the page", build_page)?;
        steps.print();
        self.print_left_out();
        // Nothing is printed after these: the summary of their runner comes last.
        say("tests in browsers");
        let options = browser_tests::Options {
            is_all: self.is_all,
            has_no_retry: self.has_no_retry,
            seed,
            before: Some(steps.total()),
        };
        browser_tests::run_tests(&browsers, options, &[])
    }

    fn print_left_out(&self) {
        println!("Not run here:");
        if !self.is_all {
            println!(
                "  {:<34} the rest of the tests in both browsers, our lessons worked through,",
                "cargo xtask test --all"
            );
            println!(
                "  {:<34} the fit of the constants, fuzzing: every night",
                ""
            );
        }
        for (command, what) in OTHERS {
            println!("  {command:<34} {what}");
        }
    }
}

/// Runs browser tests that the words select, on the page that was built last.
pub fn selected(words: &[&str]) -> Result<()> {
    let browsers = setup::with_browsers(Need::One)?;
    let options = browser_tests::Options {
        is_all: true,
        ..browser_tests::Options::default()
    };
    browser_tests::run_tests(&browsers, options, words)
}

/// Uses the page for long.
pub fn stress() -> Result<()> {
    let browsers = setup::with_browsers(Need::Each { without: &[] })?;
    page::build(None)?;
    say("long use in browsers");
    browser_tests::stress(&browsers)
}

/// The checks of `--all` beyond those of every change, without the browsers.
fn take_rest(steps: &mut Steps, seed: u64) -> Result<()> {
    steps.take(
        "the fuzzer guided by coverage, checked",
        lints::check_guided_fuzzer,
    )?;
    steps.take("our lessons, worked through", work_lessons)?;
    steps.take("the fit of the constants", || {
        calibrate::calibrate(Some("--check"))
    })?;
    steps.take("fuzzing, a short run", || fuzz::short(seed))
}

/// A seed from the time of day.
fn fresh_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    // JavaScript's numbers hold it exactly.
    since.map_or(1, |since| since.as_secs() % (1 << 31))
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

fn build_page() -> Result<()> {
    let sizes = page::build(None)?;
    sizes.print();
    sizes.check()?;
    page::single().map(drop)
}

#[cfg(test)]
mod options {
    use super::Suite;

    #[test]
    fn options_are_read_in_any_order() {
        let suite = Suite::of(&["--without", "firefox", "--all", "--no-retry", "--seed", "7"]);
        let expected = Suite {
            is_all: true,
            has_no_retry: true,
            without: vec!["firefox"],
            seed: Some(7),
        };
        assert_eq!(suite.expect("options"), expected);
        assert_eq!(Suite::of(&[]).expect("options"), Suite::default());
        for wrong in [&["--al"][..], &["--without"], &["--seed", "x"]] {
            assert!(Suite::of(wrong).is_err(), "{wrong:?}");
        }
    }
}

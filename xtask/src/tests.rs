//! Runs the checks: those that every change has to pass, or all.

use std::{
    fs,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use clap::Args;

use crate::{
    browser_tests,
    browsers::Need,
    calibrate, embedded, exchange, fuzz, lints, page,
    programs::{cargo, root, run, say},
    setup,
    steps::Steps,
    test_runner,
};

/// Name of the page's build as a step.
const PAGE: &str = "the page";

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

/// Plans whose reports and traces are checked in all checks.
const DRAWN_PLANS: &str = "100000";

/// Browsers that can be left out.
const BROWSERS: [&str; 2] = ["chromium", "firefox"];

/// The options of `cargo xtask test`.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct Test {
    #[command(flatten)]
    suite: Suite,
    /// Runs browser tests alone, on the page that was built last. The arguments after it are those of
    /// `playwright test`: files, `--grep`, `--project firefox`, `--headed`.
    #[arg(long, value_name = "ARGUMENTS", num_args = 0.., allow_hyphen_values = true)]
    #[arg(exclusive = true)]
    only: Option<Vec<String>>,
    /// Has exported files read by their frameworks' own parsers (Python, some GB).
    #[arg(long, exclusive = true)]
    exchange: bool,
    /// Uses planners in lessons of MkDocs, Sphinx and Jupyter Book (Python).
    #[arg(long, exclusive = true)]
    embed: bool,
    /// Uses the page for long in browsers: 10,000 random events, 1,000 lessons, 300 planners in a
    /// page, scenes of 200 plans; prints the memory of each (forty minutes).
    #[arg(long, exclusive = true)]
    stress: bool,
}

/// The checks that every change has to pass, or all.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
struct Suite {
    /// Runs all checks: also the rest of the tests in both browsers, our lessons worked through, the
    /// fit of the constants and fuzzing, with fresh random inputs.
    #[arg(long = "all")]
    is_all: bool,
    /// Does not run a browser test that fails once more.
    #[arg(long = "no-retry")]
    has_no_retry: bool,
    /// Leaves a browser out.
    #[arg(long, value_name = "BROWSER", value_parser = BROWSERS)]
    without: Vec<String>,
    /// Seed of random inputs in all checks, instead of a fresh one.
    #[arg(long)]
    seed: Option<u64>,
}

impl Test {
    /// Runs what the options say.
    pub fn run(&self) -> Result<()> {
        match self {
            Self { exchange: true, .. } => exchange::test(),
            Self { embed: true, .. } => embedded::test(),
            Self { stress: true, .. } => stress(),
            Self {
                only: Some(words), ..
            } => selected(words),
            Self { suite, .. } => suite.run(),
        }
    }
}

impl Suite {
    /// Runs the checks, and stops at the first step that fails.
    fn run(&self) -> Result<()> {
        let mut steps = Steps::default();
        let need = Need::Each {
            without: &self.without,
        };
        let browsers = steps.take("tools and browsers", || setup::with_browsers(need))?;
        // Most of its time is one thread that links and optimizes: the checks use the other cores.
        steps.start_beside(PAGE, "checked-page")?;
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
        steps.wait_beside(PAGE)?;
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
                "  {:<34} the fit of the constants, scripts by bash, fuzzing: every night",
                ""
            );
        }
        for (command, what) in OTHERS {
            println!("  {command:<34} {what}");
        }
    }
}

/// Runs browser tests that the words select, on the page that was built last.
fn selected(words: &[String]) -> Result<()> {
    let browsers = setup::with_browsers(Need::One)?;
    browser_tests::build_command()?;
    let options = browser_tests::Options {
        is_all: true,
        ..browser_tests::Options::default()
    };
    browser_tests::run_tests(&browsers, options, words)
}

/// Uses the page for long.
fn stress() -> Result<()> {
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
    steps.take("drawn scripts, by bash", || run_scripts(seed))?;
    steps.take("sentences about many drawn plans", || draw_plans(seed))?;
    steps.take("searches that take long", search_long)?;
    steps.take("our lessons, worked through", work_lessons)?;
    steps.take("the fit of the constants", || {
        calibrate::calibrate(Some("--check"))
    })?;
    steps.take("fuzzing, a short run", || fuzz::short(seed))
}

/// Compares the values of drawn scripts with those of bash.
fn run_scripts(seed: u64) -> Result<()> {
    let mut test = cargo(&["test", "--quiet", "--package", "shardwise-formats", "--lib"])?;
    test.args(["--", "--ignored", "drawn_scripts_give_the_values_of_bash"]);
    test.env("SHARDWISE_SEED", seed.to_string());
    run(
        test,
        "a drawn script has another value than bash gives it; repeat it with `cargo xtask test --all --seed S`",
    )
}

/// Checks reports, advice and traces of many drawn plans.
fn draw_plans(seed: u64) -> Result<()> {
    let mut test = cargo(&[
        "test",
        "--quiet",
        "--profile=fuzz",
        "--package=shardwise-cli",
    ])?;
    test.args([
        "--test=all",
        "--",
        "properties::advice",
        "properties::trace_words",
    ]);
    test.env("SHARDWISE_PLANS", DRAWN_PLANS);
    test.env("SHARDWISE_SEED", seed.to_string());
    run(
        test,
        "a sentence about a drawn plan does not hold; repeat it with `cargo xtask test --all --seed S`",
    )
}

/// Searches for every framework and every published layout, whose places it prints.
fn search_long() -> Result<()> {
    let mut test = cargo(&[
        "test",
        "--quiet",
        "--package",
        "shardwise-cli",
        "--test",
        "all",
    ])?;
    let few = ["winners_for_", "places_of_all_published_layouts"];
    test.args(["--", "--ignored", "--nocapture"]).args(few);
    run(
        test,
        "a search for a framework finds what its file does not run, or not a published layout",
    )
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

#[cfg(test)]
mod options {
    use clap::Parser;

    use super::{Suite, Test};

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        test: Test,
    }

    fn test(words: &[&str]) -> Result<Test, clap::Error> {
        let words = ["test"].iter().chain(words);
        Arguments::try_parse_from(words).map(|arguments| arguments.test)
    }

    #[test]
    fn options_are_read_in_any_order() {
        let read = test(&["--without", "firefox", "--all", "--no-retry", "--seed", "7"]);
        let suite = Suite {
            is_all: true,
            has_no_retry: true,
            without: vec!["firefox".to_owned()],
            seed: Some(7),
        };
        let expected = Test {
            suite,
            ..Test::default()
        };
        assert_eq!(read.expect("options"), expected);
        assert_eq!(test(&[]).expect("options"), Test::default());
        for wrong in [
            &["--al"][..],
            &["--without"],
            &["--without", "safari"],
            &["--seed", "x"],
            &["--stress", "--all"],
            &["share.test.mjs"],
        ] {
            assert!(test(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_follows_only_is_for_the_runner() {
        let words = ["-g", "a link opens", "--project", "chromium", "--all"];
        let read = test(&[&["--only"], &words[..]].concat()).expect("options");
        assert_eq!(read.only.expect("words"), words);
        assert_eq!(read.suite, Suite::default());
        assert_eq!(test(&["--only"]).expect("options").only, Some(vec![]));
    }
}

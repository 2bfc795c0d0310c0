//! The tasks of this repository: `cargo xtask <task>`.

mod background;
mod bench;
mod browser_tests;
mod browsers;
mod calibrate;
mod docs;
mod embedded;
mod exchange;
mod fuzz;
mod lints;
mod literals;
mod messages;
mod modules;
mod page;
mod pictures;
mod programs;
mod release;
mod setup;
mod sizes;
mod steps;
mod test_runner;
mod tests;

use std::process::ExitCode;

use anyhow::Result;
use browsers::Need;
use clap::{Parser, Subcommand};
use release::Site;
use tests::Test;

/// Tasks of Shardwise's repository. Each installs what it lacks first.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Installs what the page is built with.
    Setup {
        /// Also installs browsers to test it in.
        #[arg(long)]
        browsers: bool,
    },
    /// Serves the page on http://127.0.0.1:8080 and builds it again on every change.
    Serve,
    /// Builds the page into dist/, ready for any static host, and prints its sizes.
    Build {
        /// Address of the page's folder, for OpenGraph and oEmbed: other sites can show links to it.
        #[arg(long, value_name = "URL", value_parser = Site::of)]
        site: Option<Site>,
    },
    /// Builds the page as one file, dist-single/shardwise.html, which opens without a server or a
    /// network.
    SingleFile,
    /// Checks format, lints, documentation, circles of files, sentences in code, and what docs name.
    Lint,
    /// Lists what each language lacks, and messages that no code uses.
    Messages,
    /// Runs the checks that every change has to pass, and prints how long each step took.
    Test(Test),
    /// Runs the library on random inputs and checks what must hold; guided by coverage where
    /// cargo-fuzz and a nightly toolchain are installed.
    Fuzz {
        /// Options of the fuzzer: `--minutes N`, `--seed S`, `--target T`, `--case C`, `--input TEXT`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Fits the cost model to published runs and prints its errors.
    Calibrate {
        /// Writes the result into the repository.
        #[arg(long, conflicts_with = "check")]
        write: bool,
        /// Compares the result with the repository's.
        #[arg(long)]
        check: bool,
    },
    /// Takes the pictures of the page in docs/ again, in Chromium.
    Pictures,
    /// Measures the cost model, the page's size and its speed in browsers.
    Bench {
        /// Takes fewer samples of the cost model.
        #[arg(long)]
        quick: bool,
    },
    #[command(
        hide = true,
        about = "Hook of Trunk: makes the scripts and styles of index.html"
    )]
    InlineFiles,
    #[command(hide = true, about = "Hook of Trunk: builds the page's program")]
    PageProgram,
    #[command(
        hide = true,
        about = "Hook of Trunk: names the files after the release"
    )]
    PlaceFiles,
    #[command(
        hide = true,
        about = "Builds and measures the page beside a task that waits for it"
    )]
    CheckedPage,
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Setup { browsers: false } => setup::page_tools(),
        Task::Setup { browsers: true } => setup::with_browsers(Need::One).map(drop),
        Task::Serve => setup::page_tools().and_then(|()| page::serve()),
        Task::Build { site } => build(site.as_ref()),
        Task::SingleFile => single_file(),
        Task::Lint => lints::all(),
        Task::Messages => messages::list(),
        Task::Test(test) => test.run(),
        Task::Fuzz { options } => {
            fuzz::fuzz(&options.iter().map(String::as_str).collect::<Vec<_>>())
        }
        Task::Calibrate { write: true, .. } => calibrate::calibrate(Some("--write")),
        Task::Calibrate { check: true, .. } => calibrate::calibrate(Some("--check")),
        Task::Calibrate { .. } => calibrate::calibrate(None),
        Task::Pictures => pictures::take(),
        Task::Bench { quick } => bench::measure(quick),
        Task::InlineFiles => release::inline_files(),
        Task::PageProgram => release::build_program(),
        Task::PlaceFiles => release::place(),
        Task::CheckedPage => {
            background::end_with_parent();
            page::build_checked()
        }
    }
}

fn build(site: Option<&Site>) -> Result<()> {
    setup::page_tools()?;
    page::build(site)?.print();
    Ok(())
}

fn single_file() -> Result<()> {
    setup::page_tools()?;
    page::build(None)?;
    page::single().map(drop)
}

#[cfg(test)]
mod options {
    use clap::{CommandFactory, Parser};

    use super::{Arguments, Task};

    fn task(words: &str) -> Result<Task, clap::Error> {
        let words = ["xtask"].into_iter().chain(words.split_whitespace());
        Arguments::try_parse_from(words).map(|arguments| arguments.task)
    }

    #[test]
    fn the_options_of_all_tasks_agree() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_no_task_has_is_refused() {
        for wrong in [
            "",
            "overvue",
            "setup --browser",
            "build --site",
            "build --site ftp://example.org",
            "calibrate --write --check",
            "bench --slow",
        ] {
            assert!(task(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_of_the_fuzzer_pass_as_they_are() {
        let words = "--target link --minutes 1 --input --seed";
        let Ok(Task::Fuzz { options }) = task(&["fuzz ", words].concat()) else {
            panic!("fuzz");
        };
        assert_eq!(options.join(" "), words);
    }
}

//! The tasks of this repository: `cargo xtask <task>`.

mod bench;
mod browser_tests;
mod browsers;
mod calibrate;
mod docs;
mod embedded;
mod exchange;
mod fuzz;
mod lints;
mod modules;
mod overview;
mod page;
mod pictures;
mod programs;
mod release;
mod setup;
mod sizes;
mod steps;
mod test_runner;
mod tests;
mod type_names;

use std::process::ExitCode;

use anyhow::Result;
use browsers::Need;
use release::Site;
use tests::Suite;

const USAGE: &str = "\
Usage: cargo xtask <task>

  setup [--browsers]  install what the page is built with, and browsers to test it in
  serve               serve the page on http://127.0.0.1:8080 and rebuild it on every change
  build [--site URL]  build the page into dist/, ready for any static host, and weigh it; with the
                      address of its folder, other sites can show links to it (OpenGraph, oEmbed)
  single-file         build the page as one file, dist-single/shardwise.html, which opens without a
                      server: to hand out, to upload to a course, to use without a network
  lint                check the format, the lints, the documentation, that no files import each other
                      in a circle, that no two types of one name can meet, that cited works are
                      listed and that files and tests which docs name exist: minutes, where all
                      checks take most of an hour
  test                run what every change has to pass: format, lints, docs, tests, the page and its
                      sizes, and what only a browser shows, in Chromium and Firefox; prints how long
                      each step took. `--without B` leaves a browser out; a browser test that fails
                      runs once more and is listed as flaky, unless `--no-retry` is given
  test --all          run all checks: also the rest of the tests in both browsers, our lessons worked
                      through, the fit of the constants and fuzzing, with fresh random inputs unless
                      `--seed S` is given; what the workflow runs at night
  test --only ARGS    run browser tests alone, on the page that was built last; the arguments are
                      those of `playwright test`: files, `--grep`, `--project firefox`, `--headed`
  test --exchange     have exported files read by their frameworks' own parsers (Python, some GB)
  test --embed        use planners in lessons that MkDocs, Sphinx and Jupyter Book make (Python)
  fuzz [--minutes N]  feed the library what nobody would write, and check what must hold; guided by
                      coverage where cargo-fuzz and a nightly toolchain are installed; --seed S,
                      --target T and --case C or --input TEXT repeat a run or an input
  test --stress       use the page for long in browsers: 10,000 random events, 1,000 lessons, 300
                      planners in a page, scenes of 200 plans; prints what each has cost in memory
                      (forty minutes)
  calibrate           fit the cost model to published runs and say how far off it is; with --write
                      keep the result, with --check compare it with what is kept
  overview            print files and lines of every crate, tests apart, and the hops of the flows
                      that ARCHITECTURE.md names
  pictures            take the pictures of the page in docs/ again, in Chromium
  bench [--quick]     measure the cost model, the page's size and its speed in browsers

Each task installs what it lacks first.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some(outcome) = run(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the task that the words name; `None` where they name none.
fn run(words: &[&str]) -> Option<Result<()>> {
    let outcome = match words {
        ["setup"] => setup::page_tools(),
        ["setup", "--browsers"] => setup::with_browsers(Need::One).map(drop),
        ["serve"] => setup::page_tools().and_then(|()| page::serve()),
        ["build"] => build(None),
        ["build", "--site", address] => Site::of(address).and_then(|site| build(Some(&site))),
        ["single-file"] => single_file(),
        ["lint"] => lints::all(),
        ["test", "--exchange"] => exchange::test(),
        ["test", "--embed"] => embedded::test(),
        ["fuzz", rest @ ..] => fuzz::fuzz(rest),
        ["test", "--stress"] => tests::stress(),
        ["test", "--only", rest @ ..] => tests::selected(rest),
        ["test", options @ ..] => Suite::of(options).and_then(|suite| suite.run()),
        ["calibrate"] => calibrate::calibrate(None),
        ["calibrate", option @ ("--write" | "--check")] => calibrate::calibrate(Some(option)),
        ["overview"] => overview::print(),
        ["pictures"] => pictures::take(),
        ["bench"] => bench::full(),
        ["bench", "--quick"] => bench::quick(),
        ["inline-files"] => release::inline_files(),
        ["page-program"] => release::build_program(),
        ["place-files"] => release::place(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => return None,
    };
    Some(outcome)
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

//! The tasks of this repository: `cargo xtask <task>`.

mod bench;
mod browsers;
mod calibrate;
mod page;
mod programs;
mod setup;
mod sizes;
mod split;
mod tests;

use std::process::ExitCode;

use anyhow::Result;

const USAGE: &str = "\
Usage: cargo xtask <task>

  setup [--browsers]  install what the page is built with, and browsers to test it in
  serve               serve the page on http://127.0.0.1:8080 and rebuild it on every change
  build               build the page into dist/, ready for any static host, and weigh it
  test                run every check: format, lints, tests, docs, page, sizes, browsers
  calibrate [--write] fit the cost model to published runs, say how far off it is, keep the result
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
        ["setup", "--browsers"] => setup::page_tools().and_then(|()| browsers::install().map(drop)),
        ["serve"] => setup::page_tools().and_then(|()| page::serve()),
        ["build"] => build(),
        ["test"] => tests::all(),
        ["calibrate"] => calibrate::calibrate(false),
        ["calibrate", "--write"] => calibrate::calibrate(true),
        ["bench"] => bench::full(),
        ["bench", "--quick"] => bench::quick(),
        ["place-parts"] => split::place(),
        // The compiler calls this program as its linker.
        ["-flavor", ..] => split::link(words),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => return None,
    };
    Some(outcome)
}

fn build() -> Result<()> {
    setup::page_tools()?;
    page::build()?.print();
    Ok(())
}

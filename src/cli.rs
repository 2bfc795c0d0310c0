//! The native command: the page's cost model, for terminals and scripts.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shardwise::cost::estimate;
use shardwise::report::{json, runs as runs_report, terminal};
use shardwise::runs::compare::Comparison;
use shardwise::runs::summary::Summary;
use shardwise::{link, runs, text};

/// Plans large-model pre-training: what each GPU must hold, how long a step takes, and why.
#[derive(Parser)]
#[command(name = "shardwise", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Estimates one plan. Exit status 0 if it is legal, else 2.
    Estimate {
        /// A plan's link, or the part of it from # on, such as
        /// '#v=1&p=llama3-70b/h100x64&tp=8&pp=4'.
        link: String,
        /// Prints one JSON object instead of a report.
        #[arg(long)]
        json: bool,
    },
    /// Sets the model beside published runs. Exit status 0 if the file can be read, else 2.
    Validate {
        /// A JSON list of runs, as tests/data/README.md describes it.
        #[arg(long, value_name = "FILE")]
        runs: PathBuf,
        /// Prints one JSON object instead of a table.
        #[arg(long)]
        json: bool,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Estimate { link, json } => run_estimate(&link, json),
        Task::Validate { runs, json } => run_validate(&runs, json),
    };
    match done {
        Ok(status) => status,
        // The reader, such as `head`, has what it wanted.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // Where stderr is gone too there is nobody left to tell.
            let _ = writeln!(io::stderr(), "shardwise: {error}.");
            ExitCode::FAILURE
        }
    }
}

/// Prints the estimate of `link` and, for an illegal plan, its reasons on stderr too.
fn run_estimate(link: &str, as_json: bool) -> io::Result<ExitCode> {
    let strings = &text::EN;
    let (plan, warnings) = link::decode(link);
    let result = estimate(&plan);
    let mut stdout = io::stdout().lock();
    if as_json {
        writeln!(
            stdout,
            "{:#}",
            json::object(&plan, &result, &warnings, strings)
        )?;
    } else {
        write!(
            stdout,
            "{}",
            terminal::report(&plan, &result, &warnings, strings)
        )?;
    }
    stdout.flush()?;
    let Err(reasons) = result else {
        return Ok(ExitCode::SUCCESS);
    };
    let mut stderr = io::stderr().lock();
    for reason in &reasons {
        writeln!(stderr, "shardwise: {}", (strings.reason)(reason, &plan))?;
    }
    Ok(ExitCode::from(2))
}

/// Prints the runs of a file beside their predictions, or why it cannot be read on stderr.
fn run_validate(path: &Path, as_json: bool) -> io::Result<ExitCode> {
    let entries = match runs::read_file(path) {
        Ok(entries) => entries,
        Err(why) => {
            let sentence = runs_report::unreadable(path, &why);
            writeln!(io::stderr(), "shardwise: {sentence}.")?;
            return Ok(ExitCode::from(2));
        }
    };
    let strings = &text::EN;
    let rows: Vec<Comparison> = entries.iter().map(Comparison::of).collect();
    let summary = Summary::of(&rows);
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    if as_json {
        let object = runs_report::json::object(&rows, &summary, strings);
        writeln!(stdout, "{object:#}")?;
    } else {
        let table = runs_report::table::report(&rows, &summary, strings);
        write!(stdout, "{table}")?;
    }
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}

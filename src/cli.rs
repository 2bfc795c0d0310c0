//! The native command: the page's cost model, for terminals and scripts.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shardwise::cost::estimate;
use shardwise::report::{json, terminal};
use shardwise::{link, text};

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
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Estimate { link, json } => run_estimate(&link, json),
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

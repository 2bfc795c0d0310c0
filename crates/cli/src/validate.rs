//! `shardwise validate`: published runs beside the predictions of the model.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cli::printed::{self, stderr, stdout};
use cli::report::runs as runs_report;
use runs::compare::Comparison;
use runs::summary::RunsSummary;

/// Arguments of `shardwise validate`: a file of runs and the output.
#[derive(Args)]
pub(crate) struct ValidateArguments {
    /// A JSON list of runs, as tests/data/README.md describes it.
    #[arg(long, value_name = "FILE")]
    runs: PathBuf,
    /// Prints one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Prints the runs of a file beside their predictions, or on stderr the reason why it cannot be
/// read.
pub(crate) fn run(arguments: &ValidateArguments) -> io::Result<ExitCode> {
    let entries = match runs::read_file(&arguments.runs) {
        Ok(entries) => entries,
        Err(why) => {
            let sentence = runs_report::unreadable(&arguments.runs, &why);
            writeln!(stderr(), "shardwise: {sentence}.")?;
            return Ok(ExitCode::from(2));
        }
    };
    let rows: Vec<Comparison> = entries.iter().map(Comparison::of).collect();
    let summary = RunsSummary::of(&rows);
    let mut stdout = io::BufWriter::new(stdout());
    if arguments.json {
        let object = runs_report::json::object(&rows, &summary);
        writeln!(stdout, "{}", printed::json(&object))?;
    } else {
        let table = runs_report::table::report(&rows, &summary);
        write!(stdout, "{table}")?;
    }
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}

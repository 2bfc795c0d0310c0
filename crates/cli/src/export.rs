//! `shardwise export`: a plan as the files of a training framework.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cli::printed::{stderr, stdout};
use cost::legal::Legal;
use formats::export::{Target, export};
use formats::file_run::FileRun;
use text::exchange;

use crate::typed::PlanArguments;
use crate::words::word;

/// Arguments of `shardwise export`: a plan and the target.
#[derive(Args)]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    plan: PlanArguments,
    /// Target: the framework or format to write.
    #[arg(long, value_name = "TARGET", value_parser = word::<Target>())]
    to: Target,
    /// Where it is written, instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes the file only if it runs the plan; else exits with 1.
    #[arg(long)]
    strict: bool,
}

/// Exit status of a file that is written, and with which the framework does not start.
const DOES_NOT_START: u8 = 3;

/// Writes the plan; notes on aspects that the target cannot express also go to stderr.
pub(crate) fn run(arguments: &ExportArguments) -> io::Result<ExitCode> {
    let plan = match arguments.plan.read_with_warnings()? {
        Ok(plan) => plan,
        Err(status) => return Ok(status),
    };
    let mut stderr = stderr();
    let legal = match Legal::check(&plan) {
        Ok(legal) => legal,
        Err(reasons) => {
            for reason in &reasons {
                writeln!(
                    stderr,
                    "shardwise: {}",
                    text::reasons::reason(reason, &plan)
                )?;
            }
            return Ok(ExitCode::from(2));
        }
    };
    let export = export(&legal, arguments.to, &exchange::EXPORT);
    let run = FileRun::of(&legal, arguments.to, &export);
    let starts = !matches!(run, FileRun::Refused(_) | FileRun::Illegal(..));
    if let Some(sentence) = exchange::file_run(&run, &plan) {
        writeln!(stderr, "shardwise: {sentence}")?;
        if arguments.strict {
            writeln!(stderr, "shardwise: {}.", exchange::strict())?;
            return Ok(ExitCode::FAILURE);
        }
    }
    match &arguments.out {
        None => {
            let mut stdout = stdout();
            write!(stdout, "{}", export.text)?;
            stdout.flush()?;
        }
        Some(out) => {
            if let Err(error) = fs::write(out, &export.text) {
                let sentence = exchange::cannot_write(out, &error);
                writeln!(stderr, "shardwise: {sentence}.")?;
                return Ok(ExitCode::from(2));
            }
        }
    }
    // On standard output the file has the notes as comments, except in formats without comments.
    if arguments.out.is_some() || !export.is_commented {
        for note in &export.notes {
            writeln!(stderr, "shardwise: {}", exchange::note(note, &plan))?;
        }
        if !export.launch.is_empty() {
            writeln!(
                stderr,
                "shardwise: {}: {}",
                exchange::start(),
                export.launch
            )?;
        }
    }
    Ok(if starts {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(DOES_NOT_START)
    })
}

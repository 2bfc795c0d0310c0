//! The native command: the page's cost model, for terminals and scripts.

mod asked;
mod estimate;
mod export;
mod fleet;
mod import;
mod language;
mod lesson;
mod linked;
mod list;
mod search;
mod trace;
mod validate;
mod words;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cli::printed::stderr;

use estimate::EstimateArguments;
use export::ExportArguments;
use fleet::FleetArguments;
use import::ImportArguments;
use lesson::LessonArguments;
use list::ListArguments;
use search::SearchArguments;
use trace::TraceArguments;
use validate::ValidateArguments;

/// Plans large-model pre-training: what each GPU must hold, how long a step takes, and why.
#[derive(Parser)]
#[command(name = "shardwise", version)]
struct CommandLine {
    /// Language of all that is printed, by its tag, such as `pt-BR`; without it that of the variable
    /// LANG. English stands in for a language that is not there, and for this help.
    #[arg(long, global = true, value_name = "TAG")]
    lang: Option<String>,
    #[command(subcommand)]
    subcommand: ShardwiseCommand,
}

/// The subcommands of `shardwise`.
#[derive(Subcommand)]
enum ShardwiseCommand {
    /// Estimates one plan. Exit status 0 if it is legal, else 2; with --goal, 0 if the goal is
    /// reached, 1 if not, 2 where it cannot be read.
    Estimate(EstimateArguments),
    /// Finds the best layouts of a plan's model on its cluster, of all legal ones. Exit status 0 if
    /// one fits, 1 if none does, 2 where the question cannot be read.
    Search(SearchArguments),
    /// Finds the best layout of each row of a CSV file of models and clusters, and writes the rows
    /// with their answers. Exit status 0 if every row has one, 1 if some has none, 2 where the
    /// file or the question cannot be read.
    Fleet(FleetArguments),
    /// Writes a plan as the file of a training framework: Megatron-LM's arguments, Megatron-Bridge's
    /// overrides, DeepSpeed's JSON, torchtitan's TOML or Python, YAML of nanotron, MaxText, Accelerate,
    /// Axolotl or LLaMA-Factory, a Slurm script, a task of `SkyPilot`; or as the estimate in JSON or CSV, a summary, an entry for a bibliography. Exit status 0 for a legal plan, else 2.
    Export(ExportArguments),
    /// Reads a plan from a model's configuration or a framework's options, and prints its link; what
    /// was not understood or is missing goes to stderr. Exit status 0 if the file can be read, else 2.
    Import(ImportArguments),
    /// Checks lessons: tours, challenges and exercises as docs/lessons.md describes them.
    Lesson(LessonArguments),
    /// Lists the keys of links, the models or the GPUs. Exit status 0.
    List(ListArguments),
    /// Shows a part of a step moment by moment, as a profiler would: what a GPU runs, sends and holds.
    /// Exit status 0 if the plan has that part, 1 if not, 2 for an illegal plan.
    Trace(TraceArguments),
    /// Sets the model beside published runs. Exit status 0 if the file can be read, else 2.
    Validate(ValidateArguments),
}

fn main() -> ExitCode {
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        // An argument can be the name of a file, which the error repeats.
        Err(error) if error.use_stderr() => {
            let _ = write!(stderr(), "{}", error.render());
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    language::choose(command_line.lang.as_deref());
    let done = match command_line.subcommand {
        ShardwiseCommand::Estimate(arguments) => estimate::run(&arguments),
        ShardwiseCommand::Search(arguments) => search::run(&arguments),
        ShardwiseCommand::Fleet(arguments) => fleet::run(&arguments),
        ShardwiseCommand::Export(arguments) => export::run(&arguments),
        ShardwiseCommand::Import(arguments) => import::run(&arguments),
        ShardwiseCommand::Lesson(arguments) => lesson::run(&arguments),
        ShardwiseCommand::List(arguments) => list::run(&arguments),
        ShardwiseCommand::Trace(arguments) => trace::run(&arguments),
        ShardwiseCommand::Validate(arguments) => validate::run(&arguments),
    };
    match done {
        Ok(status) => status,
        // The reader, such as `head`, has closed the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is closed too, the error cannot be reported.
            let _ = writeln!(stderr(), "shardwise: {error}.");
            ExitCode::FAILURE
        }
    }
}

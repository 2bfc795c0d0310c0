//! The native command: the page's cost model, for terminals and scripts.

mod asked;
mod compare;
mod estimate;
mod export;
mod fits;
mod fleet;
mod import;
mod language;
mod lesson;
mod list;
mod search;
mod trace;
mod typed;
mod validate;
mod why;
mod words;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use cli::exit_status;
use cli::printed::stderr;

use compare::CompareArguments;
use estimate::EstimateArguments;
use export::ExportArguments;
use fits::FitsArguments;
use fleet::FleetArguments;
use import::ImportArguments;
use lesson::LessonArguments;
use list::ListArguments;
use search::SearchArguments;
use trace::TraceArguments;
use validate::ValidateArguments;
use why::WhyArguments;

/// Plans large-model pre-training: what each GPU must hold, how long a step takes, and why.
#[derive(Parser)]
#[command(name = "shardwise", version)]
struct CommandLine {
    /// Language of all that is printed, by its tag, such as `pt-BR`; without it that of the
    /// variable LANG. English stands in for a language that is not there, and for this help.
    #[arg(long, global = true, value_name = "TAG")]
    lang: Option<String>,
    #[command(subcommand)]
    subcommand: ShardwiseCommand,
}

/// The subcommands of `shardwise`.
#[derive(Subcommand)]
enum ShardwiseCommand {
    /// Estimates one plan.
    Estimate(EstimateArguments),
    /// Finds the best layouts of a plan's model on its cluster, of all legal ones. Its model,
    /// cluster, batch and software stay as they are, its layout and what it recomputes are free.
    Search(SearchArguments),
    /// Sets frameworks side by side: what each takes for a plan, and what it does not run.
    Compare(CompareArguments),
    /// Finds the cheapest card, the longest sequence and the largest model with which a plan fits.
    Fits(FitsArguments),
    /// Finds the best layout of each row of a CSV file of models and clusters, and writes the rows
    /// with their answers.
    Fleet(FleetArguments),
    /// Writes a plan as the file of a training framework: Megatron-LM's arguments,
    /// Megatron-Bridge's overrides, DeepSpeed's JSON, torchtitan's TOML or Python, YAML of
    /// nanotron, MaxText, Accelerate, Axolotl, LLaMA-Factory, TRL, ms-swift or torchtune, PEFT's
    /// JSON, a Slurm script, a task of `SkyPilot`; or as the estimate in JSON or CSV, a summary, an entry for a bibliography.
    Export(ExportArguments),
    /// Reads a plan from a model's configuration or a framework's options, and prints its link;
    /// what was not understood or is missing goes to stderr.
    Import(ImportArguments),
    /// Checks lessons: tours, challenges and exercises as docs/lessons.md describes them.
    Lesson(LessonArguments),
    /// Lists the keys of links, the models or the GPUs, or prints the JSON Schema of an estimate.
    List(ListArguments),
    /// Shows a part of a step moment by moment, as a profiler would: what a GPU runs, sends and
    /// holds.
    Trace(TraceArguments),
    /// Sets the model beside published runs.
    Validate(ValidateArguments),
    /// Shows how a figure is computed: the numbers that give it, down to the plan, data sheets and
    /// constants.
    Why(WhyArguments),
}

/// The command with the exit statuses in its help and in that of its subcommands.
fn command() -> Command {
    let mut command = CommandLine::command().after_help(exit_status::help(""));
    let subcommands = command.get_subcommands();
    let names: Vec<String> = subcommands.map(|one| one.get_name().to_owned()).collect();
    for name in names {
        let help = exit_status::help(&name);
        command = command.mut_subcommand(name, |subcommand| subcommand.after_help(help));
    }
    command
}

/// The arguments of the command.
fn arguments() -> Result<CommandLine, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

fn main() -> ExitCode {
    let command_line = match arguments() {
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
        ShardwiseCommand::Compare(arguments) => compare::run(&arguments),
        ShardwiseCommand::Fits(arguments) => fits::run(&arguments),
        ShardwiseCommand::Fleet(arguments) => fleet::run(&arguments),
        ShardwiseCommand::Export(arguments) => export::run(&arguments),
        ShardwiseCommand::Import(arguments) => import::run(&arguments),
        ShardwiseCommand::Lesson(arguments) => lesson::run(&arguments),
        ShardwiseCommand::List(arguments) => list::run(&arguments),
        ShardwiseCommand::Trace(arguments) => trace::run(&arguments),
        ShardwiseCommand::Validate(arguments) => validate::run(&arguments),
        ShardwiseCommand::Why(arguments) => why::run(&arguments),
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

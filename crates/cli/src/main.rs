//! The native command: the page's cost model, for terminals and scripts.

mod asked;
mod export;
mod fleet;
mod import;
mod lesson;
mod search;

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use cli::report::{View, comparison, json, runs as runs_report, terminal};
use cost::convention::{Counting, MemoryKind, MfuKind, PeakKind};
use cost::estimate;
use cost::plan::Word;
use formats::goal::Goal;
use formats::link;
use formats::number::Units;
use runs::compare::Comparison;
use runs::summary::Summary;

/// Plans large-model pre-training: what each GPU must hold, how long a step takes, and why.
#[derive(Parser)]
#[command(name = "shardwise", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Estimates one plan. Exit status 0 if it is legal, else 2; with --goal, 0 if the goal is
    /// reached, 1 if not, 2 where it cannot be read.
    Estimate {
        /// A plan's link, or the part of it from # on, such as
        /// '#v=1&p=llama3-70b/h100x64&tp=8&pp=4'.
        link: String,
        /// Prints one JSON object instead of a report.
        #[arg(long)]
        json: bool,
        /// Says whether the plan reaches a goal, such as 'fits, mfu >= 40%, gpus <= 64': a
        /// condition on names of the JSON object, with dots, and on keys of links.
        #[arg(long, value_name = "CONDITION")]
        goal: Option<String>,
        #[command(flatten)]
        view: ViewArguments,
    },
    /// Finds the best layouts of a plan's model on its cluster, of all legal ones. Exit status 0 if
    /// one fits, 1 if none does, 2 where the question cannot be read.
    Search(search::Arguments),
    /// Finds the best layout of each row of a CSV file of models and clusters, and writes the rows
    /// with their answers. Exit status 0 if every row has one, 1 if some has none, 2 where the
    /// file or the question cannot be read.
    Fleet(fleet::Arguments),
    /// Writes a plan as the file of a training framework: Megatron-LM's arguments, Megatron-Bridge's
    /// overrides, DeepSpeed's JSON, torchtitan's TOML, nanotron's or Accelerate's YAML, a Slurm
    /// script; or as the estimate in JSON or CSV, a summary, an entry for a bibliography. Exit status 0 for a legal plan, else 2.
    Export(export::Arguments),
    /// Reads a plan from a model's configuration or a framework's options, and prints its link; what
    /// was not understood or is missing goes to stderr. Exit status 0 if the file can be read, else 2.
    Import(import::Arguments),
    /// Checks lessons: tours, challenges and exercises as docs/lessons.md describes them.
    Lesson(lesson::Arguments),
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

/// Conventions and units of the figures that are printed.
#[derive(Args)]
struct ViewArguments {
    /// Which FLOPs the utilisation counts: attention without its causal mask, with it, all
    /// parameters, or what is recomputed too (HFU).
    #[arg(long, value_name = "KIND", default_value = "noncausal",
          value_parser = PossibleValuesParser::new(MfuKind::WORDS))]
    mfu: String,
    /// Against which dense peak: of the matrix products' type, or 16-bit.
    #[arg(long, value_name = "KIND", default_value = "dtype",
          value_parser = PossibleValuesParser::new(PeakKind::WORDS))]
    peak: String,
    /// Which memory is printed; the verdict is always of what the card must give.
    #[arg(long, value_name = "KIND", default_value = "nvidia-smi",
          value_parser = PossibleValuesParser::new(MemoryKind::WORDS))]
    memory: String,
    /// The unit of memory in the report; JSON always has GiB.
    #[arg(long, value_name = "UNIT", default_value = "gib",
          value_parser = PossibleValuesParser::new(["gib", "gb"]))]
    units: String,
}

impl ViewArguments {
    fn view(&self) -> View {
        let [(_, mfu), (_, peak), (_, memory)] = Counting::CHOICES;
        let place = |words: &[&str], word: &str| {
            let place = words.iter().position(|known| *known == word);
            place.unwrap_or(words.len())
        };
        View {
            units: if self.units == "gb" {
                Units::Gb
            } else {
                Units::Gib
            },
            counting: Counting::of([
                place(mfu, &self.mfu),
                place(peak, &self.peak),
                place(memory, &self.memory),
            ]),
        }
    }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Estimate {
            link,
            json,
            goal,
            view,
        } => run_estimate(&link, json, goal.as_deref(), view.view()),
        Task::Search(arguments) => search::run(&arguments),
        Task::Fleet(arguments) => fleet::run(&arguments),
        Task::Export(arguments) => export::run(&arguments),
        Task::Import(arguments) => import::run(&arguments),
        Task::Lesson(arguments) => lesson::run(&arguments),
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

/// Prints the estimate of `link`, whether it reaches a goal if there is one and, for an illegal
/// plan, its reasons on stderr too.
fn run_estimate(link: &str, as_json: bool, goal: Option<&str>, view: View) -> io::Result<ExitCode> {
    let strings = &text::EN;
    let goal = match goal.map(|text| Goal::parse(text).map_err(|fault| (text, fault))) {
        None => None,
        Some(Ok(goal)) => Some(goal),
        Some(Err((text, fault))) => {
            let sentence = (text::EN_GOAL.fault)(&fault, text);
            writeln!(io::stderr(), "shardwise: {sentence}.")?;
            return Ok(ExitCode::from(2));
        }
    };
    let (plan, warnings) = link::decode(link);
    let result = estimate(&plan);
    let judged = goal.as_ref().map(|goal| {
        let is_reached = goal.is_reached(&plan, result.as_ref());
        (goal, is_reached)
    });
    let mut stdout = io::stdout().lock();
    if as_json {
        let object = json::object(
            &plan,
            &result,
            &warnings,
            view,
            goal.as_ref(),
            &text::EN_EXCHANGE.plan,
        );
        writeln!(stdout, "{object}")?;
    } else {
        let report = terminal::report(&plan, &result, &warnings, view, strings);
        let comparison = comparison::report(&plan, view.units, &text::EN_FIGURES.compare);
        write!(stdout, "{report}{comparison}")?;
        if let Some((goal, is_reached)) = judged {
            writeln!(stdout, "\n{}", (text::EN_GOAL.reached)(goal, is_reached))?;
        }
    }
    stdout.flush()?;
    if let Err(reasons) = &result {
        let mut stderr = io::stderr().lock();
        for reason in reasons {
            writeln!(stderr, "shardwise: {}", (strings.reason)(reason, &plan))?;
        }
    }
    Ok(match judged {
        Some((_, is_reached)) => ExitCode::from(u8::from(!is_reached)),
        None if result.is_ok() => ExitCode::SUCCESS,
        None => ExitCode::from(2),
    })
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

//! `shardwise why`: the arithmetic of a figure.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use cli::printed::{self, stderr, stdout};
use cli::report::paper::report as report_paper;
use cli::report::why::{Compared, Printed, object, report};
use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Word as _};
use cost::why::paper::Paper;
use cost::why::{Entry, Figure, NotAFigure, Place, Root, Why, words};
use formats::link;

use crate::typed::{NOT_UNDERSTOOD, PlanArguments};
use crate::words::word;

/// Arguments of `shardwise why`: a plan, a figure of it, and the output.
#[derive(Args)]
pub(crate) struct WhyArguments {
    #[command(flatten)]
    plan: PlanArguments,
    /// The figure. Each stage has those of memory and traffic: memory.total@3 is that of stage 3,
    /// and memory.total that of the fullest stage.
    #[arg(required = true, value_name = "FIGURE", value_parser = FigureParser)]
    figure: Result<Figure, NotAFigure>,
    /// The pipeline stage of a figure of memory or traffic, counted from 0, in place of @NUMBER behind it.
    #[arg(long, value_name = "NUMBER")]
    stage: Option<usize>,
    /// Prints what is below a number of the arithmetic: its words from the figure on, with / between
    /// them.
    #[arg(long, value_name = "PATH", default_value = "")]
    at: String,
    /// Levels that are printed.
    #[arg(long, value_name = "NUMBER", default_value_t = 3)]
    depth: usize,
    /// A plan in one text, whose values are printed beside those of the first.
    #[arg(long, value_name = "PLAN")]
    against: Option<String>,
    /// Prints the textbook's value of the figure and the steps from it to ours instead of the
    /// arithmetic, or with --json beside it.
    #[arg(long, conflicts_with_all = ["at", "against"])]
    paper: bool,
    /// Prints one JSON object with all that is below instead of rows.
    #[arg(long)]
    json: bool,
}

/// A parser of figures, which refuses unknown words with a list of all.
#[derive(Clone)]
struct FigureParser;

impl TypedValueParser for FigureParser {
    type Value = Result<Figure, NotAFigure>;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let figure = value.to_str().map(str::parse);
        match figure {
            Some(Ok(_) | Err(NotAFigure::HasNoStages(_) | NotAFigure::UnknownPlace)) => {
                Ok(figure.unwrap_or(Err(NotAFigure::UnknownFigure)))
            }
            Some(Err(NotAFigure::UnknownFigure)) | None => word::<Root>()
                .parse_ref(command, argument, value)
                .map(|_| Err(NotAFigure::UnknownFigure)),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Root::WORDS.iter().map(PossibleValue::new)))
    }
}

impl WhyArguments {
    /// The figure, with the stage of `--stage` if there is one.
    fn figure(&self) -> Result<Figure, NotAFigure> {
        let figure = self.figure?;
        match self.stage {
            None => Ok(figure),
            Some(_) if !figure.root.is_of_stage() => Err(NotAFigure::HasNoStages(figure.root)),
            Some(stage) => Ok(Figure {
                place: Place::Stage(stage),
                ..figure
            }),
        }
    }
}

/// Prints the arithmetic of a figure, or on stderr the reason why there is none.
pub(crate) fn run(arguments: &WhyArguments) -> io::Result<ExitCode> {
    let plan = match arguments.plan.read_with_warnings()? {
        Ok(plan) => plan,
        Err(status) => return Ok(status),
    };
    let other = match &arguments.against {
        None => None,
        Some(text) => match arguments.plan.read_other(text)? {
            Some(link) => Some(link::decode(&link).0),
            None => return Ok(ExitCode::from(NOT_UNDERSTOOD)),
        },
    };
    let figure = match arguments.figure() {
        Ok(figure) => figure,
        Err(fault) => return refused(&text::why::not_a_figure(fault)),
    };
    let Some(found) = explained(&plan, figure, arguments.paper)? else {
        return Ok(ExitCode::from(NOT_UNDERSTOOD));
    };
    let Explained { why, paper } = match found {
        Ok(explained) => explained,
        Err(stages) => return refused(&text::why::no_such_stage(stages)),
    };
    let other = match &other {
        None => None,
        Some(plan) => match explained(plan, figure, false)? {
            Some(other) => Some(other),
            None => return Ok(ExitCode::from(NOT_UNDERSTOOD)),
        },
    };
    let Some(root) = why.root(figure.root) else {
        writeln!(stderr(), "shardwise: {}.", text::why::zero(figure.root))?;
        return Ok(ExitCode::FAILURE);
    };
    let here = match root.at(&arguments.at) {
        Ok(here) => here,
        Err((last, _)) => {
            let words: Vec<String> = words(&last).into_iter().map(|(word, _)| word).collect();
            let sentence = text::why::absent(&arguments.at, &words);
            writeln!(stderr(), "shardwise: {sentence}.")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let compared = other.as_ref().map(|other| Compared {
        here: (other.as_ref().ok())
            .and_then(|other| other.why.root(figure.root))
            .and_then(|root| root.at(&arguments.at).ok()),
    });
    if arguments.paper && !arguments.json {
        return print_paper(figure.root, paper.as_ref(), &root);
    }
    let found = Printed {
        root: figure.root,
        here,
        is_figure: arguments.at.is_empty(),
        other: compared,
        depth: arguments.depth,
        paper: paper.as_ref(),
    };
    let mut stdout = stdout();
    if arguments.json {
        writeln!(stdout, "{}", printed::json(&object(&found)))?;
    } else {
        write!(stdout, "{}", report(&found))?;
    }
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses the figure with a sentence.
fn refused(sentence: &str) -> io::Result<ExitCode> {
    writeln!(stderr(), "shardwise: {sentence}.")?;
    Ok(ExitCode::from(NOT_UNDERSTOOD))
}

/// Prints the textbook's value of a figure, or that it has none.
fn print_paper(root: Root, paper: Option<&Paper>, figure: &Entry) -> io::Result<ExitCode> {
    let Some(paper) = paper else {
        writeln!(stderr(), "shardwise: {}.", text::paper::absent(root))?;
        return Ok(ExitCode::FAILURE);
    };
    let mut stdout = stdout();
    let rows = report_paper(paper, root.word(), text::why::root(root), figure);
    write!(stdout, "{rows}")?;
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The arithmetic of a plan's figures, with the textbook's value of one if it is wanted and there is
/// one.
struct Explained {
    why: Why,
    paper: Option<Paper>,
}

/// The arithmetic of a plan's figures, or the number of its stages if it does not have that of the
/// figure; for an illegal plan none, with the reasons on stderr.
fn explained(
    plan: &Plan,
    figure: Figure,
    has_paper: bool,
) -> io::Result<Option<Result<Explained, usize>>> {
    let reasons = match (Legal::check(plan), estimate(plan)) {
        (Ok(legal), Ok(estimate)) => {
            let (memory, machine) = (&estimate.memory, estimate.machine.as_ref());
            let stages = memory.stages.len();
            let Some(stage) = figure.stage(stages, memory.peak_stage) else {
                return Ok(Some(Err(stages)));
            };
            let why = Why::of(&legal, machine, stage);
            let ours = why.value(figure.root);
            let paper = || Paper::of(&legal, machine, stage, figure.root, ours);
            let paper = has_paper.then(paper).flatten();
            return Ok(Some(Ok(Explained { why, paper })));
        }
        (Err(reasons), _) | (_, Err(reasons)) => reasons,
    };
    let mut stderr = stderr();
    for reason in &reasons {
        let sentence = text::reasons::reason(reason, plan);
        writeln!(stderr, "shardwise: {sentence}")?;
    }
    Ok(None)
}

//! `shardwise why`: the arithmetic of a figure.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{self, stderr, stdout};
use cli::report::why::{Compared, Printed, object, report};
use cost::estimate;
use cost::legal::Legal;
use cost::plan::Plan;
use cost::why::{Root, Why, words};
use formats::link;

use crate::typed::{NOT_UNDERSTOOD, PlanArguments};
use crate::words::word;

/// Arguments of `shardwise why`: a plan, a figure of it, and the output.
#[derive(Args)]
pub(crate) struct WhyArguments {
    #[command(flatten)]
    plan: PlanArguments,
    /// The figure.
    #[arg(required = true, value_name = "FIGURE", value_parser = word::<Root>())]
    figure: Root,
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
    /// Prints one JSON object with all that is below instead of rows.
    #[arg(long)]
    json: bool,
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
    let Some(why) = why_of(&plan)? else {
        return Ok(ExitCode::from(NOT_UNDERSTOOD));
    };
    let other = match &other {
        None => None,
        Some(plan) => match why_of(plan)? {
            Some(why) => Some(why),
            None => return Ok(ExitCode::from(NOT_UNDERSTOOD)),
        },
    };
    let Some(root) = why.root(arguments.figure) else {
        writeln!(
            stderr(),
            "shardwise: {}.",
            text::why::zero(arguments.figure)
        )?;
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
        here: other
            .root(arguments.figure)
            .and_then(|root| root.at(&arguments.at).ok()),
    });
    let found = Printed {
        root: arguments.figure,
        here,
        is_figure: arguments.at.is_empty(),
        other: compared,
        depth: arguments.depth,
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

/// The arithmetic of a plan's figures; for an illegal plan none, with the reasons on stderr.
fn why_of(plan: &Plan) -> io::Result<Option<Why>> {
    let reasons = match (Legal::check(plan), estimate(plan)) {
        (Ok(legal), Ok(estimate)) => return Ok(Some(Why::of(&legal, estimate.machine.as_ref()))),
        (Err(reasons), _) | (_, Err(reasons)) => reasons,
    };
    let mut stderr = stderr();
    for reason in &reasons {
        let sentence = text::reasons::reason(reason, plan);
        writeln!(stderr, "shardwise: {sentence}")?;
    }
    Ok(None)
}

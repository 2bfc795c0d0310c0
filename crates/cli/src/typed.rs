//! The plan that the arguments of a subcommand name.
//!
//! Tests: `tests/all/plan_arguments.rs`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::stderr;
use cost::plan::Plan;
use formats::link::LinkWarning;
use formats::link::typed::{TypedPlan, typed};

/// Exit status of a text that was not understood.
pub(crate) const NOT_UNDERSTOOD: u8 = 2;

/// A plan, in words or as a link.
#[derive(Args)]
pub(crate) struct PlanArguments {
    /// The plan: a model and its GPUs, MODEL/GPUxN, with settings KEY=VALUE, such as
    /// llama3-70b/h100x64 tp=8 pp=4; or its link, or the part of the link from # on.
    #[arg(required = true, value_name = "PLAN")]
    plan: Vec<String>,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Treatment of texts that are not understood in full.
#[derive(Args)]
pub(crate) struct ReadingArguments {
    /// Leaves out what is not understood of the plan, with a warning, as the page does.
    #[arg(long)]
    lenient: bool,
}

/// A plan as it was read.
pub(crate) type Read = (Plan, Vec<LinkWarning>);

impl PlanArguments {
    /// Reads the plan. A script would take the figures of another plan for those of the one that it
    /// names. So a text that is not understood in full is refused, with all of its faults on stderr,
    /// unless `--lenient` is given.
    pub(crate) fn read(&self) -> io::Result<Result<Read, ExitCode>> {
        let read = typed(&self.plan);
        let is_lacking = !read.lacks.is_empty();
        if self.reading.accepts(&read, is_lacking) {
            return Ok(Ok((read.plan, read.warnings)));
        }
        print_faults(&read, is_lacking)?;
        Ok(Err(ExitCode::from(NOT_UNDERSTOOD)))
    }

    /// Reads the plan as [`PlanArguments::read`], and prints the warnings on stderr.
    pub(crate) fn read_with_warnings(&self) -> io::Result<Result<Plan, ExitCode>> {
        Ok(match self.read()? {
            Ok((plan, warnings)) => {
                warn(&warnings)?;
                Ok(plan)
            }
            Err(status) => Err(status),
        })
    }
}

impl PlanArguments {
    /// The link of another plan in one text, read as the first; `None` if it is refused.
    pub(crate) fn read_other(&self, text: &str) -> io::Result<Option<String>> {
        self.reading.read_part(text)
    }
}

impl ReadingArguments {
    /// The link of a text that may name a part of a plan; `None` if the text is refused. Its faults
    /// go to stderr.
    pub(crate) fn read_part(&self, text: &str) -> io::Result<Option<String>> {
        let read = typed(&[text]);
        let is_empty = text.trim().is_empty();
        print_faults(&read, is_empty)?;
        let is_understood = self.accepts(&read, is_empty);
        Ok(is_understood.then_some(read.link))
    }

    /// True if a text is read, although parts are not understood or, if that counts, missing.
    const fn accepts(&self, read: &TypedPlan, is_lacking: bool) -> bool {
        self.lenient || read.faults.is_empty() && !is_lacking
    }
}

/// Prints the faults of a text on stderr, and what it lacks, if that counts.
fn print_faults(read: &TypedPlan, is_lacking: bool) -> io::Result<()> {
    let faults = read.faults.iter().map(text::typed::fault);
    let lacks = read.lacks.iter().filter(|_| is_lacking);
    let sentences = faults.chain(lacks.map(text::typed::lack));
    let mut stderr = stderr();
    for sentence in sentences {
        writeln!(stderr, "shardwise: {sentence}")?;
    }
    Ok(())
}

/// Prints warnings on stderr.
fn warn(warnings: &[LinkWarning]) -> io::Result<()> {
    let mut stderr = stderr();
    for warning in warnings {
        writeln!(stderr, "shardwise: {}", text::links::warning(warning))?;
    }
    Ok(())
}

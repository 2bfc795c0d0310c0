//! `shardwise trace`: a part of a step, moment by moment.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{stderr, stdout};
use cli::report::trace::{TraceForm, absent, written};
use cost::estimate;
use cost::legal::Legal;
use cost::trace::{Trace, TraceScene};

use crate::typed::PlanArguments;
use crate::words::word;

/// Arguments of `shardwise trace`: a plan, a scene, a stage and the output.
#[derive(Args)]
pub(crate) struct TraceArguments {
    #[command(flatten)]
    plan: PlanArguments,
    /// The part of the step; without it, the one with the largest exposed time.
    #[arg(long, value_name = "SCENE", value_parser = word::<TraceScene>())]
    scene: Option<TraceScene>,
    /// The pipeline stage whose GPU is traced, counted from 0.
    #[arg(long, value_name = "STAGE", default_value_t = 0)]
    stage: usize,
    /// Prints a table, or JSON in the Trace Event Format that Perfetto and Chrome open.
    #[arg(long, value_name = "FORM", default_value = "table", value_parser = word::<TraceForm>())]
    form: TraceForm,
}

/// Prints a trace of a plan, or on stderr the reason why there is none.
pub(crate) fn run(arguments: &TraceArguments) -> io::Result<ExitCode> {
    let plan = match arguments.plan.read_with_warnings()? {
        Ok(plan) => plan,
        Err(status) => return Ok(status),
    };
    let mut stderr = stderr();
    let (legal, estimate) = match (Legal::check(&plan), estimate(&plan)) {
        (Ok(legal), Ok(estimate)) => (legal, estimate),
        (Err(reasons), _) | (_, Err(reasons)) => {
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
    let scene = arguments
        .scene
        .unwrap_or_else(|| TraceScene::of_largest(&legal, &estimate));
    let Some(trace) = Trace::of(&legal, &estimate, scene, arguments.stage) else {
        writeln!(stderr, "shardwise: {}", absent(&legal, scene))?;
        return Ok(ExitCode::FAILURE);
    };
    let mut stdout = stdout();
    write!(stdout, "{}", written(&legal, &trace, arguments.form))?;
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}

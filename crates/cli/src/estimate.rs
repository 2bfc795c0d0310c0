//! `shardwise estimate`: the estimate of one plan, as a report or as JSON.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{stderr, stdout};
use cli::report::{Reported, View, comparison, json, terminal};
use cost::convention::{Conventions, MemoryKind, MfuKind, PeakKind};
use cost::estimate;
use formats::goal::Goal;
use formats::number::Units;

use crate::typed::PlanArguments;
use crate::words::word;

/// Arguments of `shardwise estimate`: a plan, a goal and the output.
#[derive(Args)]
pub(crate) struct EstimateArguments {
    #[command(flatten)]
    plan: PlanArguments,
    /// Prints one JSON object instead of a report.
    #[arg(long)]
    json: bool,
    /// Says whether the plan reaches a goal, such as 'fits, mfu >= 40%, gpus <= 64': a
    /// condition on names of the JSON object, with dots, and on keys of links.
    #[arg(long, value_name = "CONDITION")]
    goal: Option<String>,
    #[command(flatten)]
    view: ViewArguments,
}

/// Conventions and units of the figures that are printed.
#[derive(Args)]
struct ViewArguments {
    /// Which FLOPs the utilisation counts: attention without its causal mask, with it, all
    /// parameters, or what is recomputed too (HFU).
    #[arg(long, value_name = "KIND", default_value = "noncausal", value_parser = word::<MfuKind>())]
    mfu: MfuKind,
    /// Against which dense peak: of the matrix products' type, or 16-bit.
    #[arg(long, value_name = "KIND", default_value = "dtype", value_parser = word::<PeakKind>())]
    peak: PeakKind,
    /// Kind of memory that is printed; the verdict always uses total GPU memory.
    #[arg(long, value_name = "KIND", default_value = "nvidia-smi",
          value_parser = word::<MemoryKind>())]
    memory: MemoryKind,
    /// The unit of memory in the report; JSON always has GiB.
    #[arg(long, value_name = "UNIT", default_value = "gib", value_parser = ["gib", "gb"])]
    units: String,
}

impl ViewArguments {
    fn view(&self) -> View {
        View {
            units: if self.units == "gb" {
                Units::Gb
            } else {
                Units::Gib
            },
            conventions: Conventions {
                mfu: self.mfu,
                peak: self.peak,
                memory: self.memory,
            },
        }
    }
}

/// Prints the estimate of a plan and, if there is a goal, whether the plan reaches it. For an
/// illegal plan, the reasons also go to stderr.
pub(crate) fn run(arguments: &EstimateArguments) -> io::Result<ExitCode> {
    let goal = arguments.goal.as_deref().map(|text| {
        let goal = Goal::parse(text);
        goal.map_err(|fault| text::goal::fault(&fault, text))
    });
    let goal = match goal.transpose() {
        Ok(goal) => goal,
        Err(sentence) => {
            writeln!(stderr(), "shardwise: {sentence}.")?;
            return Ok(ExitCode::from(2));
        }
    };
    let view = arguments.view.view();
    let (plan, warnings) = match arguments.plan.read()? {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let reported = Reported::of(&plan, &warnings);
    let result = &reported.estimate;
    let now = result.as_ref().ok();
    let judged = goal
        .as_ref()
        .map(|goal| (goal, goal.is_reached(&plan, result.as_ref())));
    let mut stdout = stdout();
    if arguments.json {
        writeln!(stdout, "{}", json::object(&reported, view, judged))?;
    } else {
        write!(stdout, "{}", terminal::report(&reported, view))?;
        if let (Some(now), Some(rival)) = (now, &plan.rival) {
            let pinned = estimate(rival).ok();
            let comparison = comparison::report((&plan, now), (rival, pinned.as_ref()), view.units);
            write!(stdout, "{comparison}")?;
        }
        if let Some((goal, is_reached)) = judged {
            writeln!(stdout, "\n{}", text::goal::result(goal, is_reached, now))?;
        }
    }
    stdout.flush()?;
    if let Err(reasons) = result {
        let mut stderr = stderr();
        for reason in reasons {
            writeln!(
                stderr,
                "shardwise: {}",
                text::reasons::reason(reason, &plan)
            )?;
        }
    }
    Ok(match judged {
        Some((_, is_reached)) => ExitCode::from(u8::from(!is_reached)),
        None if result.is_ok() => ExitCode::SUCCESS,
        None => ExitCode::from(2),
    })
}

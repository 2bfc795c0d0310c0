//! `shardwise fits`: the cheapest card, the longest sequence and the largest model with which a plan
//! fits.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{self, stderr, stdout};
use cli::report::fits::{FitsReport, json, report};
use cost::legal::Legal;
use formats::number::Units;
use search::fits::{cards, longest, models};

use crate::typed::{NOT_UNDERSTOOD, PlanArguments};

/// Arguments of `shardwise fits`: a plan, the questions and the output. Without a question all three
/// are answered.
#[derive(Args)]
pub(crate) struct FitsArguments {
    #[command(flatten)]
    plan: PlanArguments,
    /// Finds the cheapest card on which the plan fits.
    #[arg(long)]
    card: bool,
    /// Finds the longest sequence with which the plan fits.
    #[arg(long)]
    longest: bool,
    /// Finds the largest model with which the plan fits.
    #[arg(long)]
    model: bool,
    /// The unit of memory in the tables; JSON always has GiB.
    #[arg(long, value_name = "UNIT", default_value = "gib", value_parser = ["gib", "gb"])]
    units: String,
    /// Prints one JSON object instead of tables.
    #[arg(long)]
    json: bool,
}

/// Prints the answers.
pub(crate) fn run(arguments: &FitsArguments) -> io::Result<ExitCode> {
    let mut plan = match arguments.plan.read_with_warnings()? {
        Ok(plan) => plan,
        Err(status) => return Ok(status),
    };
    // A link of an answer is about one plan.
    plan.rival = None;
    if let Err(reasons) = Legal::check(&plan) {
        let mut stderr = stderr();
        for reason in &reasons {
            let sentence = text::reasons::reason(reason, &plan);
            writeln!(stderr, "shardwise: {sentence}")?;
        }
        return Ok(ExitCode::from(NOT_UNDERSTOOD));
    }
    let asks_all = !(arguments.card || arguments.longest || arguments.model);
    let answer = FitsReport {
        cards: (asks_all || arguments.card).then(|| cards(&plan)),
        longest: (asks_all || arguments.longest).then(|| longest(&plan)),
        models: (asks_all || arguments.model).then(|| models(&plan)),
        plan: &plan,
    };
    let mut stdout = stdout();
    if arguments.json {
        writeln!(stdout, "{}", printed::json(&json(&answer)))?;
    } else {
        let units = match arguments.units.as_str() {
            "gb" => Units::Gb,
            _ => Units::Gib,
        };
        write!(stdout, "{}", report(&answer, units))?;
    }
    stdout.flush()?;
    Ok(ExitCode::from(u8::from(!answer.is_answered())))
}

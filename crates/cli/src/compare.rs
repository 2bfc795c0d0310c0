//! `shardwise compare`: one plan in several frameworks.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use cli::printed::{self, stderr, stdout};
use cli::report::frameworks::{FrameworkRow, json, report};
use cost::plan::Plan;
use formats::export::Release;
use search::asked::{AskedSearch, RunsIn, Unasked};
use search::optimize::{KEPT_PER_ROW, SearchLimit, search_in_parallel};

use crate::typed::{NOT_UNDERSTOOD, PlanArguments};

/// Arguments of `shardwise compare`: a plan, the frameworks and the output.
#[derive(Args)]
pub(crate) struct CompareArguments {
    #[command(flatten)]
    plan: PlanArguments,
    /// Frameworks with commas between them, each in its newest version or in the one that it names,
    /// such as megatron,torchtitan@0.2; without, the newest version of each.
    #[arg(long = "for", value_name = "FRAMEWORKS", value_delimiter = ',')]
    frameworks: Vec<String>,
    /// Compares the best layouts that the frameworks run instead of the plan's layout.
    #[arg(long)]
    best: bool,
    /// Prints one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Prints a row for each framework.
pub(crate) fn run(arguments: &CompareArguments) -> io::Result<ExitCode> {
    let plan = match arguments.plan.read_with_warnings()? {
        Ok(plan) => plan,
        Err(status) => return Ok(status),
    };
    let rows = releases(&arguments.frameworks).and_then(|releases| {
        let rows = releases.into_iter().map(|release| {
            let plan = if arguments.best {
                best(&plan, release)?
            } else {
                Some(FrameworkRow::adopted(&plan, release))
            };
            Ok(FrameworkRow::of(release, plan))
        });
        rows.collect::<Result<Vec<_>, Unasked>>()
    });
    let rows = match rows {
        Ok(rows) => rows,
        Err(why) => {
            writeln!(stderr(), "shardwise: {}.", text::search::unasked(&why))?;
            return Ok(ExitCode::from(NOT_UNDERSTOOD));
        }
    };
    let mut stdout = stdout();
    if arguments.json {
        writeln!(stdout, "{}", printed::json(&json(&plan, &rows)))?;
    } else {
        write!(stdout, "{}", report(&plan, &rows))?;
    }
    stdout.flush()?;
    let runs = rows.iter().any(FrameworkRow::runs);
    Ok(ExitCode::from(u8::from(!runs)))
}

/// The releases by their names; the newest of each framework if there are none.
fn releases(names: &[String]) -> Result<Vec<Release>, Unasked> {
    if names.is_empty() {
        return Ok(Release::newest_of_each().collect());
    }
    let releases = names.iter().map(|name| Release::parse(name.trim()));
    releases
        .map(|release| release.map_err(Unasked::Framework))
        .collect()
}

/// The plan with the best layout that a framework runs.
fn best(plan: &Plan, release: Release) -> Result<Option<Plan>, Unasked> {
    let asked = AskedSearch {
        runs_in: Some(RunsIn::Only(release)),
        ..AskedSearch::default()
    };
    let mut plan = asked.settled(plan)?;
    let (constraints, question) = asked.question(&plan, KEPT_PER_ROW)?;
    let limit = SearchLimit::default();
    let best = search_in_parallel(&plan, &constraints, &question, limit, &|_| {}).best;
    Ok(best.distinct().first().map(|found| {
        found.candidate.write(&mut plan);
        plan
    }))
}

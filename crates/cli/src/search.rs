//! `shardwise search`: the best layouts of a plan's model on its cluster.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use cli::printed::{self, stderr, stdout};
use cli::report::search::{ReachedLimit, ReportRow, SearchReport, json, report};
use cost::estimate;
use cost::legal::Legal;
use cost::plan::Plan;
use formats::number::Units;
use indicatif::{ProgressBar, ProgressStyle};
use search::asked::PATIENCE_SECONDS;
use search::optimize::{
    Best, Candidate, Constraints, HeldFixed, KEPT_PER_ROW, ParallelProgress, PathStep, SearchLimit,
    SearchOutcome, SearchQuestion, Ties, path, search_in_parallel, without_each,
};
use text::search as words;

use crate::asked::AskedArguments;
use crate::typed::PlanArguments;

/// Arguments of `shardwise search`: a plan, the question and the output. The plan's model, cluster,
/// batch and stack stay as they are, its layout and what it recomputes are free.
#[derive(Args)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    plan: PlanArguments,
    #[command(flatten)]
    asked: AskedArguments,
    /// How many of the best are shown.
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u16).range(1..=1_000))]
    top: u16,
    /// Searches again without each axis that the best layout has in use, and says what it buys.
    #[arg(long)]
    axes: bool,
    /// Seconds after which the search ends with what it has found.
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE_SECONDS,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Layouts estimated in full after which each thread ends.
    #[arg(long, value_name = "N")]
    estimates: Option<u64>,
    /// Prints the progress once a second, where stderr is no terminal too.
    #[arg(long)]
    progress: bool,
    /// The unit of memory in the table; JSON always has GiB.
    #[arg(long, value_name = "UNIT", default_value = "gib", value_parser = ["gib", "gb"])]
    units: String,
    /// Prints one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Least number of layouts to keep, so that ties with the best can be counted.
const KEPT: usize = 60;

/// Searches, and prints the result.
pub(crate) fn run(arguments: &SearchArguments) -> io::Result<ExitCode> {
    let given = match arguments.plan.read_with_warnings()? {
        Ok(plan) => plan,
        Err(status) => return Ok(status),
    };
    let mut stderr = stderr();
    let shown = usize::from(arguments.top);
    let kept = shown.saturating_mul(KEPT_PER_ROW).max(KEPT);
    let asked = arguments.asked.asked().and_then(|asked| {
        let plan = asked.settled(&given)?;
        let (constraints, question) = asked.question(&plan, kept)?;
        let wider = asked.wider(&plan, &constraints);
        Ok((plan, constraints, question, wider))
    });
    let (plan, mut constraints, question, wider) = match asked {
        Ok(asked) => asked,
        Err(why) => {
            writeln!(stderr, "shardwise: {}.", words::unasked(&why))?;
            return Ok(ExitCode::from(2));
        }
    };
    drop(stderr);
    let work = SearchWork::of(arguments);
    let mut outcome = work.search(&plan, &constraints, &question);
    let mut has_savings = false;
    for wider in wider {
        // A search that was cut has not shown that nothing fits, and leaves no time.
        if !outcome.best.found().is_empty() || !outcome.is_complete {
            break;
        }
        outcome = work.search(&plan, &wider, &question);
        constraints = wider;
        has_savings = !outcome.best.found().is_empty();
    }
    let SearchOutcome {
        best,
        counts,
        is_complete,
    } = outcome;
    let rows = rows(&plan, &best, shown);
    let first = rows.first().map(|row| row.found.candidate);
    let answer = SearchReport {
        plan: &plan,
        given_recipe: given.stack.recipe,
        goal: question.goal,
        release: question.release,
        elsewhere: elsewhere(&work, &plan, &constraints, &question, &best),
        limit: (!is_complete).then_some(work.limit()),
        held: HeldFixed::of(&plan, &constraints),
        counts,
        rows,
        has_savings,
        ties: Ties::of(&plan, question.goal, &best),
        own: own(&plan),
        path: first.and_then(|candidate| path(&plan, &candidate, &question)),
        without: match first {
            Some(candidate) if arguments.axes => without_each(
                &constraints,
                &question,
                &candidate,
                |constraints, question| work.search(&plan, constraints, question).best,
            ),
            _ => Vec::new(),
        },
    };
    let mut stdout = stdout();
    if arguments.json {
        let object = json::object(&answer);
        writeln!(stdout, "{}", printed::json(&object))?;
    } else {
        let units = if arguments.units == "gb" {
            Units::Gb
        } else {
            Units::Gib
        };
        write!(stdout, "{}", report(&answer, units))?;
    }
    stdout.flush()?;
    Ok(ExitCode::from(u8::from(first.is_none())))
}

/// The best layouts, one of each family and at most this many, each with its estimate.
fn rows(plan: &Plan, best: &Best, shown: usize) -> Vec<ReportRow> {
    let mut base = plan.clone();
    base.hold_measured();
    base.rival = None;
    let shown = best.families().into_iter().take(shown);
    let rows = shown.filter_map(|family| {
        let mut plan = base.clone();
        family.first.candidate.write(&mut plan);
        let estimate = estimate(&plan).ok()?;
        Some(ReportRow {
            found: family.first,
            alike: family.others,
            plan,
            estimate,
        })
    });
    rows.collect()
}

/// The best layout of any framework, if the question's does not run it.
fn elsewhere(
    work: &SearchWork,
    plan: &Plan,
    constraints: &Constraints,
    question: &SearchQuestion,
    best: &Best,
) -> Option<ReportRow> {
    let release = question.release?;
    let question = SearchQuestion {
        keep: 1,
        release: None,
        ..question.clone()
    };
    let anywhere = work.search(plan, constraints, &question).best;
    let row = rows(plan, &anywhere, 1).pop()?;
    let legal = Legal::check(&row.plan).ok()?;
    let is_better = best
        .found()
        .first()
        .is_none_or(|first| row.found.score < first.score);
    (is_better && !release.runs(&legal)).then_some(row)
}

/// The layout of a plan as a step of a path that changes nothing; `None` if no search could choose
/// it.
fn own(plan: &Plan) -> Option<PathStep> {
    let candidate = Candidate::of(plan)?;
    let estimate = estimate(plan).ok()?;
    Some(PathStep {
        axes: Vec::new(),
        candidate,
        step: estimate.time.total(),
        peak: estimate.memory.peak(),
        verdict: estimate.memory.verdict,
    })
}

/// The searches of a command: their common limit and their progress.
struct SearchWork {
    began: Instant,
    limit: SearchLimit,
    /// Seconds of the limit.
    seconds: u64,
    /// The moment of the last line of progress, if there are lines instead of a bar.
    said: Option<Mutex<Instant>>,
}

/// Time without any sign of progress.
const QUIET: Duration = Duration::from_secs(1);

impl SearchWork {
    fn of(arguments: &SearchArguments) -> Self {
        let began = Instant::now();
        Self {
            began,
            limit: SearchLimit {
                until: began.checked_add(Duration::from_secs(arguments.seconds)),
                estimates: arguments.estimates,
            },
            seconds: arguments.seconds,
            said: arguments.progress.then(|| Mutex::new(began)),
        }
    }

    /// The limit that was reached first.
    fn limit(&self) -> ReachedLimit {
        match self.limit.estimates {
            Some(estimates) if self.began.elapsed().as_secs() < self.seconds => {
                ReachedLimit::Estimates(estimates)
            }
            _ => ReachedLimit::Seconds(self.seconds),
        }
    }

    /// Searches. Whatever takes more than a second has a progress bar if stderr is a terminal, or
    /// lines of progress if the reader wants them.
    fn search(
        &self,
        plan: &Plan,
        constraints: &Constraints,
        question: &SearchQuestion,
    ) -> SearchOutcome {
        let bar = ProgressBar::new(1);
        if let Ok(style) = ProgressStyle::with_template(words::bar()) {
            bar.set_style(style);
        }
        let tell = |progress: &ParallelProgress| {
            if self.began.elapsed() < QUIET {
                return;
            }
            if let Some(said) = &self.said {
                self.say(said, progress);
                return;
            }
            bar.set_length(progress.expected);
            bar.set_position(progress.settled);
            if let Some(first) = progress.best.found().first() {
                bar.set_message(words::best_so_far(first.step));
            }
        };
        let found = search_in_parallel(plan, constraints, question, self.limit, &tell);
        bar.finish_and_clear();
        found
    }

    /// Prints a line of progress, if the last one is old.
    fn say(&self, said: &Mutex<Instant>, progress: &ParallelProgress) {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.elapsed() < QUIET {
            return;
        }
        *said = Instant::now();
        let best = progress.best.found().first().map(|found| found.step);
        let seconds = self.began.elapsed().as_secs();
        let line = words::progress_line(progress.settled, progress.expected, seconds, best);
        // A reader that has gone needs no progress.
        let _ = writeln!(stderr(), "{line}");
    }
}

//! `shardwise search`: the best layouts of a plan's model on its cluster.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use shardwise::cost::plan::Plan;
use shardwise::link;
use shardwise::report::search::{Answer, json, report};
use shardwise::search::best::{
    Best, Counts, Freedom, Goal, Margin, Progress, Question, search_side_by_side, way, without_each,
};
use shardwise::text::number::{Units, duration};
use shardwise::text::{self, SearchText};

/// What is looked for, among which layouts.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A plan's link, or the part of it from # on: its model, cluster, batch and stack stay as they
    /// are, its layout and what it recomputes are free.
    link: String,
    /// What makes a layout good. The last three vary the number of GPUs, up to the plan's.
    #[arg(long, value_enum, default_value_t = GoalWord::Fastest)]
    goal: GoalWord,
    /// Days from start to end that the run may take.
    #[arg(long, value_name = "DAYS")]
    days: Option<f64>,
    /// Dollars that the run may cost.
    #[arg(long, value_name = "DOLLARS")]
    dollars: Option<f64>,
    /// Restricts an axis, such as tp=8, tp=..8, mbs=1..4, ckpt=none,core, dtype=bf16,fp8 or
    /// off=any; may be given several times.
    #[arg(long, value_name = "AXIS=VALUES")]
    fix: Vec<String>,
    /// Room that a layout must leave, in per cent of what it needs; without, as much as the model
    /// may err by.
    #[arg(long, value_name = "PERCENT")]
    margin: Option<f64>,
    /// How many of the best are shown.
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Searches again without each axis that the best layout has in use, and says what it buys.
    #[arg(long)]
    axes: bool,
    /// The unit of memory in the table; JSON always has GiB.
    #[arg(long, value_name = "UNIT", default_value = "gib", value_parser = ["gib", "gb"])]
    units: String,
    /// Prints one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// A goal by its word.
#[derive(Clone, Copy, ValueEnum)]
enum GoalWord {
    /// The highest throughput.
    Fastest,
    /// The least memory on the fullest GPU.
    Smallest,
    /// The fewest GPUs that can train the model, within --days if given.
    FewestGpus,
    /// The cheapest run, within --days if given.
    Cheapest,
    /// The shortest run that costs no more than --dollars.
    Soonest,
}

impl Arguments {
    fn goal(&self) -> Result<Goal, &'static str> {
        Ok(match (self.goal, self.days, self.dollars) {
            (GoalWord::Fastest, ..) => Goal::Fastest,
            (GoalWord::Smallest, ..) => Goal::Smallest,
            (GoalWord::FewestGpus, Some(days), _) => Goal::FewestGpusWithin { days },
            (GoalWord::FewestGpus, None, _) => Goal::FewestGpus,
            (GoalWord::Cheapest, days, _) => Goal::Cheapest { days },
            (GoalWord::Soonest, _, Some(dollars)) => Goal::SoonestFor { dollars },
            (GoalWord::Soonest, _, None) => return Err("--goal soonest needs --dollars"),
        })
    }

    fn freedom(&self, plan: &Plan, goal: Goal, words: &SearchText) -> Result<Freedom, String> {
        let mut freedom = Freedom::of(plan);
        if goal.varies_gpus() {
            freedom.gpus = 1..=plan.cluster.gpus;
        }
        for restriction in &self.fix {
            let restricted = freedom.restrict(restriction);
            restricted.map_err(|unread| (words.unread)(&unread))?;
        }
        Ok(freedom)
    }
}

/// Searches, and prints what is found.
pub(crate) fn run(arguments: &Arguments) -> io::Result<ExitCode> {
    let (strings, words) = (&text::EN, &text::EN_SEARCH);
    let (plan, warnings) = link::decode(&arguments.link);
    let mut stderr = io::stderr().lock();
    for warning in &warnings {
        writeln!(stderr, "shardwise: {}", (strings.link_warning)(warning))?;
    }
    let asked = arguments.goal().map_err(str::to_owned).and_then(|goal| {
        let freedom = arguments.freedom(&plan, goal, words)?;
        Ok((goal, freedom))
    });
    let (goal, freedom) = match asked {
        Ok(asked) => asked,
        Err(why) => {
            writeln!(stderr, "shardwise: {why}.")?;
            return Ok(ExitCode::from(2));
        }
    };
    drop(stderr);
    let question = Question {
        keep: arguments.top.max(1),
        margin: arguments
            .margin
            .map_or(Margin::Band, |percent| Margin::Share(percent / 100.0)),
        ..Question::of(goal)
    };
    let (best, counts) = search(&plan, &freedom, &question);
    let first = best.found().first().map(|found| found.cut);
    let answer = Answer {
        plan: &plan,
        goal,
        counts,
        way: first.and_then(|cut| way(&plan, &cut, &question)),
        without: match first {
            Some(cut) if arguments.axes => {
                without_each(&freedom, &question, &cut, |freedom, question| {
                    search(&plan, freedom, question).0
                })
            }
            _ => Vec::new(),
        },
        best: &best,
    };
    let mut stdout = io::stdout().lock();
    if arguments.json {
        writeln!(stdout, "{:#}", json::object(&answer, words))?;
    } else {
        let units = if arguments.units == "gb" {
            Units::Gb
        } else {
            Units::Gib
        };
        write!(stdout, "{}", report(&answer, units, words, strings))?;
    }
    stdout.flush()?;
    Ok(ExitCode::from(u8::from(first.is_none())))
}

/// Searches with a bar on a terminal; nothing is drawn where stderr is none.
fn search(plan: &Plan, freedom: &Freedom, question: &Question) -> (Best, Counts) {
    let bar = ProgressBar::new(1);
    let template = "{wide_bar} {human_pos} of {human_len} layouts, {elapsed}  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    let tell = |progress: &Progress| {
        bar.set_length(progress.expected);
        bar.set_position(progress.settled);
        if let Some(first) = progress.best.found().first() {
            bar.set_message(format!("best {}", duration(first.step)));
        }
    };
    let found = search_side_by_side(plan, freedom, question, &tell);
    bar.finish_and_clear();
    found
}

//! `cargo xtask fuzz`: unusual inputs, for a number of minutes.
//!
//! A run of all targets fails if a property compares fewer than one pair in a thousand cases, or if
//! its time ends before its cases.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::{Command, ExitCode, Stdio};
use std::{env, thread};

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fuzz::corpus::unescaped;
use fuzz::limits::Meter;
use fuzz::report::{Done, Tally, failed};
use fuzz::run::{Order, one, replay, run};
use fuzz::target::{TARGETS, Target};
use peak_alloc::PeakAlloc;
use proptest::strategy::ValueTree;

#[global_allocator]
static HELD: PeakAlloc = PeakAlloc;

/// Counts what this program holds.
const METER: Meter = Meter {
    start: || {
        HELD.reset_peak_usage();
        HELD.current_usage()
    },
    peak: || HELD.peak_usage(),
};

/// The least share of plans that can exist: without them only the checks of reasons are tried.
const LEGAL: f64 = 0.2;

/// Cases of a run of all targets for each comparison that a property of comparisons must have had:
/// a property that compares nothing cannot fail.
const CASES_PER_COMPARISON: u64 = 1_000;

/// Options of the command line.
#[derive(Parser)]
struct Options {
    /// Minutes of the run.
    #[arg(long, overrides_with = "seconds")]
    minutes: Option<f64>,
    /// Seconds of the run; without any it only examines what failed before.
    #[arg(long, default_value_t = 300.0, overrides_with = "minutes")]
    seconds: f64,
    /// Cases in all, so that a run that is repeated tries the same, however fast it is.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    cases: u64,
    /// Seed of the cases.
    #[arg(long, default_value_t = RandomState::new().hash_one(0), hide_default_value = true)]
    seed: u64,
    /// Number of processes; by default one a core.
    #[arg(long, default_value_t = cores(), hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    jobs: u64,
    /// Number of this process; none for the one that starts them.
    #[arg(long, hide = true)]
    job: Option<u64>,
    /// Target to fuzz; may be repeated. Without one, all are.
    #[arg(long = "target", value_parser = targets())]
    targets: Vec<&'static Target>,
    /// Number of one case to examine, of one target.
    #[arg(long, requires = "targets")]
    case: Option<u64>,
    /// An input to examine, as a line of tests/corpus.
    #[arg(long, requires = "targets", allow_hyphen_values = true, value_parser = input)]
    input: Option<String>,
}

fn cores() -> u64 {
    thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

fn targets() -> impl TypedValueParser<Value = &'static Target> {
    let names = PossibleValuesParser::new(TARGETS.iter().map(|target| target.name));
    names.try_map(|name| Target::named(&name).context("there is no such target"))
}

fn input(line: &str) -> Result<String> {
    unescaped(line).context("the input has an odd escape")
}

fn main() -> ExitCode {
    match Options::parse().act() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

impl Options {
    /// Seconds of the run.
    fn seconds(&self) -> Result<f64> {
        let seconds = self.minutes.map_or(self.seconds, |minutes| 60.0 * minutes);
        let is_time = seconds.is_finite() && seconds >= 0.0;
        ensure!(is_time, "{seconds} s are no time to fuzz in");
        Ok(seconds)
    }

    /// Does what the options say; returns true if every property held.
    fn act(&self) -> Result<bool> {
        let seconds = self.seconds()?;
        if let Some(job) = self.job {
            println!("{}", run(&self.order(job, seconds)).line()?);
            return Ok(true);
        }
        if self.input.is_some() || self.case.is_some() {
            return self.one();
        }
        let failing = self.replay()?;
        if seconds == 0.0 {
            return Ok(failing == 0);
        }
        println!("seed {}, {} processes, {seconds} s", self.seed, self.jobs);
        let tally = self.parallel(seconds)?;
        print!("{}", tally.text());
        let gaps = self.gaps(&tally);
        for gap in &gaps {
            eprintln!("error: {gap}");
        }
        Ok(failing == 0 && tally.failures == 0 && gaps.is_empty())
    }

    /// Reasons why a run without a failure proves too little.
    fn gaps(&self, tally: &Tally) -> Vec<String> {
        let mut gaps = Vec::new();
        let links = tally.targets.get("link").and_then(Done::legal_share);
        if links.is_some_and(|share| share < LEGAL) {
            gaps.push(format!(
                "fewer than {} % of the links are of plans that can exist",
                100.0 * LEGAL
            ));
        }
        let cases = tally.cases();
        if self.cases != u64::MAX && cases < self.cases {
            gaps.push(format!(
                "only {cases} of {} cases were examined",
                self.cases
            ));
        }
        if self.targets.is_empty() {
            gaps.extend(tally.rarely_compared(cases / CASES_PER_COMPARISON));
        }
        gaps
    }

    /// Examines what failed before, unless one target alone is selected; returns the number that
    /// fail now.
    fn replay(&self) -> Result<usize> {
        if !self.targets.is_empty() {
            return Ok(0);
        }
        let (count, failing) = replay(METER).context("tests/corpus cannot be read")?;
        println!("{count} inputs that failed before: {failing} fail now");
        Ok(failing)
    }

    fn order(&self, job: u64, seconds: f64) -> Order {
        let targets = if self.targets.is_empty() {
            TARGETS.iter().collect()
        } else {
            self.targets.clone()
        };
        Order {
            targets,
            seed: self.seed,
            first: job,
            step: self.jobs,
            seconds,
            end: self.cases,
            meter: METER,
        }
    }

    /// Examines one input, given or of a case.
    fn one(&self) -> Result<bool> {
        let [target] = self.targets[..] else {
            bail!("one --target is needed");
        };
        let input = match (&self.input, self.case) {
            (Some(input), _) => input.clone(),
            (None, Some(case)) => target.case(self.seed, case).1.current(),
            (None, None) => bail!("an --input or a --case is needed"),
        };
        println!("{input}");
        match one(target, &input, METER) {
            Ok(()) => println!("everything holds"),
            Err(failure) => {
                eprint!("{}", failed(target, &failure, &input, ""));
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Fuzzes in several processes: each counts its own bytes, and one that dies takes no other
    /// along.
    fn parallel(&self, seconds: f64) -> Result<Tally> {
        let program = env::current_exe().context("this program cannot be found")?;
        let mut children = Vec::new();
        for job in 0..self.jobs {
            let mut command = Command::new(&program);
            for (option, value) in [
                ("--seconds", seconds.to_string()),
                ("--cases", self.cases.to_string()),
                ("--seed", self.seed.to_string()),
                ("--jobs", self.jobs.to_string()),
                ("--job", job.to_string()),
            ] {
                command.args([option, &value]);
            }
            for target in &self.targets {
                command.args(["--target", target.name]);
            }
            children.push(
                command
                    .stdout(Stdio::piped())
                    .spawn()
                    .context("a process cannot be started")?,
            );
        }
        let mut tally = Tally::default();
        for child in children {
            let output = child
                .wait_with_output()
                .context("a process cannot be waited for")?;
            match Tally::of(String::from_utf8_lossy(&output.stdout).trim()) {
                Some(other) => tally.add(&other),
                None => {
                    eprintln!("a process ended with {}", output.status);
                    tally.failures += 1;
                }
            }
        }
        Ok(tally)
    }
}

//! `cargo xtask fuzz`: unusual inputs, for a number of minutes.
//!
//! A run of all targets fails if a property compares fewer than one pair in a thousand cases, or if
//! its time ends before its cases.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::{Command, ExitCode, Stdio};
use std::{env, thread};

use anyhow::{Context, Result, bail, ensure};
use fuzz::corpus::unescaped;
use fuzz::limits::Meter;
use fuzz::report::{Done, Tally, failed};
use fuzz::run::{Order, one, replay, run};
use fuzz::target::{TARGETS, Target};
use peak_alloc::PeakAlloc;

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
struct Options {
    seconds: f64,
    /// Cases in all, so that a run that is repeated tries the same, however fast it is.
    cases: u64,
    seed: u64,
    jobs: u64,
    /// Number of this process; `None` for the one that starts them.
    job: Option<u64>,
    targets: Vec<&'static Target>,
    case: Option<u64>,
    input: Option<String>,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match Options::of(&words).and_then(|options| options.act()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

impl Options {
    fn of(words: &[String]) -> Result<Self> {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let mut options = Self {
            seconds: 300.0,
            cases: u64::MAX,
            seed: RandomState::new().hash_one(0),
            jobs: cores,
            job: None,
            targets: Vec::new(),
            case: None,
            input: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words
                .next()
                .with_context(|| format!("{word} needs a value"))?;
            let number = || {
                value
                    .parse()
                    .with_context(|| format!("{word} {value} is no number"))
            };
            match word.as_str() {
                "--minutes" => options.seconds = 60.0 * value.parse::<f64>()?,
                "--seconds" => options.seconds = value.parse()?,
                "--cases" => options.cases = number()?,
                "--seed" => options.seed = number()?,
                "--jobs" => options.jobs = number()?,
                "--job" => options.job = Some(number()?),
                "--case" => options.case = Some(number()?),
                "--input" => {
                    options.input = Some(unescaped(value).context("the input has an odd escape")?);
                }
                "--target" => {
                    let names = || {
                        TARGETS
                            .iter()
                            .map(|target| target.name)
                            .collect::<Vec<_>>()
                            .join(", ")
                    };
                    let target = Target::named(value);
                    options
                        .targets
                        .push(target.with_context(|| {
                            format!("no target {value}; there are {}", names())
                        })?);
                }
                _ => bail!(
                    "{word} is none of --minutes, --seconds, --cases, --seed, --jobs, --target, --case, --input"
                ),
            }
        }
        let is_time = options.seconds.is_finite() && options.seconds >= 0.0;
        ensure!(
            is_time && options.jobs > 0,
            "there is no time or no process to fuzz with"
        );
        Ok(options)
    }

    /// Does what the options say; returns true if every property held.
    fn act(&self) -> Result<bool> {
        if let Some(job) = self.job {
            println!("{}", run(&self.order(job)).line());
            return Ok(true);
        }
        if self.input.is_some() || self.case.is_some() {
            return self.one();
        }
        let failing = self.replay()?;
        if self.seconds == 0.0 {
            return Ok(failing == 0);
        }
        println!(
            "seed {}, {} processes, {} s",
            self.seed, self.jobs, self.seconds
        );
        let tally = self.parallel()?;
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

    fn order(&self, job: u64) -> Order {
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
            seconds: self.seconds,
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
            (None, Some(case)) => target.case(self.seed, case),
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
    fn parallel(&self) -> Result<Tally> {
        let program = env::current_exe().context("this program cannot be found")?;
        let mut children = Vec::new();
        for job in 0..self.jobs {
            let mut command = Command::new(&program);
            for (option, value) in [
                ("--seconds", self.seconds.to_string()),
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

//! One process at work: case after case, with a watch over what hangs.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::process::{Command, Stdio, exit};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, thread};

use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestCaseResult, TestError};

use crate::corpus;
use crate::failure::Failure;
use crate::holds::Scope;
use crate::limits::{HANGING, Meter};
use crate::report::{Tally, failed};
use crate::target::{Target, keep_panics, turn};

/// Order to a process.
#[derive(Clone)]
pub struct Order {
    /// Targets to be fuzzed.
    pub targets: Vec<&'static Target>,
    /// Seed of all cases.
    pub seed: u64,
    /// The first case.
    pub first: u64,
    /// Distance from one case to the next; other processes take the cases between.
    pub step: u64,
    /// When to stop.
    pub seconds: f64,
    /// The case at which to stop, if it comes before that.
    pub end: u64,
    /// Meter of time and memory.
    pub meter: Meter,
}

/// Kinds of failures of a target after which a process stops.
const MOST_FAILURES: usize = 12;
/// Longest time of shrinking an input.
const SHRINKING: Duration = Duration::from_secs(15);
/// Inputs that are tried at most for the smallest that hangs, and the seconds each of them has.
const HANGING_TRIES: usize = 60;
const HANGING_TRY: u64 = 3;

/// The input that is examined now.
type Now = Arc<Mutex<Option<Examined>>>;

/// An input that is examined.
#[derive(Clone)]
struct Examined {
    target: &'static Target,
    input: String,
    /// Seed and number of the case that made it; `None` where it is no case's.
    case: Option<(u64, u64)>,
    since: Instant,
}

/// Examines one case after another until the time is up.
#[must_use]
pub fn run(order: &Order) -> Tally {
    keep_panics();
    let now = Now::default();
    watch(Arc::clone(&now));
    let scope = Scope {
        is_thorough: false,
        meter: Some(order.meter),
        seen: Default::default(),
    };
    let begun = Instant::now();
    let mut tally = Tally::default();
    let mut reported = BTreeSet::new();
    let mut case = order.first;
    while case < order.end
        && begun.elapsed().as_secs_f64() < order.seconds
        && reported.len() < MOST_FAILURES
    {
        let target = turn(&order.targets, case);
        let started = Instant::now();
        let input = target.case(order.seed, case).1.current();
        let origin = Some((order.seed, case));
        if let Err(failure) = watched(&now, target, &scope, &input, origin) {
            tally.failures += 1;
            // One of each kind is enough to look into.
            if reported.insert((target.name, failure.property)) {
                report(&now, order, target, failure, case);
            }
        }
        let sum = tally.targets.entry(target.name.to_owned()).or_default();
        sum.cases += 1;
        sum.seconds += started.elapsed().as_secs_f64();
        let plans = std::mem::take(&mut scope.seen.borrow_mut().plans);
        sum.plans = [sum.plans[0] + plans[0], sum.plans[1] + plans[1]];
        case += order.step;
    }
    tally.seen = scope.seen.take();
    tally
}

/// Examines everything that ever failed; says how many inputs these are, and how many fail.
///
/// # Errors
/// If the corpus cannot be read.
pub fn replay(meter: Meter) -> std::io::Result<(usize, usize)> {
    keep_panics();
    let now = Now::default();
    watch(Arc::clone(&now));
    let all = corpus::all()?;
    let mut failures = 0;
    for (target, entry) in &all {
        let scope = Scope {
            meter: Some(meter),
            ..Scope::thorough()
        };
        if let Err(failure) = watched(&now, target, &scope, &entry.input, None) {
            failures += 1;
            eprint!(
                "{}",
                failed(
                    target,
                    &failure,
                    &entry.input,
                    &by_input(target, &entry.input)
                )
            );
            eprintln!("  it failed before: {}", entry.note);
        }
    }
    Ok((all.len(), failures))
}

/// Examines one input; says what fails.
///
/// # Errors
/// The property that does not hold.
pub fn one(target: &'static Target, input: &str, meter: Meter) -> Result<(), Failure> {
    keep_panics();
    let scope = Scope {
        meter: Some(meter),
        ..Scope::thorough()
    };
    target.examine(&scope, input)
}

fn watched(
    now: &Now,
    target: &'static Target,
    scope: &Scope,
    input: &str,
    case: Option<(u64, u64)>,
) -> Result<(), Failure> {
    set(
        now,
        Some(Examined {
            target,
            input: input.to_owned(),
            case,
            since: Instant::now(),
        }),
    );
    let outcome = target.examine(scope, input);
    set(now, None);
    outcome
}

fn set(now: &Now, examined: Option<Examined>) {
    if let Ok(mut now) = now.lock() {
        *now = examined;
    }
}

/// The smallest input that fails, as far as smaller choices go; the case's own if it does not fail.
fn smallest(target: &Target, seed: u64, case: u64, fails: impl Fn(&str) -> bool) -> String {
    let (mut runner, tree) = target.case(seed, case);
    let whole = tree.current();
    let test = |input: String| -> TestCaseResult {
        (!fails(&input))
            .then_some(())
            .ok_or_else(|| TestCaseError::fail("fails alike"))
    };
    match runner.run_one(tree, test) {
        Err(TestError::Fail(_, smallest)) => smallest,
        Err(TestError::Abort(_)) | Ok(_) => whole,
    }
}

/// Prints what failed, the smallest input that fails alike, and how to repeat it.
fn report(now: &Now, order: &Order, target: &'static Target, failure: Failure, case: u64) {
    let property = failure.property;
    let last = RefCell::new(failure);
    let begun = Instant::now();
    let smallest = smallest(target, order.seed, case, |input| {
        if begun.elapsed() > SHRINKING {
            return false;
        }
        let scope = Scope {
            meter: Some(order.meter),
            ..Scope::thorough()
        };
        match watched(now, target, &scope, input, None) {
            Err(other) if other.property == property => {
                last.replace(other);
                true
            }
            _ => false,
        }
    });
    let by_case = format!(
        "cargo xtask fuzz --target {} --seed {} --case {case}",
        target.name, order.seed
    );
    let repeat = [&by_case, "\n", &by_input(target, &smallest)].concat();
    eprint!("{}", failed(target, &last.borrow(), &smallest, &repeat));
}

/// The command that examines an input.
fn by_input(target: &Target, input: &str) -> String {
    let quoted = corpus::escaped(input).replace('\'', "'\\''");
    format!(
        "cargo xtask fuzz --target {} --input '{quoted}'",
        target.name
    )
}

/// Ends the process where an input hangs, and says which.
fn watch(now: Now) {
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(500));
            let examined = now.lock().ok().and_then(|now| now.clone());
            if let Some(examined) = examined
                && examined.since.elapsed() > Duration::from_secs(HANGING)
            {
                hangs(&examined);
            }
        }
    });
}

fn hangs(examined: &Examined) -> ! {
    let Examined { target, input, .. } = examined;
    let tries = Cell::new(0);
    let smallest = match examined.case {
        Some((seed, case)) => smallest(target, seed, case, |input| {
            tries.set(tries.get() + 1);
            tries.get() <= HANGING_TRIES && hangs_alone(target, input)
        }),
        None => input.clone(),
    };
    let failure = Failure {
        property: "nothing hangs",
        said: format!("longer than {HANGING} s"),
        by: f64::INFINITY,
    };
    eprint!(
        "{}",
        failed(target, &failure, &smallest, &by_input(target, &smallest))
    );
    exit(1)
}

/// True if a separate process hangs on an input.
fn hangs_alone(target: &Target, input: &str) -> bool {
    let Ok(program) = env::current_exe() else {
        return false;
    };
    let mut command = Command::new(program);
    command.args(["--target", target.name, "--input", &corpus::escaped(input)]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(HANGING_TRY) {
        if let Ok(Some(_)) = child.try_wait() {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    true
}

//! Time of the search for the best of all layouts, its counts of layouts by outcome, and beside it
//! the figures of others' searches.
//!
//! A search is too long for criterion's thousands of runs: each runs a few times, and the median
//! counts.
#![allow(clippy::print_stdout, reason = "a table is what this program is for")]

use std::hint::black_box;
use std::thread::available_parallelism;
use std::time::Instant;

use cost::legal::Legal;
use cost::memory;
use cost::plan::Plan;
use formats::link;
use search::optimize::{
    Constraints, Counts, Objective, SearchLimit, SearchQuestion, search, search_in_parallel,
};

/// A model on a cluster, all of whose layouts are searched.
struct Case {
    name: &'static str,
    link: &'static str,
    /// Seconds that it may take on all cores, if it was promised.
    budget: Option<f64>,
}

const CASES: [Case; 3] = [
    Case {
        name: "GPT-3 175B on 1,024 A100",
        link: "#v=1&p=gpt3-175b/a100-80x1024&gbs=1536",
        budget: Some(1.0),
    },
    Case {
        name: "Llama 3 405B on 16,384 H100",
        link: "#v=1&p=llama3-405b/h100x16384&gbs=2048",
        budget: None,
    },
    Case {
        name: "DeepSeek-V3 on 2,048 H800",
        link: "#v=1&p=deepseek-v3-671b/h800x2048&gbs=15360&dtype=fp8b&disp=deepep",
        budget: None,
    },
];

/// Seconds that one core may take for a layout in the mean: a million are to be settled in one.
const SETTLING: f64 = 1e-6;
/// Seconds that one check whether a layout fits may take.
const CAPACITY: f64 = 1e-6;
/// Number of timed searches; their median counts.
const TIMES: usize = 5;
/// Capacity checks that are timed together.
const CHECKS: u32 = 200_000;

/// The searches of others, measured on two cores.
const PEERS: [(&str, &str); 3] = [
    (
        "LLM Cluster Simulator (zhebrak)",
        "5,002 layouts in 0.2 to 0.3 s, a sample of at most 10,000",
    ),
    ("SimuMax 1.2", "80 layouts in 25 s"),
    (
        "Calculon",
        "92,052 layouts in 200 s, all that it has; 11.7 million would take 7 h",
    ),
];

fn main() {
    // Other arguments on the command line are for criterion.
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    let times = if is_quick { 1 } else { TIMES };
    let cores = available_parallelism().map_or(1, usize::from);
    println!("The best of all layouts, exactly; median of {times}, one core and {cores}");
    for case in &CASES {
        measure(case, times);
    }
    let check = capacity_check();
    println!(
        "\nWhether one layout fits: {:.0} ns, {}",
        check * 1e9,
        judgement(check <= CAPACITY, "1 µs")
    );
    println!("\nBeside it, measured on two cores:");
    for (name, search) in PEERS {
        println!("  {name}: {search}");
    }
}

fn measure(case: &Case, times: usize) {
    let plan = plan(case.link);
    let (constraints, question) = (
        Constraints::of(&plan),
        SearchQuestion::of(Objective::Fastest),
    );
    let (alone, counts) = median(times, || search(&plan, &constraints, &question).1);
    let (together, _) = median(times, || {
        search_in_parallel(
            &plan,
            &constraints,
            &question,
            SearchLimit::default(),
            &|_| (),
        )
        .counts
    });
    let each = alone / counts.considered as f64;
    println!("\n{}: {} layouts", case.name, grouped(counts.considered));
    println!(
        "  one core   {alone:>6.2} s, {:.1} million layouts a second; one in {:.2} µs, {}",
        1e-6 / each,
        each * 1e6,
        judgement(each <= SETTLING, "1 µs")
    );
    let verdict = case.budget.map_or(String::new(), |budget| {
        format!(
            ", {}",
            judgement(together <= budget, &format!("{budget} s"))
        )
    });
    println!("  all cores  {together:>6.2} s{verdict}");
    let Counts {
        considered: _,
        without_room,
        too_slow,
        not_run,
        refused,
        estimated,
    } = counts;
    let parts = [
        ("passed over, too slow to be among the best", too_slow),
        ("passed over together, without enough room", without_room),
        ("checked one by one, not run by the framework", not_run),
        ("checked one by one, without enough room", refused),
        ("estimated in full", estimated),
    ];
    for (what, count) in parts {
        println!("  {:>13}  {what}", grouped(count));
    }
}

/// The median of the seconds that `run` takes, and the counts of its last run.
fn median(times: usize, mut run: impl FnMut() -> Counts) -> (f64, Counts) {
    let mut counts = Counts::default();
    let mut seconds: Vec<f64> = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        counts = black_box(run());
        seconds.push(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    (seconds[seconds.len() / 2], counts)
}

/// Seconds of the question whether a layout fits.
fn capacity_check() -> f64 {
    let plan = plan("#v=1&p=gpt3-175b/h100x1024&tp=8&pp=16&gbs=512");
    let start = Instant::now();
    for _ in 0..CHECKS {
        let verdict = Legal::check(black_box(&plan)).map(|legal| memory::verdict(&legal));
        black_box(verdict).expect("a legal plan");
    }
    start.elapsed().as_secs_f64() / f64::from(CHECKS)
}

fn plan(link: &str) -> Plan {
    let (plan, warnings) = link::decode(link);
    assert!(warnings.is_empty(), "{link}: {warnings:?}");
    plan
}

fn judgement(is_within: bool, budget: &str) -> String {
    format!("{} {budget}", if is_within { "within" } else { "OVER" })
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

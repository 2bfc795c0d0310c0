//! Exercises of courses and books, answered by the command. Each answer is the source's own.

mod collectives;

use std::collections::BTreeMap;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use collectives::{
    all_gather, bus_bandwidth, dispatch, fastest_tensor_parallelism, sharding_bandwidth,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Pieces that several links have in common, by name.
    parts: BTreeMap<String, String>,
    exercise: Vec<Exercise>,
}

/// An exercise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercise {
    /// Source, and what it asks.
    asks: String,
    /// The source's answer.
    answer: f64,
    /// Largest relative difference; what the source rounds to.
    tolerance: f64,
    /// The command's answer, in a unit that `times` turns into that of the source.
    measure: Measure,
    #[serde(default = "once")]
    times: f64,
    /// True if the answer is a number of whole things.
    #[serde(default)]
    is_whole: bool,
    /// The command's answer where it is another one, and the reason.
    found: Option<f64>,
    wrong: Option<String>,
}

const fn once() -> f64 {
    1.0
}

/// A number that the command prints, or one of several such numbers. Texts are links.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Measure {
    /// The number at a place of the report.
    Figure { link: String, at: String },
    /// A figure of a goal's left side; the plan also reaches this goal.
    Goal {
        link: String,
        figure: String,
        reaches: Option<String>,
    },
    /// FLOPs that a token's training counts.
    TokenFlops(String),
    /// Share of a token's FLOPs that the second plan does not have.
    Share { of: String, without: String },
    /// FLOPs over those that a token has more in the second plan.
    OverDifference { of: f64, from: String, to: String },
    /// Bytes of weights, gradients and optimizer for each parameter.
    StateBytes(String),
    /// Days of a run without failures at an MFU.
    Days { link: String, mfu: f64 },
    /// The number at a place of the report that a third layer adds.
    Layer { link: String, at: String },
    /// Tokens of the smallest step in which data parallelism hides its collectives, as a goal.
    SmallestBatch { gpus: u64, link: String },
    /// Seconds of an all-gather of these rows and columns on a node.
    AllGather([u64; 2]),
    /// GB/s that each GPU sends in it.
    BusBandwidth([u64; 2]),
    /// GB/s of an all-gather over this many nodes.
    ShardingBandwidth(u64),
    /// Time of an all-to-all of two nodes over that of one.
    SlowdownOfTwoNodes,
    /// The TP with the shortest step.
    FastestTensorParallelism,
}

impl Exercise {
    fn answered(&self, parts: &BTreeMap<String, String>) -> f64 {
        let whole = |link: &str| {
            let mut link = link.to_owned();
            for (name, part) in parts {
                link = link.replace(&format!("{{{name}}}"), part);
            }
            link
        };
        let flops = |link: &str| token_flops(&whole(link));
        let answer = match &self.measure {
            Measure::Figure { link, at } => number(&estimate(&whole(link)), at),
            Measure::Goal {
                link,
                figure,
                reaches: goal,
            } => {
                let link = whole(link);
                let is_reached = goal.as_ref().is_none_or(|goal| reaches(&link, goal));
                assert!(is_reached, "{}: {goal:?}", self.asks);
                ratio(&link, figure)
            }
            Measure::TokenFlops(link) => flops(link),
            Measure::Share { of, without } => 1.0 - flops(without) / flops(of),
            Measure::OverDifference { of, from, to } => of / (flops(to) - flops(from)),
            Measure::StateBytes(link) => state_bytes(&whole(link)),
            Measure::Days { link, mfu } => days_at(*mfu, &whole(link)),
            Measure::Layer { link, at } => {
                let [two, three] = [2, 3].map(|layers| {
                    let link = format!("{}&layers={layers}", whole(link));
                    number(&estimate(&link), at)
                });
                three - two
            }
            Measure::SmallestBatch { gpus, link } => smallest_batch(*gpus, link),
            Measure::AllGather([rows, columns]) => all_gather(*rows, *columns),
            Measure::BusBandwidth([rows, columns]) => bus_bandwidth(*rows, *columns),
            Measure::ShardingBandwidth(nodes) => sharding_bandwidth(*nodes, ""),
            Measure::SlowdownOfTwoNodes => dispatch(2) / dispatch(1),
            Measure::FastestTensorParallelism => fastest_tensor_parallelism(),
        };
        let answer = self.times * answer;
        if self.is_whole {
            answer.floor()
        } else {
            answer
        }
    }
}

#[test]
fn exercises_are_answered_or_it_is_said_why_not() {
    let file: File = toml::from_str(include_str!("exercises.toml")).expect("a table");
    for exercise in &file.exercise {
        let (found, asks) = (exercise.answered(&file.parts), &exercise.asks);
        let off = |from: f64| (found / from - 1.0).abs();
        let is_right = off(exercise.answer) <= exercise.tolerance;
        match (&exercise.wrong, exercise.found) {
            (None, None) => assert!(
                is_right,
                "{asks}: {found}, the source says {}",
                exercise.answer
            ),
            (Some(why), Some(said)) => {
                assert!(!is_right, "{asks}: {found} is right now, not wrong ({why})");
                assert!(off(said) < 0.02, "{asks}: {found}, not {said} ({why})");
            }
            _ => panic!("{asks}: `found` and `wrong` belong together"),
        }
    }
}

/// How To Scale Your Model, chapter 12: 70 B parameters, TP 8 and pure data parallelism do not fit
/// 80 GB, because each copy keeps all of its optimizer state.
#[test]
fn replicated_optimizer_state_does_not_fit() {
    let object = estimate("p=llama3-70b/h100x4096&tp=8&zero=0");
    assert_eq!(object["memory"]["verdict"], "oom");
}

fn estimate(link: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["estimate", &["#v=1&", link].concat(), "--json"])
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{link}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn reaches(link: &str, goal: &str) -> bool {
    let output = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["estimate", &["#v=1&", link].concat(), "--goal", goal])
        .output()
        .expect("the command runs");
    let code = output.status.code();
    assert!(
        code == Some(0) || code == Some(1),
        "{link}, {goal}: {code:?}"
    );
    code == Some(0)
}

fn number(object: &Value, pointer: &str) -> f64 {
    let value = object.pointer(pointer).and_then(Value::as_f64);
    value.unwrap_or_else(|| panic!("no number at {pointer}"))
}

/// A figure of a goal's left side, by halving the interval in which it lies.
fn ratio(link: &str, formula: &str) -> f64 {
    let (mut low, mut high) = (1.0, 1e9);
    while high / low > 1.0001 {
        let middle = f64::sqrt(low * high);
        let goal = format!("{formula} >= {middle:.3}");
        if reaches(link, &goal) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Tokens of the smallest step that a goal takes: sequences of 16 tokens for each GPU, by halving the
/// interval in which they lie.
fn smallest_batch(gpus: u64, link: &str) -> f64 {
    let (mut low, mut high) = (1_u64, 1_024);
    while high - low > 1 {
        let middle = u64::midpoint(low, high);
        let link = format!("{link}&seq=16&gbs={}", middle * gpus);
        if reaches(&link, "gbs * seq >= bound.tokens") {
            high = middle;
        } else {
            low = middle;
        }
    }
    (high * gpus * 16) as f64
}

/// FLOPs that a token's training counts.
fn token_flops(link: &str) -> f64 {
    let object = estimate(link);
    let [mfu, peak, tokens] =
        ["/mfu", "/peak_tflops", "/tokens_per_s_per_gpu"].map(|key| number(&object, key));
    mfu * peak * 1e12 / tokens
}

/// Days of a run without failures at an MFU.
fn days_at(mfu: f64, link: &str) -> f64 {
    let object = estimate(link);
    let [days, goodput, own] =
        ["/run/days", "/run/goodput", "/mfu"].map(|key| number(&object, key));
    days * goodput * own / mfu
}

/// Bytes of weights, gradients and optimizer of the first stage for each of the model's parameters.
fn state_bytes(link: &str) -> f64 {
    let object = estimate(link);
    let parts = ["weights_gib", "gradients_gib", "optimizer_gib"];
    let gib = parts.map(|part| number(&object, &["/memory/stages/0/", part].concat()));
    gib.iter().sum::<f64>() * 1024.0_f64.powi(3) / number(&object, "/params")
}

//! Goals, in English.

use crate::GoalText;
use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use formats::goal::{DEEPEST, FIGURES, Fault, Field, LONGEST, Live, Number, Style, Unit, Wrong};
use formats::number::{count, days, dollars, grouped, percent, three_digits};

/// English, of goals.
pub static EN_GOAL: GoalText = GoalText {
    style: &STYLE,
    fault,
    live,
    reached: |goal, is_reached, estimate| {
        let end = match estimate.map(|estimate| estimate.memory.verdict) {
            _ if !is_reached => ". Not reached.",
            Some(Verdict::OutOfMemory) => ". Reached, but the plan is out of memory.",
            _ => ". Reached.",
        };
        ["Goal: ", &goal.written(&STYLE), end].concat()
    },
};

static STYLE: Style = Style {
    field: |field| name(field).to_owned(),
    is,
    number,
    share: Some(|number, field| {
        [&number.percent().text(","), "\u{a0}% of the ", name(field)].concat()
    }),
    comparisons: [
        " less than ",
        " at most ",
        " more than ",
        " at least ",
        " equal to ",
        " other than ",
    ],
    arithmetic: [" plus ", " minus ", " times ", " divided by "],
    negate: "minus ",
    not: "it is not true that ",
    and: ", and ",
    or: " or ",
};

/// Names of [`FIGURES`], in their order.
static FIGURE_NAMES: [&str; FIGURES.len()] = [
    "the plan is possible",
    "model",
    "GPU",
    "GPUs",
    "data-parallel size",
    "parameters",
    "active parameters",
    "verdict",
    "GPU memory",
    "peak memory",
    "low end of peak memory",
    "high end of peak memory",
    "fullest stage",
    "weights",
    "gradients",
    "optimizer state",
    "activations",
    "logits",
    "buffers",
    "context and slack",
    "memory of the fullest GPU",
    "allocated memory",
    "step",
    "low end of the step",
    "high end of the step",
    "kernels",
    "recompute",
    "tensor-parallel waits",
    "context-parallel waits",
    "expert-parallel waits",
    "pipeline transfers",
    "data-parallel waits",
    "bubble in seconds",
    "imbalance in seconds",
    "optimizer and step overhead",
    "bubble",
    "imbalance",
    "idle share",
    "MFU",
    "HFU",
    "peak of the GPU",
    "tokens/s per GPU",
    "largest loss",
    "useful share",
    "kernels below peak",
    "memory-bound kernels",
    "recompute share",
    "exposed communication",
    "bubble share",
    "imbalance share",
    "optimizer step share",
    "steps",
    "run",
    "goodput",
    "GPU-hours",
    "cost",
    "energy",
    "checkpoint interval",
    "speed of the machine",
    "overhead of the machine",
    "measured step",
    "predicted step",
    "measured peak",
    "predicted peak",
    "smallest batch that is not communication-bound",
    "tokens per GPU from which it is not communication-bound",
    "data-parallel exchange over compute",
    "tensor-parallel exchange over compute",
    "context-parallel exchange over compute",
    "expert-parallel exchange over compute",
    "pipeline transfers over compute",
    "model state",
    "GPUs that the state fills",
    "loss",
    "the GPUs can hold the model state",
    "TP stays inside the node",
    "the pipeline is kept busy",
    "the remaining state is sharded",
    "the batch is reasonable",
    "the score is good",
];

fn name(field: Field) -> &'static str {
    match field {
        Field::Figure(figure) => {
            let mut names = FIGURES.iter().zip(FIGURE_NAMES);
            let found = names.find(|(known, _)| *known == figure);
            found.map_or(figure.name, |(_, name)| name)
        }
        Field::Key(key) => match key.name() {
            "tp" => "tensor-parallel size",
            "pp" => "pipeline stages",
            "cp" => "context-parallel size",
            "ep" => "expert-parallel size",
            "node" => "GPUs per node",
            // The labels of these say only what their heading leaves open.
            "mstep" => "measured step",
            "mmem" => "measured peak",
            key => crate::controls::label(key).map_or(key, |label| label.name),
        },
    }
}

/// That a field is a word or, of several, contains it.
fn is(field: Field, word: &'static str, is: bool) -> String {
    match (field.name(), word, is) {
        ("memory.verdict", "fits", true) => "the plan fits".to_owned(),
        ("memory.verdict", "fits", false) => "the plan may not fit".to_owned(),
        ("memory.verdict", "tight", true) => "the plan is tight".to_owned(),
        ("memory.verdict", "tight", false) => "the plan is not tight".to_owned(),
        ("memory.verdict", _, true) => "the plan is out of memory".to_owned(),
        ("memory.verdict", _, false) => "the plan is not out of memory".to_owned(),
        (_, word, is) => {
            let sign = if is { " is " } else { " is not " };
            [name(field), sign, standard(word)].concat()
        }
    }
}

/// The standard term for the word of an overhead; other words as they are.
fn standard(word: &str) -> &str {
    match word {
        "state" => "optimizer step",
        "scratchpad" => "recompute",
        "cable" => "exposed communication",
        "lastinch" => "memory-bound kernels",
        word => word,
    }
}

/// A number with the unit of the field beside it.
fn number(number: Number, beside: Option<Field>) -> String {
    let unit = match beside {
        Some(Field::Figure(figure)) => figure.unit,
        _ => Unit::None,
    };
    let text = number.text(",");
    match unit {
        Unit::Share => [&number.percent().text(","), "\u{a0}%"].concat(),
        Unit::Dollars => ["$", &text].concat(),
        Unit::Days => [&text, "\u{a0}days"].concat(),
        Unit::None | Unit::GpuHours | Unit::TokensPerSecond => text,
        unit => [&text, "\u{a0}", unit.symbol()].concat(),
    }
}

/// A value of a plan, with its unit where it is that of one figure.
fn live(live: &Live, plan: &Plan, estimate: Option<&Estimate>) -> String {
    const NONE: &str = "–";
    let quantity = match live {
        Live::Word(field) => {
            let word = field.word(plan, estimate);
            return word.map_or_else(|| NONE.to_owned(), |word| standard(&word).to_owned());
        }
        Live::Number(quantity) => quantity,
    };
    let Some(value) = quantity.value(plan, estimate) else {
        return NONE.to_owned();
    };
    let unit = match quantity.field() {
        Some(Field::Figure(figure)) => figure.unit,
        _ => Unit::None,
    };
    match unit {
        Unit::Share => percent(value),
        Unit::Dollars => dollars(value),
        Unit::Days => days(value),
        unit if unit.symbol().is_empty() => amount(value),
        unit => [&amount(value), "\u{a0}", unit.symbol()].concat(),
    }
}

/// A number in three digits; of large ones all that stand before the point, unless they are many.
fn amount(value: f64) -> String {
    const MANY: f64 = 1e7;
    const NAMELESS: f64 = 999.5e15;
    let size = value.abs();
    let sign = if value < 0.0 { "−" } else { "" };
    let whole = size.round() as u64;
    let text = match size {
        size if size >= NAMELESS => power_of_ten(size),
        size if size >= MANY => count(whole),
        size if size >= 1_000.0 || size == whole as f64 => grouped(whole),
        size => three_digits(size),
    };
    [sign, &text].concat()
}

/// A number beyond all that has a name, as FLOPs of a run: `3.15 × 10²³`.
fn power_of_ten(size: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut power = 0;
    while size / 10_f64.powi(power) >= 9.995 {
        power += 1;
    }
    let mut text = [&three_digits(size / 10_f64.powi(power)), "\u{a0}×\u{a0}10"].concat();
    let places = power.to_string();
    text.extend(
        places
            .bytes()
            .map(|digit| RAISED[usize::from(digit - b'0')]),
    );
    text
}

fn fault(fault: &Fault, text: &str) -> String {
    let before = text.get(..fault.at).unwrap_or(text);
    let place = grouped(before.chars().count() as u64 + 1);
    let at = [" at character ", &place].concat();
    let word = |given: &str| ["“", given, "”"].concat();
    match &fault.wrong {
        Wrong::Empty => "there is no goal".to_owned(),
        Wrong::TooLong => {
            let most = grouped(LONGEST as u64);
            let parts = [
                "the goal has more than ",
                &most,
                " bytes, or would have with every name written out",
            ];
            parts.concat()
        }
        Wrong::TooDeep => {
            let deepest = grouped(DEEPEST as u64);
            ["the goal is nested deeper than ", &deepest, " levels", &at].concat()
        }
        Wrong::Number => {
            let what = "no number can be read";
            let rule = ": at most 15 digits, and behind them %, K, M, B or T or nothing";
            [what, &at, rule].concat()
        }
        Wrong::Unexpected { given } if given.is_empty() => {
            "the goal ends where a field, a number or a condition should stand".to_owned()
        }
        Wrong::Unexpected { given } => [&word(given), " is not understood", &at].concat(),
        Wrong::Unclosed => ["a parenthesis is not closed", &at].concat(),
        Wrong::UnknownField { given, nearest } => {
            let meant = nearest.map(|name| [": did you mean ", &word(name)].concat());
            let meant = meant.unwrap_or_default();
            ["there is no field ", &word(given), &at, &meant].concat()
        }
        Wrong::UnknownWord {
            field,
            given,
            words,
        } => {
            let can = match words.as_slice() {
                [] => String::new(),
                words => ["; it can be ", &words.join(", ")].concat(),
            };
            [&word(field), " is never ", &word(given), &at, &can].concat()
        }
        Wrong::Never { field, given } => [&word(field), " is never ", &word(given), &at].concat(),
        Wrong::NeedsWord { field } => {
            let rule = " is to be compared with a word by = or !=";
            [&word(field), rule, &at].concat()
        }
        Wrong::NeedsNumber => ["a condition stands where there should be a number", &at].concat(),
        Wrong::NeedsCondition => {
            ["a number stands where there should be a condition", &at].concat()
        }
        Wrong::NoField => "the goal names no figure of a plan".to_owned(),
    }
}

//! The whole run.

use super::joined;
use crate::cost::failures::Failures;
use crate::cost::units::{Bytes, Seconds};
use crate::cost::utilisation::Waste;
use crate::cost::walls::Wall;
use crate::text::figures::{RunText, Told, large};
use crate::text::number::{
    Units, count, days, dollars, duration, grouped, percent, plain, three_digits,
};

pub(super) const RUN: RunText = RunText {
    heading: "The run",
    sentence,
    tokens: "Training tokens",
    tokens_value: |tokens, ratio| joined(&[&count(tokens), ", ", &each(ratio)]),
    optimal: "Chinchilla: 20",
    beyond: "smaller models trained longer: cheaper to run",
    ratio: "tokens for each parameter",
    figures: ["steps", "days", "GPU-hours", "cost", "energy"],
    figure_values: |run| {
        [
            count(run.steps),
            days(run.days),
            count(run.gpu_hours as u64),
            dollars(run.cost_usd),
            joined(&[&three_digits(run.energy_mwh), "\u{a0}MWh"]),
        ]
    },
    walls: "Three walls",
    wall_names: ["memory", "time", "money"],
    wall_value,
    grants: ["Days granted", "Dollars granted"],
    grant_values: |granted, budget| [days(granted), dollars(budget)],
    failures: "Failures and checkpoints",
    failures_sentence,
    axes: ["time between checkpoints", "wasted, %"],
    intervals: &[
        (0.1, "0.1 s"),
        (1.0, "1 s"),
        (10.0, "10 s"),
        (60.0, "1 min"),
        (600.0, "10 min"),
        (3_600.0, "1 h"),
        (36_000.0, "10 h"),
        (345_600.0, "4 days"),
        (3_456_000.0, "40 days"),
    ],
    optima: |failures| {
        [
            joined(&["Young √(2δM): ", &duration(failures.young())]),
            joined(&["Daly: ", &duration(failures.daly())]),
        ]
    },
    shares: [
        "training",
        "writing checkpoints",
        "work done again",
        "restarting",
    ],
    worth: "What MFU is worth",
    attainable: "Attainable MFU",
    worth_sentence,
    worth_parts: ["used", "attainable, not used", "the rest of the peak"],
    headings: ["figure", "value"],
    rows: [
        "time between failures",
        "checkpoint",
        "writing it",
        "interval by Young",
        "interval by Daly",
        "money lost against the attainable MFU",
        "more training for the same money",
    ],
    row_values: |failures, waste, cost, units| {
        [
            time(failures.between),
            size(failures.checkpoint, units),
            duration(failures.write),
            duration(failures.young()),
            duration(failures.daly()),
            dollars((cost * waste.of_attainable).max(0.0)),
            percent(waste.more_training.max(0.0)),
        ]
    },
    wasted: |seconds| {
        joined(&[
            "wasted at ",
            &duration(Seconds(seconds)),
            " between checkpoints",
        ])
    },
};

/// "20 for each parameter".
fn each(ratio: f64) -> String {
    let ratio = if ratio < 100.0 {
        plain((ratio * 10.0).round() / 10.0)
    } else {
        grouped(ratio.round() as u64)
    };
    joined(&[&ratio, " for each parameter"])
}

/// Hours, or days where there are many.
fn time(time: Seconds) -> String {
    if time.0 < 172_800.0 {
        duration(time)
    } else {
        days(time.0 / 86_400.0)
    }
}

fn size(bytes: Bytes, units: Units) -> String {
    match large(bytes, units) {
        (amount, _) if amount < 0.9995 => units.size(bytes),
        (amount, unit) => joined(&[&three_digits(amount), "\u{a0}", unit]),
    }
}

/// "1.41 T tokens, 20 for each parameter, take 62.3 days on 64 GPUs, $239,000 and 124 MWh; the
/// first wall is memory, …"
fn sentence(told: &Told) -> String {
    let Told {
        tokens, ratio, run, ..
    } = told;
    let mut nearest = 0;
    for (index, wall) in told.walls.iter().enumerate() {
        if wall.share() > told.walls[nearest].share() {
            nearest = index;
        }
    }
    let hit = told.walls.iter().filter(|wall| wall.is_hit()).count();
    let name = RUN.wall_names[nearest];
    let share = percent(told.walls[nearest].share());
    let walls = match hit {
        0 => joined(&["no wall is hit, ", name, " is nearest at ", &share, "."]),
        1 => joined(&[name, " is the wall, at ", &share, "."]),
        _ => joined(&[
            name,
            " is the first of ",
            &grouped(hit as u64),
            " walls, at ",
            &share,
            ".",
        ]),
    };
    let gpus = grouped(told.gpus);
    let energy = three_digits(run.energy_mwh);
    joined(&[
        &count(*tokens),
        " tokens, ",
        &each(*ratio),
        ", take ",
        &days(run.days),
        " on ",
        &gpus,
        if told.gpus == 1 { " GPU, " } else { " GPUs, " },
        &dollars(run.cost_usd),
        " and ",
        &energy,
        "\u{a0}MWh; ",
        &walls,
    ])
}

fn wall_value(wall: usize, Wall { needed, limit }: Wall, units: Units) -> String {
    let words = |value: f64| match wall {
        0 => units.size(Bytes(value as u64)),
        1 => days(value),
        _ => dollars(value),
    };
    let share = percent(needed / limit);
    joined(&[&words(needed), " of ", &words(limit), " (", &share, ")"])
}

/// "A GPU of these fails every 32.6 days. A checkpoint of 0.96 TiB takes 1.2 s to write; every
/// 42 min, 99.2 % of the time is left for training."
fn failures_sentence(failures: &Failures, goodput: f64, units: Units) -> String {
    joined(&[
        "The cluster fails every ",
        &time(failures.between),
        " and restarts in ",
        &duration(failures.restart),
        "; a checkpoint of ",
        &size(failures.checkpoint, units),
        " takes ",
        &duration(failures.write),
        ". Written every ",
        &duration(failures.daly()),
        ", it leaves ",
        &percent(goodput),
        " of the time to training.",
    ])
}

fn worth_sentence(waste: Waste, mfu: f64, attainable: f64, cost: f64) -> String {
    let unused = percent(waste.of_peak);
    let peak = joined(&[" Of the peak that is paid for, ", &unused, " is not used."]);
    if waste.of_attainable <= 0.0 {
        let [mfu, attainable] = [mfu, attainable].map(percent);
        return joined(&[
            "At ",
            &mfu,
            " nothing is lost against ",
            &attainable,
            ".",
            &peak,
        ]);
    }
    joined(&[
        "At ",
        &percent(mfu),
        " where ",
        &percent(attainable),
        " is attainable, ",
        &percent(waste.of_attainable),
        " of the money is lost: ",
        &dollars(cost * waste.of_attainable),
        ", or ",
        &percent(waste.more_training),
        " more training for the same money.",
        &peak,
    ])
}

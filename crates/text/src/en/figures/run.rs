//! The whole run.

use crate::en::words::filled;
use crate::figures::{RunText, RunValues, large};
use cost::budget::ResourceUse;
use cost::failures::Failures;
use cost::units::{Bytes, Seconds};
use cost::utilisation::Waste;
use formats::number::{
    Units, count, days, dollars, duration, grouped, percent, plain, three_digits,
};

pub(super) const RUN: RunText = RunText {
    heading: "Run and cost.",
    sentence,
    tokens: "Training tokens",
    tokens_value: |tokens, ratio| filled("~, ~", &[&count(tokens), &each(ratio)]),
    optimal: "Chinchilla: 20",
    beyond: "smaller models trained longer: cheaper to run",
    ratio: "tokens per parameter",
    figures: ["steps", "days", "GPU-hours", "cost", "energy"],
    figure_values: |run| {
        [
            count(run.steps),
            days(run.days),
            count(run.gpu_hours as u64),
            dollars(run.cost_usd),
            filled("~\u{a0}MWh", &[&three_digits(run.energy_mwh)]),
        ]
    },
    resources: "Limits: memory, time, money",
    resource_names: ["memory", "time", "money"],
    resource_value,
    budgets: ["Time budget", "Money budget"],
    budget_values: |time, money| [days(time), dollars(money)],
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
            filled("Young √(2δM): ~", &[&duration(failures.young())]),
            filled("Daly: ~", &[&duration(failures.daly())]),
        ]
    },
    shares: [
        "training",
        "writing checkpoints",
        "repeated work",
        "restarting",
    ],
    worth: "What MFU is worth",
    attainable: "Attainable MFU",
    worth_sentence,
    worth_parts: ["used", "attainable, not used", "the rest of the peak"],
    headings: ["figure", "value"],
    rows: |failures, waste, cost, units| {
        [
            ("time between failures", time(failures.between)),
            ("checkpoint", size(failures.checkpoint, units)),
            ("writing it", duration(failures.write)),
            ("interval by Young", duration(failures.young())),
            ("interval by Daly", duration(failures.daly())),
            (
                "money lost against the attainable MFU",
                dollars((cost * waste.of_attainable).max(0.0)),
            ),
            (
                "more training for the same money",
                percent(waste.more_training.max(0.0)),
            ),
        ]
    },
    wasted: |seconds| {
        filled(
            "wasted at ~ between checkpoints",
            &[&duration(Seconds(seconds))],
        )
    },
};

/// "20 per parameter".
fn each(ratio: f64) -> String {
    let ratio = if ratio < 100.0 {
        plain((ratio * 10.0).round() / 10.0)
    } else {
        grouped(ratio.round() as u64)
    };
    filled("~ per parameter", &[&ratio])
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
        (amount, unit) => filled("~\u{a0}~", &[&three_digits(amount), unit]),
    }
}

/// "1.41 T tokens, 20 per parameter, take 62.3 days on 64 GPUs, $239,000 and 124 MWh; the
/// closest limit is memory, …"
fn sentence(values: &RunValues) -> String {
    let RunValues {
        tokens, ratio, run, ..
    } = values;
    let mut nearest = 0;
    for (index, resource) in values.resources.iter().enumerate() {
        if resource.share() > values.resources[nearest].share() {
            nearest = index;
        }
    }
    let hit = values
        .resources
        .iter()
        .filter(|resource| resource.is_exceeded())
        .count();
    let name = RUN.resource_names[nearest];
    let share = percent(values.resources[nearest].share());
    let resources = match hit {
        0 => "no limit is exceeded, ~ is closest at ~",
        1 => "the ~ limit is exceeded, at ~",
        _ => "several limits are exceeded, ~ most, at ~",
    };
    filled(
        "~ tokens, ~, take ~ on ~ GPU~, ~ and ~\u{a0}MWh; ~.",
        &[
            &count(*tokens),
            &each(*ratio),
            &days(run.days),
            &grouped(values.gpus),
            if values.gpus == 1 { "" } else { "s" },
            &dollars(run.cost_usd),
            &three_digits(run.energy_mwh),
            &filled(resources, &[name, &share]),
        ],
    )
}

fn resource_value(
    resource: usize,
    ResourceUse { needed, limit }: ResourceUse,
    units: Units,
) -> String {
    let words = |value: f64| match resource {
        0 => units.size(Bytes(value as u64)),
        1 => days(value),
        _ => dollars(value),
    };
    let share = percent(needed / limit);
    filled("~ of ~ (~)", &[&words(needed), &words(limit), &share])
}

/// "The cluster fails every 32.6 days and restarts in 10.0 min; a checkpoint of 0.96 TiB takes
/// 61.4 s. With one every 5.1 h, 99.6 % of the time is training."
fn failures_sentence(failures: &Failures, goodput: f64, units: Units) -> String {
    filled(
        "The cluster fails every ~ and restarts in ~; a checkpoint of ~ takes ~. With one every ~, ~ of the time is training.",
        &[
            &time(failures.between),
            &duration(failures.restart),
            &size(failures.checkpoint, units),
            &duration(failures.write),
            &duration(failures.daly()),
            &percent(goodput),
        ],
    )
}

fn worth_sentence(waste: Waste, mfu: f64, attainable: f64, cost: f64) -> String {
    let [mfu, attainable, peak] = [mfu, attainable, waste.of_peak].map(percent);
    if waste.of_attainable <= 0.0 {
        return filled(
            "An MFU of ~ loses nothing against the attainable ~. Of the paid peak, ~ is not used.",
            &[&mfu, &attainable, &peak],
        );
    }
    filled(
        "At an MFU of ~, where ~ is attainable, ~ of the money is lost: ~, or ~ more training for the same money. Of the paid peak, ~ is not used.",
        &[
            &mfu,
            &attainable,
            &percent(waste.of_attainable),
            &dollars(cost * waste.of_attainable),
            &percent(waste.more_training),
            &peak,
        ],
    )
}

//! The run and its cost.

use crate::number::{
    BytesText as _, count, days as days_of, dollars, duration, grouped, locale, megawatt_hours,
    percent, plain, three_digits,
};
use cost::budget::ResourceUse;
use cost::failures::Failures;
use cost::run::Run;
use cost::units::{Bytes, Seconds};
use cost::utilisation::Waste;
use cost::why::Root;
use formats::number::Units;

messages!("run");

/// Values of the sentence on the run.
#[derive(Clone, Copy, Debug)]
pub struct RunValues {
    /// Training tokens.
    pub tokens: u64,
    /// Training tokens for each parameter; none for a run that trains adapters.
    pub ratio: Option<f64>,
    /// The run.
    pub run: Run,
    /// Number of GPUs.
    pub gpus: u64,
    /// Memory, time and money.
    pub resources: [ResourceUse; 3],
}

/// The main sentence: tokens, days, cost and energy, and the nearest limit.
#[must_use]
pub fn main_sentence(values: &RunValues) -> String {
    let run = &values.run;
    let Some(ratio) = values.ratio else {
        return fine_tuning(
            values.tokens,
            run.days,
            values.gpus,
            run.cost_usd,
            run.energy_mwh,
            &limits(&values.resources),
        );
    };
    sentence(
        values.tokens,
        &per_parameter(ratio),
        run.days,
        values.gpus,
        run.cost_usd,
        run.energy_mwh,
        &limits(&values.resources),
    )
}

/// The limits that are exceeded, and the nearest one.
fn limits(resources: &[ResourceUse; 3]) -> String {
    let [memory, time, money] = resources.map(ResourceUse::share);
    let (mut nearest, mut share) = (Resource::Memory, memory);
    for (resource, other) in [(Resource::Time, time), (Resource::Money, money)] {
        if other > share {
            (nearest, share) = (resource, other);
        }
    }
    let exceeded = resources.iter().filter(|resource| resource.is_exceeded());
    match exceeded.count() {
        0 => limits_none(nearest, share),
        1 => limits_one(nearest, share),
        _ => limits_several(nearest, share),
    }
}

/// Tokens for each parameter.
fn per_parameter(ratio: f64) -> String {
    if ratio < 100.0 {
        plain((ratio * 10.0).round() / 10.0)
    } else {
        grouped(ratio.round() as u64)
    }
}

/// Value of the token slider: tokens, and tokens per parameter, if they follow from these.
#[must_use]
pub fn tokens_by_ratio(tokens: u64, ratio: Option<f64>) -> String {
    match ratio {
        Some(ratio) => tokens_value(tokens, &per_parameter(ratio)),
        None => tokens_alone(tokens),
    }
}

/// A figure with its name, and the root of its arithmetic.
pub type NamedFigure = (Root, &'static str, String);

/// The run's figures with their names: steps, days, GPU-hours, cost, energy.
#[must_use]
pub fn figures(run: &Run) -> [NamedFigure; 5] {
    [
        (Root::Steps, steps(), count(run.steps)),
        (Root::Days, days(), days_of(run.days)),
        (Root::GpuHours, gpu_hours(), count(run.gpu_hours as u64)),
        (Root::Cost, cost(), dollars(run.cost_usd)),
        (Root::Energy, energy(), megawatt_hours(run.energy_mwh)),
    ]
}

/// The figures of failures and checkpoints with their names: the interval of failures, the
/// checkpoint, its time, the best intervals.
#[must_use]
pub fn failure_figures(failures: &Failures, units: Units) -> [NamedFigure; 5] {
    [
        (
            Root::BetweenFailures,
            row_between(),
            time_between(failures.between),
        ),
        (
            Root::Checkpoint,
            row_checkpoint(),
            size(failures.checkpoint, units),
        ),
        (Root::CheckpointWrite, row_write(), duration(failures.write)),
        (Root::YoungInterval, row_young(), duration(failures.young())),
        (Root::DalyInterval, row_daly(), duration(failures.daly())),
    ]
}

/// Names of the limits: memory, time, money.
#[must_use]
pub fn resource_names() -> [&'static str; 3] {
    [memory(), time(), money()]
}

/// Need, limit and their ratio for the limit of this index.
#[must_use]
pub fn resource_value(
    resource: usize,
    ResourceUse { needed, limit }: ResourceUse,
    units: Units,
) -> String {
    let shown = |value: f64| match resource {
        0 => units.size(Bytes(value as u64)),
        1 => days_of(value),
        _ => dollars(value),
    };
    needed_of(&shown(needed), &shown(limit), needed / limit)
}

/// Sentence on failures: their interval, the checkpoint, its best interval, the share of time left
/// for training.
#[must_use]
pub fn on_failures(failures: &Failures, goodput: f64, units: Units) -> String {
    failures_sentence(
        &time_between(failures.between),
        failures.restart,
        &size(failures.checkpoint, units),
        failures.write,
        failures.daly(),
        goodput,
    )
}

/// Times along the curve of the waste, in seconds.
#[must_use]
pub fn intervals() -> [(f64, String); 9] {
    [
        (0.1, tick_seconds(0.1)),
        (1.0, tick_seconds(1.0)),
        (10.0, tick_seconds(10.0)),
        (60.0, tick_minutes(1.0)),
        (600.0, tick_minutes(10.0)),
        (3_600.0, tick_hours(1.0)),
        (36_000.0, tick_hours(10.0)),
        (345_600.0, tick_days(4)),
        (3_456_000.0, tick_days(40)),
    ]
}

/// Uses of the days: training, writing checkpoints, repeating work, restarting.
#[must_use]
pub fn shares() -> [&'static str; 4] {
    [
        training(),
        writing_checkpoints(),
        repeated_work(),
        restarting(),
    ]
}

/// Sentence on the money lost: the waste, the MFU, the attainable MFU, the cost of the run in
/// dollars.
#[must_use]
pub fn worth_sentence(waste: Waste, mfu: f64, attainable: f64, cost: f64) -> String {
    if waste.of_attainable <= 0.0 {
        return loses_nothing(mfu, attainable, waste.of_peak);
    }
    loses(
        mfu,
        attainable,
        waste.of_attainable,
        cost * waste.of_attainable,
        waste.more_training,
        waste.of_peak,
    )
}

/// Parts of the peak: used, attainable and lost, beyond reach.
#[must_use]
pub fn worth_parts() -> [&'static str; 3] {
    [part_used(), part_attainable(), part_rest()]
}

/// Further rows of the table with their names: wasted money of a run of this cost, more training.
#[must_use]
pub fn rows(waste: Waste, cost: f64) -> [(&'static str, String); 2] {
    let lost = dollars((cost * waste.of_attainable).max(0.0));
    [
        (row_lost(), lost),
        (row_more(), percent(waste.more_training.max(0.0))),
    ]
}

/// Hours, or days where there are many.
fn time_between(time: Seconds) -> String {
    if time.0 < 172_800.0 {
        duration(time)
    } else {
        days_of(time.0 / 86_400.0)
    }
}

fn size(bytes: Bytes, units: Units) -> String {
    let (amount, pattern): (f64, fn(&str) -> String) = match units {
        Units::Gib => (bytes.gib() / 1_024.0, locale::tib),
        Units::Gb => (bytes.gb() / 1_000.0, locale::tb),
    };
    if amount < 0.9995 {
        units.size(bytes)
    } else {
        pattern(&three_digits(amount))
    }
}

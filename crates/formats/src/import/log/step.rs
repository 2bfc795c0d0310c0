//! The time of a step: the median of the logged iterations after the warm-up.

use super::lines::{behind, number_after, whole_after};
use super::measured;
use super::progress;
use super::run_facts::{RunFacts, of_plan};
use super::table::{LogTable, Sample, StepField, StepUnit, name};
use crate::import::imported::ImportNote;
use crate::import::reading::ImportReader;
use crate::import::remark::{LogRemark, RunFact};

/// An iteration counts as warm-up while it takes more than this many times the median.
const WARM: f64 = 1.2;

/// True if a log has the time of a step.
pub(super) fn is_there(lines: &[String], tables: &[&'static LogTable]) -> bool {
    let facts = RunFacts::of(lines, tables.iter().map(|table| table.facts));
    best(lines, tables, &facts).is_some()
}

/// Sets the measured step.
pub(super) fn fill(
    lines: &[String],
    tables: &[&'static LogTable],
    facts: &RunFacts,
    reading: &mut ImportReader,
) {
    let Some((field, mut samples)) = best(lines, tables, facts) else {
        match unread(lines, tables) {
            Some((label, rest)) => reading.unfit(label, rest.trim()),
            None => reading.remark(ImportNote::Log(LogRemark::NoStep)),
        }
        return;
    };
    let work = work(field, facts, reading);
    for sample in &mut samples {
        sample.figure = match field.unit {
            StepUnit::Seconds | StepUnit::Bar => sample.figure,
            StepUnit::Milliseconds => sample.figure / 1e3,
            StepUnit::RunSeconds => sample.figure / work,
            StepUnit::StepsPerSecond | StepUnit::SequencesPerSecond | StepUnit::TokensPerGpu => {
                work / sample.figure
            }
        };
    }
    let (seconds, counted) = typical(&samples);
    let is_mean = matches!(field.unit, StepUnit::RunSeconds | StepUnit::StepsPerSecond);
    let left_out = samples.len() - counted;
    reading.remark(ImportNote::Log(if is_mean {
        LogRemark::MeanOfRun(name(field.label).into())
    } else if left_out == 0 {
        LogRemark::OneIteration
    } else {
        LogRemark::Median { counted, left_out }
    }));
    // Logs have three to five digits.
    let seconds = (seconds * 1e4).round() / 1e4;
    measured::set(reading, "mstep", name(field.label), seconds);
}

/// The best figure of a log, with its values.
fn best(
    lines: &[String],
    tables: &[&'static LogTable],
    facts: &RunFacts,
) -> Option<(&'static StepField, Vec<Sample>)> {
    let mut fields = tables
        .iter()
        .flat_map(|table| table.steps.iter().map(|field| (*table, field)));
    fields.find_map(|(table, field)| {
        let samples = match field.unit {
            StepUnit::Bar => progress::samples(lines, facts.value(RunFact::Steps)),
            StepUnit::RunSeconds if facts.value(RunFact::Steps).is_none() => Vec::new(),
            _ => samples(lines, table, field),
        };
        (!samples.is_empty()).then_some((field, samples))
    })
}

/// The values above zero of a figure, in the order of the log.
fn samples(lines: &[String], table: &LogTable, field: &StepField) -> Vec<Sample> {
    let mut samples = Vec::new();
    for line in lines.iter().filter(|line| line.contains(field.beside)) {
        // A number before a colon is of hours, and one at the end of the text may be cut.
        let is_figure =
            |figure: f64, rest: &str| figure > 0.0 && !rest.is_empty() && !rest.starts_with(':');
        let found = number_after(line, field.label);
        let found = found.filter(|(figure, rest)| is_figure(*figure, rest));
        let Some((figure, _)) = found else { continue };
        let iteration = match field.iteration {
            "" => None,
            label => whole_after(line, label),
        };
        let mut of_line = RunFacts::default();
        (table.facts)(line, &mut of_line);
        samples.push(Sample {
            iteration: iteration.unwrap_or(samples.len() as u64),
            figure,
            batch: of_line.value(RunFact::Batch),
        });
    }
    samples
}

/// A label without a number, with the text found instead.
fn unread<'a>(
    lines: &'a [String],
    tables: &[&'static LogTable],
) -> Option<(&'static str, &'a str)> {
    let fields = tables.iter().flat_map(|table| table.steps);
    let mut fields = fields.filter(|field| field.unit != StepUnit::Bar);
    fields.find_map(|field| {
        let mut rests = lines.iter().flat_map(|line| behind(line, field.label));
        Some((name(field.label), rests.next()?))
    })
}

/// The amount that turns a rate or a duration into the time of a step: from the log if it has it,
/// else from the plan.
fn work(field: &StepField, facts: &RunFacts, reading: &mut ImportReader) -> f64 {
    let mut amount = |fact| {
        let log = facts.value(fact);
        reading.remark(ImportNote::Log(LogRemark::OfRate {
            label: name(field.label).into(),
            fact,
            is_of_plan: log.is_none(),
        }));
        log.unwrap_or_else(|| of_plan(&reading.plan, fact)).max(1) as f64
    };
    match field.unit {
        StepUnit::SequencesPerSecond => amount(RunFact::Batch),
        StepUnit::TokensPerGpu => amount(RunFact::Tokens) / amount(RunFact::Gpus),
        StepUnit::RunSeconds => amount(RunFact::Steps),
        StepUnit::Seconds | StepUnit::Milliseconds | StepUnit::Bar | StepUnit::StepsPerSecond => {
            1.0
        }
    }
}

/// Seconds of a step, and the number of iterations that count.
///
/// The first logged iteration does not count, as it compiles kernels and fills caches; nor do later
/// ones while they take more than [`WARM`] times the median. Iterations with another global batch
/// than the last one are excluded, as a run may raise it. The result is the median of the others. A
/// single iteration counts.
fn typical(samples: &[Sample]) -> (f64, usize) {
    let first = samples.first().map(|sample| sample.iteration);
    let batch = samples.last().and_then(|sample| sample.batch);
    let is_alike = |sample: &&Sample| sample.batch == batch;
    let is_later = |sample: &&Sample| Some(sample.iteration) != first;
    let seconds = |sample: &Sample| sample.figure;
    let later = samples.iter().filter(is_alike).filter(is_later);
    let mut counted: Vec<f64> = later.map(seconds).collect();
    if counted.is_empty() {
        counted = samples.iter().filter(is_alike).map(seconds).collect();
    }
    let limit = WARM * median(&counted);
    let is_warm = |seconds: &&f64| **seconds > limit;
    let warm = counted.iter().take_while(is_warm).count();
    let counted = counted.get(warm..).unwrap_or_default();
    (median(counted), counted.len())
}

/// The median of numbers; zero without numbers.
fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = |place: usize| sorted.get(place).copied().unwrap_or_default();
    let count = sorted.len();
    f64::midpoint(at(count.saturating_sub(1) / 2), at(count / 2))
}

//! The time of a step: the median of the logged iterations after the warm-up.

use super::labels::{LabelSet, Labels};
use super::lines::{behind, number_after, whole_after};
use super::measured;
use super::progress::Bars;
use super::run_facts::{RunFacts, of_plan};
use super::samples::{Sample, Samples};
use super::table::{LogTable, StepField, StepUnit, name};
use crate::excerpt::excerpt;
use crate::import::imported::ImportNote;
use crate::import::reading::ImportReader;
use crate::import::remark::{LogRemark, RunFact};

/// An iteration counts as warm-up while it takes more than this many times the median.
const WARM: f64 = 1.2;

/// The iterations in which a log has a figure.
struct StepFigure {
    label: LabelSet,
    table: &'static LogTable,
    field: &'static StepField,
    samples: Samples,
    /// The text behind the first label.
    first: Option<String>,
}

impl StepFigure {
    fn take(&mut self, line: &str) {
        let (table, field) = (self.table, self.field);
        if self.first.is_none() {
            let rest = behind(line, field.label).next();
            self.first = rest.map(|rest| excerpt(rest.trim()));
        }
        if !line.contains(field.beside) {
            return;
        }
        // A number before a colon is of hours, and one at the end of the text may be cut.
        let is_figure =
            |figure: f64, rest: &str| figure > 0.0 && !rest.is_empty() && !rest.starts_with(':');
        let found = number_after(line, field.label);
        let found = found.filter(|(figure, rest)| is_figure(*figure, rest));
        let Some((figure, _)) = found else { return };
        let iteration = match field.iteration {
            "" => None,
            label => whole_after(line, label),
        };
        let mut of_line = RunFacts::default();
        (table.facts)(line, &mut of_line);
        self.samples.push(Sample {
            iteration: iteration.unwrap_or(self.samples.count() as u64),
            figure,
            batch: of_line.value(RunFact::Batch),
        });
    }
}

/// The figures of a log from which the time of a step follows.
pub(super) struct StepFigures {
    figures: Vec<StepFigure>,
    bars: Bars,
}

impl StepFigures {
    /// The figures of these tables, the best first; adds the labels that they need.
    pub(super) fn of(tables: &[&'static LogTable], labels: &mut Labels) -> Self {
        let fields = tables
            .iter()
            .flat_map(|table| table.steps.iter().map(|field| (*table, field)));
        let figures = fields.map(|(table, field)| StepFigure {
            label: labels.add(&[field.label]),
            table,
            field,
            samples: Samples::default(),
            first: None,
        });
        Self {
            figures: figures.collect(),
            bars: Bars::of(labels),
        }
    }

    /// Takes in a line with these labels.
    pub(super) fn take(&mut self, line: &str, found: LabelSet) {
        self.bars.take(line, found);
        let figures = self.figures.iter_mut();
        let is_there = |figure: &&mut StepFigure| {
            figure.field.unit != StepUnit::Bar && found.meets(figure.label)
        };
        figures
            .filter(is_there)
            .for_each(|figure| figure.take(line));
    }

    /// True if a log with these facts has the time of a step.
    pub(super) fn is_there(&self, facts: &RunFacts) -> bool {
        self.best(facts).is_some()
    }

    /// The best figure, with its values above zero in the order of the log.
    fn best(&self, facts: &RunFacts) -> Option<(&'static StepField, &Samples)> {
        self.figures.iter().find_map(|figure| {
            let steps = facts.value(RunFact::Steps);
            let samples = match figure.field.unit {
                StepUnit::Bar => self.bars.samples(steps)?,
                StepUnit::RunSeconds if steps.is_none() => return None,
                _ => &figure.samples,
            };
            (samples.count() > 0).then_some((figure.field, samples))
        })
    }

    /// Sets the measured step.
    pub(super) fn fill(&self, facts: &RunFacts, reading: &mut ImportReader) {
        let Some((field, samples)) = self.best(facts) else {
            match self.unread() {
                Some((label, rest)) => reading.unfit(label, rest),
                None => reading.remark(ImportNote::Log(LogRemark::NoStep)),
            }
            return;
        };
        let work = work(field, facts, reading);
        let seconds = |figure: f64| match field.unit {
            StepUnit::Seconds | StepUnit::Bar => figure,
            StepUnit::Milliseconds => figure / 1e3,
            StepUnit::RunSeconds => figure / work,
            StepUnit::StepsPerSecond | StepUnit::SequencesPerSecond | StepUnit::TokensPerGpu => {
                work / figure
            }
        };
        let (seconds, counted) = typical(samples, seconds);
        let is_mean = matches!(field.unit, StepUnit::RunSeconds | StepUnit::StepsPerSecond);
        let left_out = samples.count() - counted;
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

    /// A label without a number, with the text found instead.
    fn unread(&self) -> Option<(&'static str, &str)> {
        let mut figures = self.figures.iter();
        figures.find_map(|figure| Some((name(figure.field.label), figure.first.as_deref()?)))
    }
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

/// Seconds of a step, and the number of iterations that count; `seconds` turns a figure into them.
///
/// The first logged iteration does not count, as it compiles kernels and fills caches; nor do later
/// ones while they take more than [`WARM`] times the median. Iterations with another global batch
/// than the last one are excluded, as a run may raise it; so are those before the latest
/// [`MOST`](super::samples::MOST). The result is the median of the others. A single iteration counts.
fn typical(samples: &Samples, seconds: impl Fn(f64) -> f64) -> (f64, usize) {
    let latest = samples.latest();
    let batch = latest.back().and_then(|sample| sample.batch);
    let is_alike = |sample: &&Sample| sample.batch == batch;
    let is_later = |sample: &&Sample| Some(sample.iteration) != samples.first();
    let seconds = |sample: &Sample| seconds(sample.figure);
    let later = latest.iter().filter(is_alike).filter(is_later);
    let mut counted: Vec<f64> = later.map(seconds).collect();
    if counted.is_empty() {
        counted = latest.iter().filter(is_alike).map(seconds).collect();
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

//! The measured step and peak in the log of a run.
//!
//! A log has little of its plan, so it fills the measurements of the plan into which it is read.
//! Figures are found by their labels, whatever precedes them in a line (colours, times, ranks). A
//! table for each framework has the labels.
//!
//! Tests: `crates/formats/tests/all/import_logs.rs`.

mod arguments;
mod deepspeed;
mod labels;
mod lines;
mod measured;
mod megatron;
mod nanotron;
mod peak;
mod progress;
mod run_facts;
mod samples;
mod step;
mod stream;
mod table;
mod torchtitan;
mod trainer;

use self::arguments::PrintedArguments;
use self::labels::{LabelSet, Labels};
use self::peak::PeakFigures;
use self::run_facts::RunFacts;
use self::step::StepFigures;
pub use self::stream::LogStream;
use self::table::LogTable;
use crate::frameworks::megatron::read::printed;
use crate::import::base::ImportBase;
use crate::import::budget::ReadBudget;
use crate::import::imported::{Format, ImportRefusal, Imported, MissingSetting};
use crate::import::reading::ImportReader;

/// The tables of all frameworks. The first one with a time of a step decides: the Trainer may run
/// on `DeepSpeed`, whose timer excludes the time between steps.
const TABLES: [&LogTable; 5] = [
    &megatron::TABLE,
    &torchtitan::TABLE,
    &nanotron::TABLE,
    &trainer::TABLE,
    &deepspeed::TABLE,
];

/// Reads a log line by line, in bounded memory.
pub(crate) struct LogReader {
    labels: Labels,
    /// The facts that each table finds in lines with its labels.
    facts: Vec<(LabelSet, RunFacts)>,
    steps: StepFigures,
    peaks: PeakFigures,
    arguments: PrintedArguments,
}

impl Default for LogReader {
    fn default() -> Self {
        let mut labels = Labels::new();
        let facts = TABLES.iter().map(|table| {
            let labels = labels.add(table.fact_labels);
            (labels, RunFacts::default())
        });
        Self {
            facts: facts.collect(),
            steps: StepFigures::of(&TABLES, &mut labels),
            peaks: PeakFigures::of(&TABLES, &mut labels),
            arguments: PrintedArguments::of(&mut labels),
            labels,
        }
    }
}

impl LogReader {
    /// A reader that has read a text.
    ///
    /// # Errors
    /// If the text takes too much work.
    pub(crate) fn of(text: &str, budget: &ReadBudget) -> Result<Self, ImportRefusal> {
        let mut reader = Self::default();
        for line in lines::lines(text, budget)? {
            reader.take(line);
        }
        Ok(reader)
    }

    /// Takes in a line with its end.
    fn take(&mut self, line: &str) {
        let Some(line) = lines::plain(line) else {
            return;
        };
        let found = self.labels.found(&line);
        self.arguments.take(&line, found);
        for (table, (labels, facts)) in TABLES.iter().zip(&mut self.facts) {
            if found.meets(*labels) {
                (table.facts)(&line, facts);
            }
        }
        self.steps.take(&line, found);
        self.peaks.take(&line, found);
    }

    /// The facts of the run. Those of later tables win.
    fn facts(&self) -> RunFacts {
        let mut facts = RunFacts::default();
        self.facts.iter().for_each(|(_, found)| facts.extend(found));
        facts
    }

    /// True if the log has the time of a step or a peak of memory, as a framework logs it.
    pub(crate) fn has_figures(&self) -> bool {
        self.steps.is_there(&self.facts()) || self.peaks.is_there()
    }

    /// The lines that print the arguments of Megatron-LM, if there are some.
    pub(crate) fn arguments(&self) -> Option<&str> {
        self.arguments.text()
    }

    /// The measured step and peak with their origin, missing figures, and differences of the run from
    /// the plan. Where the log prints the arguments of Megatron-LM, the plan is theirs, else that at
    /// hand.
    ///
    /// # Errors
    /// If the log has no figure, or its arguments take too much work.
    pub(crate) fn imported(
        &self,
        base: &ImportBase,
        budget: &ReadBudget,
    ) -> Result<Imported, ImportRefusal> {
        let mut reading = ImportReader::of(base);
        let is_printed = self
            .arguments()
            .is_some_and(|text| printed(text, &mut reading, budget).is_ok());
        self.fill(&mut reading);
        if is_printed {
            return reading.done(Format::Megatron);
        }
        reading.missing(MissingSetting::Run);
        reading.done(Format::Log)
    }

    /// The measured step and peak of the run of a plan.
    ///
    /// # Errors
    /// If the log has no figure.
    pub(crate) fn figures(&self, base: &ImportBase) -> Result<Imported, ImportRefusal> {
        let mut reading = ImportReader::of(base);
        self.fill(&mut reading);
        reading.done(Format::Log)
    }

    fn fill(&self, reading: &mut ImportReader) {
        let facts = self.facts();
        self.steps.fill(&facts, reading);
        self.peaks.fill(reading);
        facts.compare(reading);
    }
}

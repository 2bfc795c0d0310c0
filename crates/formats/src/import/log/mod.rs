//! The measured step and peak in the log of a run.
//!
//! A log has little of its plan, so it fills the measurements of the plan into which it is read.
//! Figures are found by their labels, whatever precedes them in a line (colours, times, ranks). A
//! table for each framework has the labels.
//!
//! Tests: `crates/formats/tests/all/import_logs.rs`.

mod deepspeed;
mod lines;
mod measured;
mod megatron;
mod nanotron;
mod peak;
mod progress;
mod run_facts;
mod step;
mod table;
mod torchtitan;
mod trainer;

use self::run_facts::RunFacts;
use self::table::LogTable;
use super::budget::ReadBudget;
use super::imported::ImportRefusal;
use super::reading::ImportReader;

/// The tables of all frameworks. The first one with a time of a step decides: the Trainer may run
/// on `DeepSpeed`, whose timer excludes the time between steps.
const TABLES: [&LogTable; 5] = [
    &megatron::TABLE,
    &torchtitan::TABLE,
    &nanotron::TABLE,
    &trainer::TABLE,
    &deepspeed::TABLE,
];

/// True if a text has the time of a step or a peak of memory, as a framework logs it.
pub(crate) fn is_log(text: &str, budget: &ReadBudget) -> bool {
    let Ok(lines) = lines::plain(text, budget) else {
        return false;
    };
    step::is_there(&lines, &TABLES) || peak::is_there(&lines, &TABLES)
}

/// Fills the measured step and peak, and records their origin, missing figures, and differences of
/// the run from the plan.
///
/// # Errors
/// If the log takes too much work.
pub(crate) fn fill(
    text: &str,
    reading: &mut ImportReader,
    budget: &ReadBudget,
) -> Result<(), ImportRefusal> {
    let lines = lines::plain(text, budget)?;
    let facts = RunFacts::of(&lines, TABLES.iter().map(|table| table.facts));
    step::fill(&lines, &TABLES, &facts, reading);
    peak::fill(&lines, &TABLES, reading);
    facts.compare(reading);
    Ok(())
}

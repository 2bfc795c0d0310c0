//! Fits the cost model's constants to published runs and reports its errors.

mod accuracy;
mod adapters;
mod bands;
mod check;
mod cross;
mod distance;
mod errors;
mod explained;
mod families;
mod fit;
mod folder;
mod free;
mod judged;
mod memory;
mod order;
mod plots;
mod points;
mod published;
mod table;
mod write;

use std::process::ExitCode;

use anyhow::Result;
use cross::Predictions;
use folder::root;
use judged::judge;
use published::Observation;

const USAGE: &str = "\
Usage: cargo xtask calibrate [--write | --check]

  Fits the constants of origin `Calibrated` to the step times in tests/data/runs.json, predicts
  every run by fits that have not seen it, and prints what came of both.

  --write  also writes the constants, the bands, docs/accuracy.md with its plots, and the points
           that the page draws
  --check  fails where constants, bands or the errors of sources left out are not those in the
           repository";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        [] => calibrate(Task::Print),
        ["--write"] => calibrate(Task::Write),
        ["--check"] => calibrate(Task::Check),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(Done::All) => ExitCode::SUCCESS,
        Ok(Done::Constants) => ExitCode::from(AGAIN),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Exit status if constants or bands have changed. A program compiled with the new values has to
/// write the report: the task runs it again.
const AGAIN: u8 = 3;

/// Outcome of a run.
enum Done {
    /// All is written.
    All,
    /// Constants and bands are written, but not the report.
    Constants,
}

/// The use of the fits' outcome.
#[derive(Clone, Copy)]
enum Task {
    /// The outcome is only printed.
    Print,
    /// The outcome is written into the repository.
    Write,
    /// The outcome is compared with the repository.
    Check,
}

fn calibrate(task: Task) -> Result<Done> {
    let rows = published_rows("runs.json")?;
    let all: Vec<_> = rows.iter().collect();
    let fitted = fit::fit(&all, &fit::priors())?;
    table::constants(&fitted);
    let crossed = Predictions::of(&rows)?;
    let tuned = published_rows("finetune.json")?;
    let mut judged = judge(&rows, Some(&crossed));
    judged.extend(judge(&tuned, None));
    let edge = published_rows("oom.json")?;
    let at_edge = judge(&edge, None);
    table::errors(&judged);
    table::families(&families::figures(&judged));
    println!("{}", memory::sections(&judged, &at_edge));
    let bands = bands::of(&judged);
    table::bands(&bands, &judged);
    let couples = order::couples(&judged);
    let between = order::bands(&couples);
    table::order(&couples, between);
    match task {
        Task::Print => {
            println!("\nNothing is written; --write does that.");
            return Ok(Done::All);
        }
        Task::Check => {
            check::check(&fitted, &judged, &bands, between)?;
            return Ok(Done::All);
        }
        Task::Write => {}
    }
    let changed = write::constants(&fitted)?;
    if write::bands(&bands, between)? || changed {
        return Ok(Done::Constants);
    }
    accuracy::write(&judged, &at_edge, &bands, between)?;
    Ok(Done::All)
}

/// Runs of a file in the folder of published runs.
fn published_rows(file: &str) -> Result<Vec<Observation>> {
    published::read(&root().join("tests/data").join(file))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use cost::calibration::{CONSTANTS, Origin};

    use super::*;
    use crate::free::FREE;
    use crate::judged::Judged;

    fn read(file: &str) -> Vec<Observation> {
        published_rows(file).expect(file)
    }

    /// Runs of pre-training and of fine-tuning, by the constants in force.
    fn of_both<'a>(rows: &'a [Observation], tuned: &'a [Observation]) -> Vec<Judged<'a>> {
        let mut judged = judge(rows, None);
        judged.extend(judge(tuned, None));
        judged
    }

    #[test]
    fn exactly_the_calibrated_constants_are_fitted() {
        let free: BTreeSet<&str> = FREE.iter().map(|free| free.name).collect();
        let calibrated = CONSTANTS
            .iter()
            .filter(|constant| constant.origin == Origin::Calibrated);
        assert_eq!(free, calibrated.map(|constant| constant.name).collect());
    }

    #[test]
    fn constants_stay_few() {
        assert!(CONSTANTS.len() <= 60, "{} constants", CONSTANTS.len());
    }

    /// The points that the page draws are of the same runs, and their summary agrees with the
    /// report.
    #[test]
    fn the_points_are_of_this_model() {
        let (rows, tuned) = (read("runs.json"), read("finetune.json"));
        let judged = of_both(&rows, &tuned);
        let text = fs::read_to_string(root().join("static/accuracy.json")).expect("the points");
        let file: formats::accuracy::PublishedRuns =
            serde_json::from_str(&text).expect("the points");
        let (groups, points) = points::points(&judged);
        let again = "static/accuracy.json is of other runs; run `cargo xtask calibrate --write`";
        assert_eq!(file.groups, groups, "{again}");
        // The comparison is of texts, as floats may change when they are written and read.
        for point in points {
            let point = serde_json::to_string(&point).expect("JSON");
            assert!(text.contains(&point), "{again}: {point}");
        }
        let now = points::summary(&judged);
        assert_eq!(file.summary.step, now.step, "{again}");
        assert_eq!(file.summary.memory, now.memory, "{again}");
        // The figures that need fits are read from the report.
        let report = fs::read_to_string(root().join("docs/accuracy.md")).expect("the report");
        let all = report.lines().find(|line| line.starts_with("| all |"));
        let left_out = all.and_then(|line| line.rsplit('|').nth(2)).expect("a row");
        let unseen = file.summary.unseen;
        let [median, p90] = [unseen.median, unseen.p90].map(|share| 100.0 * share);
        let shown = format!(" {median:.1} / {p90:.1} (");
        assert!(left_out.starts_with(&shown), "{left_out} is not {shown}");
    }

    /// The part of the report that needs no fit: memory, verdicts, the worst runs, constants.
    #[test]
    fn the_report_is_of_this_model() {
        let (rows, tuned, went_out) = (read("runs.json"), read("finetune.json"), read("oom.json"));
        let now = accuracy::in_force(&of_both(&rows, &tuned), &judge(&went_out, None));
        let report = fs::read_to_string(root().join("docs/accuracy.md")).expect("the report");
        assert!(
            report.ends_with(&now),
            "docs/accuracy.md is of another model; run `cargo xtask calibrate --write`"
        );
        assert!(
            !now.contains("Not explained yet"),
            "a run has no explanation"
        );
    }
}

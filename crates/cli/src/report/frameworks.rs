//! One plan in several frameworks, as a table for a terminal and as the JSON object that scripts rely
//! on.
//!
//! Tests: `tests/all/compare_command.rs`.

use serde_json::{Value, json as value};

use super::columns::{Align, write as write_columns};
use cost::legal::{Legal, Reason};
use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::export::{Note, Release, export};
use formats::file_run::FileRun;
use formats::goal::verdict_word;
use formats::link;
use formats::number::Units;
use search::optimize::Candidate;
use text::number::{BytesText as _, duration, percent};
use text::{exchange, framework_rows as words};

/// A plan in a framework.
pub struct FrameworkRow {
    release: Release,
    outcome: Outcome,
}

/// The outcome of a plan in a framework.
enum Outcome {
    /// The framework runs no layout that fits.
    Nothing,
    /// No framework runs the plan, for these reasons.
    Illegal(Box<Plan>, Vec<Reason>),
    /// The framework lacks these aspects of the plan's layout.
    Lacks(Box<Plan>, Vec<Note>),
    /// The framework does not start with the file of the plan.
    Stops(Box<Plan>, FileRun),
    /// The framework runs a plan.
    Runs {
        /// The plan.
        planned: Box<Plan>,
        /// The run of its file.
        file: FileRun,
        /// The plan that the file runs.
        plan: Box<Plan>,
        /// The estimate of this plan.
        estimate: Box<Estimate>,
    },
}

impl FrameworkRow {
    /// The plan with the recipe of a framework, if its card runs the framework.
    #[must_use]
    pub fn adopted(plan: &Plan, release: Release) -> Plan {
        let mut plan = plan.clone();
        release.framework.adopt(&mut plan);
        plan
    }

    /// The row of a plan; `None` stands for no layout.
    #[must_use]
    pub fn of(release: Release, plan: Option<Plan>) -> Self {
        let outcome = plan.map_or(Outcome::Nothing, |plan| Outcome::of(release, plan));
        Self { release, outcome }
    }

    /// True if the framework runs a plan.
    #[must_use]
    pub const fn runs(&self) -> bool {
        matches!(self.outcome, Outcome::Runs { .. })
    }
}

impl Outcome {
    fn of(release: Release, planned: Plan) -> Self {
        let legal = match Legal::check(&planned) {
            Ok(legal) => legal,
            Err(reasons) => return Self::Illegal(Box::new(planned), reasons),
        };
        let stopping = release.stopping(&legal);
        if !stopping.is_empty() {
            return Self::Lacks(Box::new(planned), stopping);
        }
        let target = release.target();
        let file = export(&legal, target, &exchange::EXPORT);
        let file = FileRun::of(&legal, target, &file);
        let plan = match &file {
            FileRun::Plan => planned.clone(),
            FileRun::Other(other) => other.plan.clone(),
            FileRun::Refused(_) | FileRun::Illegal(..) => {
                return Self::Stops(Box::new(planned), file);
            }
        };
        match estimate(&plan) {
            Ok(estimate) => Self::Runs {
                planned: Box::new(planned),
                file,
                plan: Box::new(plan),
                estimate: Box::new(estimate),
            },
            Err(reasons) => Self::Illegal(Box::new(plan), reasons),
        }
    }

    /// Sentences on what the framework does not run, or runs in another way.
    fn sentences(&self, release: Release) -> Vec<String> {
        let on_framework =
            |sentence: String| words::on_framework(&text::search::release_name(release), &sentence);
        let sentences: Vec<String> = match self {
            Self::Nothing => vec![words::no_layout().to_owned()],
            Self::Illegal(plan, reasons) => {
                let reasons = reasons.iter();
                reasons
                    .map(|reason| text::reasons::reason(reason, plan))
                    .collect()
            }
            Self::Lacks(plan, notes) => return vec![text::search::lacking(release, notes, plan)],
            Self::Stops(plan, file) => exchange::file_run(file, plan).into_iter().collect(),
            Self::Runs { planned, file, .. } => {
                exchange::file_run(file, planned).into_iter().collect()
            }
        };
        sentences.into_iter().map(on_framework).collect()
    }
}

/// A line for each framework, and below it the sentences on what it does not run, or runs in another
/// way. Ends with a line break.
#[must_use]
pub fn report(plan: &Plan, rows: &[FrameworkRow]) -> String {
    let mut lines = vec![words::columns().map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(line));
    let mut text = [&text::plan::title_of(plan), "\n\n"].concat();
    let left = Align::Left;
    let aligned = [left, left, Align::Right, Align::Right, Align::Right, left];
    write_columns(&mut text, &lines, &aligned, "");
    let sentences = rows
        .iter()
        .flat_map(|row| row.outcome.sentences(row.release));
    let links = rows.iter().filter_map(|row| match &row.outcome {
        Outcome::Runs { plan, .. } => Some(vec![
            text::search::release_name(row.release),
            link::encode(plan),
        ]),
        _ => None,
    });
    let (sentences, links): (Vec<String>, Vec<_>) = (sentences.collect(), links.collect());
    if !sentences.is_empty() {
        text.extend(["\n", &sentences.join("\n"), "\n"]);
    }
    if !links.is_empty() {
        text.push('\n');
        write_columns(&mut text, &links, &[left, left], "");
    }
    text.replace('\u{a0}', " ")
}

fn line(row: &FrameworkRow) -> Vec<String> {
    let mut cells = vec![text::search::release_name(row.release)];
    match &row.outcome {
        Outcome::Runs { plan, estimate, .. } => {
            let memory = &estimate.memory;
            let layout = Candidate::of(plan);
            cells.extend([
                layout.map_or_else(
                    || words::as_given().to_owned(),
                    |it| text::search::layout(&it),
                ),
                duration(estimate.time.total()),
                percent(estimate.utilisation.mfu),
                Units::Gib.size(memory.peak()),
                text::verdict::alone(memory.verdict).to_owned(),
            ]);
        }
        _ => cells.push(words::does_not_run().to_owned()),
    }
    cells
}

/// The object of `--json`: the plan's link, and for each framework its name and version, whether it
/// runs a plan, and then the link of that plan, seconds of a step, MFU from 0 to 1, GiB of the fullest
/// GPU and the verdict; `sentences` are texts on what it does not run, or runs in another way.
#[must_use]
pub fn json(plan: &Plan, rows: &[FrameworkRow]) -> Value {
    let row = |row: &FrameworkRow| {
        let mut object = value!({
            "for": row.release.name(),
            "runs": row.runs(),
            "sentences": row.outcome.sentences(row.release),
        });
        if let Outcome::Runs { plan, estimate, .. } = &row.outcome {
            object["link"] = link::encode(plan).into();
            object["step_s"] = estimate.time.total().0.into();
            object["mfu"] = estimate.utilisation.mfu.into();
            object["peak_gib"] = Units::Gib.of(estimate.memory.peak()).into();
            object["verdict"] = verdict_word(estimate.memory.verdict).into();
        }
        object
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    value!({ "link": link::encode(plan), "frameworks": rows })
}

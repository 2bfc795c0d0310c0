//! Plans as files of training frameworks.

use std::io;
use std::path::Path;

use cost::Estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Word};
use cost::units::Seconds;
use formats::export::{
    self, Aspect, ExportText, Facts, Fate, MarkdownText, Note, Refusal, SummaryRow,
};
use formats::file_run::{FileRun, OtherRun};
use formats::link::{self, Key, KeyKind};
use formats::number::Units;
use formats::{PlanText, RefusalText};

use crate::aspects::aspect;
use crate::number::{
    BytesText as _, between, clauses, count, days, dollars, duration, fixed, listed, percent,
};
use crate::{coverage, links, reasons};

messages!("exchange");

/// Most changes of a file's plan that are written out.
const MOST_CHANGES: usize = 8;

/// Words about a plan and its estimate, for files and objects that programs read.
pub static PLAN: PlanText = PlanText {
    title: crate::plan::title_of,
    reason: reasons::reason,
    link_warning: links::warning,
    not_modelled: coverage::not_modelled,
    refusals,
};

/// Words of exported files.
pub static EXPORT: ExportText = ExportText {
    plan: PLAN,
    ranks: |facts| {
        let (plan, layout) = (facts.plan, &facts.plan.layout);
        let (gpus, nodes) = (plan.cluster.gpus, facts.nodes());
        let (tensor, pipeline, context) = (layout.tensor, layout.pipeline, layout.context);
        let data = facts.data;
        ranks(
            gpus,
            tensor,
            pipeline,
            context,
            data,
            nodes,
            facts.per_node(),
        )
    },
    start,
    note,
    markdown: MarkdownText {
        heading: [markdown_plan, markdown_says],
        rows: markdown_rows,
        link: markdown_link,
        foot: markdown_foot,
    },
    bibtex_title,
    bibtex_tool,
};

fn degrees_of(facts: &Facts) -> String {
    let layout = &facts.plan.layout;
    degrees(
        layout.tensor,
        layout.pipeline,
        layout.context,
        layout.expert,
        facts.data,
        layout.zero.word(),
    )
}

/// Names and values of the summary's rows, up to the link.
fn markdown_rows(facts: &Facts, estimate: Option<&Estimate>) -> Vec<SummaryRow> {
    let plan = facts.plan;
    let mut rows = vec![
        (markdown_model(), crate::plan::title_of(plan)),
        (markdown_layout(), degrees_of(facts)),
        (markdown_batch(), crate::plan::batch(plan)),
    ];
    let Some(estimate) = estimate else {
        return rows;
    };
    let (memory, run, units) = (&estimate.memory, &estimate.run, Units::Gib);
    let [low, high] = estimate.step_band.around(estimate.time.total().0);
    let [low, high] = [low, high].map(|seconds| duration(Seconds(seconds)));
    let peak = [
        crate::verdict::alone(memory.verdict),
        ": ",
        &units.size(memory.peak()),
        " (",
        &units.range(memory.peak(), memory.band),
        ") ",
        crate::head::of(),
        " ",
        &units.size(memory.capacity),
    ];
    let step = [
        &duration(estimate.time.total()),
        " (",
        &between(&low, &high),
        ")",
    ];
    let rate = estimate.utilisation.tokens_per_second;
    rows.extend([
        (markdown_parameters(), count(estimate.params.total)),
        (markdown_memory(), peak.concat()),
    ]);
    let refusals = refusals(plan).into_iter();
    rows.extend(refusals.map(|found| (markdown_refusal(), found.sentence)));
    rows.extend([
        (markdown_step(), step.concat()),
        (markdown_mfu(), percent(estimate.utilisation.mfu)),
        (markdown_rate(), fixed(rate, 0)),
        (markdown_bubble(), percent(estimate.time.bubble_fraction())),
        (
            markdown_run(),
            listed(&[days(run.days), dollars(run.cost_usd)]),
        ),
    ]);
    rows
}

/// An aspect that an export lacks.
#[must_use]
pub fn note(note: &Note, plan: &Plan) -> String {
    let sentence = match (note.aspect, note.fate) {
        (Aspect::Recipe, Fate::Usual) => usual_values,
        (Aspect::Recipe, _) => add_your_own,
        (Aspect::Habits, _) => habits,
        (_, Fate::NoOption) => no_option,
        (_, Fate::InCode) => in_code,
        (_, Fate::Nearest) => nearest,
        (_, Fate::Usual) => usual,
        (_, Fate::Refused) => refused,
        (_, Fate::Untested) => untested,
        (_, Fate::Yours) => yours,
    };
    sentence(&part(note, plan))
}

/// Parts of a plan that the framework of its recipe does not run; nothing of an illegal plan.
#[must_use]
pub fn refusals(plan: &Plan) -> Vec<RefusalText> {
    let found = Legal::check(plan).map(|legal| export::refusals(&legal));
    let one = |found: &Refusal| RefusalText {
        code: found.note.aspect.word(),
        fate: found.note.fate.word(),
        framework: found.release.framework.word(),
        version: found.release.version(),
        settings: found.settings(plan),
        sentence: refusal(found, plan),
    };
    found.unwrap_or_default().iter().map(one).collect()
}

/// An aspect of a plan that the framework of its recipe does not run.
#[must_use]
pub fn refusal(refusal: &Refusal, plan: &Plan) -> String {
    let framework = crate::search::release_name(refusal.release);
    let sentence = match refusal.note.fate {
        Fate::Refused => refusal_refused,
        Fate::NoOption => refusal_no_option,
        Fate::Untested => refusal_untested,
        Fate::Nearest | Fate::InCode | Fate::Usual | Fate::Yours => refusal_nearest,
    };
    sentence(&framework, &aspect(refusal.note.aspect, plan))
}

/// The aspect of a note, with the versions that lack it if others have it.
fn part(note: &Note, plan: &Plan) -> String {
    let part = aspect(note.aspect, plan);
    match note.versions {
        [] => part,
        versions => in_versions(&part, &listed(versions)),
    }
}

/// The outcome of an exported file; `None` if it runs the plan.
#[must_use]
pub fn file_run(run: &FileRun, plan: &Plan) -> Option<String> {
    match run {
        FileRun::Plan => None,
        FileRun::Refused(notes) => {
            let parts = notes.iter().map(|note| part(note, plan));
            let parts: Vec<String> = parts.collect();
            Some(file_does_not_start(&clauses(&parts)))
        }
        FileRun::Illegal(runs, reasons) => {
            let reasons = reasons.iter().map(|reason| reasons::reason(reason, runs));
            let reasons: Vec<String> = reasons.collect();
            Some(file_is_illegal(&reasons.join(" ")))
        }
        FileRun::Other(other) => Some(other_run(other, plan)),
    }
}

/// The settings of a file's plan that differ, and what follows from them.
fn other_run(other: &OtherRun, plan: &Plan) -> String {
    let shown = other.changes.iter().take(MOST_CHANGES);
    let shown = shown.map(|(key, _, _)| {
        let name = crate::controls::label(key).map_or(*key, |label| label.name);
        let [planned, runs] = [plan, &other.plan].map(|plan| value_name(key, plan));
        change(name, &runs, &planned)
    });
    let mut changes: Vec<String> = shown.collect();
    let more = other.changes.len().saturating_sub(MOST_CHANGES);
    if more > 0 {
        changes.push(more_changes(more as u64));
    }
    let ([planned_step, step], [planned_peak, peak]) = (other.step, other.peak);
    file_differs(
        &clauses(&changes),
        step,
        planned_step,
        peak,
        planned_peak,
        crate::verdict::inside(other.verdict),
        Units::Gib,
    )
}

/// The value of a key as its control names it, else as a link writes it.
fn value_name(key: &str, plan: &Plan) -> String {
    let of_word = |key: &Key| matches!(key.kind(), KeyKind::Word);
    let named = Key::named(key).filter(of_word).and_then(|key| {
        let label = crate::controls::label(key.name())?;
        label.options.get(key.choice(plan)?).copied()
    });
    named.map_or_else(|| link::value(plan, key), str::to_owned)
}

/// The reason why a file cannot be written; without a full stop.
#[must_use]
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    unwritable(&path.display().to_string(), &error.to_string())
}

//! The readable report of a plan, as plain text.

use std::fmt::Write;

use super::View;
use cost::Estimate;
use cost::balance::CommunicationBalance;
use cost::certainty::{Certainty, MEMORY, STEP};
use cost::convention::MemoryKind;
use cost::legal::Reason;
use cost::memory::{StageMemory, Verdict};
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};
use formats::link::{self, LinkWarning};
use formats::number::{Units, count, days, dollars, duration, fixed, grouped, percent};
use search::diagnosis::{Diagnosis, ExpertWarning};
use search::ends::ChoiceEnds;
use text::{ReportText, Strings};

/// Largest number of stages that a report lists; of others it states the number.
const LISTED_STAGES: usize = 16;

/// A plan with all that its report contains.
#[derive(Clone, Copy, Debug)]
pub struct PlanReport<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Estimate of the plan, or the reasons why the plan is illegal.
    pub estimate: &'a Result<Estimate, Vec<Reason>>,
    /// Diagnosis of a legal plan; without it the report has no advice and no warnings of an expert.
    pub diagnosis: Option<&'a Diagnosis>,
    /// Limits from which the exchanges of a legal plan bound its time; without them the report has
    /// no such limits.
    pub balance: Option<&'a CommunicationBalance>,
    /// Choices of software that decide a factor of the step.
    pub choices: &'a [ChoiceEnds],
    /// Parts of the link that were not understood.
    pub warnings: &'a [LinkWarning],
}

/// The tables of words of a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportWords<'a> {
    /// Words that the page also shows.
    pub shared: &'a Strings,
    /// Words of the report alone.
    pub own: &'a ReportText,
}

impl ReportWords<'static> {
    /// English.
    pub const EN: Self = Self {
        shared: &text::EN,
        own: &text::EN_REPORT,
    };
}

/// The report for a plan, legal or not, with a line break at its end.
#[must_use]
pub fn report(reported: &PlanReport, view: View, words: ReportWords) -> String {
    let strings = words.shared;
    let plan = reported.plan;
    let mut text = String::new();
    line(&mut text, &(strings.plan_title)(plan));
    line(&mut text, &link::encode(plan));
    for warning in reported.warnings {
        line(&mut text, &["! ", &text::links::warning(warning)].concat());
    }
    match reported.estimate {
        Err(reasons) => {
            line(&mut text, "");
            line(&mut text, strings.frame.illegal);
            for reason in reasons {
                line(
                    &mut text,
                    &["- ", &text::reasons::reason(reason, plan)].concat(),
                );
            }
        }
        Ok(estimate) => legal(&mut text, reported, estimate, view, words),
    }
    text.replace('\u{a0}', " ")
}

/// Writes the report of a legal plan.
fn legal(
    text: &mut String,
    reported: &PlanReport,
    estimate: &Estimate,
    view: View,
    words: ReportWords,
) {
    let (plan, strings) = (reported.plan, words.shared);
    for &part in &estimate.not_modelled {
        line(text, &["! ", &text::coverage::not_modelled(part)].concat());
    }
    let View { units, conventions } = view;
    let memory = &estimate.memory;
    let unproven = if plan.cluster.has_published_runs() {
        String::new()
    } else {
        [" · ", &unproven(strings)].concat()
    };
    let verdict = [
        (strings.verdict.word)(memory.verdict, memory.peak(), memory.capacity),
        ": ",
        &ranged(
            &units.figure(memory.peak()),
            &units.figure(memory.low()),
            &units.figure(memory.high()),
        ),
        " ",
        strings.verdict.of,
        " ",
        &units.size(memory.capacity),
        &unproven,
    ];
    line(text, "");
    line(text, &verdict.concat());
    // The verdict is on total GPU memory, whichever kind of memory a reader chooses.
    if conventions.memory != MemoryKind::NvidiaSmi {
        let held = units.size(memory.peak_of(conventions.memory));
        line(
            text,
            &[&held, " ", (strings.conventions.memory)(conventions)].concat(),
        );
    }
    line(text, &(strings.summary)(plan, estimate, units));
    if let Some(diagnosis) = reported.diagnosis {
        diagnosed(text, plan, diagnosis, units, strings);
    }
    if let Some(machine) = &estimate.machine {
        let words = &text::EN_MACHINE;
        line(text, "");
        line(text, &[words.fitted, ":"].concat());
        for sentence in (words.sentences)(plan, machine, units) {
            line(text, &["- ", &sentence].concat());
        }
    }
    line(text, "");
    figures(text, plan, estimate, view, words);
    line(text, "");
    if let Some(balance) = reported.balance {
        balances(text, balance, words.own);
    }
    stages(text, &memory.stages, view, words);
    certainties(text, strings);
    line(text, "");
    times(text, estimate, strings);
    if !reported.choices.is_empty() {
        line(text, "");
    }
    for ends in reported.choices {
        line(text, &text::choices::choice(ends));
    }
}

/// Writes the figures of a legal plan, a line each.
fn figures(text: &mut String, plan: &Plan, estimate: &Estimate, view: View, words: ReportWords) {
    let (strings, own) = (words.shared, words.own);
    let (conventions, utilisation, run) = (view.conventions, &estimate.utilisation, &estimate.run);
    let mfu = [
        percent(conventions.utilisation(utilisation)).as_str(),
        " (HFU ",
        &percent(utilisation.hfu),
        ")",
    ]
    .concat();
    let total = estimate.time.total();
    let [low, high] = estimate.step_band.around(total.0).map(Seconds);
    let step = ranged(&duration(total), &duration(low), &duration(high));
    let energy = fixed(run.energy_mwh, 0);
    let cost = [
        days(run.days).as_str(),
        ", ",
        &dollars(run.cost_usd),
        ", ",
        &energy,
        " MWh",
    ]
    .concat();
    let (parameters, experts) = if plan.model.moe.experts > 0 {
        let parameters = (own.expert_parameters)(&estimate.params);
        (parameters, (strings.experts_follow)(plan))
    } else {
        (count(estimate.params.total), String::new())
    };
    let pairs = [
        (own.parameters, parameters),
        (own.experts, experts),
        (own.data_parallel, grouped(plan.data_parallel())),
        ((strings.conventions.name)(conventions), mfu),
        (own.step, step),
        (own.idle, percent(estimate.time.idle_fraction())),
        (own.bubble, percent(estimate.time.bubble_fraction())),
        (
            own.tokens_per_second,
            fixed(utilisation.tokens_per_second, 0),
        ),
        (own.tokens, (own.tokens_in_steps)(run)),
        (own.run, cost),
        (own.goodput, percent(run.goodput)),
    ];
    if estimate.memory.verdict == Verdict::OutOfMemory {
        line(text, own.if_it_fit);
    }
    for (name, value) in pairs {
        if !value.is_empty() {
            let _ = writeln!(text, "{name:<18}{value}");
        }
    }
    if view != View::default() {
        let counted = (strings.conventions.sentence)(conventions, plan.levers.dtype);
        let _ = writeln!(text, "{:<19}{counted}", own.counted_as);
    }
}

/// Writes the limits from which each axis with an exchange is communication-bound.
fn balances(text: &mut String, balance: &CommunicationBalance, words: &ReportText) {
    let lines = (words.balances)(balance);
    if lines.is_empty() {
        return;
    }
    line(text, words.communication_bound);
    for (name, limit) in lines {
        let _ = writeln!(text, "{name:<18}{limit}");
    }
    line(text, "");
}

/// Writes the change that helps most, and the warnings of an expert.
fn diagnosed(text: &mut String, plan: &Plan, found: &Diagnosis, units: Units, strings: &Strings) {
    let words = &strings.diagnosis;
    if let Some(advice) = &found.advice {
        let changes = advice.changes.iter();
        let changes: Vec<String> = changes
            .map(|change| (strings.change)(change, plan))
            .collect();
        let effect = (words.effect)(advice, units);
        let pieces = [
            words.helps[0],
            ": ",
            &changes.join(", "),
            " (",
            &effect,
            ")",
        ];
        line(text, &pieces.concat());
    }
    if let Some(tried) = found.stopped_after {
        line(text, &(words.stopped)(tried));
    }
    // The warning on hardware is shown beside the verdict.
    let warnings = found.warnings.iter();
    for warning in warnings.filter(|warning| **warning != ExpertWarning::UnprovenHardware) {
        line(text, &["! ", &(words.warning)(warning)].concat());
    }
}

/// The warning on hardware without published runs.
fn unproven(strings: &Strings) -> String {
    (strings.diagnosis.warning)(&ExpertWarning::UnprovenHardware)
}

/// A column of the stage table: its heading, and the function that reads it.
type StageColumn = (&'static str, fn(&StageMemory) -> Bytes);

fn stages(text: &mut String, stages: &[StageMemory], view: View, words: ReportWords) {
    let kinds = &words.shared.memory;
    let columns: [StageColumn; 8] = [
        (kinds.weights, |s| s.state.weights),
        (kinds.gradients, |s| s.state.gradients),
        (kinds.optimizer, |s| s.state.optimizer),
        (kinds.activations, |s| s.activations),
        (kinds.logits, |s| s.logits),
        (kinds.buffers, |s| s.buffers),
        (kinds.overhead, |s| s.overhead),
        (kinds.total, StageMemory::total),
    ];
    let _ = write!(
        text,
        "{:<10}",
        [kinds.stage, ", ", view.units.symbol()].concat()
    );
    for (name, _) in columns {
        let _ = write!(text, "{name:>width$}", width = name.len().max(6) + 2);
    }
    text.push('\n');
    for (index, stage) in stages.iter().take(LISTED_STAGES).enumerate() {
        let _ = write!(text, "{index:<10}");
        for (name, bytes) in columns {
            let figure = view.units.figure(bytes(stage));
            let _ = write!(text, "{figure:>width$}", width = name.len().max(6) + 2);
        }
        text.push('\n');
    }
    if stages.len() > LISTED_STAGES {
        line(text, &(words.own.more_stages)(stages.len() - LISTED_STAGES));
    }
}

/// Writes the terms of memory that are exact, calibrated and assumed, a line each.
fn certainties(text: &mut String, strings: &Strings) {
    let names = strings.memory.terms();
    for certainty in [Certainty::Exact, Certainty::Calibrated, Certainty::Assumed] {
        let terms = names.into_iter().zip(&MEMORY);
        let same: Vec<&str> = terms
            .filter(|(_, term)| term.certainty == certainty)
            .map(|(name, _)| name)
            .collect();
        line(text, &[certainty.word(), ": ", &same.join(", ")].concat());
    }
}

/// A figure with the range that contains four of five measurements. If both ends have the same
/// unit, it is written once: `12.3 s (11.2–13.5 s)`.
fn ranged(figure: &str, low: &str, high: &str) -> String {
    let unit = |text: &str| text.split_once('\u{a0}').map(|(_, unit)| unit.to_owned());
    let low = match low.split_once('\u{a0}') {
        Some((number, same)) if unit(high).as_deref() == Some(same) => number,
        _ => low,
    };
    [figure, " (", low, "–", high, ")"].concat()
}

fn times(text: &mut String, estimate: &Estimate, strings: &Strings) {
    let (time, kinds) = (&estimate.time, &strings.time);
    let names = [
        kinds.compute,
        kinds.recompute,
        kinds.tensor,
        kinds.context,
        kinds.expert,
        kinds.pipeline,
        kinds.data,
        kinds.bubble,
        kinds.imbalance,
        kinds.optimizer,
    ];
    for (name, term) in names.into_iter().zip(&STEP) {
        let seconds = (term.of)(time);
        if seconds.0 > 0.0 {
            let share = percent(time.share(seconds));
            let certainty = term.certainty.word();
            let _ = writeln!(
                text,
                "{name:<28}{:>10}{share:>9}  {certainty}",
                duration(seconds)
            );
        }
    }
    let _ = writeln!(text, "{:<28}{:>10}", kinds.step, duration(time.total()));
}

fn line(text: &mut String, words: &str) {
    text.push_str(words);
    text.push('\n');
}

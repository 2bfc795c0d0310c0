//! The readable report of a plan, as plain text.

use std::fmt::Write;

use super::columns::width;
use super::messages::{Message, MessageKind, messages};
use super::sentences::{self, ranged};
use super::{Reported, View};
use cost::Estimate;
use cost::balance::CommunicationBalance;
use cost::certainty::{Certainty, MEMORY, STEP};
use cost::convention::MemoryKind;
use cost::host::{HOST, HostMemory, Phase};
use cost::memory::{StageMemory, Verdict};
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};
use formats::link;
use formats::number::Units;
use search::cure::make_fit;
use search::diagnosis::Diagnosis;
use text::number::{BytesText as _, count, duration, fixed, grouped, listed, percent};
use text::{kinds, report as own};

/// Largest number of stages that a report lists; of others it states the number.
const LISTED_STAGES: usize = 16;

/// The report for a plan, legal or not, with a line break at its end.
#[must_use]
pub fn report(reported: &Reported, view: View) -> String {
    let plan = reported.plan;
    let mut lines = Lines::of(messages(reported, view.units));
    lines.add(&text::plan::title_of(plan));
    lines.add(&link::encode(plan));
    lines.say(MessageKind::Link, WARNING);
    match &reported.estimate {
        Err(_) => {
            lines.add("");
            lines.add(text::frame::illegal());
            lines.say(MessageKind::Reason, ITEM);
        }
        Ok(estimate) => legal(&mut lines, reported, estimate, view),
    }
    lines.text.replace('\u{a0}', " ")
}

/// Mark of a warning.
const WARNING: &str = "! ";
/// Mark of one of several.
const ITEM: &str = "- ";

/// The lines of a report, with the messages for them.
struct Lines {
    text: String,
    messages: Vec<Message>,
}

impl Lines {
    const fn of(messages: Vec<Message>) -> Self {
        Self {
            text: String::new(),
            messages,
        }
    }

    fn add(&mut self, words: &str) {
        self.text.push_str(words);
        self.text.push('\n');
    }

    /// Adds the messages of a kind, each behind a mark, except one that stands beside the verdict.
    fn say(&mut self, kind: MessageKind, mark: &str) {
        let messages = self.messages.iter();
        for message in messages.filter(|it| it.kind == kind && !it.is_beside_verdict()) {
            self.text.push_str(mark);
            self.text.push_str(&message.sentence);
            self.text.push('\n');
        }
    }
}

/// Writes the report of a legal plan.
fn legal(lines: &mut Lines, reported: &Reported, estimate: &Estimate, view: View) {
    let plan = reported.plan;
    lines.say(MessageKind::NotModelled, WARNING);
    let View { units, conventions } = view;
    let memory = &estimate.memory;
    let beside = lines.messages.iter().find(|it| it.is_beside_verdict());
    let beside = beside.map_or_else(String::new, |it| [" · ", &it.sentence].concat());
    let need = ranged(
        &units.figure(memory.peak()),
        &units.figure(memory.low()),
        &units.figure(memory.high()),
    );
    let verdict = text::verdict::alone(memory.verdict);
    let verdict = own::verdict(verdict, &need, memory.capacity, units);
    lines.add("");
    lines.add(&[verdict, beside].concat());
    for refusal in &reported.refusals {
        let sentence = text::exchange::refusal(refusal, plan);
        lines.add(&[WARNING, &sentence].concat());
    }
    lines.say(MessageKind::Assumed, "");
    // The verdict is on total GPU memory, whichever kind of memory a reader chooses.
    if conventions.memory != MemoryKind::NvidiaSmi {
        let held = units.size(memory.peak_of(conventions.memory));
        lines.add(&[&held, " ", text::conventions::memory(conventions)].concat());
    }
    lines.say(MessageKind::Host, "");
    lines.add(&text::results::summary(plan, estimate, units));
    if let Some(diagnosis) = &reported.diagnosis {
        diagnosed(lines, plan, diagnosis, view, memory.verdict);
    }
    if estimate.machine.is_some() {
        lines.add("");
        lines.add(&[text::machine::fitted(), ":"].concat());
        lines.say(MessageKind::Measured, ITEM);
    }
    tables(&mut lines.text, reported, estimate, view);
}

/// Writes the figures of a legal plan, and tables of them.
fn tables(text: &mut String, reported: &Reported, estimate: &Estimate, view: View) {
    let (plan, host) = (reported.plan, &estimate.host);
    line(text, "");
    figures(text, plan, estimate, view);
    line(text, "");
    if let Some(balance) = &reported.balance {
        balances(text, balance);
    }
    stages(text, &estimate.memory.stages, view);
    certainties(text);
    if host.is_of_interest() {
        line(text, "");
        phases(text, host, view.units);
    }
    line(text, "");
    times(text, estimate);
    if !reported.choices.is_empty() {
        line(text, "");
    }
    for ends in &reported.choices {
        line(text, &text::choices::choice(ends));
    }
}

/// Writes the figures of a legal plan, a line each.
fn figures(text: &mut String, plan: &Plan, estimate: &Estimate, view: View) {
    let (conventions, utilisation, run) = (view.conventions, &estimate.utilisation, &estimate.run);
    let mfu = own::utilisation(conventions.utilisation(utilisation), utilisation.hfu);
    let total = estimate.time.total();
    let [low, high] = estimate.step_band.around(total.0).map(Seconds);
    let step = ranged(&duration(total), &duration(low), &duration(high));
    let cost = own::cost(run.days, run.cost_usd, run.energy_mwh);
    let (parameters, experts) = if plan.model.moe.experts > 0 {
        let parameters = own::expert_parameters(estimate.params.total, estimate.params.active);
        (parameters, text::plan::experts(plan))
    } else {
        (count(estimate.params.total), String::new())
    };
    let parameters = if plan.tuning.is_frozen() {
        own::tuned_parameters(&parameters, estimate.params.trained)
    } else {
        parameters
    };
    let pairs = [
        (own::parameters(), parameters),
        (own::experts(), experts),
        (own::data_parallel(), grouped(plan.data_parallel())),
        (text::conventions::name(conventions), mfu),
        (own::step(), step),
        (own::idle(), percent(estimate.time.idle_fraction())),
        (own::bubble(), percent(estimate.time.bubble_fraction())),
        (
            own::tokens_per_second(),
            fixed(utilisation.tokens_per_second, 0),
        ),
        (own::tokens(), own::tokens_in_steps(run.tokens, run.steps)),
        (own::run(), cost),
        (own::goodput(), percent(run.goodput)),
    ];
    if estimate.memory.verdict == Verdict::OutOfMemory {
        line(text, own::if_it_fit());
    }
    let width = width(pairs.iter().map(|(name, _)| *name), NAMES);
    for (name, value) in pairs {
        if !value.is_empty() {
            let _ = writeln!(text, "{name:<width$}{value}");
        }
    }
    if view != View::default() {
        let counted = text::conventions::described(conventions, plan.levers.dtype);
        let _ = writeln!(text, "{:<width$} {counted}", own::counted_as());
    }
}

/// Writes the limits from which each axis with an exchange is communication-bound.
fn balances(text: &mut String, balance: &CommunicationBalance) {
    let lines = text::balance::axes(balance);
    if lines.is_empty() {
        return;
    }
    line(text, text::balance::communication_bound());
    let width = width(lines.iter().map(|(name, _)| *name), NAMES);
    for (name, limit) in lines {
        let _ = writeln!(text, "{name:<width$}{limit}");
    }
    line(text, "");
}

/// Writes ways to make the plan fit, the change that helps most, and the warnings of an expert.
fn diagnosed(lines: &mut Lines, plan: &Plan, found: &Diagnosis, view: View, verdict: Verdict) {
    lines.say(MessageKind::Search, "");
    let heading = if make_fit(&found.cures, verdict) {
        text::frame::cures()
    } else {
        text::frame::relief()
    };
    if !found.cures.is_empty() {
        lines.add(&[heading, ":"].concat());
    }
    for cure in &found.cures {
        lines.add(&[ITEM, &sentences::cure(plan, cure, view.units)].concat());
    }
    if let Some(advice) = &found.advice {
        lines.add(&sentences::advice(plan, advice, view.units));
    }
    lines.say(MessageKind::Warning, WARNING);
}

/// Width of names before their values, which longer names of a language exceed.
const NAMES: usize = 18;

/// Width of a column of the stage table.
fn column(name: &str) -> usize {
    name.chars().count().max(6) + 2
}

/// A column of the stage table: its heading, and the function that reads it.
type StageColumn = (&'static str, fn(&StageMemory) -> Bytes);

fn stages(text: &mut String, stages: &[StageMemory], view: View) {
    let columns: [StageColumn; 8] = [
        (kinds::weights(), |s| s.state.weights),
        (kinds::gradients(), |s| s.state.gradients),
        (kinds::optimizer(), |s| s.state.optimizer),
        (kinds::activations(), |s| s.activations),
        (kinds::logits(), |s| s.logits),
        (kinds::buffers(), |s| s.buffers),
        (kinds::overhead(), |s| s.overhead),
        (kinds::total(), StageMemory::total),
    ];
    let first = [kinds::stage(), ", ", view.units.symbol()].concat();
    let start = first.chars().count().max(10);
    let _ = write!(text, "{first:<start$}");
    for (name, _) in columns {
        let _ = write!(text, "{name:>width$}", width = column(name));
    }
    text.push('\n');
    for (index, stage) in stages.iter().take(LISTED_STAGES).enumerate() {
        let _ = write!(text, "{index:<start$}");
        for (name, bytes) in columns {
            let figure = view.units.figure(bytes(stage));
            let _ = write!(text, "{figure:>width$}", width = column(name));
        }
        text.push('\n');
    }
    if stages.len() > LISTED_STAGES {
        line(
            text,
            &own::more_stages((stages.len() - LISTED_STAGES) as u64),
        );
    }
}

/// Writes the memory of the host in each phase of the run, a line each.
fn phases(text: &mut String, host: &HostMemory, units: Units) {
    let first = text::host::table(units.symbol());
    let names = Phase::ALL.map(text::host::phase);
    let start = width(names.into_iter().chain([first.as_str()]), 10) + 2;
    let _ = write!(text, "{first:<start$}");
    let terms = text::host::terms();
    for name in terms.into_iter().chain([kinds::total()]) {
        let _ = write!(text, "{name:>width$}", width = column(name));
    }
    text.push('\n');
    for (phase, name) in Phase::ALL.into_iter().zip(names) {
        let held = host.of_phase(phase);
        let _ = write!(text, "{name:<start$}");
        for (term, name) in HOST.iter().zip(terms) {
            let figure = units.figure((term.of)(held));
            let _ = write!(text, "{figure:>width$}", width = column(name));
        }
        let total = units.figure(held.total());
        let _ = writeln!(text, "{total:>width$}", width = column(kinds::total()));
    }
}

/// Writes the terms of memory that are exact, calibrated and assumed, a line each.
fn certainties(text: &mut String) {
    let names = text::kinds::memory_terms();
    for certainty in [Certainty::Exact, Certainty::Calibrated, Certainty::Assumed] {
        let terms = names.into_iter().zip(&MEMORY);
        let same: Vec<&str> = terms
            .filter(|(_, term)| term.certainty == certainty)
            .map(|(name, _)| name)
            .collect();
        line(
            text,
            &[kinds::certainty(certainty), ": ", &listed(&same)].concat(),
        );
    }
}

fn times(text: &mut String, estimate: &Estimate) {
    let time = &estimate.time;
    let names = [
        kinds::compute(),
        kinds::recompute(),
        kinds::forward_only(),
        kinds::tensor(),
        kinds::context(),
        kinds::expert(),
        kinds::pipeline(),
        kinds::data(),
        kinds::bubble(),
        kinds::imbalance(),
        kinds::optimizer_step(),
    ];
    let width = width(names, 28);
    for (name, term) in names.into_iter().zip(&STEP) {
        let seconds = (term.of)(time);
        if seconds.0 > 0.0 {
            let share = percent(time.share(seconds));
            let certainty = kinds::certainty(term.certainty);
            let _ = writeln!(
                text,
                "{name:<width$}{:>10}{share:>9}  {certainty}",
                duration(seconds)
            );
        }
    }
    let (step, total) = (kinds::step(), duration(time.total()));
    let _ = writeln!(text, "{step:<width$}{total:>10}");
}

fn line(text: &mut String, words: &str) {
    text.push_str(words);
    text.push('\n');
}

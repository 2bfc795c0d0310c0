//! A plan and its estimate as one JSON object: that of `shardwise estimate --json`, whose names
//! and meanings never change.
//!
//! Tests: `crates/cli/tests/all/reports.rs`.

use super::json::Json;
use crate::goal::{self, Read, machine_overhead, overhead_word, verdict_word};
use crate::link::{self, LinkWarning};
use crate::{PlanText, RefusalText};
use cost::balance::CommunicationBalance;
use cost::certainty::{Certainty, MEMORY, STEP};
use cost::convention::{Conventions, MemoryKind};
use cost::host::{HOST, HostMemory, Phase};
use cost::legal::{Legal, Reason};
use cost::machine::Machine;
use cost::memory::StageMemory;
use cost::plan::{Plan, Word};
use cost::units::Bytes;
use cost::{self, Estimate};

/// The object for a plan, legal or not. `refusals` is what the framework of its recipe does not run
/// of it. Sizes are in GiB, times in seconds, shares from 0 to 1.
/// Four of five measurements lie from low to high. `certainty` says whether each term of time and
/// memory is exact, calibrated or assumed. `rival` is the same object for plan B of a comparison.
/// `padded_sequence` is the mean number of tokens of a sequence with its padding, `padding_share` the
/// share of the computed tokens that is padding; `tokens_per_step` has none.
/// `counting` chooses what `mfu` and the peak of memory count and changes nothing else.
/// `hardware_validated` is true if published runs on such hardware were compared with the model.
/// `bound` has the smallest step that is not communication-bound, and for each axis the time of its
/// exchange over that of the compute beside it, both at rated speeds; 0 if an axis exchanges
/// nothing.
#[must_use]
pub fn object(
    plan: &Plan,
    estimate: &Result<Estimate, Vec<Reason>>,
    warnings: &[LinkWarning],
    conventions: Conventions,
    words: &PlanText,
) -> Json {
    let link_warnings = warnings.iter().map(|warning| (words.link_warning)(warning));
    let left_out = estimate.iter().flat_map(|estimate| &estimate.not_modelled);
    let warnings = link_warnings.chain(left_out.map(|&part| (words.not_modelled)(part)));
    let warnings = Json::List(warnings.map(Json::Text).collect());
    let reasons = estimate.as_ref().err().into_iter().flatten();
    let reasons = reasons.map(|reason| Json::Text((words.reason)(reason, plan)));
    let mut fields = vec![
        ("version", Json::Whole(VERSION)),
        ("legal", Json::Switch(estimate.is_ok())),
        ("reasons", Json::List(reasons.collect())),
        ("warnings", warnings),
        ("link", Json::Text(link::encode(plan))),
        ("refusals", refusals(plan, words)),
    ];
    match estimate {
        Ok(estimate) => fields.extend(figures(plan, estimate, conventions)),
        Err(_) => fields.extend(FIGURES.map(|name| (name, Json::Null))),
    }
    fields.push(("rival", rival(plan, conventions, words)));
    Json::Fields(fields)
}

/// Version of the object: it grows when a name is taken away or a meaning changes. Names that are
/// added do not change it.
pub const VERSION: u64 = 1;

/// Parts of the plan that the framework of its recipe does not run: the code of the aspect, the
/// framework's treatment of it, the keys of a link that decide it, and the sentence of a report.
#[must_use]
pub fn refusals(plan: &Plan, words: &PlanText) -> Json {
    let one = |refusal: RefusalText| {
        let settings = refusal.settings.into_iter();
        let settings = settings.map(|(key, value)| (key, setting(value)));
        Json::Fields(vec![
            ("code", Json::Word(refusal.code)),
            ("fate", Json::Word(refusal.fate)),
            ("framework", Json::Word(refusal.framework)),
            ("framework_version", Json::Word(refusal.version)),
            ("settings", Json::Fields(settings.collect())),
            ("sentence", Json::Text(refusal.sentence)),
        ])
    };
    Json::List((words.refusals)(plan).into_iter().map(one).collect())
}

/// The value of a key: a number if it is a whole one.
fn setting(value: String) -> Json {
    value.parse().map_or(Json::Text(value), Json::Whole)
}

/// Names of fields that only a legal plan has.
pub const FIGURES: [&str; 19] = [
    "params",
    "active_params",
    "trained_params",
    "memory",
    "host_memory",
    "time",
    "mfu",
    "hfu",
    "mfu_convention",
    "peak_tflops",
    "tokens_per_s_per_gpu",
    "tokens_per_step",
    "padded_sequence",
    "padding_share",
    "dominant_toll",
    "run",
    "machine",
    "hardware_validated",
    "bound",
];

/// The part about a legal plan.
fn figures(
    plan: &Plan,
    estimate: &Estimate,
    conventions: Conventions,
) -> impl Iterator<Item = (&'static str, Json)> {
    let utilisation = &estimate.utilisation;
    let values = [
        Json::Whole(estimate.params.total),
        Json::Whole(estimate.params.active),
        Json::Whole(estimate.params.trained),
        memory(estimate, conventions),
        Json::or_null(
            estimate.host.is_of_interest().then_some(&estimate.host),
            host,
        ),
        time(estimate),
        Json::Number(conventions.utilisation(utilisation)),
        Json::Number(utilisation.hfu),
        Json::Word(conventions.mfu.word()),
        Json::Number(conventions.peak(utilisation).0 / 1e12),
        Json::Number(utilisation.tokens_per_second),
        Json::Whole(plan.tokens_per_step()),
        Json::Whole(plan.padded_sequence()),
        Json::Number(plan.padding_share()),
        Json::Word(overhead_word(estimate.shares.dominant)),
        run(estimate),
        Json::or_null(estimate.machine.as_ref(), machine),
        Json::Switch(plan.cluster.has_published_runs()),
        Json::or_null(Legal::check(plan).ok(), |legal| bound(&legal)),
    ];
    FIGURES.into_iter().zip(values)
}

/// The object of plan B in a comparison; null if there is no plan B.
fn rival(plan: &Plan, conventions: Conventions, words: &PlanText) -> Json {
    Json::or_null(plan.rival.as_deref(), |rival| {
        object(rival, &cost::estimate(rival), &[], conventions, words)
    })
}

/// The peak is of the chosen kind; capacity and verdict always use total GPU memory.
fn memory(estimate: &Estimate, conventions: Conventions) -> Json {
    let memory = &estimate.memory;
    let shown = memory.peak_of(conventions.memory);
    // Total GPU memory was called reserved before each kind had a name.
    let kind = match conventions.memory {
        MemoryKind::Allocated => "allocated",
        MemoryKind::Reserved => "max_memory_reserved",
        MemoryKind::NvidiaSmi => "reserved",
    };
    Json::Fields(vec![
        ("verdict", Json::Word(verdict_word(memory.verdict))),
        ("kind", Json::Word(kind)),
        ("capacity_gib", gib(memory.capacity)),
        ("peak_gib", gib(shown)),
        ("low_gib", gib(shown.scaled(memory.band.low))),
        ("high_gib", gib(shown.scaled(memory.band.high))),
        ("peak_stage", Json::Whole(memory.peak_stage as u64)),
        (
            "stages",
            Json::List(memory.stages.iter().map(stage).collect()),
        ),
        (
            "certainty",
            list(MEMORY.iter().map(|term| (term.key, term.certainty))),
        ),
    ])
}

/// Memory of the host of the fullest node, in each phase of the run. Null if nothing is offloaded and
/// the host has enough.
fn host(host: &HostMemory) -> Json {
    let phases = Phase::ALL.map(|phase| {
        let held = host.of_phase(phase);
        let terms = HOST.iter().map(|term| (term.key, gib((term.of)(held))));
        let total = ("total", gib(held.total()));
        (phase.key(), Json::Fields(terms.chain([total]).collect()))
    });
    let certainty = list(HOST.iter().map(|term| (term.key, term.certainty)));
    let figures = [
        ("verdict", Json::Word(verdict_word(host.verdict()))),
        ("capacity_gib", gib(host.capacity)),
        ("peak_gib", gib(host.peak())),
        ("low_gib", gib(host.low)),
        ("high_gib", gib(host.high)),
        ("peak_phase", Json::Word(host.fullest().key())),
        ("ranks", Json::Whole(host.ranks)),
    ];
    let phases = ("phases_gib", Json::Fields(phases.into()));
    Json::Fields(
        figures
            .into_iter()
            .chain([phases, ("certainty", certainty)])
            .collect(),
    )
}

fn gib(bytes: Bytes) -> Json {
    Json::Number(bytes.gib())
}

fn stage(memory: &StageMemory) -> Json {
    let fields = STAGE.iter().map(|(name, read)| (*name, gib(read(memory))));
    Json::Fields(fields.collect())
}

/// A kind of memory of a stage: its name, and the function that reads it.
pub type OfStage = (&'static str, fn(&StageMemory) -> Bytes);

/// The kinds of memory of a stage, and their sums.
pub static STAGE: [OfStage; 9] = [
    ("weights_gib", |stage| stage.state.weights),
    ("gradients_gib", |stage| stage.state.gradients),
    ("optimizer_gib", |stage| stage.state.optimizer),
    ("activations_gib", |stage| stage.activations),
    ("logits_gib", |stage| stage.logits),
    ("buffers_gib", |stage| stage.buffers),
    ("overhead_gib", |stage| stage.overhead),
    ("total_gib", StageMemory::total),
    ("allocated_gib", StageMemory::allocated),
];

fn time(estimate: &Estimate) -> Json {
    let time = &estimate.time;
    let [low, high] = estimate.step_band.around(time.total().0);
    let mut fields: Vec<_> = [
        ("step_s", time.total().0),
        ("low_s", low),
        ("high_s", high),
        ("compute_s", time.compute.0),
        ("recompute_s", time.recompute.0),
        ("forward_only_s", time.forward_only.0),
        ("tp_s", time.tensor.0),
        ("cp_s", time.context.0),
        ("ep_s", time.expert.0),
        ("pp_s", time.pipeline.0),
        ("dp_s", time.data.0),
        ("bubble_s", time.bubble.0),
        ("imbalance_s", time.imbalance.0),
        ("optimizer_s", time.optimizer.0),
        ("bubble_fraction", time.bubble_fraction()),
        ("imbalance_fraction", time.imbalance_fraction()),
        ("idle_fraction", time.idle_fraction()),
    ]
    .map(|(name, value)| (name, Json::Number(value)))
    .into();
    let certainty = list(STEP.iter().map(|term| (term.key, term.certainty)));
    fields.push(("certainty", certainty));
    Json::Fields(fields)
}

/// The certainty of each term, by its key.
fn list(terms: impl Iterator<Item = (&'static str, Certainty)>) -> Json {
    let fields = terms.map(|(key, certainty)| (key, Json::Word(certainty.word())));
    Json::Fields(fields.collect())
}

fn bound(legal: &Legal) -> Json {
    let balance = CommunicationBalance::of(legal);
    let fields = goal::FIGURES.iter().filter_map(|figure| match figure.read {
        Read::Balance(read) => {
            let name = figure.name.strip_prefix("bound.")?;
            Some((name, Json::Number(read(&balance))))
        }
        _ => None,
    });
    Json::Fields(fields.collect())
}

fn run(estimate: &Estimate) -> Json {
    let run = &estimate.run;
    Json::Fields(vec![
        ("steps", Json::Whole(run.steps)),
        ("days", Json::Number(run.days)),
        ("goodput", Json::Number(run.goodput)),
        ("gpu_hours", Json::Number(run.gpu_hours)),
        ("cost_usd", Json::Number(run.cost_usd)),
        ("energy_mwh", Json::Number(run.energy_mwh)),
        (
            "checkpoint_interval_s",
            Json::Number(run.checkpoint_interval.0),
        ),
    ])
}

/// The reader's machine. `pace` is the measured step over the predicted one. `overhead_gib` is the
/// memory of every stage beyond the model's overhead. A figure that was not measured is null.
fn machine(machine: &Machine) -> Json {
    let step = machine.measured_step.map(|step| step.0);
    Json::Fields(vec![
        ("pace", Json::Number(machine.pace)),
        ("overhead_gib", Json::Number(machine_overhead(machine))),
        ("measured_step_s", Json::or_null(step, Json::Number)),
        ("predicted_step_s", Json::Number(machine.predicted_step.0)),
        (
            "measured_peak_gib",
            Json::or_null(machine.measured_peak, gib),
        ),
        ("predicted_peak_gib", gib(machine.predicted_peak)),
    ])
}

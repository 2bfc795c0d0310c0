//! The JSON object of `shardwise estimate --json`: names and meanings never change.

use serde_json::{Map, Value, json};

use super::View;
use crate::cost::certainty::{Certainty, MEMORY, STEP};
use crate::cost::convention::{Counting, MemoryKind};
use crate::cost::legal::Reason;
use crate::cost::machine::Machine;
use crate::cost::memory::{StageMemory, Verdict};
use crate::cost::plan::{Plan, Word};
use crate::cost::tolls::Toll;
use crate::cost::units::Bytes;
use crate::cost::{self, Estimate};
use crate::link::{self, Warning};
use crate::text::Strings;

/// The object for a plan, legal or not. Sizes in GiB, times in seconds, shares from 0 to 1;
/// from low to high lie four of five measurements. `certainty` says of each term of time and
/// memory whether it is exact, calibrated or assumed; `rival` is the same object for
/// plan B of a comparison. `view` chooses what `mfu` and the peak of
/// memory count and changes nothing else.
#[must_use]
pub fn object(
    plan: &Plan,
    estimate: &Result<Estimate, Vec<Reason>>,
    warnings: &[Warning],
    view: View,
    strings: &Strings,
) -> Value {
    let link_warnings = warnings
        .iter()
        .map(|warning| (strings.link_warning)(warning));
    let left_out = estimate.iter().flat_map(|estimate| &estimate.not_modelled);
    let warnings: Vec<String> = link_warnings
        .chain(left_out.map(|&part| (strings.not_modelled)(part)))
        .collect();
    let link = link::encode(plan);
    match estimate {
        Err(reasons) => {
            let reasons: Vec<String> = reasons
                .iter()
                .map(|reason| (strings.reason)(reason, plan))
                .collect();
            json!({
                "legal": false, "reasons": reasons, "warnings": warnings, "link": link,
                "params": null, "active_params": null, "memory": null, "time": null,
                "mfu": null, "hfu": null, "mfu_convention": null, "peak_tflops": null,
                "tokens_per_s_per_gpu": null, "dominant_toll": null, "run": null,
                "machine": null, "rival": rival(plan, view, strings),
            })
        }
        Ok(estimate) => {
            let utilisation = &estimate.utilisation;
            json!({
                "legal": true, "reasons": [], "warnings": warnings, "link": link,
                "params": estimate.params.total,
                "active_params": estimate.params.active,
                "memory": memory(estimate, view.counting),
                "time": time(estimate),
                "mfu": view.counting.utilisation(utilisation),
                "hfu": utilisation.hfu,
                "mfu_convention": view.counting.mfu.word(),
                "peak_tflops": view.counting.peak(utilisation).0 / 1e12,
                "tokens_per_s_per_gpu": utilisation.tokens_per_second,
                "dominant_toll": toll(estimate.tolls.dominant),
                "run": run(estimate),
                "machine": estimate.machine.as_ref().map(machine),
                "rival": rival(plan, view, strings),
            })
        }
    }
}

/// The same object for plan B of a comparison; null where there is none.
fn rival(plan: &Plan, view: View, strings: &Strings) -> Option<Value> {
    let rival = plan.rival.as_ref()?;
    Some(object(rival, &cost::estimate(rival), &[], view, strings))
}

/// The peak is of the kind asked for; capacity and verdict are always of what the card must give.
fn memory(estimate: &Estimate, counting: Counting) -> Value {
    let memory = &estimate.memory;
    let verdict = match memory.verdict {
        Verdict::Fits => "fits",
        Verdict::Tight => "tight",
        Verdict::OutOfMemory => "oom",
    };
    let shown = memory.peak_of(counting.memory);
    // What the card must give was called reserved before the kinds were told apart.
    let kind = match counting.memory {
        MemoryKind::Allocated => "allocated",
        MemoryKind::Reserved => "max_memory_reserved",
        MemoryKind::NvidiaSmi => "reserved",
    };
    json!({
        "verdict": verdict,
        "kind": kind,
        "capacity_gib": memory.capacity.gib(),
        "peak_gib": shown.gib(),
        "low_gib": shown.scaled(memory.band.low).gib(),
        "high_gib": shown.scaled(memory.band.high).gib(),
        "peak_stage": memory.peak_stage,
        "stages": memory.stages.iter().map(stage).collect::<Vec<_>>(),
        "certainty": words(MEMORY.iter().map(|term| (term.key, term.certainty))),
    })
}

fn stage(stage: &StageMemory) -> Value {
    let gib = Bytes::gib;
    json!({
        "weights_gib": gib(stage.state.weights),
        "gradients_gib": gib(stage.state.gradients),
        "optimizer_gib": gib(stage.state.optimizer),
        "activations_gib": gib(stage.activations),
        "logits_gib": gib(stage.logits),
        "buffers_gib": gib(stage.buffers),
        "overhead_gib": gib(stage.overhead),
        "total_gib": gib(stage.total()),
        "allocated_gib": gib(stage.allocated()),
    })
}

fn time(estimate: &Estimate) -> Value {
    let time = &estimate.time;
    let [low, high] = estimate.step_band.around(time.total().0);
    json!({
        "step_s": time.total().0,
        "low_s": low,
        "high_s": high,
        "compute_s": time.compute.0,
        "recompute_s": time.recompute.0,
        "tp_s": time.tensor.0,
        "cp_s": time.context.0,
        "ep_s": time.expert.0,
        "pp_s": time.pipeline.0,
        "dp_s": time.data.0,
        "bubble_s": time.bubble.0,
        "optimizer_s": time.optimizer.0,
        "bubble_fraction": time.bubble_fraction(),
        "certainty": words(STEP.iter().map(|term| (term.key, term.certainty))),
    })
}

/// The certainty of each term, by its key.
fn words(terms: impl Iterator<Item = (&'static str, Certainty)>) -> Value {
    terms
        .map(|(key, certainty)| (key.to_owned(), certainty.word().into()))
        .collect::<Map<_, _>>()
        .into()
}

fn run(estimate: &Estimate) -> Value {
    let run = &estimate.run;
    json!({
        "steps": run.steps,
        "days": run.days,
        "goodput": run.goodput,
        "gpu_hours": run.gpu_hours,
        "cost_usd": run.cost_usd,
        "energy_mwh": run.energy_mwh,
        "checkpoint_interval_s": run.checkpoint_interval.0,
    })
}

/// The reader's machine. `pace` is the measured step over the predicted one, `overhead_gib` what
/// every stage holds beyond the model's overhead; a figure that was not measured is null.
fn machine(machine: &Machine) -> Value {
    let overhead = machine.overhead_size().gib();
    json!({
        "pace": machine.pace,
        "overhead_gib": if machine.overhead < 0 { -overhead } else { overhead },
        "measured_step_s": machine.measured_step.map(|step| step.0),
        "predicted_step_s": machine.predicted_step.0,
        "measured_peak_gib": machine.measured_peak.map(Bytes::gib),
        "predicted_peak_gib": machine.predicted_peak.gib(),
    })
}

const fn toll(toll: Toll) -> &'static str {
    match toll {
        Toll::State => "state",
        Toll::Scratchpad => "scratchpad",
        Toll::Cable => "cable",
        Toll::Bubble => "bubble",
        Toll::LastInch => "lastinch",
    }
}

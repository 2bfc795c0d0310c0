//! English sentences about the reader's machine.

use super::words::joined;
use crate::MachineText;
use cost::machine::Machine;
use cost::plan::Plan;
use formats::link;
use formats::number::{Units, duration, fixed};

/// The English words about the reader's machine.
pub static EN_MACHINE: MachineText = MachineText {
    heading: "Fit to my machine",
    what: "Measure a step of this plan: every figure is then rescaled to your machine, for other plans too.",
    forget: "Forget",
    go_back: "Back to that plan",
    fitted: "On your machine",
    sentences,
};

fn sentences(plan: &Plan, machine: &Machine, units: Units) -> Vec<String> {
    let step = machine.measured_step.map(|measured| {
        joined(&[
            "Measured ",
            &duration(measured),
            ", the model says ",
            &duration(machine.predicted_step),
            ": your machine runs at ",
            &fixed(machine.speed(), 2),
            " times the model’s speed. All times are scaled by this.",
        ])
    });
    let peak = machine.measured_peak.map(|measured| {
        let change = if machine.overhead < 0 {
            " less"
        } else {
            " more"
        };
        joined(&[
            "Measured ",
            &units.size(measured),
            ", the model says ",
            &units.size(machine.predicted_peak),
            ": ",
            &units.size(machine.overhead_size()),
            change,
            " on every stage.",
        ])
    });
    let of = plan.measured.plan.as_ref().map(|other| {
        let differences = link::differences(plan, other);
        if differences.is_empty() {
            String::new()
        } else {
            joined(&["Measured with ", &differences.join(", "), "."])
        }
    });
    [step, peak, of]
        .into_iter()
        .flatten()
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

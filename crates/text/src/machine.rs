//! The reader's own machine.

use cost::machine::Machine;
use cost::plan::Plan;
use formats::link;
use formats::number::Units;

messages!("machine");

/// Measured beside predicted, what that implies, and which plan was measured.
#[must_use]
pub fn sentences(plan: &Plan, machine: &Machine, units: Units) -> Vec<String> {
    let measured_step = machine
        .measured_step
        .map(|measured| step(measured, machine.predicted_step, machine.speed()));
    let measured_peak = machine.measured_peak.map(|measured| {
        let direction = if machine.overhead < 0 {
            Direction::Less
        } else {
            Direction::More
        };
        let (predicted, difference) = (machine.predicted_peak, machine.overhead_size());
        peak(measured, predicted, difference, direction, units)
    });
    let other = plan.measured.plan.as_ref();
    let differences = other.map(|other| link::differences(plan, other));
    let differences = differences.filter(|differences| !differences.is_empty());
    let measured_plan = differences.map(|differences| measured_with(&differences));
    [measured_step, measured_peak, measured_plan]
        .into_iter()
        .flatten()
        .collect()
}

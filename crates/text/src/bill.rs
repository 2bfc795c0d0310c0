//! The bill: what the model needs before any layout.

use crate::number::{BytesText as _, days, gigabytes, grouped};
use cost::Estimate;
use cost::bill::{BYTES_PER_PARAMETER, Bill};
use cost::plan::Plan;
use cost::why::Root;
use formats::number::Units;

messages!("bill");

/// Sentence on the size of the model state, and the number of GPUs that it fills.
#[must_use]
pub fn sentence(bill: &Bill) -> String {
    sentence_of_state(bill.params, bill.state, bill.least_gpus, bill.gpu_memory)
}

/// Names of [`BYTES_PER_PARAMETER`].
#[must_use]
pub fn parts() -> [&'static str; BYTES_PER_PARAMETER.len()] {
    [
        part_weights(),
        part_gradients(),
        part_master(),
        part_momentum(),
        part_variance(),
    ]
}

/// A line below the parts: the root of its arithmetic, its name, its working and its result.
pub type Line = (Root, [String; 3]);

/// Lines below the parts.
#[must_use]
pub fn lines(bill: &Bill, plan: &Plan, estimate: &Estimate, units: Units) -> [Line; 6] {
    let line = |root, name: &str, working: String, result: String| {
        (root, [name.to_owned(), working, result])
    };
    let model = &plan.model;
    let (sequence, hidden) = (plan.sequence(), model.hidden);
    let scores = if plan.levers.flash {
        activations_flash(sequence, hidden, model.layers)
    } else {
        activations_scores(sequence, hidden, model.heads, model.layers)
    };
    let on_fullest = estimate.memory.fullest().state.total();
    let [at_peak, at_pace] = [bill.at_peak, bill.at_pace].map(|time| time.0 / 86_400.0);
    [
        line(
            Root::BillState,
            state(),
            state_working(BYTES_PER_PARAMETER.iter().sum(), bill.params),
            gigabytes(bill.state),
        ),
        line(
            Root::BillGpus,
            gpus(),
            gpus_working(bill.state, bill.gpu_memory),
            grouped(bill.least_gpus),
        ),
        line(
            Root::MemoryState,
            fullest(),
            fullest_working().to_owned(),
            units.size(on_fullest),
        ),
        line(
            Root::BillActivations,
            activations(),
            scores,
            gigabytes(bill.activations),
        ),
        line(
            Root::BillFlops,
            training(),
            training_working(
                estimate.params.active,
                estimate.run.tokens,
                bill.attention.max(0.0),
            ),
            training_result(bill.flops.0),
        ),
        line(
            Root::BillAtPace,
            time(),
            time_working(at_peak, plan.cluster.gpus, estimate.utilisation.mfu),
            days(at_pace),
        ),
    ]
}

/// Headings of the table.
#[must_use]
pub fn headings() -> [&'static str; 3] {
    [heading_quantity(), heading_calculation(), heading_result()]
}

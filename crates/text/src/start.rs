//! The card of a first visit.

use cost::Estimate;
use cost::plan::Plan;
use cost::units::{FlopsPerSecond, Seconds};
use formats::catalog;
use formats::famous::{PublishedFigure, Quantity};

use crate::presets;

messages!("start");

/// Names of a plan's model and of its GPUs.
#[must_use]
pub fn names(plan: &Plan) -> [String; 2] {
    let model = catalog::model_entry(plan.model.preset).map_or(custom(), presets::model);
    let gpu = catalog::gpu_entry(plan.cluster.gpu.preset).map_or(custom(), presets::gpu);
    [model.to_owned(), gpus(plan.cluster.gpus, gpu)]
}

/// The figure of a famous run's report, beside that of its estimate.
#[must_use]
pub fn reported(report: &PublishedFigure, estimate: &Estimate) -> String {
    let (published, here) = (report.value, report.quantity.of(estimate));
    let rates = || [published, here].map(|tflops| FlopsPerSecond(tflops * 1e12));
    match report.quantity {
        Quantity::Step => step_reported(Seconds(published), Seconds(here), report.source),
        // Tokens are counted.
        Quantity::Tokens => {
            tokens_reported(published.round() as u64, here.round() as u64, report.source)
        }
        Quantity::ModelTflops => {
            let [published, here] = rates();
            model_flops_reported(published, here, report.source)
        }
        Quantity::HardwareTflops => {
            let [published, here] = rates();
            hardware_flops_reported(published, here, report.source)
        }
    }
}

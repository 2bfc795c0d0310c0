//! The card of a first visit.

use cost::plan::Plan;
use formats::catalog;

use crate::presets;

messages!("start");

/// Names of a plan's model and of its GPUs.
#[must_use]
pub fn names(plan: &Plan) -> [String; 2] {
    let model = catalog::model_entry(plan.model.preset).map_or(custom(), presets::model);
    let gpu = catalog::gpu_entry(plan.cluster.gpu.preset).map_or(custom(), presets::gpu);
    [model.to_owned(), gpus(plan.cluster.gpus, gpu)]
}

//! Single changes that may save memory. Cures consist of them.
//!
//! Tests: `tests/all/cures.rs`.

use super::change::Change;
use super::{degrees, framework};
use cost::params::ModelParams;
use cost::plan::{Model, Plan, Recompute, ZeroStage};
use formats::catalog;
use std::cmp::Reverse;

/// Single changes of a plan that may save memory, on every lever, each with the changes that it
/// needs. [`framework::runs`] decides which of them the framework runs.
pub(super) fn relieving(plan: &Plan) -> impl DoubleEndedIterator<Item = Vec<Change>> {
    let changes = single_changes(plan).into_iter();
    changes.map(|change| framework::with_needs(plan, change))
}

fn single_changes(plan: &Plan) -> Vec<Change> {
    let layout = &plan.layout;
    let above = |values: Vec<u64>, now: u64, most: usize, change: fn(u64) -> Change| {
        values
            .into_iter()
            .filter(move |&value| value > now)
            .take(most)
            .map(change)
    };
    let mut changes: Vec<Change> = Vec::new();
    // Tensor parallelism beyond an NVLink domain is not offered as a cure.
    let domain = plan.cluster.gpu.domain;
    changes.extend(
        above(degrees::tensor(plan), layout.tensor, 3, Change::Tensor)
            .filter(|change| matches!(change, Change::Tensor(degree) if *degree <= domain)),
    );
    changes.extend(above(
        degrees::pipeline(plan),
        layout.pipeline,
        6,
        Change::Pipeline,
    ));
    changes.extend(above(
        degrees::context(plan),
        layout.context,
        3,
        Change::Context,
    ));
    if plan.model.moe.experts > 0 {
        changes.extend(above(degrees::expert(plan), layout.expert, 3, |degree| {
            Change::Experts(degree, 1)
        }));
    }
    changes.extend(
        [ZeroStage::One, ZeroStage::Two, ZeroStage::Three]
            .into_iter()
            .filter(|&stage| stage as usize > layout.zero as usize)
            .map(Change::Zero),
    );
    let smaller = degrees::micro_batch(plan).into_iter().rev();
    changes.extend(
        smaller
            .filter(|&b| b < plan.batch.micro)
            .map(Change::MicroBatch),
    );
    if plan.levers.recompute == Recompute::None && !plan.levers.flash {
        changes.push(Change::Recompute(Recompute::Selective));
    }
    if plan.levers.recompute != Recompute::Full {
        changes.push(Change::Recompute(Recompute::Full));
    }
    if !plan.levers.flash {
        changes.push(Change::Flash(true));
    }
    changes.extend(framework::losses(plan).map(Change::CrossEntropy));
    changes.extend(framework::cheaper_moments(plan).map(Change::Optimizer));
    changes.extend(framework::offloads(plan).map(Change::Offload));
    changes.extend(framework::tiles(plan).map(Change::MlpTiles));
    changes.extend(framework::adapters(plan).map(Change::Tuned));
    if layout.virtual_stages > 1 {
        changes.push(Change::VirtualStages(1));
    }
    changes.extend(above(degrees::gpus(), plan.cluster.gpus, 6, Change::Gpus));
    changes
}

/// Smaller models of the catalogue, the largest first; with experts only if the plan's has some.
pub(super) fn smaller_models(plan: &Plan) -> Vec<Change> {
    let size = |model: &Model| ModelParams::of(model).total;
    let most = size(&plan.model);
    let has_experts = plan.model.moe.experts > 0;
    let models = catalog::MODELS.iter().map(|entry| &entry.model);
    let mut models: Vec<&Model> = models
        .filter(|model| size(model) < most && (has_experts || model.moe.experts == 0))
        .collect();
    models.sort_by_key(|model| Reverse(size(model)));
    let models = models.into_iter();
    models.map(|model| Change::Model(model.preset)).collect()
}

//! Parameters of adapters: for a matrix of i rows and o columns r·(i + o) (Hu 2021, section 4.1).

use super::count::Params;
use super::layer::{LayerKind, LayerParams};
use super::rank::RankParams;
use crate::legal::Legal;
use crate::plan::{Plan, Target};

/// Weights of the model: trained, or frozen beside adapters.
pub(crate) const fn base(plan: &Plan, count: u64) -> Params {
    if plan.tuning.is_frozen() {
        Params {
            trainable: 0,
            frozen: count,
        }
    } else {
        Params::trained(count)
    }
}

impl RankParams {
    /// Parameters of a layer of a kind that one rank holds, those of adapters included. In a model
    /// with a linear mixer this is the mean over layers with and without it.
    #[must_use]
    pub fn of_layer(legal: &Legal, kind: LayerKind) -> Self {
        let plan = legal.plan;
        let [with, without] = [of_layer(plan, kind), of_mixer_layer(plan, kind)];
        let adapters = plan.model.mean_of_layers(with, without);
        LayerParams::of(&plan.model, kind)
            .per_rank(legal)
            .with_adapters(legal, adapters)
    }

    /// These parameters with those of adapters. Tensor-parallel ranks share an adapter: Megatron
    /// cuts both of its matrices (NeMo, `ParallelLinearAdapter`).
    pub(super) fn with_adapters(mut self, legal: &Legal, adapters: u64) -> Self {
        let adapters = adapters.div_ceil(legal.plan.layout.tensor);
        self.common += Params::trained(adapters);
        self
    }
}

/// Parameters of the adapters of a layer of a kind with attention, all ranks together. Routed and
/// shared experts have none, and neither has latent attention.
pub(super) fn of_layer(plan: &Plan, kind: LayerKind) -> u64 {
    of_attention(plan) + of_mlp(plan, kind)
}

/// Parameters of the adapters of a layer of a kind that has a linear mixer in place of attention.
pub(super) fn of_mixer_layer(plan: &Plan, kind: LayerKind) -> u64 {
    of_mlp(plan, kind)
}

fn of_attention(plan: &Plan) -> u64 {
    let model = &plan.model;
    if model.mla.is_some() {
        return 0;
    }
    let (h, kv) = (model.hidden, model.kv_heads * model.head_dim);
    let widths = [
        (Target::Query, h + model.query_width()),
        (Target::Key, h + kv),
        (Target::Value, h + kv),
        (Target::Output, model.heads * model.value_dim() + h),
    ];
    of_widths(plan, &widths)
}

fn of_mlp(plan: &Plan, kind: LayerKind) -> u64 {
    let model = &plan.model;
    if kind == LayerKind::Routed {
        return 0;
    }
    let width = model.hidden + model.ffn;
    let gate = if model.gated { width } else { 0 };
    let widths = [
        (Target::Gate, gate),
        (Target::Up, width),
        (Target::Down, width),
    ];
    of_widths(plan, &widths)
}

/// Parameters for the targets among these, each with the sum of its rows and columns.
fn of_widths(plan: &Plan, widths: &[(Target, u64)]) -> u64 {
    let adapted = widths
        .iter()
        .filter(|(target, _)| plan.tuning.adapts(*target));
    let sum: u64 = adapted.map(|(_, width)| width).sum();
    plan.tuning.rank * sum
}

//! Parameters of adapters: for a matrix of i rows and o columns r·(i + o) (Hu 2021, section 4.1).

use super::count::Params;
use super::layer::{LayerKind, LayerParams, layer_counts};
use super::rank::RankParams;
use crate::legal::Legal;
use crate::plan::{Plan, Target};

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

/// Parameters of the adapters of a layer of a kind with attention, all ranks together.
pub(super) fn of_layer(plan: &Plan, kind: LayerKind) -> u64 {
    of_widths(plan, adapted_widths(plan, kind))
}

/// Parameters of the adapters of a layer of a kind that has a linear mixer in place of attention.
pub(super) fn of_mixer_layer(plan: &Plan, kind: LayerKind) -> u64 {
    of_widths(plan, adapted(plan, mlp(plan, kind)))
}

/// Parameters of all adapters of a plan.
pub(super) fn of_model(plan: &Plan) -> u64 {
    let of_kind = |(kind, layers)| of_layer(plan, kind) * layers;
    let attention: u64 = layer_counts(&plan.model).map(of_kind).iter().sum();
    let kind = LayerKind::Dense;
    let linear = plan.model.linear_layers();
    let [with, without] = [of_layer(plan, kind), of_mixer_layer(plan, kind)];
    (attention + without * linear).saturating_sub(with * linear)
}

/// Parameters of adapters beside matrices of these rows and columns.
fn of_widths(plan: &Plan, matrices: impl Iterator<Item = (u64, u64)>) -> u64 {
    let sum: u64 = matrices.map(|(rows, columns)| rows + columns).sum();
    plan.tuning.rank * sum
}

/// Rows and columns of the matrices with an adapter in a layer of a kind with attention. Routed and
/// shared experts have none, and neither has latent attention.
pub(crate) fn adapted_widths(
    plan: &Plan,
    kind: LayerKind,
) -> impl Iterator<Item = (u64, u64)> + use<> {
    let [gate, up, down] = mlp(plan, kind);
    let [query, key, value, output] = attention(plan);
    adapted(plan, [query, key, value, output, gate, up, down])
}

/// A matrix of a layer: its name, rows and columns.
type Matrix = (Target, u64, u64);

/// Rows and columns of those of the matrices that have an adapter.
fn adapted<const N: usize>(
    plan: &Plan,
    matrices: [Matrix; N],
) -> impl Iterator<Item = (u64, u64)> + use<N> {
    let tuning = plan.tuning;
    let there = matrices
        .into_iter()
        .filter(move |&(target, rows, columns)| tuning.adapts(target) && rows * columns > 0);
    there.map(|(_, rows, columns)| (rows, columns))
}

fn attention(plan: &Plan) -> [Matrix; 4] {
    let model = &plan.model;
    let h = if model.mla.is_some() { 0 } else { model.hidden };
    let keys = model.kv_heads * model.head_dim;
    [
        (Target::Query, h, model.query_width()),
        (Target::Key, h, keys),
        (Target::Value, h, keys),
        (Target::Output, model.heads * model.value_dim(), h),
    ]
}

fn mlp(plan: &Plan, kind: LayerKind) -> [Matrix; 3] {
    let model = &plan.model;
    let (h, ffn) = match kind {
        LayerKind::Dense => (model.hidden, model.ffn),
        LayerKind::Routed => (0, 0),
    };
    let gate = if model.gated { ffn } else { 0 };
    [
        (Target::Gate, h, gate),
        (Target::Up, h, ffn),
        (Target::Down, ffn, h),
    ]
}

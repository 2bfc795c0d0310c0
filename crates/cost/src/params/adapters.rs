//! Parameters of adapters: for a matrix of i rows and o columns r·(i + o) (Hu 2021, section 4.1).

use super::count::Params;
use super::layer::{LayerKind, LayerParams, mean_of_layers};
use super::rank::RankParams;
use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::plan::{Model, Target, Tuning};

impl RankParams {
    /// Parameters of a layer of a kind that one rank holds, those of adapters included. In a model
    /// with a linear mixer this is the mean over layers with and without it.
    #[must_use]
    pub fn of_layer(legal: &Legal, kind: LayerKind) -> Self {
        Self::numbers_of_layer(legal, kind)
    }
}

impl<C: Count> RankParams<C> {
    /// The numbers of [`RankParams::of_layer`].
    pub(crate) fn numbers_of_layer(legal: &Legal, kind: LayerKind) -> Self {
        let model = &legal.plan.model;
        let tuning = &legal.tuning;
        let [with, without] = [
            of_layer(model, tuning, kind),
            of_mixer_layer(model, tuning, kind),
        ];
        let adapters = mean_of_layers(model, with, without);
        LayerParams::numbers_of(model, kind)
            .per_rank(legal)
            .with_adapters(legal, adapters)
    }

    /// These parameters with those of adapters. Tensor-parallel ranks share an adapter: Megatron
    /// cuts both of its matrices (NeMo, `ParallelLinearAdapter`).
    pub(super) fn with_adapters(mut self, legal: &Legal, adapters: C) -> Self {
        let adapters = adapters.over(legal.letter(Symbol::Tensor));
        self.common += Params::trained(adapters.part(Part::AdapterWeights));
        self
    }
}

/// Parameters of the adapters of a layer of a kind with attention, all ranks together.
pub(super) fn of_layer<C: Count>(model: &Model, tuning: &Tuning, kind: LayerKind) -> C {
    of_widths(tuning, adapted_widths(model, tuning, kind))
}

/// Parameters of the adapters of a layer of a kind that has a linear mixer in place of attention.
pub(super) fn of_mixer_layer<C: Count>(model: &Model, tuning: &Tuning, kind: LayerKind) -> C {
    of_widths(tuning, adapted(tuning, mlp(model, kind)))
}

/// Parameters of adapters beside matrices of these rows and columns.
fn of_widths<C: Count>(tuning: &Tuning, matrices: impl Iterator<Item = (u64, u64)>) -> C {
    let sum: u64 = matrices.map(|(rows, columns)| rows + columns).sum();
    C::letter(Symbol::Rank, tuning.rank) * C::letter(Symbol::AdaptedWidths, sum)
}

/// Rows and columns of the matrices with an adapter in a layer of a kind with attention. Routed and
/// shared experts have none, and neither has latent attention.
pub(crate) fn adapted_widths(
    model: &Model,
    tuning: &Tuning,
    kind: LayerKind,
) -> impl Iterator<Item = (u64, u64)> + use<> {
    let [gate, up, down] = mlp(model, kind);
    let [query, key, value, output] = attention(model);
    adapted(tuning, [query, key, value, output, gate, up, down])
}

/// A matrix of a layer: its name, rows and columns.
type Matrix = (Target, u64, u64);

/// Rows and columns of those of the matrices that have an adapter.
fn adapted<const N: usize>(
    tuning: &Tuning,
    matrices: [Matrix; N],
) -> impl Iterator<Item = (u64, u64)> + use<N> {
    let tuning = *tuning;
    let there = matrices
        .into_iter()
        .filter(move |&(target, rows, columns)| tuning.adapts(target) && rows * columns > 0);
    there.map(|(_, rows, columns)| (rows, columns))
}

fn attention(model: &Model) -> [Matrix; 4] {
    let h = if model.mla.is_some() { 0 } else { model.hidden };
    let keys = model.kv_heads * model.head_dim;
    [
        (Target::Query, h, model.query_width()),
        (Target::Key, h, keys),
        (Target::Value, h, keys),
        (Target::Output, model.heads * model.value_dim(), h),
    ]
}

fn mlp(model: &Model, kind: LayerKind) -> [Matrix; 3] {
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

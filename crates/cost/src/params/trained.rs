//! Parameters that a plan trains where some of its weights are frozen.

use super::adapters;
use super::layer::{LayerKind, LayerParams, positions};
use crate::plan::{End, Plan};

/// Parameters that a plan trains of a model with `total` parameters: adapters and copies of ends, or
/// all weights but those of frozen parts.
pub(super) fn of_plan(plan: &Plan, total: u64) -> u64 {
    let (model, trained) = (&plan.model, plan.trained_layers());
    let table = model.vocab * model.hidden;
    let ends = [End::Embedding, End::Head].map(|end| plan.trains_end(end));
    // A tied table is one end.
    let tables = ends.into_iter().take(if model.tied { 1 } else { 2 });
    let trained_tables = table * tables.filter(|is_trained| *is_trained).count() as u64;
    if plan.tuning.is_frozen() {
        return of_layers(plan, trained.start, trained.end, true) + trained_tables;
    }
    let all_tables = table * if model.tied { 1 } else { 2 };
    let still = if ends[0] { 0 } else { positions(model) };
    total
        - (all_tables - trained_tables)
        - still
        - of_layers(plan, 0, trained.start, false)
        - of_layers(plan, trained.end, model.layers, false)
}

/// Parameters of layers of a range: of their adapters, with those that predict further tokens, or of
/// their weights.
fn of_layers(plan: &Plan, start: u64, end: u64, is_adapters: bool) -> u64 {
    let (model, tuning) = (&plan.model, &plan.tuning);
    let extra = if is_adapters {
        model.multi_token_layers
    } else {
        0
    };
    let further = if model.moe.experts > 0 { extra } else { 0 };
    let routed = model.routed_before(end) - model.routed_before(start) + further;
    let dense = end - start + extra - routed;
    let linear = model.linear_before(end) - model.linear_before(start);
    let layer = |kind| match is_adapters {
        true => adapters::of_layer(model, tuning, kind),
        false => LayerParams::with_attention(model, kind).total(),
    };
    let mixer = match is_adapters {
        true => Some(adapters::of_mixer_layer(model, tuning, LayerKind::Dense)),
        false => LayerParams::with_mixer(model, LayerKind::Dense).map(|layer| layer.total()),
    };
    let attention = layer(LayerKind::Dense) * dense + layer(LayerKind::Routed) * routed;
    let with = mixer.unwrap_or(0) * linear;
    (attention + with).saturating_sub(layer(LayerKind::Dense) * linear)
}

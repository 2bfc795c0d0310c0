//! The GPUs that a reader's input chooses.

use cost::plan::Plan;

use super::state::{COLUMNS, square};

/// The GPU of a typed number, limited to those of a plan; none for other text.
pub(super) fn typed(plan: &Plan, text: &str) -> Option<u64> {
    let gpu: u64 = text.parse().ok()?;
    Some(gpu.min(plan.cluster.gpus.saturating_sub(1)))
}

/// GPU that a key selects: the next one, the next node, the next stage, or the ends.
pub(super) fn step(gpu: u64, plan: &Plan, key: &str) -> Option<u64> {
    let cluster = &plan.cluster;
    let last = cluster.gpus - 1;
    let node = cluster.gpu.node.clamp(1, cluster.gpus);
    let stage = cluster.gpus / plan.layout.pipeline;
    let to = match key {
        "ArrowRight" => gpu + 1,
        "ArrowLeft" => gpu.saturating_sub(1),
        "ArrowDown" => gpu + node,
        "ArrowUp" => gpu.checked_sub(node).unwrap_or(gpu),
        "PageDown" => gpu + stage,
        "PageUp" => gpu.checked_sub(stage).unwrap_or(gpu),
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    // Only whole nodes or stages; otherwise the key has no effect.
    let is_far = to > last && to - gpu > 1;
    Some(if is_far { gpu } else { to.min(last) })
}

/// The first GPU of the square of the whole cluster at a place: from the left and from the top, in
/// widths of the drawing.
pub(super) fn at_place(plan: &Plan, place: [f64; 2]) -> Option<u64> {
    let [column, row] = place.map(|offset| (offset.max(0.0) * COLUMNS as f64) as u64);
    let gpus = plan.cluster.gpus;
    let square = square(gpus, plan.cluster.gpu.node.clamp(1, gpus));
    let before = row.saturating_mul(COLUMNS);
    let place = before.saturating_add(column.min(COLUMNS - 1));
    let first = place.saturating_mul(square);
    (first < gpus).then_some(first)
}

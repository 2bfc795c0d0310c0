//! Events of the map, and the changes of its state.

use cost::plan::Plan;

use super::grid;
use super::state::{BOX, Map};
use crate::dom::{Heard, Kind};

/// An event of the map.
#[derive(Debug, PartialEq)]
pub(crate) enum MapEvent {
    /// Another axis is to colour it: a position in [`AXES`](super::state::AXES).
    ColourBy(usize),
    /// Another GPU is chosen.
    GoTo(u64),
}

/// Event of the map of a plan for something heard; none where it concerns other panels.
pub(super) fn hear(map: &Map, plan: &Plan, heard: &Heard) -> Option<MapEvent> {
    match heard.kind {
        Kind::Click => press(plan, heard),
        Kind::Input => {
            let field = heard.target().filter(|field| field.id() == BOX)?;
            let gpu: u64 = field.value().parse().ok()?;
            Some(MapEvent::GoTo(gpu.min(plan.cluster.gpus - 1)))
        }
        Kind::KeyDown => {
            heard.within("#map .nodes")?;
            let gpu = step(map.gpu(plan), plan, &heard.keys()?.key)?;
            heard.prevent_default();
            Some(MapEvent::GoTo(gpu))
        }
        _ => None,
    }
}

/// GPU to which a key leads from another one: the next one, the next node, the next stage, the
/// ends.
fn step(gpu: u64, plan: &Plan, key: &str) -> Option<u64> {
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
    // A whole node or stage further, or nowhere.
    let is_far = to > last && to - gpu > 1;
    Some(if is_far { gpu } else { to.min(last) })
}

/// An axis, a GPU or a square of the whole cluster is pressed.
fn press(plan: &Plan, heard: &Heard) -> Option<MapEvent> {
    if let Some(button) = heard.within("#map [data-axis]") {
        return button.number_at("data-axis").map(MapEvent::ColourBy);
    }
    if let Some(cell) = heard.within("#map [data-gpu]") {
        return cell.number_at("data-gpu").map(MapEvent::GoTo);
    }
    pressed_square(plan, heard).map(MapEvent::GoTo)
}

/// The first GPU of the square that was pressed in the map of the whole cluster.
fn pressed_square(plan: &Plan, heard: &Heard) -> Option<u64> {
    let whole = heard.within("#map .whole")?;
    let side = whole.width() / grid::COLUMNS as f64;
    let [column, row] = heard.place()?.map(|offset| (offset.max(0.0) / side) as u64);
    let gpus = plan.cluster.gpus;
    let square = grid::square(gpus, plan.cluster.gpu.node.clamp(1, gpus));
    let first = (row * grid::COLUMNS + column.min(grid::COLUMNS - 1)) * square;
    (first < gpus).then_some(first)
}

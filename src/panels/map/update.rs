//! Events of the map, and the changes of its state.

use cost::plan::Plan;

use super::grid;
use super::state::{BOX, Map};
use crate::dom::{UiEvent, UiEventKind};

/// An event of the map.
#[derive(Debug, PartialEq)]
pub(crate) enum MapEvent {
    /// Another axis colours the map: a position in [`AXES`](super::state::AXES).
    ColourBy(usize),
    /// Another GPU is chosen.
    GoTo(u64),
}

/// Event of the map of a plan for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(map: &Map, plan: &Plan, ui_event: &UiEvent) -> Option<MapEvent> {
    match ui_event.kind {
        UiEventKind::Click => press(plan, ui_event),
        UiEventKind::Input => {
            let field = ui_event.target().filter(|field| field.id() == BOX)?;
            let gpu: u64 = field.value().parse().ok()?;
            Some(MapEvent::GoTo(gpu.min(plan.cluster.gpus - 1)))
        }
        UiEventKind::KeyDown => {
            ui_event.within("#map .nodes")?;
            let gpu = step(map.gpu(plan), plan, &ui_event.keys()?.key)?;
            ui_event.prevent_default();
            Some(MapEvent::GoTo(gpu))
        }
        _ => None,
    }
}

/// GPU that a key selects: the next one, the next node, the next stage, or the ends.
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
    // Only whole nodes or stages; otherwise the key has no effect.
    let is_far = to > last && to - gpu > 1;
    Some(if is_far { gpu } else { to.min(last) })
}

/// Event for a press on an axis, a GPU or a square of the whole cluster.
fn press(plan: &Plan, ui_event: &UiEvent) -> Option<MapEvent> {
    if let Some(button) = ui_event.within("#map [data-axis]") {
        return button.number_at("data-axis").map(MapEvent::ColourBy);
    }
    if let Some(cell) = ui_event.within("#map [data-gpu]") {
        return cell.number_at("data-gpu").map(MapEvent::GoTo);
    }
    pressed_square(plan, ui_event).map(MapEvent::GoTo)
}

/// The first GPU of the pressed square of the whole cluster.
fn pressed_square(plan: &Plan, ui_event: &UiEvent) -> Option<u64> {
    let whole = ui_event.within("#map .whole")?;
    let side = whole.width() / grid::COLUMNS as f64;
    let [column, row] = ui_event
        .place()?
        .map(|offset| (offset.max(0.0) / side) as u64);
    let gpus = plan.cluster.gpus;
    let square = grid::square(gpus, plan.cluster.gpu.node.clamp(1, gpus));
    let first = (row * grid::COLUMNS + column.min(grid::COLUMNS - 1)) * square;
    (first < gpus).then_some(first)
}

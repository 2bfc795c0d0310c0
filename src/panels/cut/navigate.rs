//! The GPU that a key chooses.

use cost::cut::{Cut, Seat};

/// The GPU beside the chosen one: arrows walk through columns and stages, Page Up and Page Down
/// through replicas, Home and End to the ends of a row. None for other keys. At an end the chosen
/// GPU stays.
pub(super) fn step(cut: &Cut, seat: Seat, key: &str) -> Option<u64> {
    let lanes = cut.tensor * cut.context;
    let lane = seat.context * cut.tensor + seat.tensor;
    let at_lane = |lane: u64| Seat {
        context: lane / cut.tensor,
        tensor: lane % cut.tensor,
        ..seat
    };
    let (last_stage, last_replica) = (cut.stages.len() as u64 - 1, cut.data - 1);
    let to = match key {
        "ArrowRight" => at_lane((lane + 1).min(lanes - 1)),
        "ArrowLeft" => at_lane(lane.saturating_sub(1)),
        "Home" => at_lane(0),
        "End" => at_lane(lanes - 1),
        "ArrowDown" => Seat {
            stage: (seat.stage + 1).min(last_stage),
            ..seat
        },
        "ArrowUp" => Seat {
            stage: seat.stage.saturating_sub(1),
            ..seat
        },
        "PageDown" => Seat {
            data: (seat.data + 1).min(last_replica),
            ..seat
        },
        "PageUp" => Seat {
            data: seat.data.saturating_sub(1),
            ..seat
        },
        _ => return None,
    };
    Some(cut.gpu(to))
}

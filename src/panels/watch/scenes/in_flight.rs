//! The micro-batches that stages of a pipeline hold: those whose backward is not over. Squares beside
//! each stage have them at the present time, steps below the stages over the whole time.

use cost::timeline::{HeldNow, Timeline};

use super::step_axis::StepAxis;
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Height of the steps of two stages.
pub(super) const HEIGHT: f64 = 48.0;
/// Side of a square, and the distance between two.
const SQUARE: [f64; 2] = [14.0, 2.0];
/// Most lines of squares.
const LINES: usize = 2;
/// Height of the name above the squares.
const NAME: f64 = 17.0;
/// Width of a name beside which the number of squares stands.
const NAME_WIDTH: f64 = 62.0;

/// The name of a stage, and a square for each micro-batch that it may hold, full if it does; their
/// number if there is no room for squares.
pub(super) fn squares(
    frame: &WatchFrame,
    marks: &mut WatchMarks,
    timeline: &Timeline,
    rank: usize,
    area: Rect,
) {
    let style = if rank == frame.trace.rank {
        Type::Bold
    } else {
        Type::Name
    };
    marks.text(style, [0.0, area.top + 12.0], player::stage(rank as u64));
    let held = timeline.held_at(rank, frame.step_time()).in_flight;
    let most = timeline.rows().get(rank).map_or(0, |row| row.in_flight);
    let [side, gap] = SQUARE;
    let in_line = ((frame.regions.names - 8.0) / (side + gap)) as usize;
    let lines = ((area.height - NAME + gap) / (side + gap)).max(0.0) as usize;
    if most > in_line * lines.min(LINES) {
        let at = [NAME_WIDTH, area.top + 12.0];
        marks.text(Type::Note, at, ["×", &held.to_string()].concat());
        return;
    }
    for place in 0..most {
        let [line, column] = [place / in_line, place % in_line].map(|at| at as f64);
        let at = [column, line].map(|at| (side + gap) * at);
        let ink = if place < held {
            Ink::Activations
        } else {
            Ink::Cell
        };
        marks.area(ink, [at[0] + 1.0, area.top + NAME + at[1], side, side]);
    }
}

/// The micro-batches that the first and the last stage hold, as steps on the axis of the stages.
pub(super) fn steps(axis: &StepAxis, marks: &mut WatchMarks, timeline: &Timeline, top: f64) {
    let rows = timeline.rows();
    let most = rows.iter().map(|row| row.in_flight).max().unwrap_or(0);
    let height = HEIGHT / 2.0;
    let unit = (height - 8.0) / most.max(1) as f64;
    for (row, rank) in [0, rows.len().saturating_sub(1)].into_iter().enumerate() {
        let bottom = top + height * (row + 1) as f64;
        let name = player::held_by(rank as u64);
        marks.text(Type::Note, [0.0, bottom - 2.0], name);
        let mut before = (0.0, HeldNow::default());
        let mut step = |time: f64, now: HeldNow| {
            let (from, held) = before;
            // A backward that makes room for a forward at once leaves no gap.
            if now.in_flight == held.in_flight {
                return;
            }
            if let Some([left, right]) = axis.span(from, time) {
                let size = unit * held.in_flight as f64;
                marks.area(Ink::Activations, [left, bottom - size, right - left, size]);
            }
            before = (time, now);
        };
        timeline.holds(rank, &mut step);
    }
}

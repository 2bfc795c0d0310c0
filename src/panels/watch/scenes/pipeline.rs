//! The stages of a pipeline over time: forwards go down, backwards come back, and each stage holds
//! the micro-batches between the two (Narayanan 2021, section 2.2).

use cost::schedule::Direction;
use cost::timeline::Timeline;
use cost::units::Seconds;

use crate::components::Rect;
use crate::panels::watch::axis::TraceAxis;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Most stages that are drawn.
const MOST: usize = 8;
/// Width of a block from which it has its number.
const NUMBERED: f64 = 15.0;
/// Most squares for micro-batches in flight.
const SQUARES: usize = 12;

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let Some(timeline) = frame.timeline else {
        return;
    };
    let ranks = timeline.rows().len();
    let shown = ranks.min(MOST);
    let scene = frame.regions.scene;
    let lanes = frame.regions.lanes;
    let pitch = (scene.height - 8.0) / shown as f64;
    let axis = TraceAxis::of(frame.trace);
    for row in 0..shown {
        // The first stages and the last one, with the chosen one among them.
        let rank = match row {
            _ if ranks <= MOST => row,
            _ if row + 1 == shown => ranks - 1,
            _ => {
                row + frame.trace.rank.saturating_sub(row).min(ranks - MOST) * usize::from(row > 0)
            }
        };
        let top = scene.top + 4.0 + pitch * row as f64;
        let height = (pitch - 10.0).min(58.0);
        let area = Rect {
            top,
            height,
            ..lanes
        };
        names(frame, marks, timeline, rank, area);
        blocks(frame, marks, timeline, rank, area, &axis);
    }
    let now = lanes.left + axis.share(frame.now) * lanes.width;
    marks.line(Ink::Now, &[[now, scene.top], [now, scene.bottom()]]);
}

/// The name of a stage, and a square for each micro-batch that it holds.
fn names(frame: &WatchFrame, marks: &mut WatchMarks, timeline: &Timeline, rank: usize, area: Rect) {
    let style = if rank == frame.trace.rank {
        Type::Bold
    } else {
        Type::Name
    };
    marks.text(style, [0.0, area.top + 13.0], player::stage(rank as u64));
    let held = timeline.held_at(rank, step_time(frame)).in_flight;
    let most = timeline.rows().get(rank).map_or(0, |row| row.in_flight);
    let side = 8.0;
    let room = ((frame.regions.names - 8.0) / (side + 2.0)) as usize;
    let places = most.min(SQUARES).min(room.max(1));
    if area.height < 26.0 {
        return;
    }
    for place in 0..places {
        let rect = [(side + 2.0) * place as f64, area.top + 19.0, side, side];
        let ink = if place < held {
            Ink::Activations
        } else {
            Ink::Cell
        };
        marks.area(ink, rect);
    }
    if held > places {
        let at = [0.0, area.top + 41.0];
        marks.text(Type::Note, at, ["×", &held.to_string()].concat());
    }
}

/// The present time, from the start of the step.
fn step_time(frame: &WatchFrame) -> f64 {
    (frame.now + frame.trace.begins).0
}

/// The blocks of a stage until now, and the time between them in which it waited.
fn blocks(
    frame: &WatchFrame,
    marks: &mut WatchMarks,
    timeline: &Timeline,
    rank: usize,
    area: Rect,
    axis: &TraceAxis,
) {
    marks.rect(Ink::Field, area);
    let begins = frame.trace.begins;
    let place = |time: f64| area.left + axis.share(Seconds(time).beyond(begins)) * area.width;
    let now = step_time(frame);
    let cut = axis.cut();
    let waited = [area.left, area.top, place(now) - area.left, area.height];
    marks.area(Ink::Wait, waited);
    let cells = timeline.rows().get(rank).map_or(&[][..], |row| &row.blocks);
    for cell in cells {
        if cell.start >= now {
            break;
        }
        let [from, to] = [cell.start, cell.end.min(now)].map(place);
        let is_cut = cut.is_some_and(|[begin, end]| {
            let [begin, end] = [begin, end].map(|share| area.left + share * area.width);
            from >= begin && to <= end
        });
        if is_cut {
            continue;
        }
        let ink = match cell.block.direction {
            Direction::Forward => Ink::Forward,
            Direction::WeightGradient => Ink::Bound,
            Direction::Backward | Direction::InputGradient => Ink::Backward,
        };
        marks.area(ink, [from, area.top, to - from, area.height]);
        if to - from >= NUMBERED && area.height >= 14.0 {
            let at = [(from + to) / 2.0, area.top + area.height / 2.0 + 4.0];
            marks.text(Type::OnDark, at, cell.block.micro_batch.to_string());
        }
    }
    if let Some([begin, end]) = cut {
        let [begin, end] = [begin, end].map(|share| area.left + share * area.width);
        let until = end.min(place(now));
        marks.area(Ink::Forward, [begin, area.top, until - begin, area.height]);
    }
}

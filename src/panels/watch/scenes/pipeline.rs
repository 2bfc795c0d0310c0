//! The stages of a pipeline over time: forwards go down, backwards come back, and each stage holds
//! the micro-batches between the two (Narayanan 2021, section 2.2).

use cost::schedule::Direction;
use cost::timeline::{Cell, Timeline};

use super::in_flight;
use super::step_axis::StepAxis;
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::lanes;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Width of a digit in a block, in fonts with wide digits.
const DIGIT: f64 = 7.7;
/// Least distance of a number from the sides of its block, both together.
const BESIDE: f64 = 2.0;
/// Least height of a block that has a number.
const NUMBERED: f64 = 14.0;
/// Height of the line above the stages that says how long the middle is.
const HEAD: f64 = 18.0;
/// Height of a scene from which micro-batches in flight are drawn over time, too.
const TALL: f64 = 200.0;
/// Most height of a stage, and the most distance between two.
const ROW: [f64; 2] = [58.0, 10.0];

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let Some(timeline) = frame.timeline else {
        return;
    };
    let axis = StepAxis::of(frame);
    let scene = frame.regions.scene;
    let now = axis.now();
    let head = if axis.gap().is_some() { HEAD } else { 4.0 };
    let below = if scene.height >= TALL {
        in_flight::HEIGHT
    } else {
        0.0
    };
    let [most, gap] = ROW;
    let room = scene.height - head - below;
    let pitch = room / frame.ranks().count().max(1) as f64;
    let height = (pitch - gap.min(pitch / 4.0)).min(most);
    for (row, rank) in frame.ranks().enumerate() {
        let area = Rect {
            top: scene.top + head + pitch * row as f64,
            height,
            ..frame.regions.lanes
        };
        in_flight::squares(frame, marks, timeline, rank, area);
        stage(&axis, marks, timeline, rank, area);
    }
    let mut bottom = scene.top + head + room;
    if below > 0.0 {
        in_flight::steps(&axis, marks, timeline, bottom);
        bottom = scene.bottom();
    }
    if let Some([before, after]) = axis.gap() {
        for at in [before, after] {
            marks.line(Ink::Peak, &[[at, scene.top + head - 2.0], [at, bottom]]);
        }
        let middle = (before + after) / 2.0;
        let words = player::middle(frame.trace).unwrap_or_default();
        marks.text(Type::Centre, [middle, scene.top + 12.0], words);
    }
    let top = scene.top + head;
    let lanes = frame.regions.lanes;
    marks.area(Ink::Veil, [now, top, lanes.right() - now, bottom - top]);
    marks.line(Ink::Now, &[[now, top - 2.0], [now, scene.bottom()]]);
}

/// The blocks of a stage, its waits between them, and its optimizer.
fn stage(axis: &StepAxis, marks: &mut WatchMarks, timeline: &Timeline, rank: usize, area: Rect) {
    let Some(row) = timeline.rows().get(rank) else {
        return;
    };
    for [from, to] in axis.parts() {
        marks.area(Ink::Wait, [from, area.top, to - from, area.height]);
    }
    for cell in &row.blocks {
        if let Some(span) = axis.span(cell.start, cell.end) {
            block(axis, marks, cell, span, area);
        }
    }
    let trace = axis.frame.trace;
    let update = axis.place((trace.begins + trace.end.beyond(row.tail[1])).0);
    let width = area.right() - update;
    marks.area(Ink::Optimizer, [update, area.top, width, area.height]);
}

/// A block, with the number of its micro-batch if there is room.
fn block(axis: &StepAxis, marks: &mut WatchMarks, cell: &Cell, span: [f64; 2], area: Rect) {
    let [from, to] = span;
    let ink = match cell.block.direction {
        Direction::Forward => Ink::Forward,
        Direction::WeightGradient => Ink::Bound,
        Direction::Backward | Direction::InputGradient => Ink::Backward,
    };
    marks.area(ink, [from, area.top, to - from, area.height]);
    let number = cell.block.micro_batch;
    let width = DIGIT * f64::from(number.checked_ilog10().unwrap_or(0) + 1);
    if to - from < width + BESIDE || area.height < NUMBERED {
        return;
    }
    let middle = (from + to) / 2.0;
    // What is still to come is pale.
    let style = if middle + width / 2.0 > axis.now() {
        Type::OnLines
    } else {
        lanes::on(ink)
    };
    let at = [middle, area.top + area.height / 2.0 + 4.0];
    marks.text(style, at, number.to_string());
}

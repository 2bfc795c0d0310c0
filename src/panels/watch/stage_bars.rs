//! The memory of every stage of a pipeline at the present time, side by side and in one unit.

use cost::memory::StageMemory;
use cost::timeline::Timeline;
use cost::units::Bytes;
use text::number::BytesText as _;
use text::player;

use super::frame::WatchFrame;
use super::marks::{Ink, Type, WatchMarks};
use crate::components::Rect;

/// Share of the panel that the bars take; the time has the rest.
const SHARE: f64 = 0.62;
/// Height of the lines of text above the bars.
const HEAD: f64 = 40.0;
/// Most width of a bar, and the least distance between two.
const BAR: [f64; 2] = [40.0, 6.0];
/// Width of a digit, a decimal mark among them, in fonts with wide digits.
const DIGIT: f64 = 7.7;

/// Draws the bars, with a line at the most of each and one at the memory of a GPU.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks, timeline: &Timeline, area: Rect) {
    let units = frame.units;
    let title = player::each_stage(units.symbol());
    marks.text(Type::Bold, [area.left, area.top + 14.0], title);
    let above = area.top + HEAD - 6.0;
    marks.text(Type::Note, [area.left, above], player::most_in_step());
    let capacity = units.figure(frame.capacity);
    let [top, bottom] = [area.top + HEAD, area.top + SHARE * area.height];
    let height = (bottom - top).max(40.0);
    let most = frame.stages.iter().map(|stage| stage.total().0);
    let most = most.fold(frame.capacity.0, u64::max);
    let scale = height / (most as f64).max(1.0);
    let pitch = area.width / frame.ranks().count().max(1) as f64;
    let width = (pitch - BAR[1]).min(BAR[0]);
    for (column, rank) in frame.ranks().enumerate() {
        let Some(memory) = frame.stages.get(rank) else {
            continue;
        };
        let bar = Rect {
            left: area.left + pitch * column as f64,
            top,
            width,
            height,
        };
        let held = timeline.held_at(rank, frame.step_time()).bytes;
        let now = stack(marks, bar, memory, Bytes(held), scale);
        let peak = bar.bottom() - memory.total().0 as f64 * scale;
        marks.line(
            Ink::Most,
            &[[bar.left - 2.0, peak], [bar.right() + 2.0, peak]],
        );
        let middle = bar.left + width / 2.0;
        let number = rank.to_string();
        marks.text(Type::Centre, [middle, bar.bottom() + 14.0], number);
        let now = units.figure(now);
        if now.len() as f64 * DIGIT <= pitch {
            marks.text(Type::Middle, [middle, bar.bottom() + 29.0], now);
        }
    }
    let line = top + height - frame.capacity.0 as f64 * scale;
    marks.line(Ink::Scan, &[[area.left - 3.0, line], [area.right(), line]]);
    marks.text(Type::EndOnLines, [area.right(), line - 6.0], capacity);
}

/// A bar of a stage from below: its state, what else does not change, and its activations now.
/// Returns their sum.
fn stack(
    marks: &mut WatchMarks,
    bar: Rect,
    memory: &StageMemory,
    held: Bytes,
    scale: f64,
) -> Bytes {
    let most = memory.activations + memory.logits;
    let state = memory.state;
    let fixed = state.weights + state.gradients + state.optimizer;
    let others = memory.total().saturating_sub(fixed + most);
    marks.rect(Ink::Field, bar);
    let (mut at, mut total) = (bar.bottom(), Bytes::ZERO);
    for (ink, bytes) in [
        (Ink::Weights, state.weights),
        (Ink::Gradients, state.gradients),
        (Ink::Optimizer, state.optimizer),
        (Ink::Other, others),
        (Ink::Activations, held.min(most)),
    ] {
        let size = bytes.0 as f64 * scale;
        at -= size;
        marks.area(ink, [bar.left, at, bar.width, size]);
        total += bytes;
    }
    total
}

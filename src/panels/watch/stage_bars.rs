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
/// Widths of a bold digit and of another one, in fonts with wide digits.
const DIGITS: [f64; 2] = [8.4, 7.7];
/// Least distance of two numbers.
const APART: f64 = 4.0;
/// Most of the GPU's memory that bars have room for: beyond it they are cut.
const MOST: u64 = 2;

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
    let room = frame.capacity.0.saturating_mul(MOST);
    let most = most.fold(frame.capacity.0, u64::max).min(room);
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
        let peak = (bar.bottom() - memory.total().0 as f64 * scale).max(top);
        marks.line(
            Ink::Most,
            &[[bar.left - 2.0, peak], [bar.right() + 2.0, peak]],
        );
        let middle = bar.left + width / 2.0;
        let number = rank.to_string();
        marks.text(Type::Centre, [middle, bar.bottom() + 14.0], number);
        let now = units.figure(now);
        let styles = [Type::Middle, Type::Centre].into_iter().zip(DIGITS);
        // A decimal mark is half as wide as a digit.
        let width = |digit: f64| (now.len() as f64 - 0.5) * digit + APART;
        let fitting = styles.into_iter().find(|(_, digit)| width(*digit) <= pitch);
        if let Some((style, _)) = fitting {
            marks.text(style, [middle, bar.bottom() + 29.0], now);
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
        let size = (bytes.0 as f64 * scale).min(at - bar.top);
        at -= size;
        marks.area(ink, [bar.left, at, bar.width, size]);
        total += bytes;
    }
    total
}

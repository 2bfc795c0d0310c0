//! The memory of the chosen GPU, on the scale of the card and through a lens on what changes; in the
//! scene of the pipeline that of all stages.

use cost::trace::HeldPart;
use cost::units::Bytes;
use text::number::BytesText as _;

use super::frame::WatchFrame;
use super::marks::{Ink, Type, WatchMarks};
use super::stage_bars;
use crate::components::Rect;
use text::player;

/// Least height of a part that bears its number.
const NUMBERED: f64 = 14.0;
/// Most of the card that the parts that change may take for a lens to be of use.
const LENS: f64 = 0.4;

/// A part of a bar.
struct Part {
    ink: Ink,
    name: &'static str,
    bytes: Bytes,
}

/// Inks of the parts that change, in their order.
const CHANGING: [Ink; HeldPart::ALL.len()] =
    [Ink::Weights, Ink::Gradients, Ink::Activations, Ink::Partial];

/// Draws the bars.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks, area: Rect) {
    if let (Some(timeline), true) = (frame.timeline, frame.regions.is_wide) {
        stage_bars::draw(frame, marks, timeline, area);
        return;
    }
    let gpu = player::gpu(frame.gpu);
    marks.text(Type::Bold, [area.left, area.top + 14.0], gpu);
    if frame.regions.is_wide {
        marks.text(Type::End, [area.right(), area.top + 14.0], stage(frame));
        standing(frame, marks, area);
    } else {
        lying(frame, marks, area);
    }
}

/// The stage of the GPU; empty if there is only one.
fn stage(frame: &WatchFrame) -> String {
    if frame.cut.stages.len() > 1 {
        player::stage(frame.cut.seat(frame.gpu).stage)
    } else {
        String::new()
    }
}

/// The parts of the GPU's memory at the present time, the lowest first.
fn parts(frame: &WatchFrame) -> Vec<Part> {
    let state = frame.memory.state;
    let changing = changing(frame);
    let fixed = state.weights + state.gradients + state.optimizer;
    let others = frame.trace.rest.saturating_sub(fixed);
    let part = |ink, name, bytes| Part { ink, name, bytes };
    let mut parts = vec![
        part(Ink::Weights, player::weights(), state.weights),
        part(Ink::Gradients, player::gradients(), state.gradients),
        part(Ink::Optimizer, player::optimizer(), state.optimizer),
        part(Ink::Other, player::others(), others),
    ];
    parts.extend(changing);
    parts
}

/// The parts that change, at the present time.
fn changing(frame: &WatchFrame) -> Vec<Part> {
    let held = frame.trace.held_at(frame.now);
    let parts = HeldPart::ALL.into_iter().zip(CHANGING);
    let parts = parts.map(|(part, ink)| Part {
        ink,
        name: player::held(part),
        bytes: held.of(part),
    });
    parts.collect()
}

/// The least of each part that changes, which the lens leaves out.
fn least(frame: &WatchFrame) -> [Bytes; HeldPart::ALL.len()] {
    HeldPart::ALL.map(|part| {
        let held = frame.trace.held.iter().map(|(_, held)| held.of(part));
        held.min().unwrap_or_default()
    })
}

/// The most that changes in the trace, beyond the least of each part.
fn most(frame: &WatchFrame, least: [Bytes; HeldPart::ALL.len()]) -> Bytes {
    let least: Bytes = least.into_iter().sum();
    let held = frame.trace.held.iter().map(|(_, held)| held.total());
    held.max().unwrap_or_default().saturating_sub(least)
}

/// The parts that change, beyond the least of each.
fn through_the_lens(frame: &WatchFrame, least: [Bytes; HeldPart::ALL.len()]) -> Vec<Part> {
    let parts = changing(frame).into_iter().zip(least);
    let parts = parts.map(|(part, least)| Part {
        bytes: part.bytes.saturating_sub(least),
        ..part
    });
    parts.filter(|part| part.bytes > Bytes::ZERO).collect()
}

/// Bars side by side, beside the scene.
fn standing(frame: &WatchFrame, marks: &mut WatchMarks, area: Rect) {
    let [top, bottom] = [area.top + 44.0, area.top + area.height * 0.62];
    let height = (bottom - top).max(40.0);
    let width = 46.0;
    let bar = Rect {
        left: area.left,
        top,
        width,
        height,
    };
    marks.text(
        Type::Note,
        [area.left, top - 7.0],
        frame.units.size(frame.capacity),
    );
    let scale = height / (frame.capacity.0 as f64).max(1.0);
    let units = frame.units;
    let total = stack(marks, bar, &parts(frame), scale, |bytes| {
        units.figure(bytes)
    });
    marks.text(
        Type::Bold,
        [bar.left, bar.bottom() + 16.0],
        frame.units.figure(total),
    );
    let peak = bar.bottom() - frame.memory.total().0 as f64 * scale;
    let peak = peak.max(top);
    marks.line(
        Ink::Peak,
        &[[bar.left - 4.0, peak], [bar.right() + 6.0, peak]],
    );
    marks.text(
        Type::Note,
        [bar.right() + 9.0, peak + 4.0],
        player::peak(frame.memory.total(), frame.units),
    );
    let least = least(frame);
    let most = most(frame, least);
    let share = most.0 as f64 / (frame.capacity.0 as f64).max(1.0);
    if most == Bytes::ZERO || share > LENS {
        return;
    }
    let lens = Rect {
        left: area.left + 0.47 * area.width,
        ..bar
    };
    let scale = height * 0.9 / most.0 as f64;
    marks.text(
        Type::End,
        [area.right(), top - 7.0],
        player::lens(0.9 / share),
    );
    let now = through_the_lens(frame, least);
    let unit = frame.units.for_most(most);
    let total = stack(marks, lens, &now, scale, |bytes| unit.figure(bytes));
    marks.text(
        Type::Bold,
        [lens.left, lens.bottom() + 16.0],
        unit.amount(total),
    );
    let mut at = lens.bottom();
    for part in &now {
        let size = part.bytes.0 as f64 * scale;
        if size >= 11.0 {
            let middle = at - size / 2.0;
            marks.text(Type::Note, [lens.right() + 6.0, middle + 4.0], part.name);
        }
        at -= size;
    }
}

/// The parts of a bar from below with their numbers, all in one unit, and their sum.
fn stack(
    marks: &mut WatchMarks,
    bar: Rect,
    parts: &[Part],
    scale: f64,
    number: impl Fn(Bytes) -> String,
) -> Bytes {
    marks.rect(Ink::Field, bar);
    let (mut at, mut total) = (bar.bottom(), Bytes::ZERO);
    for part in parts {
        total += part.bytes;
        let size = (part.bytes.0 as f64 * scale).min(at - bar.top);
        if size <= 0.0 {
            continue;
        }
        at -= size;
        marks.area(part.ink, [bar.left, at, bar.width, size]);
        if size >= NUMBERED {
            let style = on(part.ink);
            let place = [bar.left + bar.width / 2.0, at + size / 2.0 + 4.0];
            marks.text(style, place, number(part.bytes));
        }
    }
    total
}

/// The style of a number on an ink.
const fn on(ink: Ink) -> Type {
    match ink {
        Ink::Weights | Ink::Optimizer => Type::OnState,
        Ink::Partial | Ink::Other => Type::OnLines,
        _ => Type::OnPale,
    }
}

/// One lying bar, below the scene.
fn lying(frame: &WatchFrame, marks: &mut WatchMarks, area: Rect) {
    let bar = Rect {
        top: area.top + 22.0,
        height: 22.0,
        ..area
    };
    marks.rect(Ink::Field, bar);
    let scale = bar.width / (frame.capacity.0 as f64).max(1.0);
    let (mut at, mut total) = (bar.left, Bytes::ZERO);
    for part in parts(frame) {
        total += part.bytes;
        let size = (part.bytes.0 as f64 * scale).min(bar.right() - at);
        marks.area(part.ink, [at, bar.top, size, bar.height]);
        if size > 30.0 {
            let place = [at + size / 2.0, bar.top + 15.0];
            marks.text(on(part.ink), place, frame.units.figure(part.bytes));
        }
        at += size;
    }
    let sum = [
        &frame.units.figure(total),
        " / ",
        &frame.units.size(frame.capacity),
    ]
    .concat();
    marks.text(Type::BoldEnd, [area.right(), area.top + 14.0], sum);
}

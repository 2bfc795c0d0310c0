//! Where the time of the scene goes, as far as it has come.

use cost::trace::{Activity, TraceLane};
use cost::units::Seconds;

use super::frame::WatchFrame;
use super::marks::{Ink, Type, WatchMarks};
use crate::components::Rect;
use text::number::short_time;
use text::{player, trace};

/// Inks of the causes: compute, recompute, exposed communication, idle, optimizer.
const INKS: [Ink; 5] = [
    Ink::Forward,
    Ink::Recomputed,
    Ink::Cable,
    Ink::Wait,
    Ink::Optimizer,
];

/// Draws the bar of causes and its key.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks, panel: Rect) {
    let area = if frame.regions.is_wide {
        let top = panel.top + panel.height * 0.62 + 34.0;
        Rect {
            top,
            height: panel.bottom() - top,
            ..panel
        }
    } else {
        Rect {
            top: panel.top + 54.0,
            height: 60.0,
            ..panel
        }
    };
    let figures = player::time_of(frame.now, frame.trace.end);
    marks.text(Type::Note, [area.left, area.top + 12.0], player::time());
    marks.text(Type::BoldEnd, [area.right(), area.top + 12.0], figures);
    let bar = Rect {
        top: area.top + 18.0,
        height: 14.0,
        ..area
    };
    marks.rect(Ink::Field, bar);
    let scale = bar.width / frame.trace.end.0.max(f64::MIN_POSITIVE);
    let (mut at, mut row) = (bar.left, 0);
    for ((seconds, all), (ink, name)) in by_cause(frame)
        .into_iter()
        .zip(INKS.into_iter().zip(trace::causes()))
    {
        marks.area(ink, [at, bar.top, seconds.0 * scale, bar.height]);
        at += seconds.0 * scale;
        if all == Seconds::ZERO {
            continue;
        }
        let (left, width) = if frame.regions.is_wide {
            (area.left, area.width)
        } else {
            let half = area.width / 2.0;
            (area.left + half * f64::from(row % 2), half - 8.0)
        };
        let line = if frame.regions.is_wide { row } else { row / 2 };
        let top = bar.bottom() + 16.0 + 16.0 * f64::from(line);
        row += 1;
        if top > area.bottom() {
            continue;
        }
        marks.area(ink, [left, top - 8.0, 9.0, 9.0]);
        marks.text(Type::Note, [left + 14.0, top], name);
        marks.text(Type::End, [left + width, top], short_time(seconds));
    }
}

/// Seconds by cause until now, and those of the whole scene.
fn by_cause(frame: &WatchFrame) -> [(Seconds, Seconds); 5] {
    let mut causes = [(Seconds::ZERO, Seconds::ZERO); 5];
    for span in &frame.trace.lanes[TraceLane::Compute as usize] {
        let cause = match span.activity {
            Activity::Compute
            | Activity::ForwardOnly
            | Activity::Memory
            | Activity::Exchange(..) => 0,
            Activity::Recompute => 1,
            Activity::Wait(_) => 2,
            Activity::Idle => 3,
            Activity::Update => 4,
        };
        let (now, all) = &mut causes[cause];
        *now += frame.now.min(span.to).beyond(span.from);
        *all += span.length();
    }
    causes
}

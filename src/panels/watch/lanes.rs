//! The lanes: what the GPU computes and what travels meanwhile, to scale.

use cost::trace::{Activity, Happening, Trace, TraceSpan};
use cost::units::Seconds;

use super::axis::{TraceAxis, beyond, shown};
use super::clock::Clock;
use super::frame::WatchFrame;
use super::marks::{Ink, Type, WatchMarks};
use crate::components::Rect;
use text::number::short_time;
use text::{player, trace};

/// Height of a span as a share of its lane.
const SPAN: f64 = 0.77;
/// Distance from the middle of a line of text to its base.
const BASE: f64 = 4.0;
/// Width of a character of a name in a span.
const CHARACTER: f64 = 6.8;
/// Height of a notch above the lanes, where the pace on the screen changes.
const NOTCH: f64 = 5.0;
/// Width of the box with the present time.
const TIME: f64 = 56.0;

/// Draws the lanes, and the present time over them.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let axis = TraceAxis::of(frame.trace);
    let area = frame.regions.lanes;
    let lane_height = frame.regions.lane;
    let height = SPAN * lane_height;
    let place = |time: Seconds| area.left + axis.share(time) * area.width;
    let now = place(frame.now);
    for (row, lane) in shown(frame.trace).enumerate() {
        let top = area.top + lane_height * row as f64;
        let name = trace::lane(lane);
        let name = if frame.regions.is_wide {
            name
        } else {
            name.split(' ').next().unwrap_or_default()
        };
        marks.text(Type::Note, [0.0, top + height / 2.0 + BASE], name);
        marks.area(Ink::Field, [area.left, top, area.width, height]);
        for span in &frame.trace.lanes[lane as usize] {
            let [from, to] = [place(span.from), place(span.to)];
            let rect = Rect {
                left: from,
                top,
                width: (to - from).max(0.6),
                height,
            };
            draw_span(frame, marks, span, rect, now);
        }
        let after = beyond(frame.trace, lane);
        if after > Seconds::ZERO {
            cut_off(
                marks,
                Rect {
                    top,
                    height,
                    ..area
                },
                after,
            );
        }
    }
    if let Some([from, to]) = axis.cut() {
        for share in [from, to] {
            let at = area.left + share * area.width;
            marks.line(Ink::Peak, &[[at, area.top - 3.0], [at, area.bottom()]]);
        }
    }
    for moment in Clock::of(frame.trace).changes() {
        let begins = frame.trace.moments.get(moment);
        let at = begins.map_or(area.left, |moment| place(moment.from));
        marks.line(Ink::Notch, &[[at, area.top - NOTCH], [at, area.top]]);
    }
    marks.area(
        Ink::Veil,
        [
            now,
            area.top,
            area.right() - now,
            area.height - (lane_height - height),
        ],
    );
    marks.line(
        Ink::Now,
        &[[now, area.top - 4.0], [now, area.bottom() - 2.0]],
    );
    let at = (now - TIME / 2.0).clamp(area.left, area.right() - TIME);
    let time = short_time(frame.now);
    let text = [at + TIME / 2.0, area.bottom() + 12.0];
    marks.text(Type::Middle, text, time);
    if frame.regions.is_wide {
        marks.text(
            Type::Note,
            [area.left, area.bottom() + 12.0],
            ticks(at, area, "0"),
        );
        let end = short_time(frame.trace.end);
        let end = if at > area.right() - 2.2 * TIME {
            String::new()
        } else {
            end
        };
        marks.text(Type::End, [area.right(), area.bottom() + 12.0], end);
    }
}

/// The mark of an exchange that goes on after the end of a lane, and for how long.
fn cut_off(marks: &mut WatchMarks, lane: Rect, after: Seconds) {
    let [right, bottom] = [lane.right(), lane.bottom()];
    marks.line(Ink::Peak, &[[right, lane.top - 3.0], [right, bottom + 3.0]]);
    let text = player::beyond(after);
    marks.text(
        Type::EndOnLines,
        [right - 4.0, lane.top + lane.height / 2.0 + BASE],
        text,
    );
}

/// A tick's text; empty at the left end, where the present time is written.
fn ticks(at: f64, area: Rect, text: &'static str) -> &'static str {
    if at < area.left + TIME { "" } else { text }
}

/// A span, and its name if there is room. From `veil` on it is still to come.
fn draw_span(frame: &WatchFrame, marks: &mut WatchMarks, span: &TraceSpan, rect: Rect, veil: f64) {
    let ink = ink_of(frame.trace, span);
    marks.rect(ink, rect);
    let words = match span.activity {
        Activity::Wait(_) => player::waits(),
        Activity::Compute | Activity::Recompute | Activity::ForwardOnly | Activity::Update => {
            name_of(frame.trace, span.moment)
        }
        _ => "",
    };
    let room = words.len() as f64 * CHARACTER + 8.0;
    if !words.is_empty() && rect.width >= room {
        let middle = rect.left + rect.width / 2.0;
        // The veil is pale.
        let is_veiled = middle + room / 2.0 > veil;
        let style = if is_veiled { Type::OnLines } else { on(ink) };
        marks.text(style, [middle, rect.top + rect.height / 2.0 + BASE], words);
    }
}

/// The style of a name on the ink of a span.
pub(super) const fn on(ink: Ink) -> Type {
    match ink {
        Ink::Forward | Ink::Bound => Type::OnDark,
        Ink::Backward | Ink::Optimizer => Type::OnState,
        _ => Type::OnLines,
    }
}

/// The ink of a span.
fn ink_of(trace: &Trace, span: &TraceSpan) -> Ink {
    match span.activity {
        Activity::Compute => match trace.moments.get(span.moment).map(|moment| moment.what) {
            Some(Happening::Backward | Happening::LastBackward | Happening::Drain) => Ink::Backward,
            Some(Happening::Norm | Happening::Between | Happening::Add | Happening::Merge) => {
                Ink::Bound
            }
            _ => Ink::Forward,
        },
        Activity::Recompute => Ink::Recomputed,
        Activity::ForwardOnly => Ink::Forward,
        Activity::Wait(_) | Activity::Idle => Ink::Wait,
        Activity::Update => Ink::Optimizer,
        Activity::Exchange(..) | Activity::Memory => Ink::Cable,
    }
}

/// The short name of a moment's kernels.
fn name_of(trace: &Trace, moment: usize) -> &'static str {
    let what = trace.moments.get(moment).map(|moment| moment.what);
    what.map_or("", player::kernels)
}

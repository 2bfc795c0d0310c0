//! Curve of a stage's activations over the step, on the time axis of the blocks above.

use cost::units::Bytes;
use formats::number::attribute;
use leptos::prelude::*;

use super::chart::Chart;
use super::state::TimelineFigure;

/// The length of both axes, in the drawing's own unit.
const SIDE: f64 = 999.0;
/// Largest number of points along the region; more cannot be distinguished.
const POINTS: f64 = 300.0;

/// The curve of a rank with this peak in bytes. If the GPU's memory left for activations is near
/// the peak, a line shows it.
pub(super) fn curve(
    figure: &TimelineFigure,
    chart: &Chart,
    rank: usize,
    held: Bytes,
    room: Bytes,
) -> impl IntoView + use<> {
    let is_near = room < held * 2;
    let most = if is_near { held.max(room) } else { held }.max(Bytes(1));
    let up = |bytes: u64| SIDE - SIDE * bytes as f64 / most.0 as f64;
    let axis = figure.axis;
    let least = SIDE / POINTS / figure.scale();
    let mut path = String::from("M0 999");
    let mut put = |direction: &str, place: f64| {
        path.push_str(direction);
        path.push_str(&attribute(place, 2));
    };
    // Since the last point: its time, the peak since then, and the present bytes.
    let (mut from, mut high, mut now) = (0.0, 0, 0);
    chart.timeline.holds(rank, &mut |time, held| {
        let place = SIDE * axis.place(time);
        if place - from > least {
            put("V", up(high));
            if now != high {
                put("V", up(now));
            }
            put("H", place);
            (from, high) = (place, now.min(held.bytes));
        }
        now = held.bytes;
        high = high.max(now);
    });
    put("V", up(high));
    put("V", SIDE);
    path.push('z');
    let limit = [" M0 ", &attribute(up(room.0.min(most.0)), 1), "H999"].concat();
    view! {
        <svg viewBox="0 0 999 999" preserveAspectRatio="none" aria-hidden="true">
            <path class="held" d=path></path>
            <path class="room" d=if is_near { limit } else { String::new() }></path>
        </svg>
    }
}

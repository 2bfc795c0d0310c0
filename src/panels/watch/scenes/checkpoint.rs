//! Activations of a stage's layers: left by forward, computed again, freed by backward (Chen 2016;
//! Korthikanti 2022, section 5).

use cost::trace::{Happening, HeldPart};
use cost::units::Bytes;
use text::number::BytesText as _;

use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::moments::messages::left_out;
use text::player;

/// Height of the names above the columns, and of the figures below them.
const ENDS: [f64; 2] = [26.0, 34.0];

/// Parts of a layer's column, as shares of its fullest.
struct Held {
    kept: f64,
    again: f64,
    is_lit: bool,
}

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let scene = frame.regions.scene;
    let forwards = frame.trace.moments.iter();
    let forwards = forwards.filter(|moment| moment.what == Happening::Forward);
    let count = forwards.count();
    let left = scene.left + frame.regions.names;
    let width = (scene.width - frame.regions.names) / count.max(1) as f64;
    let [above, below] = ENDS;
    let height = scene.height - above - below;
    let [kept, fullest] = sizes(frame);
    let share = kept.0 as f64 / (fullest.0 as f64).max(1.0);
    let size = frame.units.amount(kept);
    marks.text(
        Type::Bold,
        [0.0, above + height / 2.0],
        player::held(HeldPart::Activations),
    );
    marks.text(Type::Note, [0.0, above + height / 2.0 + 16.0], size);
    for layer in 0..count {
        let column = Rect {
            left: left + width * layer as f64 + 0.2 * width,
            top: above,
            width: 0.6 * width,
            height,
        };
        let held = of_layer(frame, layer as u64, share);
        marks.text(
            Type::Name,
            [column.left, above - 9.0],
            player::layer(layer as u64 + 1),
        );
        marks.rect(Ink::Cell, column);
        let size = height * held.kept;
        let again = height * held.again;
        let bottom = column.bottom();
        marks.area(
            Ink::Activations,
            [column.left, bottom - size, column.width, size],
        );
        marks.area(
            Ink::Recomputed,
            [column.left, bottom - size - again, column.width, again],
        );
        let part = |top: f64, size: f64| [column.left, top, column.width, size];
        marks.name(part(bottom - size, size), player::piece_kept());
        marks.name(part(bottom - size - again, again), player::piece_again());
        if held.is_lit {
            marks.rect(Ink::Lit, column.grown(3.0));
        }
    }
    let others = frame.trace.moments.iter();
    let mut others = others.filter(|moment| moment.what == Happening::LeftOut);
    if let Some(moment) = others.next() {
        let at = [left, scene.bottom() - 10.0];
        marks.text(Type::Note, at, left_out(moment.number));
    }
}

/// Bytes that a layer keeps from forward to backward, and those that its backward holds.
fn sizes(frame: &WatchFrame) -> [Bytes; 2] {
    let held = &frame.trace.held;
    let activations = held
        .iter()
        .map(|(_, held)| held.of(HeldPart::Activations).0);
    let steps = activations.clone().zip(activations.skip(1));
    let kept = steps
        .map(|(before, after)| after.saturating_sub(before))
        .max();
    let working = held
        .iter()
        .map(|(_, held)| held.of(HeldPart::Working).0)
        .max();
    let kept = kept.unwrap_or_default();
    [Bytes(kept), Bytes(kept + working.unwrap_or_default())]
}

/// The present parts of a layer's column.
fn of_layer(frame: &WatchFrame, layer: u64, share: f64) -> Held {
    let mut held = Held {
        kept: 0.0,
        again: 0.0,
        is_lit: false,
    };
    for (index, moment) in frame.trace.moments.iter().enumerate() {
        if moment.number != layer || index > frame.place.moment {
            continue;
        }
        let done = frame.done(index);
        held.is_lit = index == frame.place.moment;
        match moment.what {
            Happening::Forward => held.kept = share * done,
            Happening::Recompute => held.again = (1.0 - share) * done,
            Happening::Backward => {
                let full = if held.again > 0.0 { 1.0 - share } else { 0.0 };
                held.kept = share * (1.0 - done);
                held.again = full * (1.0 - done);
            }
            _ => held.is_lit = false,
        }
    }
    held
}

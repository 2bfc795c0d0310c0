//! The attention core between memory and chip: blocks of keys and values come in, scores stay (Dao
//! 2022, figure 1), or all scores go out and come back.

use cost::trace::Happening;

use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use crate::panels::watch::texts::words;

/// Blocks of keys and values.
const TILES: usize = 8;

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let scene = frame.regions.scene;
    let side = (scene.height - 44.0).min((scene.width - frame.regions.names) * 0.5);
    let square = Rect {
        left: scene.left + frame.regions.names,
        top: scene.top + 30.0,
        width: side,
        height: side,
    };
    let drawn = words().drawn;
    marks.text(Type::Note, [square.left, square.top - 10.0], drawn[3]);
    marks.text(Type::Bold, [0.0, square.top + 14.0], drawn[2]);
    let is_flash = frame.legal.plan.levers.flash;
    scores(frame, marks, square, is_flash);
    let left = square.right() + 0.06 * scene.width;
    let width = scene.right() - left - 8.0;
    if width < 90.0 {
        return;
    }
    let chip = Rect {
        left,
        top: square.top,
        width,
        height: 0.36 * side,
    };
    let memory = Rect {
        top: square.top + 0.56 * side,
        height: 0.44 * side,
        ..chip
    };
    for (rect, name) in [(chip, drawn[4]), (memory, drawn[5])] {
        marks.rect(Ink::Node, rect);
        marks.text(Type::Bold, [rect.left + 8.0, rect.top + 16.0], name);
    }
    let box_height = 0.4 * chip.height;
    let part = |place: f64| {
        [
            chip.left + 8.0 + place * (width - 16.0) / 3.0,
            chip.bottom() - box_height - 8.0,
            (width - 16.0) / 3.0 - 6.0,
            box_height,
        ]
    };
    marks.area(Ink::Activations, part(0.0));
    let out = frame.done_of(0, &[Happening::Write]);
    let (moving, is_out) = moving(frame, is_flash);
    marks.area(Ink::Keys, part(1.0));
    marks.area(Ink::Partial, part(2.0));
    if let Some(share) = moving {
        let [from, to] = if is_out {
            [chip.bottom() - 8.0, memory.top + 24.0]
        } else {
            [memory.top + 24.0, chip.bottom() - box_height]
        };
        let top = from + (to - from) * share;
        let size = if is_flash { 26.0 } else { 0.5 * width };
        let at = [
            left + width / 2.0 - size / 2.0,
            top,
            size,
            if is_flash { 16.0 } else { 40.0 },
        ];
        marks.area(Ink::Piece, at);
    }
    let written = memory.height - 34.0;
    let stored = if is_flash {
        out * 0.35
    } else {
        scores_done(frame)
    };
    marks.area(
        if is_flash {
            Ink::Activations
        } else {
            Ink::Partial
        },
        [
            memory.left + 8.0,
            memory.bottom() - 8.0 - written * stored,
            width - 16.0,
            written * stored,
        ],
    );
}

/// Share of the scores that are in memory, where they go there.
fn scores_done(frame: &WatchFrame) -> f64 {
    frame.done_of(0, &[Happening::Scores]).min(0.5) * 2.0
}

/// The bytes on the bus now: the share of their way, and true if they go to memory.
fn moving(frame: &WatchFrame, is_flash: bool) -> (Option<f64>, bool) {
    let moment = frame.trace.moments.get(frame.place.moment);
    let share = frame.place.share;
    match moment.map(|moment| moment.what) {
        Some(Happening::Tile) if is_flash && share < 0.5 && share > 0.0 => {
            (Some(share * 2.0), false)
        }
        Some(Happening::Scores) if share > 0.0 && share < 1.0 => {
            let way = (share * 4.0).fract();
            (Some(way), share < 0.5)
        }
        Some(Happening::Write) if share > 0.0 && share < 1.0 => (Some(share), true),
        _ => (None, true),
    }
}

/// The scores that have been computed; under a causal mask the lower half.
fn scores(frame: &WatchFrame, marks: &mut WatchMarks, square: Rect, is_flash: bool) {
    let each = square.width / TILES as f64;
    marks.rect(Ink::Ghost, square);
    let first = frame.find(0, &[Happening::Tile]).unwrap_or(0);
    for key in 0..TILES {
        let over = if is_flash {
            frame.done(first + key)
        } else {
            frame.done(first)
        };
        for query in 0..TILES {
            if is_flash && query < key {
                continue;
            }
            let rect = [
                square.left + each * key as f64,
                square.top + each * query as f64,
                each,
                each,
            ];
            marks.area(Ink::Ghost, rect);
            let height = each * over;
            let ink = if is_flash {
                Ink::Activations
            } else {
                Ink::Partial
            };
            marks.area(ink, [rect[0], rect[1], each, height]);
        }
        if is_flash && over > 0.0 && over < 1.0 {
            let lit = Rect {
                left: square.left + each * key as f64,
                width: each,
                ..square
            };
            marks.rect(Ink::Lit, lit);
        }
    }
}

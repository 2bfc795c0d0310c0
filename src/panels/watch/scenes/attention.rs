//! The attention core between memory and chip: blocks of keys and values come in, scores stay (Dao
//! 2022, figure 1), or all scores go out and come back.

use cost::trace::{Happening, TraceLane};

use super::square::{ScoreSquare, SquarePlace};
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Blocks of keys and values.
const TILES: u64 = 8;

/// Start and width of queries, of keys and values, and of the sums or scores on the chip, as shares of
/// its width. The last have the longest name.
const PARTS: [[f64; 2]; 3] = [[0.0, 0.28], [0.28, 0.28], [0.56, 0.44]];

/// Place of the square.
const PLACE: SquarePlace = SquarePlace {
    above: 30.0,
    gap: 10.0,
    share: 0.5,
};

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let square = ScoreSquare::of(frame, &PLACE, TILES);
    square.names(&PLACE, marks);
    let is_flash = frame.plan.levers.flash;
    scores(frame, marks, square, is_flash);
    if let Some(room) = square.beside(frame, 90.0) {
        boxes(frame, marks, room, is_flash);
    }
}

/// The chip and the memory, with the bytes between them.
fn boxes(frame: &WatchFrame, marks: &mut WatchMarks, room: Rect, is_flash: bool) {
    let width = room.width;
    let chip = Rect {
        height: 0.36 * room.height,
        ..room
    };
    let memory = Rect {
        top: room.top + 0.56 * room.height,
        height: 0.44 * room.height,
        ..room
    };
    for (rect, name) in [(chip, player::on_chip()), (memory, player::memory())] {
        marks.rect(Ink::Node, rect);
        marks.text(Type::Bold, [rect.left + 8.0, rect.top + 16.0], name);
    }
    let box_height = 0.4 * chip.height;
    let part = |place: usize| {
        let [from, share] = PARTS[place];
        [
            chip.left + 8.0 + from * (width - 16.0),
            chip.bottom() - box_height - 8.0,
            share * (width - 16.0) - 6.0,
            box_height,
        ]
    };
    marks.area(Ink::Activations, part(0));
    let out = frame.done_of(0, &[Happening::Write]);
    let (moving, is_out) = moving(frame);
    marks.area(Ink::Keys, part(1));
    marks.area(Ink::Partial, part(2));
    let held = if is_flash {
        player::piece_sums()
    } else {
        player::piece_scores()
    };
    let names = [player::piece_queries(), player::piece_keys(), held];
    for (place, name) in names.into_iter().enumerate() {
        marks.name(part(place), name);
    }
    if let Some(share) = moving {
        let [from, to] = if is_out {
            [chip.bottom() - 8.0, memory.top + 24.0]
        } else {
            [memory.top + 24.0, chip.bottom() - box_height]
        };
        let top = from + (to - from) * share;
        let size = if is_flash { 26.0 } else { 0.5 * width };
        let at = [
            room.left + width / 2.0 - size / 2.0,
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

/// Share of the scores in memory, for kernels that write them to memory.
fn scores_done(frame: &WatchFrame) -> f64 {
    frame.done_of(0, &[Happening::Scores]).min(0.5) * 2.0
}

/// The bytes on the bus now: the share of their way, and true if they go to memory. Scores go out and
/// come back, twice each.
fn moving(frame: &WatchFrame) -> (Option<f64>, bool) {
    let mut spans = frame.trace.lanes[TraceLane::Memory as usize].iter();
    let span = spans.find(|span| span.from.0 < frame.now.0 && frame.now.0 < span.to.0);
    let Some(span) = span else {
        return (None, true);
    };
    let share = frame.over(span.from, span.to);
    match frame
        .trace
        .moments
        .get(span.moment)
        .map(|moment| moment.what)
    {
        Some(Happening::Tile) => (Some(share), false),
        Some(Happening::Scores) => (Some((share * 4.0).fract()), share < 0.5),
        _ => (Some(share), true),
    }
}

/// The scores that have been computed; under a causal mask the lower half.
fn scores(frame: &WatchFrame, marks: &mut WatchMarks, square: ScoreSquare, is_flash: bool) {
    marks.rect(Ink::Ghost, square.rect());
    let first = frame.find(0, &[Happening::Tile]).unwrap_or(0);
    let ink = if is_flash {
        Ink::Activations
    } else {
        Ink::Partial
    };
    for key in 0..TILES {
        let tile = if is_flash { key as usize } else { 0 };
        let over = frame.done(first + tile);
        let queries = if is_flash { key..TILES } else { 0..TILES };
        for query in queries {
            square.block(marks, [query, key], ink, over);
        }
        if is_flash && over > 0.0 && over < 1.0 {
            marks.rect(Ink::Lit, square.column(key));
        }
    }
}

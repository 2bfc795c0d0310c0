//! Attention over a sequence that is split: which queries have met which keys. On a ring keys travel
//! and queries stay (Liu 2023); gathered keys meet all queries at once; after an all-to-all each GPU
//! has all tokens of its heads (Jacobs 2023).

use cost::plan::ContextKind;
use cost::trace::{Activity, Collective, Happening, TraceLane};

use super::square::{ScoreSquare, SquarePlace};
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Most ranks whose pieces are drawn one by one.
const MOST: u64 = 8;
/// Width from which a rank's name has the word GPU.
const NAMED: f64 = 48.0;

/// Place of the square.
const PLACE: SquarePlace = SquarePlace {
    above: 26.0,
    gap: 8.0,
    share: 0.55,
};

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let layout = &frame.plan.layout;
    let ranks = layout.context.min(MOST);
    // Balanced ranks hold an early piece and a late one each.
    let halves = if layout.context_balanced && layout.context_kind != ContextKind::AllToAll {
        2
    } else {
        1
    };
    let pieces = ranks * halves;
    let square = ScoreSquare::of(frame, &PLACE, pieces);
    square.names(&PLACE, marks);
    let owner = |piece: u64| {
        if piece < ranks {
            piece
        } else {
            2 * ranks - 1 - piece
        }
    };
    let own = frame.cut.seat(frame.gpu).context.min(ranks - 1);
    for query in 0..pieces {
        for key in 0..=query {
            let share = met(frame, owner(query), owner(key), ranks);
            let ink = if share < 1.0 {
                Ink::Partial
            } else {
                Ink::Activations
            };
            square.block(marks, [query, key], ink, share);
        }
        if owner(query) == own {
            let row = square.row(query);
            let around = [
                row.left - 3.0,
                row.top - 1.0,
                row.width + 6.0,
                row.height + 2.0,
            ];
            marks.area(Ink::Lit, around);
        }
    }
    if let Some(room) = square.beside(frame, 80.0) {
        ring(frame, marks, room, ranks, own);
    }
}

/// Share of a block of scores that is computed: the queries of one rank with the keys of another.
fn met(frame: &WatchFrame, reader: u64, keeper: u64, ranks: u64) -> f64 {
    let is_ring = frame.plan.layout.context_kind == ContextKind::Ring;
    let first = frame.find(0, &[Happening::Attention]);
    let turns = frame.trace.moments.iter();
    let turns = turns
        .filter(|moment| moment.what == Happening::Attention)
        .count() as u64;
    let Some(first) = first else {
        return 0.0;
    };
    if !is_ring || turns < ranks {
        return frame.done_of(0, &[Happening::Attention]);
    }
    // In turn k a rank has the keys of the rank k places before it.
    let turn = (reader + ranks - keeper) % ranks;
    let last = frame.place.moment.saturating_sub(first) as u64;
    if frame.place.moment < first || turn > last {
        return 0.0;
    }
    if turn < last || turn >= turns {
        return 1.0;
    }
    frame.done(first + turn as usize)
}

/// Share of the way to the next rank that the keys of the present turn have gone: the transfer may
/// take less time than the turn.
fn passed(frame: &WatchFrame) -> f64 {
    let mut spans = frame.trace.lanes[TraceLane::Exchange as usize].iter();
    let span = spans.find(|span| {
        span.moment == frame.place.moment
            && matches!(span.activity, Activity::Exchange(_, Collective::RingPass))
    });
    let attends = frame.is_now(&[Happening::Attention]);
    span.filter(|_| attends)
        .map_or(0.0, |span| frame.over(span.from, span.to))
}

/// The ranks of the ring with the keys that each has.
fn ring(frame: &WatchFrame, marks: &mut WatchMarks, room: Rect, ranks: u64, own: u64) {
    let height = room.height / ranks as f64;
    let first = frame.find(0, &[Happening::Attention]).unwrap_or(usize::MAX);
    let is_ring = frame.plan.layout.context_kind == ContextKind::Ring;
    let turn = frame.place.moment.saturating_sub(first) as u64;
    let moves = if is_ring { passed(frame) } else { 0.0 };
    let stride = frame.plan.layout.tensor;
    for rank in 0..ranks {
        let top = room.top + height * rank as f64;
        let cell = Rect {
            left: room.left + 0.35 * room.width,
            top: top + 2.0,
            width: 0.65 * room.width,
            height: height - 4.0,
        };
        let gpu = frame.gpu - (own * stride).min(frame.gpu) + rank * stride;
        let style = if rank == own { Type::Bold } else { Type::Name };
        let name = if cell.left - room.left >= NAMED {
            player::gpu(gpu)
        } else {
            gpu.to_string()
        };
        marks.text(style, [room.left, top + height / 2.0 + 4.0], name);
        marks.rect(Ink::Cell, cell);
        let half = cell.width / 2.0;
        marks.area(
            Ink::Activations,
            [cell.left, cell.top, half - 2.0, cell.height],
        );
        let queries = [cell.left, cell.top, half - 2.0, cell.height];
        let keys = [cell.left + half, cell.top, half, cell.height];
        if !is_ring {
            // Gathered keys are those of all ranks, and traded ones those of all tokens.
            marks.area(Ink::Keys, keys);
            marks.name(queries, player::piece_queries());
            marks.name(keys, player::piece_keys());
            continue;
        }
        marks.name(queries, &player::queries_of(rank));
        if frame.place.moment < first {
            marks.area(Ink::Keys, keys);
            marks.name(keys, &player::keys_of(rank));
            continue;
        }
        let is_last = turn + 1 >= ranks;
        let down = if is_last || rank + 1 == ranks {
            0.0
        } else {
            height * moves
        };
        let ink = if moves > 0.0 && moves < 1.0 && !is_last {
            Ink::Piece
        } else {
            Ink::Keys
        };
        let piece = [cell.left + half, cell.top + down, half, cell.height];
        marks.area(Ink::Keys, piece);
        marks.area(ink, piece);
        let keys = (rank + ranks - turn % ranks) % ranks;
        marks.name(piece, &player::keys_of(keys));
    }
}

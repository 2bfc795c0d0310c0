//! One layer among tensor-parallel GPUs: tokens are gathered, multiplied with columns and with rows
//! of the weights, and partial sums are scattered (Korthikanti 2022, figure 5).

use cost::trace::Happening;

use super::columns::{Columns, bands, note};
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, WatchMarks};
use text::player;

/// Heights of the rows, relative to each other.
const ROWS: [f64; 5] = [5.0, 2.8, 5.0, 2.8, 5.0];
/// Distance between rows.
const GAP: f64 = 9.0;

/// Progress of half a layer: the attention, or the MLP.
struct Half {
    /// The first moment of the half.
    from: usize,
    gathered: f64,
    first: f64,
    core: f64,
    last: f64,
    reduced: f64,
}

impl Half {
    fn of(frame: &WatchFrame, from: usize, is_mlp: bool) -> Self {
        let (first, last): (&[Happening], &[Happening]) = if is_mlp {
            (
                &[Happening::MlpIn, Happening::SharedIn, Happening::Experts],
                &[Happening::MlpOut, Happening::SharedOut, Happening::Experts],
            )
        } else {
            (&[Happening::Projections], &[Happening::Output])
        };
        let first_done = frame.done_of(from, first);
        let last_done = frame.done_of(from, last);
        let products = frame.find(from, first);
        // Where the message runs beside the product, it has no moment.
        let gather = frame.find(from, &[Happening::TensorGather]);
        let gather = gather.filter(|gather| products.is_some_and(|products| *gather < products));
        let reduce = frame.find(from, &[Happening::TensorReduce]);
        Self {
            from,
            gathered: match gather {
                Some(moment) => frame.done(moment),
                None if frame.plan.sequence_parallel() => first_done,
                None => 1.0,
            },
            first: first_done,
            core: if is_mlp {
                first_done
            } else {
                frame.done_of(from, &[Happening::Attention])
            },
            last: last_done,
            reduced: reduce.map_or(last_done, |moment| frame.done(moment)),
        }
    }
}

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let tensor = frame.plan.layout.tensor;
    let columns = Columns::of(frame, tensor, 1);
    let middle = frame.find(0, &[Happening::Between]).unwrap_or(usize::MAX);
    let is_mlp = frame.place.moment >= middle;
    let half = Half::of(frame, if is_mlp { middle } else { 0 }, is_mlp);
    columns.heads(frame, marks);
    let exchanges = [Happening::TensorGather, Happening::TensorReduce];
    columns.ring(frame, marks, frame.is_now(&exchanges), 1);
    let rows = rows(columns.area);
    if let Some(row) = active(frame) {
        let [top, height] = rows[row];
        let field = [
            columns.area.left + 3.0,
            top - GAP / 2.0,
            columns.area.width - 6.0,
            height + GAP,
        ];
        marks.area(Ink::Field, field);
    }
    let names = player::tensor_rows(is_mlp);
    columns.names(marks, names.into_iter().zip(rows));
    notes(frame, marks, &half, is_mlp, rows);
    for (position, (rank, _)) in columns.members.iter().enumerate() {
        let cells = rows.map(|row| columns.cell(position, row));
        for cell in cells {
            marks.rect(Ink::Ghost, cell);
        }
        gpu(frame, marks, &half, cells, *rank);
    }
    pieces(frame, marks, &columns, &half, rows);
}

/// Notes below the names of rows: the part that a GPU has of the columns, and the turn of the ring.
fn notes(
    frame: &WatchFrame,
    marks: &mut WatchMarks,
    half: &Half,
    is_mlp: bool,
    rows: [[f64; 2]; 5],
) {
    let tensor = frame.plan.layout.tensor;
    let model = &frame.plan.model;
    let has_mlp = frame.find(half.from, &[Happening::MlpIn]).is_some();
    if is_mlp && has_mlp {
        let of = player::part_of_hidden(model.ffn / tensor, model.ffn);
        note(marks, rows[2], of);
    } else if !is_mlp && model.mixer.is_none() {
        let of = player::part_of_heads(model.heads / tensor, model.heads);
        note(marks, rows[2], of);
    }
    let turns = tensor - 1;
    for (row, what, progress) in [
        (0, Happening::TensorGather, half.gathered),
        (4, Happening::TensorReduce, half.reduced),
    ] {
        if frame.is_now(&[what]) && progress > 0.0 && progress < 1.0 {
            let turn = (progress * turns as f64).floor() as u64 + 1;
            note(marks, rows[row], player::turn(turn.min(turns), turns));
        }
    }
}

/// Top and height of each row.
fn rows(area: Rect) -> [[f64; 2]; 5] {
    let sum: f64 = ROWS.iter().sum();
    let unit = (area.height - GAP * 6.0) / sum;
    let mut top = area.top + GAP;
    ROWS.map(|row| {
        let place = [top, row * unit];
        top += row * unit + GAP;
        place
    })
}

/// The row in which something happens.
fn active(frame: &WatchFrame) -> Option<usize> {
    let what = frame.trace.moments.get(frame.place.moment)?.what;
    Some(match what {
        Happening::Norm | Happening::TensorGather | Happening::Between => 0,
        Happening::Projections | Happening::MlpIn | Happening::SharedIn => 1,
        Happening::Attention | Happening::ContextBefore | Happening::ContextAfter => 2,
        Happening::Output | Happening::MlpOut | Happening::SharedOut => 3,
        Happening::TensorReduce | Happening::Add => 4,
        _ => return None,
    })
}

/// The tensors of one GPU.
fn gpu(frame: &WatchFrame, marks: &mut WatchMarks, half: &Half, cells: [Rect; 5], rank: u64) {
    let tensor = frame.plan.layout.tensor;
    let [x, w_in, h, w_out, sums] = cells;
    let part = |rect: Rect| rect.width / tensor as f64;
    // Own columns of the first weights, own rows of the last.
    marks.area(
        Ink::Weights,
        [
            w_in.left + part(w_in) * rank as f64,
            w_in.top,
            part(w_in),
            w_in.height,
        ],
    );
    let [rows, _] = bands(w_out, tensor, rank, 1);
    marks.rect(
        Ink::Weights,
        Rect {
            height: rows.height.max(1.5),
            ..rows
        },
    );
    if half.last < 1.0 {
        let is_whole = !frame.plan.sequence_parallel();
        let turns = (half.gathered * (tensor - 1) as f64).floor() as u64;
        let count = if is_whole {
            tensor
        } else {
            (turns + 1).min(tensor)
        };
        // Bands come from the neighbour before: own, and those before it.
        let from = (rank + tensor - (count - 1) % tensor) % tensor;
        for band in bands(x, tensor, from, count) {
            marks.area(
                Ink::Activations,
                [band.left, band.top, band.width, band.height],
            );
        }
    }
    let own = [h.left + part(h) * rank as f64, h.top, part(h)];
    if half.reduced < 1.0 {
        marks.area(
            Ink::Activations,
            [own[0], own[1], own[2], h.height * half.first],
        );
    }
    if half.last > 0.0 && half.reduced <= 0.0 {
        marks.area(
            Ink::Partial,
            [sums.left, sums.top, sums.width, sums.height * half.last],
        );
    }
    if half.reduced > 0.0 {
        reduced(frame, marks, half, sums, rank);
    }
    scan(frame, marks, half, [x, h]);
}

/// Partial sums that are left, or the total.
fn reduced(frame: &WatchFrame, marks: &mut WatchMarks, half: &Half, sums: Rect, rank: u64) {
    let tensor = frame.plan.layout.tensor;
    let is_sharded = frame.plan.sequence_parallel();
    if half.reduced >= 1.0 {
        let count = if is_sharded { 1 } else { tensor };
        for band in bands(sums, tensor, rank, count) {
            marks.area(
                Ink::Activations,
                [band.left, band.top, band.width, band.height],
            );
        }
        return;
    }
    let turns = (half.reduced * (tensor - 1) as f64).floor() as u64;
    let left = tensor - turns.min(tensor - 1);
    for band in bands(sums, tensor, rank, left) {
        marks.area(Ink::Partial, [band.left, band.top, band.width, band.height]);
    }
}

/// The line of tokens that a product has reached.
fn scan(frame: &WatchFrame, marks: &mut WatchMarks, half: &Half, [x, h]: [Rect; 2]) {
    let share = frame.place.share;
    let is_first = [
        Happening::Projections,
        Happening::MlpIn,
        Happening::SharedIn,
    ];
    let is_later = [
        Happening::Attention,
        Happening::Output,
        Happening::MlpOut,
        Happening::SharedOut,
    ];
    let over = if frame.is_now(&is_first) {
        x
    } else if frame.is_now(&is_later) {
        h
    } else {
        return;
    };
    if share > 0.0 && share < 1.0 && half.core <= 1.0 && half.from <= frame.place.moment {
        let y = over.top + over.height * share;
        marks.line(Ink::Scan, &[[over.left - 2.0, y], [over.right() + 2.0, y]]);
    }
}

/// Pieces on their way to the next GPU.
fn pieces(
    frame: &WatchFrame,
    marks: &mut WatchMarks,
    columns: &Columns,
    half: &Half,
    rows: [[f64; 2]; 5],
) {
    let tensor = frame.plan.layout.tensor;
    let (row, progress) = if frame.is_now(&[Happening::TensorGather]) {
        (0, half.gathered)
    } else if frame.is_now(&[Happening::TensorReduce]) {
        (4, half.reduced)
    } else {
        return;
    };
    let through = progress * (tensor - 1) as f64;
    let (turn, share) = (through.floor() as u64, through.fract());
    if progress <= 0.0 || progress >= 1.0 {
        return;
    }
    for (position, (rank, _)) in columns.members.iter().enumerate() {
        if position + 1 == columns.members.len() {
            continue;
        }
        let band = (rank + tensor - turn % tensor) % tensor;
        let [from, to] = [position, position + 1].map(|position| columns.cell(position, rows[row]));
        let [piece, _] = bands(from, tensor, band, 1);
        marks.area(
            Ink::Piece,
            [
                piece.left + (to.left - from.left) * share,
                piece.top,
                piece.width,
                piece.height.max(3.0),
            ],
        );
    }
}

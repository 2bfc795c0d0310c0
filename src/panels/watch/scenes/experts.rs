//! Copies of tokens that visit their experts: sorted, sent, computed, sent back (Lepikhin 2020,
//! section 3.2).

use cost::trace::{Activity, Happening, TraceLane};
use cost::traffic::Route;
use cost::units::Seconds;

use super::columns::Columns;
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Most experts that are drawn on one GPU.
const MOST: u64 = 4;

/// Progress of the scene.
struct Progress {
    sorted: f64,
    /// Share of the way to the experts, in the time of that exchange.
    sent: f64,
    computed: f64,
    /// Share of the way back, in the time of that exchange.
    back: f64,
    merged: f64,
}

impl Progress {
    fn of(frame: &WatchFrame) -> Self {
        let [there, back] = ways(frame).map(|[from, to]| frame.over(from, to));
        Self {
            sorted: frame.done_of(0, &[Happening::Router]),
            sent: there,
            computed: frame.done_of(0, &[Happening::Experts]),
            back,
            merged: frame.done_of(0, &[Happening::Merge]),
        }
    }

    /// True while copies are on their way.
    fn is_flying(&self) -> bool {
        [self.sent, self.back]
            .iter()
            .any(|way| *way > 0.0 && *way < 1.0)
    }
}

/// The times in which copies go to their experts and back: two exchanges, or the halves of one beside
/// the experts, as far as it is while they run. Without any, copies are there as soon as the experts
/// begin.
fn ways(frame: &WatchFrame) -> [[Seconds; 2]; 2] {
    let spans = frame.trace.lanes[TraceLane::Exchange as usize].iter();
    let exchanges = spans
        .filter(|span| matches!(span.activity, Activity::Exchange(Route::Expert, _)))
        .map(|span| [span.from, span.to]);
    let exchanges: Vec<[Seconds; 2]> = exchanges.collect();
    let experts = frame.find(0, &[Happening::Experts]);
    let experts = experts.and_then(|index| frame.trace.moments.get(index));
    let [begin, end] = experts.map_or([Seconds::ZERO; 2], |moment| [moment.from, moment.to]);
    match exchanges[..] {
        [there, .., back] => [there, back],
        [[from, to]] => {
            let to = to.min(end);
            let middle = (from + to) * 0.5;
            [[from, middle], [middle, to]]
        }
        [] => [[begin; 2], [end; 2]],
    }
}

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let layout = &frame.plan.layout;
    let columns = Columns::of(frame, layout.expert, layout.expert_tensor);
    columns.heads(frame, marks);
    let progress = Progress::of(frame);
    let is_flying = progress.is_flying();
    columns.ring(frame, marks, is_flying, layout.expert_tensor);
    let area = columns.area;
    let gap = 0.16 * area.height;
    let height = (area.height - gap - 24.0) / 2.0;
    let rows = [
        [area.top + 8.0, height],
        [area.top + 8.0 + height + gap, height],
    ];
    columns.names(
        marks,
        [(player::tokens(), rows[0]), (player::experts(), rows[1])],
    );
    let count = columns.members.len();
    for position in 0..count {
        let [tokens, experts] = rows.map(|row| columns.cell(position, row));
        source(marks, tokens, &progress, count, position);
        target(frame, marks, experts, &progress, count, position);
    }
    if is_flying {
        pieces(marks, &columns, rows, &progress);
    }
}

/// Tokens of a GPU: mixed, then sorted by the GPU of their expert, then the sums.
fn source(marks: &mut WatchMarks, cell: Rect, progress: &Progress, count: usize, position: usize) {
    marks.rect(Ink::Cell, cell);
    if progress.merged > 0.0 {
        marks.area(
            Ink::Activations,
            [
                cell.left,
                cell.top,
                cell.width,
                cell.height * progress.merged,
            ],
        );
        return;
    }
    let band = cell.height / count as f64;
    let left = if progress.back > 0.0 {
        progress.back
    } else {
        1.0 - progress.sent
    };
    let ink = if progress.back > 0.0 {
        Ink::Partial
    } else {
        Ink::Activations
    };
    for other in 0..count {
        let stays = other == position && progress.back <= 0.0 && progress.sent < 1.0;
        let share = if stays { 1.0 } else { left };
        let top = cell.top + band * other as f64;
        marks.area(ink, [cell.left, top, cell.width * share, band]);
        if progress.sorted > 0.0 && band > 11.0 && share > 0.6 && progress.back <= 0.0 {
            let at = [cell.left + cell.width / 2.0, top + band / 2.0 + 4.0];
            marks.text(Type::OnPale, at, other.to_string());
        }
    }
    if progress.sorted > 0.0 && progress.sorted < 1.0 {
        let at = cell.top + cell.height * progress.sorted;
        marks.line(Ink::Scan, &[[cell.left, at], [cell.right(), at]]);
    }
}

/// Experts of a GPU with the copies that have come; the fullest GPU sets the pace.
fn target(
    frame: &WatchFrame,
    marks: &mut WatchMarks,
    cell: Rect,
    progress: &Progress,
    count: usize,
    position: usize,
) {
    let experts = frame.local_experts.clamp(1, MOST);
    let width = cell.width / experts as f64;
    let imbalance = frame.plan.imbalance().max(1.0);
    // The load of the fullest GPU is known, and the mean: the others are drawn equal.
    let is_fullest = position + 1 == count;
    let load = if is_fullest { 1.0 } else { 1.0 / imbalance };
    let come = progress.sent * load;
    let computed = if is_fullest {
        progress.computed
    } else {
        (progress.computed * imbalance).min(1.0)
    };
    let left = 1.0 - progress.back;
    for expert in 0..experts {
        let rect = [
            cell.left + width * expert as f64 + 1.0,
            cell.top,
            width - 2.0,
            cell.height,
        ];
        marks.area(Ink::Cell, rect);
        let size = cell.height * come * left;
        let bottom = cell.bottom();
        marks.area(Ink::Activations, [rect[0], bottom - size, rect[2], size]);
        let ready = size * computed;
        marks.area(Ink::Partial, [rect[0], bottom - ready, rect[2], ready]);
    }
    if frame.is_now(&[Happening::Experts]) && computed < 1.0 {
        marks.rect(Ink::Lit, cell.grown(3.0));
    }
}

/// Copies on their way, from every GPU to every other.
fn pieces(marks: &mut WatchMarks, columns: &Columns, rows: [[f64; 2]; 2], progress: &Progress) {
    let count = columns.members.len();
    let share = if progress.back > 0.0 {
        1.0 - progress.back
    } else {
        progress.sent
    };
    for from in 0..count {
        for to in (0..count).filter(|to| *to != from) {
            let source = columns.cell(from, rows[0]);
            let target = columns.cell(to, rows[1]);
            let band = source.height / count as f64;
            let start = [
                source.left + source.width / 2.0,
                source.top + band * (to as f64 + 0.5),
            ];
            let end = [target.left + target.width / 2.0, target.top + 6.0];
            let at = [0, 1].map(|axis| start[axis] + (end[axis] - start[axis]) * share);
            marks.area(Ink::Piece, [at[0] - 3.0, at[1] - 3.0, 6.0, 6.0]);
        }
    }
}

//! The end of a step: gradients in buckets, the optimizer on shards, new weights (Rajbhandari 2020,
//! section 5.1; Li 2020, section 3.2.3).

use cost::sharding::Gathering;
use cost::trace::{Activity, Collective, Happening, TraceLane};

use super::columns::{Columns, trained_and_frozen};
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Bands of gradients that are drawn.
const BUCKETS: usize = 8;

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let layout = &frame.plan.layout;
    let columns = Columns::of(frame, frame.replicas, layout.tensor);
    columns.heads(frame, marks);
    columns.ring(frame, marks, is_busy(frame), layout.tensor);
    let area = columns.area;
    let crosses = !frame.trace.lanes[TraceLane::Host as usize].is_empty();
    let count = if crosses { 4.0 } else { 3.0 };
    let gap = 12.0;
    let height = (area.height - gap * (count + 1.0)) / count;
    let row = |place: f64| [area.top + gap + (height + gap) * place, height];
    let names = [player::gradients(), player::optimizer(), player::weights()];
    let rows = [row(0.0), row(1.0), row(2.0)];
    columns.names(marks, names.into_iter().zip(rows));
    if frame.cut.frozen.is_some() {
        let [top, height] = rows[2];
        let at = [0.0, top + height / 2.0 + 16.0];
        marks.text(Type::Note, at, player::lighter_frozen());
    }
    for (position, (rank, _)) in columns.members.iter().enumerate() {
        let cells = rows.map(|row| columns.cell(position, row));
        gpu(frame, marks, cells, *rank);
    }
    if crosses {
        host(frame, marks, &columns, row(3.0));
    }
}

/// True if gradients or weights travel now.
fn is_busy(frame: &WatchFrame) -> bool {
    let spans = frame.trace.lanes[TraceLane::Data as usize].iter();
    let mut now = spans.filter(|span| span.from.0 <= frame.now.0 && frame.now.0 < span.to.0);
    now.next().is_some()
}

/// Share of the exchange of gradients, or of weights, that is over. A part of it may have been before
/// the scene.
fn travelled(frame: &WatchFrame, is_weights: bool) -> f64 {
    let spans = frame.trace.lanes[TraceLane::Data as usize].iter();
    let spans = spans.filter(|span| {
        let gathers = matches!(span.activity, Activity::Exchange(_, Collective::AllGather));
        gathers == is_weights
    });
    let (mut left, mut all) = (0.0, 0.0);
    for span in spans {
        let length = span.length().0;
        left += length * (1.0 - frame.over(span.from, span.to));
        all += length;
    }
    let what = if is_weights {
        Happening::WeightsLeft
    } else {
        Happening::GradientsLeft
    };
    let mut moments = frame.trace.moments.iter();
    let awaited = moments.find_map(|moment| moment.awaits.filter(|_| moment.what == what));
    let whole = awaited.map_or(all, |awaited| awaited.traffic.link.0.max(all));
    if whole > 0.0 { 1.0 - left / whole } else { 1.0 }
}

/// Gradients, optimizer state and weights of one GPU.
fn gpu(
    frame: &WatchFrame,
    marks: &mut WatchMarks,
    [gradients, optimizer, weights]: [Rect; 3],
    rank: u64,
) {
    let zero = frame.plan.layout.zero;
    let sharers = frame.cut.sharers.max(1);
    let is_sharded = zero.shards_optimizer() && sharers > 1;
    for cell in [gradients, optimizer, weights] {
        marks.rect(Ink::Cell, cell);
    }
    let [[gradients, _], [optimizer, _], [weights, frozen]] =
        [gradients, optimizer, weights].map(|cell| trained_and_frozen(frame, cell));
    // The band of a box that a shard takes.
    let shard = |cell: Rect| {
        let height = (cell.height / sharers as f64).max(2.0);
        let place = (rank % sharers) as f64 / (sharers - 1).max(1) as f64;
        Rect {
            top: cell.top + (cell.height - height) * place,
            height,
            ..cell
        }
    };
    let begins = frame.find(0, &[Happening::LastBackward]);
    let ready = begins.map_or(1.0, |moment| frame.done(moment));
    let sent = travelled(frame, false).min(ready);
    let each = gradients.height / BUCKETS as f64;
    for bucket in 0..BUCKETS {
        // From the last layer up: the lowest band is final first.
        let share = (bucket as f64 + 0.5) / BUCKETS as f64;
        let top = gradients.bottom() - each * (bucket + 1) as f64;
        if share <= sent {
            let ink = if is_sharded {
                Ink::Ghost
            } else {
                Ink::Gradients
            };
            marks.area(ink, [gradients.left, top, gradients.width, each]);
        } else if share <= ready {
            marks.area(Ink::Gradients, [gradients.left, top, gradients.width, each]);
        }
    }
    if is_sharded && sent > 0.0 {
        marks.rect(Ink::Gradients, shard(gradients));
    }
    let updated = frame.done_of(0, &[Happening::Update]);
    let own = if is_sharded {
        shard(optimizer)
    } else {
        optimizer
    };
    marks.rect(Ink::Optimizer, own);
    if frame.is_now(&[Happening::Update]) {
        marks.rect(Ink::Lit, own);
        let at = own.top + own.height * updated;
        marks.line(Ink::Scan, &[[own.left, at], [own.right(), at]]);
    }
    // Old weights stay until the new ones come.
    let come = if updated < 1.0 {
        0.0
    } else {
        travelled(frame, true)
    };
    let spread = if is_sharded { come } else { updated };
    marks.area(
        Ink::Ghost,
        [weights.left, weights.top, weights.width, weights.height],
    );
    marks.area(
        Ink::Weights,
        [
            weights.left,
            weights.top,
            weights.width,
            weights.height * spread,
        ],
    );
    if is_sharded && updated > 0.0 {
        marks.rect(Ink::Weights, shard(weights));
    }
    if frozen.width > 0.0 {
        // They never change, and travel only where they are sharded.
        let whole = match frame.cut.sharding.gathering {
            Gathering::Never => 1.0,
            Gathering::OnceAStep => come,
            Gathering::EachMicroBatch => 0.0,
        };
        marks.rect(Ink::Ghost, frozen);
        marks.area(
            Ink::Frozen,
            [frozen.left, frozen.top, frozen.width, frozen.height * whole],
        );
        if whole < 1.0 {
            marks.rect(Ink::Frozen, shard(frozen));
        }
    }
}

/// The host, with what crosses its link.
fn host(frame: &WatchFrame, marks: &mut WatchMarks, columns: &Columns, row: [f64; 2]) {
    columns.names(marks, [(player::host(), row)]);
    let down = frame.done_of(0, &[Happening::ToHost]);
    let back = frame.done_of(0, &[Happening::FromHost]);
    for position in 0..columns.members.len() {
        let cell = columns.cell(position, row);
        marks.rect(Ink::Node, cell);
        marks.area(
            Ink::Optimizer,
            [cell.left, cell.top, cell.width * 0.5, cell.height],
        );
        let middle = cell.left + cell.width * 0.75;
        let from = columns.area.top + 14.0;
        if down > 0.0 && down < 1.0 {
            let at = from + (cell.top - from) * down;
            marks.area(Ink::Piece, [middle - 6.0, at, 12.0, 8.0]);
        }
        if back > 0.0 && back < 1.0 {
            let at = cell.top - (cell.top - from) * back;
            marks.area(Ink::Piece, [middle - 6.0, at, 12.0, 8.0]);
        }
    }
}

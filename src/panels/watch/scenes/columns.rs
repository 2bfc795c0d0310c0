//! GPUs of a group side by side, with the links between them.

use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Most GPUs side by side, in a wide drawing and in a narrow one.
const MOST: [u64; 2] = [8, 4];
/// Height of the names of the GPUs and the ring.
pub(super) const HEAD: f64 = 36.0;
/// Share of a box of weights that stands for adapters beside frozen weights: more than their
/// share of the parameters, so that it can be seen.
const ADAPTERS: f64 = 0.16;
/// Height of a row from which it has a note below its name.
const TWO_LINES: f64 = 30.0;
/// Width from which a GPU has the word before its number.
const NAMED: f64 = 52.0;

/// The parts of a box for trained weights and for frozen ones, which have no width if all weights are
/// trained.
pub(super) fn trained_and_frozen(frame: &WatchFrame, cell: Rect) -> [Rect; 2] {
    let share = match frame.cut.frozen {
        Some(_) => ADAPTERS,
        None => 1.0,
    };
    let width = cell.width * share;
    let trained = Rect { width, ..cell };
    let frozen = Rect {
        left: cell.left + width,
        width: cell.width - width,
        ..cell
    };
    [trained, frozen]
}

/// GPUs of a group side by side.
pub(super) struct Columns {
    /// The place of each in the group, and its number.
    pub(super) members: Vec<(u64, u64)>,
    /// Members of the group.
    pub(super) size: u64,
    /// The area below their names.
    pub(super) area: Rect,
    width: f64,
}

impl Columns {
    /// The group of the chosen GPU with this size and this distance from one member to the next.
    pub(super) fn of(frame: &WatchFrame, size: u64, stride: u64) -> Self {
        let (size, stride) = (size.max(1), stride.max(1));
        let own = frame.gpu / stride % size;
        let first = frame.gpu - own * stride;
        let most = MOST[usize::from(!frame.regions.is_wide)].min(size);
        // The neighbours of the chosen GPU, from the beginning of their node.
        let from = (own / most * most).min(size - most);
        let members = (from..from + most).map(|place| (place, first + place * stride));
        let scene = frame.regions.scene;
        let left = scene.left + frame.regions.names;
        let area = Rect {
            left,
            top: scene.top + HEAD,
            width: scene.width - frame.regions.names,
            height: scene.height - HEAD,
        };
        Self {
            members: members.collect(),
            size,
            width: area.width / most as f64,
            area,
        }
    }

    /// The column of a position.
    pub(super) fn column(&self, position: usize) -> Rect {
        Rect {
            left: self.area.left + self.width * position as f64,
            width: self.width,
            ..self.area
        }
    }

    /// The part of a column between two heights, with a margin at its sides.
    pub(super) fn cell(&self, position: usize, [top, height]: [f64; 2]) -> Rect {
        let column = self.column(position);
        let margin = (0.12 * column.width).min(10.0);
        Rect {
            left: column.left + margin,
            top,
            width: column.width - 2.0 * margin,
            height,
        }
    }

    /// The names, the frame of the group, and the members that are not drawn.
    pub(super) fn heads(&self, frame: &WatchFrame, marks: &mut WatchMarks) {
        marks.area(
            Ink::Node,
            [
                self.area.left + 1.0,
                1.0,
                self.area.width - 2.0,
                self.area.bottom() - 2.0,
            ],
        );
        for (position, (_, gpu)) in self.members.iter().enumerate() {
            let column = self.column(position);
            let name = if column.width >= NAMED {
                player::gpu(*gpu)
            } else {
                gpu.to_string()
            };
            let style = if *gpu == frame.gpu {
                Type::Bold
            } else {
                Type::Name
            };
            marks.text(style, [column.left + 8.0, 16.0], name);
        }
        let others = self.size - self.members.len() as u64;
        if others > 0 {
            marks.text(Type::Note, [0.0, 16.0], player::likewise(others));
        }
    }

    /// The ring of the members, busy or idle, inside a domain or over the network.
    pub(super) fn ring(
        &self,
        frame: &WatchFrame,
        marks: &mut WatchMarks,
        is_busy: bool,
        stride: u64,
    ) {
        if self.size < 2 {
            return;
        }
        let y = HEAD - 11.0;
        let count = self.members.len();
        let middle = |position: usize| {
            let column = self.column(position);
            column.left + column.width / 2.0
        };
        let is_far = self.size * stride > frame.plan.cluster.gpu.domain;
        let ink = match (is_busy, is_far) {
            (false, _) => Ink::Link,
            (true, false) => Ink::Busy,
            (true, true) => Ink::Far,
        };
        let [first, last] = [middle(0), middle(count - 1)];
        marks.line(ink, &[[first, y], [last, y]]);
        // The way back from the last to the first.
        let back = y + 6.0;
        marks.line(
            Ink::Link,
            &[
                [last, y],
                [last + 9.0, y],
                [last + 9.0, back],
                [first - 9.0, back],
                [first - 9.0, y],
                [first, y],
            ],
        );
    }

    /// Where the ring comes from and goes on to, if the GPUs that are drawn are one node of several.
    pub(super) fn neighbours(&self, frame: &WatchFrame, marks: &mut WatchMarks, stride: u64) {
        let node = frame.cut.node.max(1);
        let (Some((first, from)), Some((last, to))) = (self.members.first(), self.members.last())
        else {
            return;
        };
        let origin = from - first * stride;
        let node_of = |place: u64| (origin + place % self.size * stride) / node;
        let here = from / node;
        let [before, after] = [first + self.size - 1, last + 1].map(node_of);
        if to / node != here || before == here || after == here {
            return;
        }
        marks.text(Type::Note, [0.0, HEAD - 6.0], player::from_node(before));
        marks.text(Type::Note, [0.0, HEAD + 8.0], player::to_node(after));
    }

    /// Names of rows, beside the columns.
    pub(super) fn names<'a>(
        &self,
        marks: &mut WatchMarks,
        rows: impl IntoIterator<Item = (&'a str, [f64; 2])>,
    ) {
        for (name, [top, height]) in rows {
            marks.text(Type::Bold, [0.0, top + height / 2.0 + 4.0], name);
        }
    }
}

/// Writes a note below the name of a row, if the row has the room of two lines.
pub(super) fn note(marks: &mut WatchMarks, [top, height]: [f64; 2], words: impl Into<String>) {
    if height >= TWO_LINES {
        marks.text(Type::Note, [0.0, top + height / 2.0 + 18.0], words);
    }
}

/// Bands of a box that holds `size` of them, `count` of them from one on, around the end.
pub(super) fn bands(rect: Rect, size: u64, from: u64, count: u64) -> [Rect; 2] {
    let each = rect.height / size.max(1) as f64;
    let from = from % size.max(1);
    let before = count.min(size - from);
    let part = |first: u64, bands: u64| Rect {
        top: rect.top + each * first as f64,
        height: each * bands as f64,
        ..rect
    };
    [part(from, before), part(0, count - before)]
}

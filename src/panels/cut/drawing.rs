//! The drawing of a cut: nodes, GPUs and what they keep, exchanges of the chosen GPU, and rulers.

use cost::cut::{Seat, StageCut};
use cost::moment::Moment;
use cost::placement::{Carrier, Placement};
use cost::plan::Plan;
use cost::traffic::Route;
use text::figures::CutText;

use super::outlines::{Outlines, Shape};
use super::sheet::{FRAME, Rect, Sheet};
use super::slots::Slot;

/// Side of the square of a micro-batch, and the distance from one to the next.
const SQUARE: [f64; 2] = [7.0, 9.0];
/// Height of a cell from which squares stand below the model state.
const TALL: f64 = 58.0;
/// Height and width of a cell from which it has its number.
const NUMBERED: [f64; 2] = [20.0, 34.0];
/// Width of a digit.
const DIGIT: f64 = 7.0;
/// Least distance between two lines of a ruler.
const RULED: f64 = 2.4;

/// The exchanges that are drawn in the row of the chosen GPU, with their names in `CutText::axes`.
const IN_ROW: [(Route, usize); 3] = [(Route::Tensor, 0), (Route::Context, 3), (Route::Expert, 4)];

/// Replicas behind the front one, the nearest first.
const BEHIND: [Shape; 3] = [Shape::First, Shape::Second, Shape::Third];

/// A text of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CutLabel {
    pub(super) class: &'static str,
    pub(super) at: [f64; 2],
    pub(super) words: String,
}

/// A drawing: outlines, those that lie over them, and texts.
pub(super) struct CutDrawing<'a> {
    sheet: &'a Sheet<'a>,
    plan: &'a Plan,
    placement: &'a Placement,
    words: &'static CutText,
    /// The moment at which the stages are drawn; none for their memory's peak.
    moment: Option<&'a Moment>,
    pub(super) below: Outlines,
    pub(super) above: Outlines,
    pub(super) labels: Vec<CutLabel>,
}

impl<'a> CutDrawing<'a> {
    /// The drawing of a cut.
    pub(super) fn new(
        sheet: &'a Sheet<'a>,
        plan: &'a Plan,
        placement: &'a Placement,
        words: &'static CutText,
        moment: Option<&'a Moment>,
    ) -> Self {
        let mut drawing = Self {
            sheet,
            plan,
            placement,
            words,
            moment,
            below: Outlines::default(),
            above: Outlines::default(),
            labels: Vec::new(),
        };
        drawing.replicas_behind();
        drawing.nodes();
        for (seat, cell) in sheet.cells() {
            drawing.gpu(seat, cell);
        }
        drawing.stages();
        drawing.replicas_apart();
        drawing.exchanges();
        if sheet.is_wide {
            drawing.rulers();
        }
        drawing
    }

    fn label(&mut self, class: &'static str, at: [f64; 2], words: String) {
        self.labels.push(CutLabel { class, at, words });
    }

    /// Rows of the replicas behind the front one, and a word on them.
    fn replicas_behind(&mut self) {
        let sheet = self.sheet;
        for (place, shape) in (1..=sheet.behind).zip(BEHIND) {
            let [right, up] = sheet.shift.map(|side| side * place as f64);
            for row in sheet.rows.iter().filter(|row| row.slot.index().is_some()) {
                let frame = self.frame(row.at).moved([right, -up]);
                self.below.rect(shape, frame);
            }
        }
        if sheet.behind > 0 {
            let [right, up] = sheet.shift.map(|side| side * sheet.behind as f64);
            let next = (sheet.chosen.data + 1) % sheet.cut.data;
            let words = if sheet.is_wide {
                (self.words.behind)(next, sheet.cut.data - 1)
            } else {
                ["+", &(sheet.cut.data - 1).to_string()].concat()
            };
            // The handle of data parallelism stands at the right end.
            let end = if sheet.is_wide { 76.0 } else { 6.0 };
            let at = [sheet.grid.right() + right - end, sheet.grid.top - up + 9.0];
            self.label("note end", at, words);
        }
    }

    /// The frame around a whole row of the grid.
    fn frame(&self, top: f64) -> Rect {
        Rect {
            left: self.sheet.grid.left,
            top: top - FRAME,
            width: self.sheet.grid.width,
            height: self.sheet.row_height + 2.0 * FRAME,
        }
    }

    /// Frames around neighbours of a row that are in one node.
    fn nodes(&mut self) {
        let cut = self.sheet.cut;
        let mut framed: Option<([u64; 3], Rect)> = None;
        for (seat, cell) in self.sheet.cells() {
            let node = [cut.gpu(seat) / cut.node, seat.stage, seat.data];
            let right = cell.right() + FRAME;
            match &mut framed {
                Some((last, frame)) if *last == node => frame.width = right - frame.left,
                _ => {
                    self.node(framed.take());
                    let frame = Rect {
                        left: cell.left - FRAME,
                        top: cell.top - FRAME,
                        width: cell.width + 2.0 * FRAME,
                        height: cell.height + 2.0 * FRAME,
                    };
                    framed = Some((node, frame));
                }
            }
        }
        self.node(framed);
    }

    fn node(&mut self, framed: Option<([u64; 3], Rect)>) {
        if let Some((_, frame)) = framed {
            self.below.rect(Shape::Node, frame);
        }
    }

    /// A GPU: its number, the parts of the model state, and its micro-batches in flight.
    fn gpu(&mut self, seat: Seat, cell: Rect) {
        let cut = self.sheet.cut;
        let Some(stage) = cut.stages.get(seat.stage as usize) else {
            return;
        };
        let gpu = cut.gpu(seat);
        let is_chosen = seat == self.sheet.chosen;
        self.below.rect(Shape::Cell, cell);
        if is_chosen {
            self.above.rect(Shape::Chosen, cell);
        }
        let is_numbered = cell.width >= NUMBERED[0] && cell.height >= NUMBERED[1];
        let head = if is_numbered { 16.0 } else { 4.0 };
        if is_numbered {
            let is_named = cell.width >= 64.0;
            let words = if is_named {
                (self.words.gpu)(gpu)
            } else {
                gpu.to_string()
            };
            let class = if is_chosen { "gpu chosen" } else { "gpu" };
            if words.len() as f64 * DIGIT + 4.0 <= cell.width {
                self.label(class, [cell.left + 4.0, cell.top + 12.0], words);
            }
        }
        let has_squares_below = cell.height >= TALL && cell.width >= 18.0;
        let foot = if has_squares_below { 15.0 } else { 4.0 };
        let inside = Rect {
            left: cell.left + 4.0,
            top: cell.top + head,
            width: cell.width - 8.0,
            height: cell.height - head - foot,
        };
        if inside.width > 3.0 && inside.height > 5.0 {
            self.state(stage, cut.shard(gpu), inside);
        }
        if has_squares_below {
            let row = [inside.left, cell.bottom() - 11.0];
            self.micro_batches(stage, seat, row, inside.width);
        } else if is_numbered && cell.width >= 48.0 {
            let row = [cell.left + 30.0, cell.top + 4.0];
            self.micro_batches(stage, seat, row, cell.width - 34.0);
        }
    }

    /// Weights, gradients and optimizer state by their bytes: solid at the place of its shard what
    /// the GPU keeps, hatched the rest.
    fn state(&mut self, stage: &StageCut, shard: u64, inside: Rect) {
        let each = self.sheet.cut.per_parameter;
        let bytes = [
            each.weight_bits as f64 / 8.0,
            each.gradients as f64,
            each.optimizer as f64,
        ];
        let sum: f64 = bytes.iter().sum();
        let gap = if inside.height > 24.0 { 2.0 } else { 1.0 };
        let unit = (inside.height - 2.0 * gap) / sum.max(1.0);
        let shapes = [Shape::Weights, Shape::Gradients, Shape::Optimizer];
        let mut top = inside.top;
        for ((bytes, kept), shape) in bytes.into_iter().zip(stage.kept).zip(shapes) {
            let strip = Rect {
                top,
                height: (bytes * unit).max(2.0),
                ..inside
            };
            if bytes > 0.0 {
                if kept < 1.0 {
                    self.below.rect(Shape::Elsewhere, strip);
                }
                if kept > 0.0 {
                    self.below.rect(shape, self.kept(strip, kept, shard));
                }
                top += strip.height + gap;
            }
        }
    }

    /// The part of a strip that a GPU keeps: along its longer side, at the place of its shard.
    fn kept(&self, strip: Rect, kept: f64, shard: u64) -> Rect {
        let last = self.sheet.cut.sharers.saturating_sub(1).max(1);
        let place = shard as f64 / last as f64;
        let part = |length: f64| {
            let size = (kept * length).max(2.0_f64.min(length));
            (place * (length - size), size)
        };
        if strip.height > 1.2 * strip.width {
            let (offset, height) = part(strip.height);
            return Rect {
                top: strip.top + offset,
                height,
                ..strip
            };
        }
        let (offset, width) = part(strip.width);
        Rect {
            left: strip.left + offset,
            width,
            ..strip
        }
    }

    /// A square for each micro-batch in flight, or one and their number; filled is the part of its
    /// sequences on the GPU. At a moment the squares of those that are not in flight are empty.
    fn micro_batches(&mut self, stage: &StageCut, seat: Seat, [left, top]: [f64; 2], width: f64) {
        let [side, pitch] = SQUARE;
        let fitting = ((width + pitch - side) / pitch) as u64;
        let count = if stage.in_flight <= fitting {
            stage.in_flight
        } else {
            1
        };
        let part = side / self.sheet.cut.context as f64;
        let rank = self
            .moment
            .and_then(|moment| moment.ranks.get(seat.stage as usize));
        let now = rank.map_or(stage.in_flight, |rank| rank.held.in_flight as u64);
        for place in 0..count {
            let square = Rect {
                left: left + place as f64 * pitch,
                top,
                width: side,
                height: side,
            };
            if self.sheet.cut.context > 1 || place >= now {
                self.below.rect(Shape::Sequence, square);
            }
            if place >= now {
                continue;
            }
            let filled = Rect {
                left: square.left + part * seat.context as f64,
                width: part.max(1.0),
                ..square
            };
            self.below.rect(Shape::Activations, filled);
        }
        if count < stage.in_flight && width >= 26.0 {
            let words = ["×", &now.to_string()].concat();
            self.label("gpu", [left + side + 3.0, top + side], words);
        }
    }

    /// Names of the stages, and of those that are not drawn.
    fn stages(&mut self) {
        let sheet = self.sheet;
        let has_several = sheet.cut.stages.len() > 1;
        for row in &sheet.rows {
            let stage = match &row.slot {
                Slot::One(stage) => *stage,
                Slot::Folded(stages) => {
                    let at = [sheet.grid.left + 8.0, row.at + 13.0];
                    self.label("note", at, (self.words.folded)(stages));
                    continue;
                }
            };
            let Some(cut) = sheet.cut.stages.get(stage as usize) else {
                continue;
            };
            let middle = row.at + sheet.row_height / 2.0;
            let is_tall = sheet.row_height > 34.0;
            let name = (self.words.stage)(has_several.then_some(stage));
            let up = if is_tall { 8.0 } else { -4.0 };
            self.label("stage-name", [0.0, middle - up], name);
            if is_tall && sheet.is_wide {
                self.label("note", [0.0, middle + 7.0], (self.words.layers)(cut));
                let rank = self
                    .moment
                    .and_then(|moment| moment.ranks.get(stage as usize));
                let words = rank.map_or_else(
                    || (self.words.ends)(cut).to_owned(),
                    |rank| (self.words.runs)(rank),
                );
                self.label("note", [0.0, middle + 21.0], words);
            }
        }
    }

    /// Names of replicas side by side.
    fn replicas_apart(&mut self) {
        let sheet = self.sheet;
        if !sheet.is_apart {
            return;
        }
        for block in &sheet.blocks {
            let words = match block.slot {
                Slot::One(data) if sheet.block_width >= 64.0 => (self.words.replica)(data),
                Slot::One(data) => data.to_string(),
                Slot::Folded(_) => String::from("…"),
            };
            self.label(
                "note",
                [block.at + FRAME, sheet.grid.top - FRAME - 4.0],
                words,
            );
        }
    }

    /// The exchanges of the chosen GPU.
    fn exchanges(&mut self) {
        let Some(cell) = self.sheet.cell(self.sheet.chosen) else {
            return;
        };
        let gpu = self.sheet.cut.gpu(self.sheet.chosen);
        let legs = self.placement.legs(gpu);
        let mut lines = 0;
        for (route, name) in IN_ROW {
            let leg = legs.iter().find(|leg| leg.route == route);
            if let Some(leg) = leg.filter(|leg| leg.partners.size > 1) {
                let shape = match leg.carrier {
                    Carrier::Network => Shape::Network,
                    Carrier::Domain | Carrier::Host => Shape::Message,
                };
                let is_member = |gpu| leg.partners.contains(gpu);
                let y = cell.bottom() + FRAME + 3.0 + 5.0 * f64::from(lines);
                if self.bus(shape, y, &is_member) {
                    let right = self.sheet.grid.right() - 14.0 - 22.0 * f64::from(lines);
                    self.tag(name, [right, y]);
                    lines += 1;
                }
            }
        }
        if legs.iter().any(|leg| leg.route == Route::Pipeline) {
            self.pipeline(cell);
        }
        let has_replicas = [Route::Data, Route::ExpertData];
        if legs.iter().any(|leg| has_replicas.contains(&leg.route)) && self.sheet.cut.data > 1 {
            self.replicas(cell);
        }
    }

    /// A line below the row of the chosen GPU, to the members of a group; `false` if there are none
    /// in the row.
    fn bus(&mut self, shape: Shape, y: f64, is_member: &dyn Fn(u64) -> bool) -> bool {
        let (cut, chosen) = (self.sheet.cut, self.sheet.chosen);
        let is_in_row = |seat: &Seat| (seat.stage, seat.data) == (chosen.stage, chosen.data);
        let cells = self.sheet.cells().filter(|(seat, _)| is_in_row(seat));
        let cells = cells.filter(|(seat, _)| is_member(cut.gpu(*seat)));
        let members: Vec<[f64; 2]> = cells
            .map(|(_, cell)| [cell.left + cell.width / 2.0, cell.bottom()])
            .collect();
        let ([first, _], [last, _]) = match (members.first(), members.last()) {
            (Some(first), Some(last)) if members.len() > 1 => (*first, *last),
            _ => return false,
        };
        self.above.line(shape, &[[first, y], [last, y]]);
        for member in members {
            self.above.line(shape, &[member, [member[0], y]]);
            self.above.dot(Shape::Member, member);
        }
        true
    }

    /// Arrows from the stage before and to the stage behind.
    fn pipeline(&mut self, cell: Rect) {
        let chosen = self.sheet.chosen;
        let x = cell.left + 0.26 * cell.width;
        let row_of = |stage: Option<u64>| {
            let mut rows = self.sheet.rows.iter();
            rows.find(|row| row.slot.index().is_some() && row.slot.index() == stage)
                .map(|row| row.at)
        };
        let before = row_of(chosen.stage.checked_sub(1)).map(|top| top + self.sheet.row_height);
        let behind = row_of(Some(chosen.stage + 1));
        for (from, to) in [(before, Some(cell.top)), (Some(cell.bottom()), behind)] {
            if let (Some(from), Some(to)) = (from, to) {
                self.above
                    .line(Shape::Message, &[[x, from - 3.0], [x, to + 2.0]]);
                self.above.arrow(Shape::Message, [x, to + 3.0]);
            }
        }
        let tag = behind.or(before).map(|_| match behind {
            Some(top) => (cell.bottom() + top) / 2.0,
            None => cell.top - self.sheet.row_gap / 2.0,
        });
        if let Some(y) = tag {
            self.tag(1, [x + 16.0, y]);
        }
    }

    /// A dotted line to the same GPU of other replicas: those side by side, or those behind.
    fn replicas(&mut self, cell: Rect) {
        let sheet = self.sheet;
        if sheet.is_apart {
            let y = sheet.grid.top - FRAME - 16.0;
            let offset = cell.left + cell.width / 2.0;
            let chosen = sheet
                .blocks
                .iter()
                .find(|block| block.slot.index() == Some(sheet.chosen.data));
            let from = chosen.map_or(0.0, |block| offset - block.at);
            let drawn = sheet
                .blocks
                .iter()
                .filter(|block| block.slot.index().is_some());
            let ends: Vec<f64> = drawn.map(|block| block.at + from).collect();
            if let (Some(first), Some(last)) = (ends.first(), ends.last()) {
                self.above.line(Shape::Replicas, &[[*first, y], [*last, y]]);
                let tag = (first + ends.get(1).unwrap_or(last)) / 2.0;
                for end in &ends {
                    self.above.dot(Shape::Member, [*end, y]);
                }
                self.tag(2, [tag, y]);
            }
            return;
        }
        let [right, up] = sheet.shift.map(|side| side * sheet.behind as f64);
        let from = [cell.right() - 4.0, cell.top + 4.0];
        let to = [from[0] + right, from[1] - up];
        self.above.line(Shape::Replicas, &[from, to]);
        self.above.dot(Shape::Member, from);
        self.above.dot(Shape::Member, to);
        self.tag(2, [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0]);
    }

    /// The short name of an axis on a line.
    fn tag(&mut self, axis: usize, at: [f64; 2]) {
        self.label(
            "tag",
            [at[0], at[1] + 3.5],
            self.words.axes[axis].to_owned(),
        );
    }

    /// Rulers with a line for each layer and each head, and the first cuts of both.
    fn rulers(&mut self) {
        let sheet = self.sheet;
        let grid = sheet.grid;
        let [x, y] = ruler_lines(sheet);
        let block = sheet.blocks.first().map_or(grid.left, |block| block.at);
        let width = sheet.part_width();
        let [cut_x, cut_y] = sheet.first_cuts();
        self.below
            .line(Shape::Ruler, &[[x, grid.top], [x, grid.bottom()]]);
        self.below
            .line(Shape::Ruler, &[[block, y], [block + width, y]]);
        let layers = self.plan.model.layers;
        let is_whole = sheet.rows.iter().all(|row| row.slot.index().is_some());
        if is_whole && grid.height / layers as f64 > RULED {
            for layer in 0..=layers {
                let at = grid.top + grid.height * layer as f64 / layers as f64;
                self.below.line(Shape::Ruler, &[[x, at], [x + 4.0, at]]);
            }
        }
        let heads = self.plan.model.heads;
        if width / heads as f64 > RULED {
            for head in 0..=heads {
                let at = block + width * head as f64 / heads as f64;
                self.below.line(Shape::Ruler, &[[at, y], [at, y - 4.0]]);
            }
        }
        if sheet.rows.len() > 1 {
            let right = grid.right() + 2.0;
            self.below
                .line(Shape::FirstCut, &[[x, cut_y], [right, cut_y]]);
        }
        if sheet.cut.tensor > 1 {
            let top = grid.top - FRAME;
            self.below
                .line(Shape::FirstCut, &[[cut_x, top], [cut_x, y]]);
        }
        let words = (self.words.column)(self.plan);
        self.label("note end", [grid.right(), y + 20.0], words);
    }
}

/// The distance of the ruler of layers from the left, and of that of heads from the top.
pub(super) fn ruler_lines(sheet: &Sheet) -> [f64; 2] {
    [sheet.grid.left - 26.0, sheet.grid.bottom() + 20.0]
}

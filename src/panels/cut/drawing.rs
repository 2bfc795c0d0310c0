//! The drawing of a scene: nodes, GPUs and what they keep, and names.

use cost::cut::{Cut, Seat, StageCut};
use cost::moment::{RankMoment, StepMoment};
use text::cut;

use super::exchanges::ExchangeLines;
use super::in_flight::DrawnInFlight;
use super::outlines::{Layer, Shape};
use super::rulers;
use super::scene::CutScene;
use super::sheet::{FRAME, Rect, Sheet};
use super::slots::Slot;

/// Height of a cell from which squares stand below the model state.
const TALL: f64 = 58.0;
/// Height and width of a cell from which it has its number.
const NUMBERED: [f64; 2] = [20.0, 34.0];
/// Width of a cell from which its number has the word before it.
const NAMED: f64 = 64.0;
/// Width of a digit.
const DIGIT: f64 = 7.0;

/// Replicas behind the front one, the nearest first.
const BEHIND: [Shape; 3] = [Shape::First, Shape::Second, Shape::Third];

/// A drawing in layers, the lowest first.
#[derive(Default)]
pub(super) struct CutDrawing {
    /// All GPUs in front, and the replicas behind them.
    pub(super) all: Layer,
    /// The twin of the chosen GPU, over its neighbours.
    pub(super) twin: Layer,
    /// The chosen GPU, over its twin.
    pub(super) chosen: Layer,
    /// Exchanges, and the frame of the chosen GPU.
    pub(super) above: Layer,
}

impl CutDrawing {
    /// The drawing of a scene.
    pub(super) fn new(scene: &CutScene) -> Self {
        let sheet = &scene.sheet;
        let moment = scene.moment.as_deref();
        let mut drawing = Self::default();
        let mut all = Painter {
            sheet,
            moment,
            layer: &mut drawing.all,
        };
        all.replicas_behind();
        all.nodes();
        for (seat, cell) in sheet.cells() {
            all.gpu(seat, cell);
        }
        all.stages();
        all.replicas_apart();
        if sheet.is_wide {
            rulers::draw(scene, &mut drawing.all);
        }
        if let Some(chosen) = sheet.cell(sheet.chosen) {
            if let Some((seat, cell)) = sheet.twin() {
                let mut twin = Painter {
                    sheet,
                    moment,
                    layer: &mut drawing.twin,
                };
                twin.gpu(seat, cell);
                drawing.twin.rect(Shape::Twin, cell);
                let mut front = Painter {
                    sheet,
                    moment,
                    layer: &mut drawing.chosen,
                };
                front.gpu(sheet.chosen, chosen);
            }
            drawing.above.rect(Shape::Chosen, chosen);
        }
        ExchangeLines::draw(scene, &mut drawing.above);
        drawing
    }
}

/// A painter of GPUs and names into a layer.
struct Painter<'a> {
    sheet: &'a Sheet,
    /// The moment at which the stages are drawn; none for their memory's peak.
    moment: Option<&'a StepMoment>,
    layer: &'a mut Layer,
}

impl Painter<'_> {
    /// A stage at the moment, if there is one.
    fn rank(&self, stage: u64) -> Option<&RankMoment> {
        self.moment?.ranks.get(stage as usize)
    }

    /// Rows of the replicas behind the front one, and a word on them.
    fn replicas_behind(&mut self) {
        let sheet = self.sheet;
        for (place, shape) in (1..=sheet.behind).zip(BEHIND) {
            let [right, up] = sheet.shift.map(|side| side * place as f64);
            for row in sheet.rows.iter().filter(|row| row.slot.index().is_some()) {
                let frame = self.frame(row.at).moved([right, -up]);
                self.layer.rect(shape, frame);
            }
        }
        if sheet.behind > 0 {
            let [right, up] = sheet.shift.map(|side| side * sheet.behind as f64);
            let next = (sheet.chosen.data + 1) % sheet.cut.data;
            let words = if sheet.is_wide {
                cut::behind(next, sheet.cut.data - 1)
            } else {
                ["+", &(sheet.cut.data - 1).to_string()].concat()
            };
            // The handle of data parallelism stands at the right end.
            let end = if sheet.is_wide { 76.0 } else { 6.0 };
            let at = [sheet.grid.right() + right - end, sheet.grid.top - up + 9.0];
            self.layer.label("note end", at, words);
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
        let cut = &self.sheet.cut;
        let mut framed: Option<([u64; 3], Rect)> = None;
        for (seat, cell) in self.sheet.cells() {
            let node = [cut.gpu(seat) / cut.node, seat.stage, seat.data];
            let right = cell.right() + FRAME;
            match &mut framed {
                Some((last, frame)) if *last == node => frame.width = right - frame.left,
                _ => {
                    self.node(framed.take());
                    framed = Some((node, cell.grown(FRAME)));
                }
            }
        }
        self.node(framed);
    }

    fn node(&mut self, framed: Option<([u64; 3], Rect)>) {
        if let Some((_, frame)) = framed {
            self.layer.rect(Shape::Node, frame);
        }
    }

    /// A GPU: its number, the parts of the model state, and its micro-batches in flight.
    fn gpu(&mut self, seat: Seat, cell: Rect) {
        let cut = &self.sheet.cut;
        let Some(stage) = cut.stages.get(seat.stage as usize) else {
            return;
        };
        let gpu = cut.gpu(seat);
        self.layer.rect(Shape::Cell, cell);
        let is_tall = cell.height >= TALL;
        let is_numbered = cell.width >= NUMBERED[0] && cell.height >= NUMBERED[1];
        let number = if is_numbered {
            // Beside the number of a low cell are its micro-batches.
            let is_named = is_tall && cell.width >= NAMED;
            self.number(seat, cell, is_named)
        } else {
            0.0
        };
        let head = if is_numbered { 16.0 } else { 4.0 };
        let has_squares_below = is_tall && cell.width >= 18.0;
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
        } else if is_numbered && cell.width >= NUMBERED[1] {
            let row = [inside.left + number, cell.top + 4.0];
            self.micro_batches(stage, seat, row, inside.width - number);
        }
    }

    /// The number of a GPU, if there is room for it; returns the room that it takes.
    fn number(&mut self, seat: Seat, cell: Rect, is_named: bool) -> f64 {
        let gpu = self.sheet.cut.gpu(seat);
        let words = if is_named {
            cut::gpu(gpu)
        } else {
            gpu.to_string()
        };
        let width = words.len() as f64 * DIGIT + 4.0;
        if width > cell.width {
            return 0.0;
        }
        let is_chosen = seat == self.sheet.chosen;
        let class = if is_chosen { "chosen" } else { "" };
        let at = [cell.left + 4.0, cell.top + 12.0];
        self.layer.label(class, at, words);
        width
    }

    /// Weights, gradients and optimizer state by their bytes: solid at the place of its shard what
    /// the GPU keeps, hatched the rest.
    fn state(&mut self, stage: &StageCut, shard: u64, inside: Rect) {
        let gap = if inside.height > 24.0 { 2.0 } else { 1.0 };
        let mut top = inside.top;
        for (shape, height, kept) in strips(&self.sheet.cut, stage, inside.height, gap) {
            let strip = Rect {
                top,
                height,
                ..inside
            };
            if height > 0.0 {
                if kept < 1.0 {
                    self.layer.rect(Shape::Elsewhere, strip);
                }
                if kept > 0.0 {
                    self.layer.rect(shape, self.kept(strip, kept, shard));
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

    /// The micro-batches in flight in a row of some width; a square is filled by the part of its
    /// sequences that is on the GPU. At a moment the squares of those that are not in flight are
    /// empty.
    fn micro_batches(&mut self, stage: &StageCut, seat: Seat, [left, top]: [f64; 2], width: f64) {
        let now = self.rank(seat.stage).map(|rank| rank.held.in_flight as u64);
        let now = now.unwrap_or(stage.in_flight);
        let DrawnInFlight {
            squares,
            side,
            pitch,
            is_counted,
        } = DrawnInFlight::in_width(stage.in_flight.max(now), width);
        let part = side / self.sheet.cut.context as f64;
        for place in 0..squares {
            let square = Rect {
                left: left + place as f64 * pitch,
                top,
                width: side,
                height: side,
            };
            if self.sheet.cut.context > 1 || place >= now {
                self.layer.rect(Shape::Sequence, square);
            }
            if place >= now {
                continue;
            }
            let filled = Rect {
                left: square.left + part * seat.context as f64,
                width: part.max(1.0),
                ..square
            };
            self.layer.rect(Shape::Activations, filled);
        }
        if is_counted {
            let words = ["×", &now.to_string()].concat();
            let at = [left + squares as f64 * pitch, top + 7.5];
            self.layer.label("gpu", at, words);
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
                    self.layer.label("note", at, cut::folded(stages));
                    continue;
                }
            };
            let Some(cut) = sheet.cut.stages.get(stage as usize) else {
                continue;
            };
            let middle = row.at + sheet.row_height / 2.0;
            let is_tall = sheet.row_height > 34.0;
            let name = cut::stage(has_several.then_some(stage));
            let up = if is_tall { 8.0 } else { -4.0 };
            self.layer.label("stage-name", [0.0, middle - up], name);
            if is_tall && sheet.is_wide {
                let layers = cut::layers(cut);
                self.layer.label("note", [0.0, middle + 7.0], layers);
                let words = match self.rank(stage) {
                    Some(rank) => cut::runs(rank),
                    None => cut::ends(cut).to_owned(),
                };
                self.layer.label("note", [0.0, middle + 21.0], words);
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
                Slot::One(data) if sheet.block_width >= 64.0 => cut::replica(data),
                Slot::One(data) => data.to_string(),
                Slot::Folded(_) => String::from("…"),
            };
            let at = [block.at + FRAME, sheet.grid.top - FRAME - 4.0];
            self.layer.label("note", at, words);
        }
    }
}

/// Shapes of the parts of a GPU's model state, with their heights together with gaps in a height, and the
/// share of each that the GPU keeps: trained state, below frozen weights if there are any. A part
/// that does not exist has no height.
pub(super) fn strips(
    cut: &Cut,
    stage: &StageCut,
    height: f64,
    gap: f64,
) -> impl Iterator<Item = (Shape, f64, f64)> {
    let [weights, gradients, optimizer] = cut.bytes;
    let bytes = [cut.frozen.unwrap_or(0.0), weights, gradients, optimizer];
    let [weights, gradients, optimizer] = stage.kept;
    let frozen = stage.frozen.map_or(0.0, |frozen| frozen.kept);
    let kept = [frozen, weights, gradients, optimizer];
    let shapes = [
        Shape::Frozen,
        Shape::Weights,
        Shape::Gradients,
        Shape::Optimizer,
    ];
    let heights = match cut.frozen {
        Some(_) => heights(bytes, height, gap),
        None => {
            let unit = (height - 2.0 * gap) / bytes.iter().sum::<f64>().max(1.0);
            bytes.map(|bytes| visible(bytes, bytes * unit, 2.0))
        }
    };
    let strips = shapes.into_iter().zip(heights).zip(kept);
    strips.map(|((shape, height), kept)| (shape, height, kept))
}

/// Heights of parts that fill a height together with gaps. Those of adapters are slivers: each is as
/// high as can be seen, and the large parts share the rest.
fn heights<const N: usize>(bytes: [f64; N], height: f64, gap: f64) -> [f64; N] {
    let count = bytes.iter().filter(|bytes| **bytes > 0.0).count() as f64;
    let room = (height - gap * (count - 1.0)).max(0.0);
    let least = 2.0_f64.min(room / count.max(1.0));
    let unit = room / bytes.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let is_small = |bytes: f64| bytes * unit < least;
    let small = bytes.iter().filter(|bytes| is_small(**bytes));
    let missing: f64 = small.map(|bytes| visible(*bytes, 0.0, least)).sum();
    let large: f64 = bytes.iter().filter(|bytes| !is_small(**bytes)).sum();
    let unit = (room - missing) / large.max(f64::MIN_POSITIVE);
    bytes.map(|bytes| visible(bytes, bytes * unit, least))
}

/// The height of a part with these bytes, at least a least one; none without bytes.
fn visible(bytes: f64, height: f64, least: f64) -> f64 {
    if bytes > 0.0 { height.max(least) } else { 0.0 }
}

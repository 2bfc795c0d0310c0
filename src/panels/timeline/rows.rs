//! Rows of a schedule: blocks, their numbers, the outline of the selected one.

use cost::schedule::Direction;
use cost::timeline::{Cell, RankRow, Timeline};
use formats::number::attribute;
use text::number::grouped;
use web_sys::CanvasRenderingContext2d;

use super::palette::Palette;
use super::pixels::{Pixel, PixelLine};
use super::window::Window;

/// Width of a block in pixels from which a gap separates it from the next one.
const SET_OFF: f64 = 4.0;
/// Width of an average block in pixels from which some blocks may have numbers.
const NUMBERED: f64 = 7.0;

/// Distance in pixels below which two positions are equal.
const ROUNDING: f64 = 1e-3;

/// Indices in [`CLASSES`](super::palette::CLASSES).
const RECOMPUTE: usize = 3;
const COMMUNICATION: usize = 4;
const OPTIMIZER: usize = 5;

impl Palette {
    /// One row as a line of pixels.
    pub(super) fn row(
        &self,
        timeline: &Timeline,
        rank: usize,
        window: &Window,
        pixels: &mut [Pixel],
    ) {
        let row = &timeline.rows()[rank];
        let (Some(first), Some(last)) = (row.blocks.first(), row.blocks.last()) else {
            return;
        };
        let mut line = PixelLine::new(pixels);
        // The time before and after the step is idle only if ranks wait for each other between two
        // steps. Otherwise the next step begins there.
        let is_alone = timeline.pipeline().schedule.validates_afterwards();
        if is_alone {
            line.cover(0.0, window.place(first.start), self.paper_mark);
        }
        // The end of the last block in time, and the end of its drawing.
        let (mut free, mut reached) = (f64::NAN, 0.0);
        for cell in in_sight(timeline, rank, row, window) {
            let (mut from, to) = (window.place(cell.start), window.place(cell.end));
            if from >= line.width {
                break;
            }
            if from - free < ROUNDING {
                from = reached;
            }
            free = to;
            let [again, sent] = timeline.shares(rank, cell.block);
            let is_wide = to - from >= SET_OFF * window.ratio;
            let (start, end) = if is_wide {
                (from.round(), (to - window.ratio).round())
            } else {
                (from, to)
            };
            let sharp = |place: f64| if is_wide { place.round() } else { place };
            let computes = sharp(start + again * (end - start));
            let sends = sharp(end - sent * (end - start));
            line.cover(start, computes, self.marks[RECOMPUTE]);
            line.cover(computes, sends, self.marks[tint(cell)]);
            line.cover(sends, end, self.marks[COMMUNICATION]);
            reached = to;
            if is_wide {
                reached = to.round();
                line.cover(end, reached, self.paper_mark);
            }
        }
        let exchanged = last.end + row.tail[0].0;
        let done = exchanged + row.tail[1].0;
        let lasts = if is_alone { done } else { timeline.end().0 };
        let [end, exchanged, done, lasts] =
            [last.end, exchanged, done, lasts].map(|time| window.place(time));
        let from = if end - free < ROUNDING { reached } else { end };
        line.cover(from, exchanged, self.marks[COMMUNICATION]);
        line.cover(exchanged, done, self.marks[OPTIMIZER]);
        line.cover(lasts, line.width, self.paper_mark);
        line.flush(0);
    }

    /// The micro-batches' numbers, on blocks with room for them.
    pub(super) fn numbers(
        &self,
        context: &CanvasRenderingContext2d,
        timeline: &Timeline,
        window: &Window,
        [height, pitch]: [f64; 2],
    ) {
        let ratio = window.ratio;
        let font = [&attribute(10.0 * ratio, 0), "px system-ui, sans-serif"].concat();
        context.set_font(&font);
        context.set_text_baseline("middle");
        for (rank, row) in timeline.rows().iter().enumerate() {
            let middle = rank as f64 * pitch + height / 2.0 + ratio / 2.0;
            for cell in in_sight(timeline, rank, row, window) {
                let (from, to) = (window.place(cell.start), window.place(cell.end));
                if from >= window.width as f64 {
                    break;
                }
                let number = grouped(cell.block.micro_batch as u64);
                if to - from >= (6.5 * number.len() as f64 + 5.0) * ratio {
                    context.set_fill_style_str(&self.inks[tint(cell)]);
                    let _ = context.fill_text(&number, from + 3.0 * ratio, middle);
                }
            }
        }
    }

    /// An outline around a block.
    pub(super) fn outline(
        &self,
        context: &CanvasRenderingContext2d,
        timeline: &Timeline,
        window: &Window,
        [height, pitch]: [f64; 2],
        [rank, index]: [usize; 2],
        thick: f64,
    ) {
        let Some(cell) = timeline.cell(rank, index) else {
            return;
        };
        let thick = thick * window.ratio;
        let (from, to) = (window.place(cell.start), window.place(cell.end));
        let width = (to - from - thick).max(thick);
        context.set_stroke_style_str(&self.ink);
        context.set_line_width(thick);
        let top = rank as f64 * pitch;
        context.stroke_rect(from, top + thick / 2.0, width, height - thick);
    }
}

/// True if some blocks may have room for numbers.
pub(super) fn has_numbers(timeline: &Timeline, window: &Window) -> bool {
    let count = timeline.rows()[0].blocks.len() as f64;
    window.across * window.axis.second * timeline.end().0 / count >= NUMBERED * window.ratio
}

/// The blocks from the left edge of the window on.
fn in_sight<'a>(timeline: &Timeline, rank: usize, row: &'a RankRow, window: &Window) -> &'a [Cell] {
    let first = timeline.at(rank, window.axis.time(window.from));
    row.blocks.get(first..).unwrap_or_default()
}

/// The colour of a block's own work.
const fn tint(cell: &Cell) -> usize {
    match cell.block.direction {
        Direction::Forward => 0,
        Direction::Backward | Direction::InputGradient => 1,
        Direction::WeightGradient => 2,
    }
}

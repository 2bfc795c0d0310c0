//! Paints the blocks. Each row is one line of pixels, which is then stretched to the row's
//! height: so the work follows what can be seen and not the number of blocks, and blocks that
//! are narrower than a pixel mix in it by the time they take. Where nothing runs the line stays
//! clear, and the hatching behind the canvas is seen.

use shardwise::browser::events::prevent;
use shardwise::browser::{by_id, document};
use shardwise::cost::schedule::Direction;
use shardwise::cost::timeline::{Cell, Row, Timeline};
use shardwise::text::number::{fixed, grouped};
use web_sys::wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, ImageData, WheelEvent};

use super::sheet::pitch;
use super::tools::CLASSES;
use super::{Comb, ID, Look, REGION};
use crate::desk::Desk;

/// Pixels of a block from which on it is set off from the next one.
const SET_OFF: f64 = 4.0;
/// Pixels of an average block from which on numbers may stand on some.
const NUMBERED: f64 = 7.0;
/// Height of a row from which on numbers have room.
const TALL: usize = 14;

/// Red, green, blue.
type Colour = [f32; 3];

/// Places of [`CLASSES`].
const RECOMPUTE: usize = 3;
const CABLE: usize = 4;
const OPTIMIZER: usize = 5;

/// What painting needs, kept from one time to the next.
#[derive(Default)]
pub(super) struct Brush {
    /// Width of the canvas in the page's pixels; 0 where it is not known.
    pub(super) width: f64,
    /// The colours as the page shows them, if they are known.
    pub(super) colours: Option<Palette>,
    /// The sums of one line: colours by how much of the pixel they cover, and how much in all.
    sums: Vec<[f32; 4]>,
    pixels: Vec<u8>,
    /// The lines before they are stretched.
    lines: Option<Canvas>,
    is_watched: bool,
}

pub(super) struct Palette {
    marks: [Colour; 7],
    /// The numbers' colours on the first three.
    inks: [String; 3],
    paper: String,
    paper_mark: Colour,
    ink: String,
}

struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
}

/// What of the step is in sight.
struct Window {
    from: f64,
    /// Device pixels a second.
    across: f64,
    /// Device pixels.
    width: usize,
    /// Device pixels for one of the page's.
    ratio: f64,
}

impl Window {
    fn place(&self, time: f64) -> f64 {
        (time - self.from) * self.across
    }
}

/// Paints all charts.
pub(super) fn paint(desk: &mut Desk) {
    let is_dragging = desk.sight.is_dragging;
    let comb = &mut desk.timeline;
    let Some(region) = by_id(REGION) else {
        return;
    };
    if !comb.brush.is_watched {
        comb.brush.is_watched = true;
        prevent(&region, "wheel", |event| {
            event
                .dyn_ref::<WheelEvent>()
                .is_some_and(|wheel| wheel.ctrl_key())
        });
    }
    let find = |index| canvas(&region, index);
    let Some(first) = find(0) else {
        return;
    };
    // Asking makes the browser lay the page out, which a drag has no time for.
    if comb.brush.width == 0.0 || !is_dragging {
        comb.brush.width = f64::from(first.client_width());
    }
    if comb.brush.width == 0.0 {
        return;
    }
    if let Some(left) = comb.aim.take() {
        region.set_scroll_left(left as i32);
        comb.left = f64::from(region.scroll_left());
    }
    if comb.brush.colours.is_none() {
        comb.brush.colours = palette(&first);
    }
    let end = comb.end();
    let (span, scale) = (comb.brush.width, comb.scale());
    let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
    let window = Window {
        from: comb.left / (span * scale) * end,
        across: span * ratio * scale / end,
        width: (span * ratio).round().max(1.0) as usize,
        ratio,
    };
    let Comb {
        charts,
        brush,
        look,
        ..
    } = comb;
    for (index, chart) in charts.iter().enumerate() {
        if let (Some(chart), Some(element)) = (chart, find(index)) {
            let look = Some(*look).filter(|look| look.chart == index);
            let _ = brush.chart(&element, &chart.timeline, &window, look);
        }
    }
}

/// The canvas of a chart.
fn canvas(region: &Element, index: usize) -> Option<HtmlCanvasElement> {
    let selector = if index == 0 {
        "canvas"
    } else {
        "canvas[data-at='1']"
    };
    region.query_selector(selector).ok()??.dyn_into().ok()
}

impl Canvas {
    fn of(element: HtmlCanvasElement) -> Option<Self> {
        let context = element.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Self { element, context })
    }

    /// Makes it this large, and clears it.
    fn clear(&self, width: usize, height: usize) {
        let (width, height) = (width as u32, height as u32);
        // To give it a size makes it anew, even if that is the old one.
        if (self.element.width(), self.element.height()) != (width, height) {
            self.element.set_width(width);
            self.element.set_height(height);
        }
        self.context
            .clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
    }
}

impl Brush {
    /// Paints one schedule's rows; nothing where the browser refuses.
    fn chart(
        &mut self,
        element: &HtmlCanvasElement,
        timeline: &Timeline,
        window: &Window,
        look: Option<Look>,
    ) -> Option<()> {
        let count = timeline.rows.len();
        let [pitch, gap] = pitch(count);
        let height = pitch - gap;
        let sizes = [height, pitch].map(|size| size as f64 * window.ratio);
        self.pixels.clear();
        for rank in 0..count {
            self.row(timeline, rank, window);
        }
        if self.lines.is_none() {
            let canvas = document().create_element("canvas").ok()?;
            self.lines = Canvas::of(canvas.dyn_into().ok()?);
        }
        let lines = self.lines.as_ref()?;
        lines.clear(window.width, count);
        let data = Clamped(&self.pixels[..]);
        let data =
            ImageData::new_with_u8_clamped_array_and_sh(data, window.width as u32, count as u32);
        lines.context.put_image_data(&data.ok()?, 0.0, 0.0).ok()?;
        let sheet = Canvas::of(element.clone())?;
        let width = window.width as f64;
        sheet.clear(window.width, (sizes[1] * count as f64).round() as usize);
        let context = &sheet.context;
        let palette = self.colours.as_ref()?;
        context.set_image_smoothing_enabled(false);
        context.set_fill_style_str(&palette.paper);
        for rank in 0..count {
            let [top, bottom, next] = [
                rank as f64 * sizes[1],
                rank as f64 * sizes[1] + sizes[0],
                (rank + 1) as f64 * sizes[1],
            ]
            .map(f64::round);
            context
                .draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                    &lines.element,
                    0.0,
                    rank as f64,
                    width,
                    1.0,
                    0.0,
                    top,
                    width,
                    bottom - top,
                )
                .ok()?;
            context.fill_rect(0.0, bottom, width, next - bottom);
        }
        if height >= TALL {
            palette.numbers(context, timeline, window, sizes);
        }
        if let Some((look, index)) = look.and_then(|look| Some((look, look.index?))) {
            palette.outline(context, timeline, window, sizes, look.rank, index, 2.0);
            if let Some(wait) = timeline.wait(look.rank, index) {
                palette.outline(context, timeline, window, sizes, wait.rank, wait.index, 1.0);
            }
        }
        Some(())
    }

    /// One row as a line of pixels.
    fn row(&mut self, timeline: &Timeline, rank: usize, window: &Window) {
        self.sums.clear();
        self.sums.resize(window.width, [0.0; 4]);
        let Some(palette) = &self.colours else {
            return;
        };
        let row = &timeline.rows[rank];
        let line = &mut self.sums;
        let mut put = |from: f64, to: f64, colour: Colour| cover(line, from, to, colour);
        let Some(first) = row.blocks.first() else {
            return;
        };
        let last_end = row.blocks.last().map_or(0.0, |last| last.end);
        let exchanged = last_end + row.tail[0].0;
        let done = exchanged + row.tail[1].0;
        // What lies before or after the step is no waiting: where ranks do not wait for each
        // other between two steps, the next one begins there.
        let lasts = if timeline.pipeline.schedule.validates_afterwards() {
            put(f64::MIN, window.place(first.start), palette.paper_mark);
            done
        } else {
            timeline.end.0
        };
        put(window.place(lasts), f64::MAX, palette.paper_mark);
        put(
            window.place(last_end),
            window.place(exchanged),
            palette.marks[CABLE],
        );
        put(
            window.place(exchanged),
            window.place(done),
            palette.marks[OPTIMIZER],
        );
        let right = window.width as f64;
        for cell in in_sight(timeline, rank, row, window) {
            let (from, mut to) = (window.place(cell.start), window.place(cell.end));
            if from >= right {
                break;
            }
            if to - from >= SET_OFF * window.ratio {
                put(to - window.ratio, to, palette.paper_mark);
                to -= window.ratio;
            }
            let [again, cable] = timeline.shares(rank, cell.block);
            let computes = from + again * (to - from);
            let sends = to - cable * (to - from);
            put(from, computes, palette.marks[RECOMPUTE]);
            put(computes, sends, palette.marks[tint(cell)]);
            put(sends, to, palette.marks[CABLE]);
        }
        for sum in line {
            let cover = sum[3];
            let of = if cover > 0.0 { 1.0 / cover } else { 0.0 };
            let [red, green, blue] = [sum[0] * of, sum[1] * of, sum[2] * of].map(|part| part as u8);
            let alpha = (cover * 255.0) as u8;
            self.pixels.extend([red, green, blue, alpha]);
        }
    }
}

/// The blocks from the window's left on.
fn in_sight<'a>(timeline: &Timeline, rank: usize, row: &'a Row, window: &Window) -> &'a [Cell] {
    let first = timeline.at(rank, window.from);
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

/// Adds a colour between two places of a line, the ends by how much of their pixel they cover.
fn cover(line: &mut [[f32; 4]], from: f64, to: f64, colour: Colour) {
    let right = line.len() as f64;
    let (from, to) = (from.max(0.0), to.min(right));
    if from >= to {
        return;
    }
    let [red, green, blue] = colour;
    let mut add = |pixel: usize, share: f64| {
        let share = share as f32;
        if let Some(sum) = line.get_mut(pixel) {
            sum[0] += red * share;
            sum[1] += green * share;
            sum[2] += blue * share;
            sum[3] += share;
        }
    };
    let (first, last) = (from as usize, to as usize);
    if first == last {
        add(first, to - from);
        return;
    }
    add(first, (first + 1) as f64 - from);
    for pixel in first + 1..last {
        add(pixel, 1.0);
    }
    add(last, to - last as f64);
}

impl Palette {
    /// The micro-batches' numbers on the blocks that have room for them.
    fn numbers(
        &self,
        context: &CanvasRenderingContext2d,
        timeline: &Timeline,
        window: &Window,
        [height, pitch]: [f64; 2],
    ) {
        let ratio = window.ratio;
        let count = timeline.rows[0].blocks.len() as f64;
        if window.across * timeline.end.0 / count < NUMBERED * ratio {
            return;
        }
        let font = [&fixed(10.0 * ratio, 0), "px system-ui, sans-serif"].concat();
        context.set_font(&font);
        context.set_text_baseline("middle");
        for (rank, row) in timeline.rows.iter().enumerate() {
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
    #[expect(clippy::too_many_arguments, reason = "where, what and how thick")]
    fn outline(
        &self,
        context: &CanvasRenderingContext2d,
        timeline: &Timeline,
        window: &Window,
        [height, pitch]: [f64; 2],
        rank: usize,
        index: usize,
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

/// The colours, as the keys above and the canvas itself have them.
fn palette(canvas: &HtmlCanvasElement) -> Option<Palette> {
    let view = by_id(ID)?;
    let mut marks = [[0.0; 3]; 7];
    let mut inks = [const { String::new() }; 3];
    for (index, class) in CLASSES.into_iter().enumerate() {
        let key = view.query_selector(&["i.", class].concat()).ok()??;
        marks[index] = colour(&style(&key, "background-color")?);
        if let Some(ink) = inks.get_mut(index) {
            *ink = style(&key, "color")?;
        }
    }
    let paper = style(canvas, "background-color")?;
    Some(Palette {
        marks,
        inks,
        paper_mark: colour(&paper),
        paper,
        ink: style(canvas, "color")?,
    })
}

/// A property as the browser has computed it.
fn style(element: &Element, property: &str) -> Option<String> {
    let style = web_sys::window()?.get_computed_style(element).ok()??;
    style.get_property_value(property).ok()
}

/// Reads `rgb(61, 138, 95)`.
fn colour(text: &str) -> Colour {
    let mut parts = [0.0; 3];
    let mut part = 0;
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => {
                if let Some(value) = parts.get_mut(part) {
                    *value = *value * 10.0 + f32::from(byte - b'0');
                }
            }
            b',' => part += 1,
            _ => {}
        }
    }
    parts
}

//! Paints the blocks. Each row is one line of pixels, which is then stretched to the row's
//! height: so the work follows what can be seen and not the number of blocks, and blocks that
//! are narrower than a pixel mix in it by the time they take. Where nothing runs the line stays
//! clear, and the hatching behind the canvas is seen.

use crate::browser::events::prevent;
use crate::browser::late::{call, get, global, set};
use crate::browser::{by_id, document, pointer};
use cost::schedule::Direction;
use cost::timeline::{Cell, Row, Timeline};
use formats::number::{fixed, grouped};
use web_sys::wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, Element, ImageData};

use super::super::desk::Desk;
use super::sheet::pitch;
use super::tools::CLASSES;
use super::{Comb, ID, Look, REGION};

/// Pixels of a block from which on it is set off from the next one.
const SET_OFF: f64 = 4.0;
/// Pixels of an average block from which on numbers may stand on some.
const NUMBERED: f64 = 7.0;
/// Height of a row from which on numbers have room.
const TALL: usize = 14;

/// Pixels by which two places may be apart that are the same.
const ROUNDING: f64 = 1e-3;

/// Red, green, blue, and how much of the pixel they cover.
type Pixel = [u8; 4];

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
    pixels: Vec<Pixel>,
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
    element: Element,
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
    let comb = &mut desk.timeline;
    let Some(region) = by_id(REGION) else {
        return;
    };
    if !comb.brush.is_watched {
        comb.brush.is_watched = true;
        prevent(&region, "wheel", pointer::has_control);
    }
    let find = |index| canvas(&region, index);
    let Some(first) = find(0) else {
        return;
    };
    // Asking makes the browser lay the page out: once for each size of the window.
    if comb.brush.width == 0.0 {
        comb.brush.width = pointer::width(&first);
    }
    if comb.brush.width == 0.0 {
        return;
    }
    if let Some(left) = comb.aim.take() {
        pointer::scroll(&region, left);
        comb.left = pointer::scrolled(&region);
    }
    if comb.brush.colours.is_none() {
        comb.brush.colours = palette(&first);
    }
    let end = comb.end();
    let (span, scale) = (comb.brush.width, comb.scale());
    let ratio = global("devicePixelRatio").as_f64().unwrap_or(1.0);
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
fn canvas(region: &Element, index: usize) -> Option<Element> {
    let selector = if index == 0 {
        "canvas"
    } else {
        ".second canvas"
    };
    region.query_selector(selector).ok()?
}

impl Canvas {
    fn of(element: Element) -> Option<Self> {
        let context = call(&element, "getContext", &[&"2d".into()])?;
        let context = context.is_object().then(|| context.unchecked_into())?;
        Some(Self { element, context })
    }

    /// Makes it this large; to give it its size once more would make it anew.
    fn resize(&self, width: usize, height: usize) {
        let sizes = [("width", width as f64), ("height", height as f64)];
        let is = |&(name, size): &(&str, f64)| get(&self.element, name) == size;
        if !sizes.iter().all(is) {
            for (name, size) in sizes {
                set(&self.element, name, &size.into());
            }
        }
    }
}

impl Brush {
    /// Paints one schedule's rows; nothing where the browser refuses.
    fn chart(
        &mut self,
        element: &Element,
        timeline: &Timeline,
        window: &Window,
        look: Option<Look>,
    ) -> Option<()> {
        let count = timeline.rows.len();
        let [pitch, gap] = pitch(count);
        let height = pitch - gap;
        let sizes = [height, pitch].map(|size| size as f64 * window.ratio);
        let palette = self.colours.as_ref()?;
        self.pixels.clear();
        self.pixels.resize(window.width * count, [0; 4]);
        for (rank, pixels) in self.pixels.chunks_exact_mut(window.width).enumerate() {
            palette.row(timeline, rank, window, pixels);
        }
        if self.lines.is_none() {
            let canvas = document().create_element("canvas").ok()?;
            self.lines = Canvas::of(canvas);
        }
        let lines = self.lines.as_ref()?;
        lines.resize(window.width, count);
        let data = Clamped(self.pixels.as_flattened());
        let data =
            ImageData::new_with_u8_clamped_array_and_sh(data, window.width as u32, count as u32);
        lines.context.put_image_data(&data.ok()?, 0.0, 0.0).ok()?;
        let sheet = Canvas::of(element.clone())?;
        let width = window.width as f64;
        let tall = (sizes[1] * count as f64).round();
        sheet.resize(window.width, tall as usize);
        let context = &sheet.context;
        let [nought, across, down] = [0.0, width, tall].map(JsValue::from_f64);
        call(context, "clearRect", &[&nought, &nought, &across, &down])?;
        set(context, "imageSmoothingEnabled", &JsValue::FALSE);
        let stretched = [&lines.element, &nought, &nought, &across, &down];
        call(context, "drawImage", &stretched)?;
        context.set_fill_style_str(&palette.paper);
        for rank in 0..count {
            let top = rank as f64 * sizes[1];
            let [bottom, next] = [top + sizes[0], top + sizes[1]].map(f64::round);
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

/// A line of pixels on which colours are laid from left to right.
struct Line<'a> {
    pixels: &'a mut [Pixel],
    width: f64,
    /// The pixel at which it stands, only a part of which may be covered.
    at: usize,
    /// The colours that cover it by how much they do, and how much that is in all.
    sum: [f32; 4],
}

impl Line<'_> {
    /// Lays a colour between two places.
    fn cover(&mut self, from: f64, to: f64, colour: Colour) {
        let (from, to) = (from.max(0.0), to.min(self.width));
        if from >= to {
            return;
        }
        let (first, last) = (from as usize, to as usize);
        let before = (first + 1) as f64 - from;
        let after = to - last as f64;
        if first != self.at {
            self.flush(first);
        }
        // Blocks that are wide enough begin and end with a pixel, and nothing is to be mixed.
        let mut whole = first;
        if first == last || before < 1.0 {
            self.add(before.min(to - from), colour);
            whole += 1;
        }
        if whole < last {
            self.flush(last);
            let [red, green, blue] = colour.map(|part| part as u8);
            let pixels = self.pixels.get_mut(whole..last).unwrap_or_default();
            pixels.fill([red, green, blue, 255]);
        }
        if first < last && after > 0.0 {
            self.flush(last);
            self.add(after, colour);
        }
    }

    fn add(&mut self, share: f64, colour: Colour) {
        let share = share as f32;
        let [red, green, blue] = colour;
        self.sum[0] += red * share;
        self.sum[1] += green * share;
        self.sum[2] += blue * share;
        self.sum[3] += share;
    }

    /// Mixes the colours of the pixel at which the line stands, and goes to another one.
    fn flush(&mut self, next: usize) {
        let [.., cover] = self.sum;
        if cover > 0.0 {
            if let Some(pixel) = self.pixels.get_mut(self.at) {
                let [red, green, blue, _] = self.sum.map(|sum| (sum / cover) as u8);
                *pixel = [red, green, blue, (cover * 255.0 + 0.5) as u8];
            }
            self.sum = [0.0; 4];
        }
        self.at = next;
    }
}

impl Palette {
    /// One row as a line of pixels.
    fn row(&self, timeline: &Timeline, rank: usize, window: &Window, pixels: &mut [Pixel]) {
        let row = &timeline.rows[rank];
        let (Some(first), Some(last)) = (row.blocks.first(), row.blocks.last()) else {
            return;
        };
        let mut line = Line {
            pixels,
            width: window.width as f64,
            at: 0,
            sum: [0.0; 4],
        };
        // What lies before or after the step is no waiting: where ranks do not wait for each
        // other between two steps, the next one begins there.
        let is_alone = timeline.pipeline.schedule.validates_afterwards();
        if is_alone {
            line.cover(0.0, window.place(first.start), self.paper_mark);
        }
        // Where the last block ended, and where it was drawn to end.
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
            let [again, cable] = timeline.shares(rank, cell.block);
            let is_wide = to - from >= SET_OFF * window.ratio;
            let (start, end) = if is_wide {
                (from.round(), (to - window.ratio).round())
            } else {
                (from, to)
            };
            let sharp = |place: f64| if is_wide { place.round() } else { place };
            let computes = sharp(start + again * (end - start));
            let sends = sharp(end - cable * (end - start));
            line.cover(start, computes, self.marks[RECOMPUTE]);
            line.cover(computes, sends, self.marks[tint(cell)]);
            line.cover(sends, end, self.marks[CABLE]);
            reached = to;
            if is_wide {
                reached = to.round();
                line.cover(end, reached, self.paper_mark);
            }
        }
        let exchanged = last.end + row.tail[0].0;
        let done = exchanged + row.tail[1].0;
        let lasts = if is_alone { done } else { timeline.end.0 };
        let [end, exchanged, done, lasts] =
            [last.end, exchanged, done, lasts].map(|time| window.place(time));
        let from = if end - free < ROUNDING { reached } else { end };
        line.cover(from, exchanged, self.marks[CABLE]);
        line.cover(exchanged, done, self.marks[OPTIMIZER]);
        line.cover(lasts, line.width, self.paper_mark);
        line.flush(0);
    }

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
        set(context, "font", &font.into());
        set(context, "textBaseline", &"middle".into());
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
        set(context, "strokeStyle", &self.ink.as_str().into());
        set(context, "lineWidth", &thick.into());
        let top = rank as f64 * pitch;
        let place = [from, top + thick / 2.0, width, height - thick].map(JsValue::from_f64);
        call(context, "strokeRect", &place.each_ref());
    }
}

/// The colours, as the keys above and the canvas itself have them.
fn palette(canvas: &Element) -> Option<Palette> {
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
    let style = call(&global("self"), "getComputedStyle", &[element])?;
    call(&style, "getPropertyValue", &[&property.into()])?.as_string()
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

//! Painting of the blocks.
//!
//! Each row is one line of pixels, stretched to the row's height. So the work depends on the pixels
//! in sight, not on the number of blocks. Blocks narrower than a pixel mix their colours in it,
//! weighted by duration. Where nothing runs the line is transparent, and the hatching behind the
//! canvas shows.
//!
//! Numbers are written on a canvas outside the page, and copied to the one in it. There the font
//! alone made the browser lay out the page: 17 of the 38 ms of a move of the micro-batch's slider, on
//! a processor slowed down four times.

use crate::browser::document;
use cost::timeline::Timeline;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, ImageData};

use super::chart::Selection;
use super::palette::Palette;
use super::pixels::Pixel;
use super::rows::has_numbers;
use super::window::Window;

/// Height of a row from which numbers fit.
const TALL: f64 = 11.0;

/// Buffers and colours of painting, reused between calls.
#[derive(Default)]
pub(super) struct Painter {
    /// The page's colours, if they are known.
    pub(super) colours: Option<Palette>,
    pixels: Vec<Pixel>,
    /// The lines, before they are stretched.
    lines: Option<Canvas>,
    /// The numbers, before they are copied.
    numbers: Option<Canvas>,
}

struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
}

impl Canvas {
    /// A canvas outside the page.
    fn outside() -> Option<Self> {
        Self::of(document().create_element("canvas").ok()?)
    }

    fn of(element: Element) -> Option<Self> {
        let element: HtmlCanvasElement = element.unchecked_into();
        let context = element.get_context("2d").ok()??.unchecked_into();
        Some(Self { element, context })
    }

    /// Resizes the canvas only if its size differs, because setting the size clears it.
    fn resize(&self, width: usize, height: usize) {
        let [width, height] = [width as u32, height as u32];
        if (self.element.width(), self.element.height()) != (width, height) {
            self.element.set_width(width);
            self.element.set_height(height);
        }
    }
}

impl Painter {
    /// Paints one schedule's rows of a pitch and a gap; nothing if the browser refuses.
    pub(super) fn chart(
        &mut self,
        element: &Element,
        timeline: &Timeline,
        window: &Window,
        [pitch, gap]: [f64; 2],
        selection: Option<Selection>,
    ) -> Option<()> {
        let count = timeline.rows().len();
        let height = pitch - gap;
        let sizes = [height, pitch].map(|size| size * window.ratio);
        let palette = self.colours.as_ref()?;
        self.pixels.clear();
        self.pixels.resize(window.width * count, [0; 4]);
        for (rank, pixels) in self.pixels.chunks_exact_mut(window.width).enumerate() {
            palette.row(timeline, rank, window, pixels);
        }
        if self.lines.is_none() {
            (self.lines, self.numbers) = (Canvas::outside(), Canvas::outside());
        }
        let (lines, numbers) = self.lines.as_ref().zip(self.numbers.as_ref())?;
        lines.resize(window.width, count);
        let data = Clamped(self.pixels.as_flattened());
        let data =
            ImageData::new_with_u8_clamped_array_and_sh(data, window.width as u32, count as u32);
        lines.context.put_image_data(&data.ok()?, 0.0, 0.0).ok()?;
        let width = window.width as f64;
        let tall = (sizes[1] * count as f64).round();
        let canvas = Canvas::of(element.clone())?;
        canvas.resize(window.width, tall as usize);
        let context = &canvas.context;
        context.clear_rect(0.0, 0.0, width, tall);
        context.set_image_smoothing_enabled(false);
        context
            .draw_image_with_html_canvas_element_and_dw_and_dh(
                &lines.element,
                0.0,
                0.0,
                width,
                tall,
            )
            .ok()?;
        context.set_fill_style_str(&palette.paper);
        for rank in 0..count {
            let top = rank as f64 * sizes[1];
            let [bottom, next] = [top + sizes[0], top + sizes[1]].map(f64::round);
            context.fill_rect(0.0, bottom, width, next - bottom);
        }
        if height >= TALL && has_numbers(timeline, window) {
            numbers.resize(window.width, tall as usize);
            numbers.context.clear_rect(0.0, 0.0, width, tall);
            palette.numbers(&numbers.context, timeline, window, sizes);
            context
                .draw_image_with_html_canvas_element(&numbers.element, 0.0, 0.0)
                .ok()?;
        }
        if let Some((rank, index)) = selection.and_then(|at| Some((at.rank, at.index?))) {
            palette.outline(context, timeline, window, sizes, [rank, index], 2.0);
            if let Some(wait) = timeline.wait(rank, index) {
                let cause = [wait.rank, wait.index];
                palette.outline(context, timeline, window, sizes, cause, 1.0);
            }
        }
        Some(())
    }
}

//! Paints the blocks. Each row is one line of pixels, which is then stretched to the row's
//! height: so the work follows what can be seen and not the number of blocks, and blocks that
//! are narrower than a pixel mix in it by the time they take. Where nothing runs the line stays
//! clear, and the hatching behind the canvas is seen.

use crate::browser::document;
use crate::browser::late::{call, get, set};
use cost::timeline::Timeline;
use web_sys::wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, Element, ImageData};

use super::chart::{Selection, pitch};
use super::palette::Palette;
use super::pixels::Pixel;
use super::window::Window;

/// Height of a row from which on numbers have room.
const TALL: usize = 14;

/// What painting needs, kept from one time to the next.
#[derive(Default)]
pub(super) struct Painter {
    /// The colours as the page shows them, if they are known.
    pub(super) colours: Option<Palette>,
    pixels: Vec<Pixel>,
    /// The lines before they are stretched.
    lines: Option<Canvas>,
    /// The region whose pinches do not zoom the page.
    pub(super) guarded: Option<Element>,
}

struct Canvas {
    element: Element,
    context: CanvasRenderingContext2d,
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

impl Painter {
    /// Paints one schedule's rows; nothing where the browser refuses.
    pub(super) fn chart(
        &mut self,
        element: &Element,
        timeline: &Timeline,
        window: &Window,
        selection: Option<Selection>,
    ) -> Option<()> {
        let count = timeline.rows().len();
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
        let canvas = Canvas::of(element.clone())?;
        let width = window.width as f64;
        let tall = (sizes[1] * count as f64).round();
        canvas.resize(window.width, tall as usize);
        let context = &canvas.context;
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

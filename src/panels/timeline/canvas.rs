//! Canvases of the charts: the part of the step in sight, and its painting.

use crate::browser::{by_id, pointer, window};
use web_sys::Element;

use super::chart::pitch;
use super::ids::REGION;
use super::palette::palette;
use super::state::TimelineFigure;
use super::window::Window;

impl TimelineFigure {
    /// Paints all charts that do not show the present state.
    pub(super) fn paint_charts(&mut self) {
        let Some(region) = by_id(REGION).filter(|_| !self.is_painted) else {
            return;
        };
        let find = |index| canvas(&region, index);
        let Some(first) = find(0) else {
            return;
        };
        // Measuring makes the browser compute the layout: once for each size of the window.
        if self.width == 0.0 {
            self.width = pointer::width(&first);
        }
        if self.width == 0.0 {
            return;
        }
        if let Some(left) = self.scroll_to.take() {
            pointer::scroll(&region, left);
            self.left = pointer::scrolled(&region);
        }
        if self.painter.colours.is_none() {
            self.painter.colours = palette(&first);
        }
        let (span, scale) = (self.width, self.scale());
        let ratio = window().device_pixel_ratio();
        let window = Window {
            axis: self.axis,
            from: self.left / (span * scale),
            across: span * ratio * scale,
            width: (span * ratio).round().max(1.0) as usize,
            ratio,
        };
        for (index, chart) in self.charts.iter().enumerate() {
            if let (Some(chart), Some(element)) = (chart, find(index)) {
                let selection = Some(self.selection).filter(|at| at.chart == index);
                let pitch = pitch(chart.timeline.rows().len(), self.is_low);
                let painter = &mut self.painter;
                let _ = painter.chart(&element, &chart.timeline, &window, pitch, selection);
            }
        }
        self.is_painted = true;
    }
}

/// The canvas of a chart.
fn canvas(region: &Element, index: usize) -> Option<Element> {
    let selector = if index == 0 {
        "canvas"
    } else {
        ".lanes-second canvas"
    };
    region.query_selector(selector).ok()?
}

//! Plots: lines, shaded areas and marks over two axes.
//!
//! Lines and areas are a drawing that stretches with the sheet. Text and buttons are HTML elements
//! over it, at their own size. Labels are placed at the ends of the lines.

use formats::number::fixed;
use leptos::prelude::*;

use super::{Axis, percent_of};

/// The side of the drawing, in its own unit.
const SIDE: f64 = 999.0;
/// Height of a label at a line's end, as a share of the height.
const LABEL: f64 = 0.055;
/// Labels farther apart horizontally than this share of the width cannot overlap.
const BESIDE: f64 = 0.06;
/// Width of a letter as a share of the axis: on a phone, on a wide sheet.
const LETTERS: [f64; 2] = [0.028, 0.0125];

/// Content of a plot.
pub(crate) struct Plot {
    /// The axes: left to right, and bottom to top.
    pub(crate) axes: [Axis; 2],
    /// Values and texts along each axis.
    pub(crate) ticks: [Vec<(f64, String)>; 2],
    /// Titles: below the first axis, above the second, above the labels at the lines' ends.
    pub(crate) titles: [String; 3],
    /// True if the ticks of the first axis have grid lines, too.
    pub(crate) has_columns: bool,
    /// A value above which the plane is shaded.
    pub(crate) shaded_above: Option<f64>,
    /// Lines of the plot.
    pub(crate) lines: Vec<PlotLine>,
    /// Elements over the plot, each at its [`spot`].
    pub(crate) marks: Vec<AnyView>,
}

/// A line of a plot.
pub(crate) struct PlotLine {
    /// The class of the line.
    pub(crate) class: &'static str,
    /// Points, from left to right.
    pub(crate) points: Vec<[f64; 2]>,
    /// Label at its end; may be empty.
    pub(crate) label: String,
}

impl Plot {
    /// Draws the plot.
    pub(crate) fn draw(self) -> AnyView {
        let [_, y] = &self.axes;
        let mut words = Vec::new();
        for (value, word) in &self.ticks[1] {
            words.push(label("y", word, None, Some(y.place(*value))));
        }
        for (place, class, word) in self.along() {
            words.push(label(class, word, Some(place), None));
        }
        for ([right, up], line) in self.ends() {
            let class = if line.class == "own" {
                "end own"
            } else {
                "end"
            };
            words.push(label(class, &line.label, Some(right), Some(up)));
        }
        let titles = ["title-x", "title-y", "title-l"];
        for (class, title) in titles.into_iter().zip(&self.titles) {
            words.push(label(class, title, None, None));
        }
        let area = self.shaded_above.map(|value| {
            let area = ["M0 0H999V", &along(1.0 - y.place(value)), "H0z"].concat();
            path("excess-area", area)
        });
        let lines = self.lines.iter();
        let lines = lines.map(|line| path(line.class, outline(&self.axes, &line.points)));
        view! {
            <div class="chart">
                <svg viewBox="0 0 999 999" preserveAspectRatio="none" aria-hidden="true">
                    {path("grid", self.grid())}
                    {area}
                    {lines.collect_view()}
                </svg>
                <div class="words" aria-hidden="true">
                    {words}
                </div>
                {self.marks}
            </div>
        }
        .into_any()
    }

    /// The outline of the grid lines.
    fn grid(&self) -> String {
        let [x, y] = &self.axes;
        let mut grid = String::new();
        for (value, _) in &self.ticks[1] {
            grid.push_str("M0 ");
            grid.push_str(&along(1.0 - y.place(*value)));
            grid.push_str("H999");
        }
        for (value, _) in self.ticks[0].iter().filter(|_| self.has_columns) {
            grid.push('M');
            grid.push_str(&along(x.place(*value)));
            grid.push_str(" 0V999");
        }
        grid
    }

    /// The texts along the first axis that fit: their positions, and whether they fit only on a
    /// wide sheet.
    fn along(&self) -> Vec<(f64, &'static str, &str)> {
        let mut words = Vec::new();
        let mut ends = [f64::NEG_INFINITY; 2];
        for (value, word) in &self.ticks[0] {
            let place = self.axes[0].place(*value);
            let letters = (word.chars().count() + 1) as f64;
            let [phone, wide] = LETTERS.map(|letter| letter * letters / 2.0);
            if place - wide < ends[1] {
                continue;
            }
            ends[1] = place + wide;
            let mut class = "x roomy";
            if place - phone >= ends[0] {
                ends[0] = place + phone;
                class = "x";
            }
            words.push((place, class, word.as_str()));
        }
        words
    }

    /// Positions of the labels at the ends of the lines, moved apart if they overlap.
    fn ends(&self) -> Vec<([f64; 2], &PlotLine)> {
        let [x, y] = &self.axes;
        let mut rising: Vec<([f64; 2], &PlotLine)> = Vec::new();
        let named = self.lines.iter().filter(|line| !line.label.is_empty());
        for line in named {
            if let Some([right, up]) = line.points.last() {
                let mut next = ([x.place(*right), y.place(*up)], line);
                for other in &mut rising {
                    if next.0[1] < other.0[1] {
                        std::mem::swap(other, &mut next);
                    }
                }
                rising.push(next);
            }
        }
        // Each label is moved up by those below it, and down again at the upper edge.
        for index in 0..rising.len() {
            for below in 0..index {
                let other = rising[below].0;
                let place = &mut rising[index].0;
                if (place[0] - other[0]).abs() < BESIDE {
                    place[1] = place[1].max(other[1] + LABEL);
                }
            }
        }
        let mut most = 1.0;
        for (place, _) in rising.iter_mut().rev() {
            if place[1] > most {
                place[1] = most;
                most -= LABEL;
            }
        }
        rising
    }
}

/// Where an element over a plot stands: its distances from the left and from the bottom, as CSS
/// lengths. A point beyond the axes lies at the edge.
pub(crate) fn spot(axes: &[Axis; 2], [right, up]: [f64; 2]) -> [String; 2] {
    let [x, y] = axes;
    [x.place_within(right), y.place_within(up)].map(percent_of)
}

/// The outline of a line through points.
fn outline([x, y]: &[Axis; 2], points: &[[f64; 2]]) -> String {
    let mut outline = String::new();
    for [right, up] in points {
        outline.push(if outline.is_empty() { 'M' } else { 'L' });
        outline.push_str(&along(x.place(*right)));
        outline.push(' ');
        outline.push_str(&along(1.0 - y.place(*up)));
    }
    outline
}

/// A share of a side in the drawing's unit, clamped to the drawing.
fn along(share: f64) -> String {
    fixed(share.clamp(0.0, 1.0) * SIDE, 1)
}

/// A text of a class, at these shares of the width and the height if its class does not place it.
fn label(class: &'static str, words: &str, left: Option<f64>, bottom: Option<f64>) -> AnyView {
    let [left, bottom] = [left, bottom].map(|share| share.map(percent_of));
    view! {
        <span class=class style:left=left style:bottom=bottom>
            {words.to_owned()}
        </span>
    }
    .into_any()
}

/// A path of a class.
pub(crate) fn path(class: &'static str, outline: String) -> AnyView {
    view! { <path class=class d=outline></path> }.into_any()
}

//! Plots: lines, shaded areas and marked points over two axes, drawn by plotters.
//!
//! plotters draws into a backend of the page (`backend.rs`), which makes outlines of a drawing that
//! stretches with the sheet, and texts that are HTML elements over it, at their own size. Buttons
//! and other marks are elements, too. Labels are placed at the ends of the lines.
//!
//! Outlines and texts have classes, so themes and style sheets apply to them. plotters weighs 10 kB
//! in the views of the tabs.

mod axis;
mod backend;
mod chart;
mod content;
mod marker;
mod path;

pub(crate) use axis::Axis;
pub(crate) use content::{Plot, PlotArea, PlotLine, PlotPoints};
pub(crate) use marker::Marker;
pub(crate) use path::path;

use leptos::prelude::*;

use super::percent_of;
use backend::{PageBackend, PlacedText, PlotClass};
use chart::{ChartText, Colours};

/// Height of a label at a line's end, as a share of the height.
const LABEL: f64 = 0.055;
/// Labels farther apart horizontally than this share of the width cannot overlap.
const BESIDE: f64 = 0.06;
/// Width of a letter as a share of the axis: on a phone, on a wide sheet.
const LETTERS: [f64; 2] = [0.028, 0.0125];

impl Plot {
    /// Draws the plot.
    pub(crate) fn draw(self) -> AnyView {
        let backend = PageBackend::default();
        let single = |class| backend.colour(PlotClass::single(class));
        let merged = |class| backend.colour(PlotClass::merged(class));
        let colours = Colours {
            grid: merged("grid"),
            areas: self.areas.iter().map(|area| single(area.class)).collect(),
            lines: self.lines.iter().map(|line| single(line.class)).collect(),
            points: self.points.iter().map(|some| merged(some.class)).collect(),
        };
        // The backend of the page refuses nothing.
        let _ = chart::draw(&self, &colours, &self.texts(&backend), backend.clone());
        let drawing = backend.0.take();
        let paths = drawing.paths.into_iter();
        let paths = paths.map(|(class, outline)| path(class, outline));
        let texts = drawing.texts.into_iter().map(placed);
        view! {
            <div class="chart">
                <svg viewBox="0 0 999 999" preserveAspectRatio="none" aria-hidden="true">
                    {paths.collect_view()}
                </svg>
                <div class="words" aria-hidden="true">
                    {texts.collect_view()}
                </div>
                {self.marks}
            </div>
        }
        .into_any()
    }

    /// The texts at the ticks and at the ends of the lines, and the titles.
    fn texts(&self, backend: &PageBackend) -> Vec<ChartText<'_>> {
        let [x, y] = &self.axes;
        let colour = |name, is_placed| {
            backend.colour(PlotClass {
                is_placed,
                ..PlotClass::single(name)
            })
        };
        let mut texts: Vec<ChartText> = Vec::new();
        for (value, word) in &self.ticks[1] {
            texts.push(([x.low, *value], word, colour("y", [false, true])));
        }
        for (value, class, word) in self.along() {
            texts.push(([value, y.low], word, colour(class, [true, false])));
        }
        for ([right, up], line) in self.ends() {
            let class = if line.class == "own" {
                "end own"
            } else {
                "end"
            };
            let at = [x.value(right), y.value(up)];
            texts.push((at, &line.label, colour(class, [true, true])));
        }
        for (class, title) in ["title-x", "title-y", "title-l"]
            .into_iter()
            .zip(&self.titles)
            .filter(|(_, title)| !title.is_empty())
        {
            texts.push(([x.low, y.low], title, colour(class, [false, false])));
        }
        texts
    }

    /// The texts along the first axis that fit: their values, and whether they fit only on a wide
    /// sheet.
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
            words.push((*value, class, word.as_str()));
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

/// A text at its place.
fn placed(text: PlacedText) -> AnyView {
    let [left, bottom] = text.place.map(|share| share.map(percent_of));
    view! {
        <span class=text.class style:left=left style:bottom=bottom>
            {text.text}
        </span>
    }
    .into_any()
}

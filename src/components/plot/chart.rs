//! The chart of a plot, drawn by plotters on any backend.

use std::ops::Range;

use plotters::chart::ChartBuilder;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Polygon, Text};
use plotters::series::LineSeries;
use plotters::style::{IntoFont, RGBColor, TRANSPARENT};
use plotters_backend::DrawingBackend;

use super::axis::Axis;
use super::content::Plot;
use super::marker::Mark;

/// An axis with its ticks, as plotters takes it.
#[derive(Clone)]
struct TickedAxis {
    axis: Axis,
    ticks: Vec<f64>,
}

/// Colours of a chart's parts.
pub(super) struct Colours {
    pub(super) grid: RGBColor,
    /// The colour of each area.
    pub(super) areas: Vec<RGBColor>,
    /// The colour of each line.
    pub(super) lines: Vec<RGBColor>,
    /// The colour of all points with one mark.
    pub(super) points: Vec<RGBColor>,
}

/// A text of a chart: where it stands, what it says, its colour.
pub(super) type ChartText<'a> = ([f64; 2], &'a str, RGBColor);

/// Draws shaded areas, grid, lines, marked points and texts.
pub(super) fn draw<DB: DrawingBackend>(
    plot: &Plot,
    colours: &Colours,
    texts: &[ChartText],
    backend: DB,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let root = backend.into_drawing_area();
    let [x, y] = [0, 1].map(|side| TickedAxis {
        axis: plot.axes[side],
        ticks: plot.ticks[side].iter().map(|(value, _)| *value).collect(),
    });
    let mut chart = ChartBuilder::on(&root).build_cartesian_2d(x, y)?;
    for (area, colour) in plot.areas.iter().zip(&colours.areas) {
        let corners: Vec<_> = area.corners.iter().map(pair).collect();
        chart.draw_series([Polygon::new(corners, *colour)])?;
    }
    let mut mesh = chart.configure_mesh();
    mesh.disable_axes()
        .bold_line_style(colours.grid)
        .light_line_style(TRANSPARENT);
    if !plot.has_columns {
        mesh.disable_x_mesh();
    }
    mesh.draw()?;
    for (line, colour) in plot.lines.iter().zip(&colours.lines) {
        chart.draw_series(LineSeries::new(line.points.iter().map(pair), *colour))?;
    }
    for (marked, colour) in plot.points.iter().zip(&colours.points) {
        let marks = marked.points.iter().map(|at| Mark {
            at: pair(at),
            marker: marked.marker,
            colour: *colour,
        });
        chart.draw_series(marks)?;
    }
    for ([right, up], text, colour) in texts {
        // Style sheets choose the font.
        let style = ("", 1).into_font().color(colour);
        chart.draw_series([Text::new((*text).to_owned(), (*right, *up), style)])?;
    }
    root.present()
}

/// A point as plotters takes it.
fn pair([right, up]: &[f64; 2]) -> (f64, f64) {
    (*right, *up)
}

impl Ranged for TickedAxis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let place = self.axis.place_within(*value);
        start + (place * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.axis.low..self.axis.high
    }
}

impl ValueFormatter<f64> for TickedAxis {}

//! Predicted against measured, on logarithmic axes, as SVG.

use std::ops::Range;
use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::errors::WeightedPair;
use crate::write;

/// Colours of the marks, one per source. Readers with colour blindness can distinguish them. The
/// plot has a light background, so that it also reads in dark mode.
const COLOURS: [RGBColor; 11] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 60, 160),
    RGBColor(150, 75, 30),
    RGBColor(120, 120, 120),
    RGBColor(170, 170, 0),
    RGBColor(200, 30, 60),
];
const SIZE: (u32, u32) = (860, 560);
const PAPER: RGBColor = RGBColor(250, 250, 247);
const INK: RGBColor = RGBColor(40, 40, 40);

/// A set of points with one colour.
pub struct Series {
    /// Name of the series in the key.
    pub name: String,
    /// Index of the series' colour, the same in every plot.
    pub colour: usize,
    /// Measured and predicted.
    pub pairs: Vec<WeightedPair>,
}

/// Writes a plot of predicted against measured figures as SVG.
pub fn write(path: &Path, title: &str, unit: &str, series: &[Series]) -> Result<()> {
    let mut text = String::new();
    draw(&mut text, title, unit, series)
        .map_err(|error| anyhow!("{title} cannot be drawn: {error}"))?;
    write::replace(path, &text).map(drop)
}

fn draw(
    text: &mut String,
    title: &str,
    unit: &str,
    series: &[Series],
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&PAPER)?;
    let font = |size: u32| ("sans-serif", size).into_font().color(&INK);
    let (plot, legend) = root.split_horizontally(SIZE.0 - 190);
    let range = range(series);
    let (least, most) = (range.start, range.end);
    let mut chart = ChartBuilder::on(&plot)
        .caption(title, font(20))
        .margin(14)
        .x_label_area_size(46)
        .y_label_area_size(64)
        .build_cartesian_2d(range.clone().log_scale(), range.log_scale())?;
    chart
        .configure_mesh()
        .x_desc(format!("measured, {unit}"))
        .y_desc(format!("predicted, {unit}"))
        .label_style(font(13))
        .axis_style(INK)
        .bold_line_style(RGBColor(228, 228, 223))
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .draw()?;
    for factor in [0.8, 1.0, 1.25] {
        let ends = [(least, least * factor), (most, most * factor)]
            .map(|(x, y): (f64, f64)| (x, y.clamp(least, most)));
        let ends = match factor {
            f if f < 1.0 => [(least / f, least), ends[1]],
            f if f > 1.0 => [ends[0], (most / f, most)],
            _ => ends,
        };
        let ink = INK.mix(if factor == 1.0 { 0.7 } else { 0.25 });
        chart.draw_series([PathElement::new(ends.to_vec(), ink)])?;
    }
    for (index, one) in series.iter().enumerate() {
        let colour = COLOURS[one.colour % COLOURS.len()];
        let points = one
            .pairs
            .iter()
            .map(|pair| Circle::new((pair.measured, pair.predicted), 3, colour.mix(0.7).filled()));
        chart.draw_series(points)?;
        let y = 60 + 24 * index as i32;
        legend.draw(&Circle::new((12, y), 5, colour.filled()))?;
        legend.draw(&Text::new(one.name.clone(), (26, y - 8), font(14)))?;
    }
    let y = 72 + 24 * series.len() as i32;
    legend.draw(&Text::new("lines: exact, ±25 %", (6, y), font(13)))?;
    root.present()?;
    Ok(())
}

/// The range of an axis: from below the smallest figure to above the largest.
fn range(series: &[Series]) -> Range<f64> {
    let figures = || {
        let pairs = series.iter().flat_map(|one| &one.pairs);
        pairs.flat_map(|pair| [pair.measured, pair.predicted])
    };
    let least = figures().fold(f64::INFINITY, f64::min);
    let most = figures().fold(0.0, f64::max);
    if least > most {
        return 1.0..10.0;
    }
    0.8 * least..1.25 * most
}

fn number(figure: &f64) -> String {
    format!("{figure}")
}

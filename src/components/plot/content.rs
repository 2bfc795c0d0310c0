//! Content of a plot.

use leptos::prelude::AnyView;

use super::axis::Axis;
use super::marker::Marker;

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
    /// Shaded areas, behind all else.
    pub(crate) areas: Vec<PlotArea>,
    /// Lines of the plot.
    pub(crate) lines: Vec<PlotLine>,
    /// Marked points, over the lines.
    pub(crate) points: Vec<PlotPoints>,
    /// Elements over the plot, each at its [`spot`](super::spot).
    pub(crate) marks: Vec<AnyView>,
}

/// A shaded area of a plot.
pub(crate) struct PlotArea {
    /// The class of the area.
    pub(crate) class: &'static str,
    /// Its corners, within the axes.
    pub(crate) corners: Vec<[f64; 2]>,
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

/// Points of a plot with one mark.
pub(crate) struct PlotPoints {
    /// The class of the marks.
    pub(crate) class: &'static str,
    pub(crate) marker: Marker,
    pub(crate) points: Vec<[f64; 2]>,
}

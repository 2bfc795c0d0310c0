//! Marks of points, drawn by plotters on any backend.

use std::iter::{Once, once};

use leptos::prelude::*;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Drawable, PointCollection};
use plotters::style::RGBColor;
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};

use super::backend::{PageBackend, PlotClass, SIDE};
use super::path::path;

/// Radius of a circle in the drawing's unit.
const RADIUS: u32 = 8;

/// The shape of a mark.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Plus,
    /// A triangle that points down.
    TriangleDown,
}

impl Marker {
    /// All shapes.
    pub(crate) const ALL: [Self; 6] = [
        Self::Circle,
        Self::Square,
        Self::Triangle,
        Self::Diamond,
        Self::Plus,
        Self::TriangleDown,
    ];

    /// Corners around the point, in the drawing's unit; none for a circle.
    const fn corners(self) -> &'static [(i32, i32)] {
        match self {
            Self::Circle => &[],
            Self::Square => &[(-7, -7), (7, -7), (7, 7), (-7, 7)],
            Self::Triangle => &[(0, -10), (9, 6), (-9, 6)],
            Self::Diamond => &[(0, -10), (10, 0), (0, 10), (-10, 0)],
            Self::Plus => &[
                (-3, -10),
                (3, -10),
                (3, -3),
                (10, -3),
                (10, 3),
                (3, 3),
                (3, 10),
                (-3, 10),
                (-3, 3),
                (-10, 3),
                (-10, -3),
                (-3, -3),
            ],
            Self::TriangleDown => &[(0, 10), (9, -6), (-9, -6)],
        }
    }

    /// The mark of a class alone, as in a legend.
    pub(crate) fn icon(self, class: &'static str) -> AnyView {
        let backend = PageBackend::default();
        let mark = Mark {
            at: (0, 0),
            marker: self,
            colour: backend.colour(PlotClass::merged(class)),
        };
        // The backend of the page refuses nothing.
        let _ = backend.clone().into_drawing_area().draw(&mark);
        let paths = backend.0.take().paths.into_iter();
        let paths = paths.map(|(class, outline)| path(class, outline));
        view! {
            <svg viewBox="-12 -12 24 24" aria-hidden="true">
                {paths.collect_view()}
            </svg>
        }
        .into_any()
    }
}

/// A mark at a point.
pub(super) struct Mark<Place> {
    pub(super) at: Place,
    pub(super) marker: Marker,
    pub(super) colour: RGBColor,
}

impl<'a, Place> PointCollection<'a, Place> for &'a Mark<Place> {
    type Point = &'a Place;
    type IntoIter = Once<&'a Place>;

    fn point_iter(self) -> Once<&'a Place> {
        once(&self.at)
    }
}

impl<Place, DB: DrawingBackend> Drawable<DB> for Mark<Place> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut DB,
        (width, _): (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        let unit = width / SIDE;
        let corners = self.marker.corners();
        for (x, y) in points {
            if corners.is_empty() {
                backend.draw_circle((x, y), RADIUS * unit, &self.colour, true)?;
            } else {
                let unit = unit as i32;
                let corners = corners.iter();
                let corners = corners.map(|(right, down)| (x + right * unit, y + down * unit));
                backend.fill_polygon(corners, &self.colour)?;
            }
        }
        Ok(())
    }
}

//! A plot: two axes with lines and words, and marks between them. What is drawn stretches with
//! the page; words and points stand above it and keep their size.

mod axis;

pub(crate) use axis::Axis;

use shardwise::markup::{Element, element, svg};
use shardwise::text::number::fixed;

use crate::pieces::said;

/// The length of either side of the drawing, in its own unit: below a thousand, so that no
/// number in it has a comma.
const SIDE: f64 = 999.0;

/// A plot's axes, and what is said of them.
pub(crate) struct Plot {
    /// From left to right.
    pub(crate) x: Axis,
    /// From below upwards.
    pub(crate) y: Axis,
    /// Their names.
    pub(crate) names: [&'static str; 2],
    /// What to write at a line of each.
    pub(crate) words: [fn(f64) -> String; 2],
}

impl Plot {
    /// The plot with these lines and areas in its drawing, and these marks above it.
    pub(crate) fn view(&self, drawn: Vec<Element>, marks: Vec<Element>) -> Element {
        let mut grid = String::new();
        let mut around = said("div", "around", "".into()).attribute("aria-hidden", "true");
        for value in self.x.ticks() {
            let place = self.x.place(value);
            grid = [&grid, "M", &fixed(place * SIDE, 1), " 0V999"].concat();
            let tick = said("span", "x", (self.words[0])(value).into());
            around = around.child(tick.style("left", share(place)));
        }
        for value in self.y.ticks() {
            let place = self.y.place(value);
            grid = [&grid, "M0 ", &fixed((1.0 - place) * SIDE, 1), "H999"].concat();
            let tick = said("span", "y", (self.words[1])(value).into());
            around = around.child(tick.style("bottom", share(place)));
        }
        let [x, y] = self.names;
        let drawing = svg("svg")
            .attribute("viewBox", "0 0 999 999")
            .attribute("preserveAspectRatio", "none")
            .attribute("aria-hidden", "true")
            .child(path("grid", grid))
            .children(drawn);
        element("div")
            .class("graph")
            .child(drawing)
            .child(
                around
                    .child(said("b", "x", x.into()))
                    .child(said("b", "y", y.into())),
            )
            .children(marks)
    }

    /// A line through points, which end where the axes do.
    #[inline(never)]
    pub(crate) fn line(&self, class: &'static str, points: &[[f64; 2]]) -> Element {
        let mut outline = String::new();
        for (index, &[x, y]) in points.iter().enumerate() {
            let letter = if index == 0 { "M" } else { "L" };
            let x = fixed(self.x.place_within(x) * SIDE, 1);
            let y = fixed((1.0 - self.y.place_within(y)) * SIDE, 1);
            outline = [&outline, letter, &x, " ", &y].concat();
        }
        path(class, outline)
    }

    /// Puts a mark above the drawing at a point, or at the edge where that lies beyond.
    #[inline(never)]
    pub(crate) fn at(&self, mark: Element, [x, y]: [f64; 2]) -> Element {
        mark.style("left", share(self.x.place_within(x)))
            .style("bottom", share(self.y.place_within(y)))
    }
}

/// A path of a class.
#[inline(never)]
pub(crate) fn path(class: &'static str, outline: String) -> Element {
    svg("path").class(class).attribute("d", outline)
}

/// A share as a CSS length.
fn share(of: f64) -> String {
    [&fixed(of * 100.0, 2), "%"].concat()
}

//! Outlines of the drawing, one path for each class.

use formats::number::fixed;
use leptos::prelude::*;

use super::sheet::Rect;
use crate::components::path;

/// The subject of a path. Paths are drawn in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// The third replica behind the front one.
    Third,
    /// The second one.
    Second,
    /// The first one.
    First,
    /// Nodes.
    Node,
    /// GPUs.
    Cell,
    /// Model state that other GPUs keep.
    Elsewhere,
    /// Weights that the GPU keeps.
    Weights,
    /// Gradients that it keeps.
    Gradients,
    /// Optimizer state that it keeps.
    Optimizer,
    /// Micro-batches in flight: their whole sequences.
    Sequence,
    /// The part of them on the GPU.
    Activations,
    /// Where the first cut of an axis is, from its handle.
    FirstCut,
    /// Rulers, with a line for each layer and each head.
    Ruler,
    /// Exchanges within a domain.
    Message,
    /// Exchanges over the network.
    Network,
    /// Exchanges among replicas.
    Replicas,
    /// Members of an exchange.
    Member,
    /// The chosen GPU.
    Chosen,
}

/// Classes of the paths.
const CLASSES: [&str; 18] = [
    "behind",
    "behind",
    "behind",
    "node",
    "cell",
    "elsewhere",
    "weights",
    "gradients",
    "optimizer",
    "sequence",
    "activations",
    "first-cut",
    "ruler",
    "message",
    "message network",
    "message replicas",
    "member",
    "chosen",
];

/// Outlines of a drawing.
#[derive(Default)]
pub(super) struct Outlines([String; CLASSES.len()]);

impl Outlines {
    /// Adds a rectangle.
    pub(super) fn rect(&mut self, shape: Shape, rect: Rect) {
        let (width, height) = (length(rect.width.max(0.0)), length(rect.height.max(0.0)));
        let start = point([rect.left, rect.top]);
        self.add(
            shape,
            &["M", &start, "h", &width, "v", &height, "h-", &width, "z"],
        );
    }

    /// Adds a line through points.
    pub(super) fn line(&mut self, shape: Shape, points: &[[f64; 2]]) {
        for (place, at) in points.iter().enumerate() {
            self.add(shape, &[if place == 0 { "M" } else { "L" }, &point(*at)]);
        }
    }

    /// Adds a dot.
    pub(super) fn dot(&mut self, shape: Shape, at: [f64; 2]) {
        self.add(shape, &["M", &point(at), "h.01"]);
    }

    /// Adds an arrow head that points down at a place.
    pub(super) fn arrow(&mut self, shape: Shape, [x, y]: [f64; 2]) {
        self.line(shape, &[[x - 3.5, y - 5.0], [x, y], [x + 3.5, y - 5.0]]);
    }

    fn add(&mut self, shape: Shape, parts: &[&str]) {
        let outline = &mut self.0[shape as usize];
        parts.iter().for_each(|part| outline.push_str(part));
    }

    /// The outline of a shape.
    #[cfg(test)]
    pub(super) fn of(&self, shape: Shape) -> &str {
        &self.0[shape as usize]
    }

    /// The paths.
    pub(super) fn view(self) -> Vec<AnyView> {
        let outlines = CLASSES.into_iter().zip(self.0);
        outlines
            .map(|(class, outline)| path(class, outline))
            .collect()
    }
}

fn point([x, y]: [f64; 2]) -> String {
    [&length(x), " ", &length(y)].concat()
}

/// A length in pixels, to a tenth.
pub(super) fn length(pixels: f64) -> String {
    fixed(pixels, 1)
}

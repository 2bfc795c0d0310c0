//! Outlines and texts of the drawing.

use leptos::prelude::*;

use crate::components::{Outline, Rect, path, pixels};

/// The subject of a path. Paths of a layer are drawn in this order.
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
    /// The GPU at the same place of the next replica.
    Twin,
    /// Model state that other GPUs keep.
    Elsewhere,
    /// Frozen weights that the GPU keeps.
    Frozen,
    /// Trained weights that it keeps.
    Weights,
    /// Gradients that it keeps.
    Gradients,
    /// Optimizer state that it keeps.
    Optimizer,
    /// Micro-batches in flight: their whole sequences.
    Sequence,
    /// The GPU's part of these sequences.
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
    /// A stop of a handle that fits.
    Fits,
    /// One that is tight.
    Tight,
    /// One that may not fit.
    MayNotFit,
    /// One that does not fit.
    TooBig,
    /// One that cannot exist.
    Impossible,
}

/// Classes of the paths.
const CLASSES: [&str; 25] = [
    "behind",
    "behind",
    "behind",
    "node",
    "cell",
    "twin",
    "elsewhere",
    "frozen",
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
    "stop fits",
    "stop tight",
    "stop may-not-fit",
    "stop oom",
    "stop illegal",
];

/// A text of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CutLabel {
    pub(super) class: &'static str,
    pub(super) at: [f64; 2],
    pub(super) words: String,
}

/// A layer of the drawing: an outline for each shape, and texts over them.
#[derive(Default)]
pub(super) struct Layer {
    outlines: [Outline; CLASSES.len()],
    labels: Vec<CutLabel>,
}

impl Layer {
    /// Adds a rectangle.
    pub(super) fn rect(&mut self, shape: Shape, rect: Rect) {
        self.outline(shape).rect(rect);
    }

    /// Adds a line through points.
    pub(super) fn line(&mut self, shape: Shape, points: &[[f64; 2]]) {
        self.outline(shape).line(points);
    }

    /// Adds a dot.
    pub(super) fn dot(&mut self, shape: Shape, at: [f64; 2]) {
        self.outline(shape).dot(at);
    }

    /// Adds an arrow head that points down at a place.
    pub(super) fn arrow(&mut self, shape: Shape, [x, y]: [f64; 2]) {
        self.line(shape, &[[x - 3.5, y - 5.0], [x, y], [x + 3.5, y - 5.0]]);
    }

    /// Adds the mark of a stop: a disc, a half disc, a diamond, a ring or a cross.
    pub(super) fn mark(&mut self, shape: Shape, [x, y]: [f64; 2]) {
        if shape == Shape::Impossible {
            let side = 3.0;
            self.line(shape, &[[x - side, y - side], [x + side, y + side]]);
            self.line(shape, &[[x - side, y + side], [x + side, y - side]]);
            return;
        }
        if shape == Shape::MayNotFit {
            let data = "l4.5 4.5l-4.5 4.5l-4.5-4.5z";
            self.outline(shape).part([x, y - 4.5], data);
            return;
        }
        // Only the left half of the second has an area: the right one is an arc and the same back.
        let data = if shape == Shape::Tight {
            "a3.5 3.5 0 0 0 0 7za3.5 3.5 0 0 1 0 7a3.5 3.5 0 0 0 0-7z"
        } else {
            "a3.5 3.5 0 0 0 0 7a3.5 3.5 0 0 0 0-7z"
        };
        self.outline(shape).part([x, y - 3.5], data);
    }

    /// Adds a text.
    pub(super) fn label(&mut self, class: &'static str, at: [f64; 2], words: String) {
        self.labels.push(CutLabel { class, at, words });
    }

    fn outline(&mut self, shape: Shape) -> &mut Outline {
        &mut self.outlines[shape as usize]
    }

    /// The outline of a shape.
    #[cfg(test)]
    pub(super) fn of(&self, shape: Shape) -> &str {
        self.outlines[shape as usize].as_str()
    }

    /// The paths and texts.
    pub(super) fn view(self) -> impl IntoView + use<> {
        let outlines = CLASSES.into_iter().zip(self.outlines);
        let paths = outlines.map(|(class, outline)| path(class, outline.data()));
        let labels = self.labels.into_iter().map(label);
        view! {
            <g>
                {paths.collect::<Vec<_>>()}
                {labels.collect::<Vec<_>>()}
            </g>
        }
    }
}

fn label(label: CutLabel) -> impl IntoView {
    view! {
        <text class=label.class x=pixels(label.at[0]) y=pixels(label.at[1])>
            {label.words}
        </text>
    }
}

//! WatchMarks of a frame: outlines by what they show, and texts over them.

use leptos::prelude::*;

use crate::components::{Outline, Rect, path, pixels};

/// Width of a character of a name in a piece.
const CHARACTER: f64 = 6.8;
/// Height from which a piece has a name.
const NAMED: f64 = 18.0;

/// The subject of a mark. Outlines are drawn in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// The row in which something happens, and the empty part of a bar.
    Field,
    /// A node, or another region.
    Node,
    /// A GPU, or a box that can hold something.
    Cell,
    /// Where the whole of a tensor would be.
    Ghost,
    /// Links that are idle.
    Link,
    /// Weights that no step changes.
    Frozen,
    /// Weights.
    Weights,
    /// Gradients.
    Gradients,
    /// Optimizer state.
    Optimizer,
    /// Activations.
    Activations,
    /// Partial sums, which are not final.
    Partial,
    /// Activations that are computed again.
    Recomputed,
    /// Keys and values that travel.
    Keys,
    /// Other memory.
    Other,
    /// A GPU that waits.
    Wait,
    /// Kernels of forward.
    Forward,
    /// Kernels of backward.
    Backward,
    /// Memory-bound kernels.
    Bound,
    /// An exchange.
    Cable,
    /// Links that are busy, inside a domain.
    Busy,
    /// Links that are busy, over the network.
    Far,
    /// A piece on its way.
    Piece,
    /// A product at work: the line that runs over its input.
    Scan,
    /// The frame of the part at work.
    Lit,
    /// The most that a GPU holds, and the ends of a part that is not drawn.
    Peak,
    /// The most that each of several GPUs holds.
    Most,
    /// Where the pace on the screen changes.
    Notch,
    /// The future part of the lanes.
    Veil,
    /// The present time.
    Now,
}

/// Classes of the outlines.
const CLASSES: [&str; 29] = [
    "w-field",
    "w-node",
    "w-cell",
    "w-ghost",
    "w-link",
    "w-frozen",
    "w-weights",
    "w-gradients",
    "w-optimizer",
    "w-activations",
    "w-partial",
    "w-recomputed",
    "w-keys",
    "w-other",
    "w-wait",
    "w-forward",
    "w-backward",
    "w-bound",
    "w-cable",
    "w-busy",
    "w-far",
    "w-piece",
    "w-scan",
    "w-lit",
    "w-peak",
    "w-most",
    "w-notch",
    "w-veil",
    "w-now",
];

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Type {
    /// A name.
    Name,
    /// A name in bold.
    Bold,
    /// A note, smaller and softer.
    Note,
    /// A number in the middle of its place, on dark ground.
    OnDark,
    /// A number in the middle of its place, on ground that is dark in both themes.
    OnState,
    /// A number in the middle of its place, on pale ground.
    OnPale,
    /// A number in the middle of its place, on lines.
    OnLines,
    /// A number that ends at its place, on lines.
    EndOnLines,
    /// A bold note in the middle of its place.
    Middle,
    /// A note in the middle of its place.
    Centre,
    /// A note that ends at its place.
    End,
    /// A bold figure that ends at its place.
    BoldEnd,
}

impl Type {
    const fn class(self) -> &'static str {
        match self {
            Self::Name => "w-name",
            Self::Bold => "w-bold",
            Self::Note => "w-note",
            Self::OnDark => "w-on-dark",
            Self::OnState => "w-on-state",
            Self::OnPale => "w-on-pale",
            Self::OnLines => "w-on-lines",
            Self::EndOnLines => "w-on-lines w-end",
            Self::Centre => "w-note w-centre",
            Self::Middle => "w-note w-middle",
            Self::End => "w-note w-end",
            Self::BoldEnd => "w-bold w-end",
        }
    }
}

/// A text of a frame.
#[derive(Clone, Debug, PartialEq)]
struct Label {
    style: Type,
    at: [f64; 2],
    words: String,
}

/// The marks of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct WatchMarks {
    outlines: [Outline; CLASSES.len()],
    labels: Vec<Label>,
}

impl WatchMarks {
    /// Adds a rectangle.
    pub(super) fn rect(&mut self, ink: Ink, rect: Rect) {
        self.outlines[ink as usize].rect(rect);
    }

    /// Adds a rectangle by its left, top, width and height.
    pub(super) fn area(&mut self, ink: Ink, [left, top, width, height]: [f64; 4]) {
        if width > 0.0 && height > 0.0 {
            self.rect(
                ink,
                Rect {
                    left,
                    top,
                    width,
                    height,
                },
            );
        }
    }

    /// Adds a line through points.
    pub(super) fn line(&mut self, ink: Ink, points: &[[f64; 2]]) {
        self.outlines[ink as usize].line(points);
    }

    /// Adds a text.
    pub(super) fn text(&mut self, style: Type, at: [f64; 2], words: impl Into<String>) {
        self.labels.push(Label {
            style,
            at,
            words: words.into(),
        });
    }

    /// Writes a name in the middle of a piece, on its lines, if there is room for it: a line of
    /// text with a margin, and as many characters.
    pub(super) fn name(&mut self, [left, top, width, height]: [f64; 4], words: &str) {
        let needed = words.chars().count() as f64 * CHARACTER + 4.0;
        if height >= NAMED && width >= needed {
            let at = [left + width / 2.0, top + height / 2.0 + 4.0];
            self.text(Type::OnLines, at, words);
        }
    }

    /// The outline of an ink.
    #[cfg(test)]
    pub(super) fn of(&self, ink: Ink) -> &str {
        self.outlines[ink as usize].as_str()
    }

    /// Texts with their places.
    #[cfg(test)]
    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, [f64; 2])> {
        self.labels.iter().map(|label| (&*label.words, label.at))
    }

    /// Texts with their styles and places.
    #[cfg(test)]
    pub(super) fn styled(&self) -> impl Iterator<Item = (Type, &str, [f64; 2])> {
        let labels = self.labels.iter();
        labels.map(|label| (label.style, &*label.words, label.at))
    }

    /// The paths and texts.
    pub(super) fn view(&self) -> impl IntoView + use<> {
        let outlines = CLASSES.into_iter().zip(self.outlines.clone());
        let paths = outlines.map(|(class, outline)| path(class, outline.data()));
        let labels = self.labels.iter().map(|label| {
            let [x, y] = label.at.map(pixels);
            view! {
                <text class=label.style.class() x=x y=y>
                    {label.words.clone()}
                </text>
            }
        });
        view! {
            <g>
                {paths.collect::<Vec<_>>()}
                {labels.collect::<Vec<_>>()}
            </g>
        }
    }
}

//! Colours of the canvas, read from the page's style sheets.

use crate::browser::{by_id, window};
use web_sys::Element;

use super::ids::ID;
use super::pixels::Colour;

/// Classes of the drawn marks, in the order of their colours.
pub(super) const CLASSES: [&str; 7] = [
    "forward",
    "backward",
    "weight",
    "scratchpad",
    "cable",
    "optimizer",
    "bubble",
];

/// The colours as the page shows them.
pub(super) struct Palette {
    /// The colours of [`CLASSES`].
    pub(super) marks: [Colour; 7],
    /// The colours of numbers on the first three marks.
    pub(super) inks: [String; 3],
    pub(super) paper: String,
    pub(super) paper_mark: Colour,
    pub(super) ink: String,
}

/// The colours of the legend above and of the canvas itself.
pub(super) fn palette(canvas: &Element) -> Option<Palette> {
    let view = by_id(ID)?;
    let mut marks = [[0.0; 3]; 7];
    let mut inks = [const { String::new() }; 3];
    for (index, class) in CLASSES.into_iter().enumerate() {
        let key = view.query_selector(&["i.", class].concat()).ok()??;
        marks[index] = colour(&style(&key, "background-color")?);
        if let Some(ink) = inks.get_mut(index) {
            *ink = style(&key, "color")?;
        }
    }
    let paper = style(canvas, "background-color")?;
    Some(Palette {
        marks,
        inks,
        paper_mark: colour(&paper),
        paper,
        ink: style(canvas, "color")?,
    })
}

/// A computed property of an element's style.
fn style(element: &Element, property: &str) -> Option<String> {
    let style = window().get_computed_style(element).ok()??;
    style.get_property_value(property).ok()
}

/// Reads `rgb(61, 138, 95)`.
fn colour(text: &str) -> Colour {
    let mut parts = [0.0; 3];
    let mut part = 0;
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => {
                if let Some(value) = parts.get_mut(part) {
                    *value = *value * 10.0 + f32::from(byte - b'0');
                }
            }
            b',' => part += 1,
            _ => {}
        }
    }
    parts
}

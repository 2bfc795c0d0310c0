//! What English says in the figures that are loaded after the first ones.

mod accuracy;
mod last_inch;
mod map;

use super::joined;
use crate::text::figures::{FigureFrame, FigureText};

/// The English table.
pub static EN_FIGURES: FigureText = FigureText {
    frame: FigureFrame {
        table: "The numbers as a table",
        keep: "Keep as",
    },
    accuracy: accuracy::ACCURACY,
    map: map::MAP,
    last_inch: last_inch::LAST_INCH,
};

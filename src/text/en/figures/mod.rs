//! What English says in the figures that are loaded after the first ones.

mod accuracy;
mod run;
mod sweep;

use super::{filled, joined};
use crate::text::figures::{FigureFrame, FigureText};

/// The English table.
pub static EN_FIGURES: FigureText = FigureText {
    frame: FigureFrame {
        table: "The numbers as a table",
        keep: "Keep as",
    },
    accuracy: accuracy::ACCURACY,
    sweep: sweep::SWEEP,
    run: run::RUN,
};

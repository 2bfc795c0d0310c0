//! What a language says in the figures that are loaded after the first ones, one part a view.

mod accuracy;
mod run;
mod sweep;

pub use accuracy::AccuracyText;
pub use run::{Row, RunText, Told, large};
pub use sweep::{SweepText, Swept, in_unit};

/// All of it.
#[derive(Clone, Copy, Debug)]
pub struct FigureText {
    /// What the figures have in common.
    pub frame: FigureFrame,
    /// Published runs beside the model.
    pub accuracy: AccuracyText,
    /// Sweeps.
    pub sweep: SweepText,
    /// The run.
    pub run: RunText,
}

/// What the figures have in common.
#[derive(Clone, Copy, Debug)]
pub struct FigureFrame {
    /// Opens the table behind a figure.
    pub table: &'static str,
    /// Before the kinds of file as which a figure is kept.
    pub keep: &'static str,
}

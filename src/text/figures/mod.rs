//! What a language says in the figures that are loaded after the first ones, one part a view.

mod accuracy;
mod last_inch;
mod map;

pub use accuracy::AccuracyText;
pub use last_inch::LastInchText;
pub use map::MapText;

/// All of it.
#[derive(Clone, Copy, Debug)]
pub struct FigureText {
    /// What the figures have in common.
    pub frame: FigureFrame,
    /// Published runs beside the model.
    pub accuracy: AccuracyText,
    /// GPUs, their partners and the links between them.
    pub map: MapText,
    /// Kernels against the roofs of their card.
    pub last_inch: LastInchText,
}

/// What the figures have in common.
#[derive(Clone, Copy, Debug)]
pub struct FigureFrame {
    /// Opens the table behind a figure.
    pub table: &'static str,
    /// Before the kinds of file as which a figure is kept.
    pub keep: &'static str,
}

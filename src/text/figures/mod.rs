//! What a language says in the figures that are loaded after the first ones, one part a view.

mod accuracy;
mod timeline;

pub use accuracy::AccuracyText;
pub use timeline::TimelineText;

/// All of it.
#[derive(Clone, Copy, Debug)]
pub struct FigureText {
    /// What the figures have in common.
    pub frame: FigureFrame,
    /// Published runs beside the model.
    pub accuracy: AccuracyText,
    /// The step as it runs.
    pub timeline: TimelineText,
}

/// What the figures have in common.
#[derive(Clone, Copy, Debug)]
pub struct FigureFrame {
    /// Opens the table behind a figure.
    pub table: &'static str,
    /// Before the kinds of file as which a figure is kept.
    pub keep: &'static str,
}

//! Texts of later figures.

use text::EN_FIGURES;
use text::figures::FigureText;

/// The words of the later figures.
pub(crate) const fn words() -> &'static FigureText {
    &EN_FIGURES
}

//! Texts of the best layout.

use text::EN_SEARCH_FIGURE;
use text::figures::SearchFigureText;

/// The words of the figure.
pub(super) const fn words() -> &'static SearchFigureText {
    &EN_SEARCH_FIGURE
}

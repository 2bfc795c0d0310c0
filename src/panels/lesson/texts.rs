//! Texts of the panel.

use text::EN_LESSON_FIGURE;
use text::figures::LessonFigureText;

/// Texts of the panel.
pub(super) const fn words() -> &'static LessonFigureText {
    &EN_LESSON_FIGURE
}

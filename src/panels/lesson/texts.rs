//! What the panel says.

use text::EN_LESSON_FIGURE;
use text::figures::LessonFigureText;

/// What the panel says.
pub(super) const fn words() -> &'static LessonFigureText {
    &EN_LESSON_FIGURE
}

//! Ids of the places in which panels are mounted: in the frame of the page, or in the view of
//! another panel, which leaves an empty element for them.

/// The element that contains the controls and all figures.
pub(crate) const MAIN: &str = "main";
/// Place beside the figures: the open lesson.
pub(crate) const LESSON: &str = "lesson-place";
/// The open lesson.
pub(crate) const OPEN_LESSON: &str = "lesson";
/// The head of the page.
pub(crate) const HEAD: &str = "head";
/// The region of the controls.
pub(crate) const CONTROLS: &str = "controls";
/// The region of the first figures.
pub(crate) const FIGURES: &str = "figures";
/// The region of the views, which are open one at a time.
pub(crate) const VIEWS: &str = "views";
/// Place in the dialog that shares plans: the editor of lessons.
pub(crate) const LESSON_WRITER: &str = "own-writer";

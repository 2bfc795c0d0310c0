//! Ids of the places in which panels stand: in the frame of the page, or in the view of another
//! panel, which leaves an empty element for them.

/// The element that holds all of the planner.
pub(crate) const PLANNER: &str = "planner";
/// The element that holds the controls and all figures.
pub(crate) const MAIN: &str = "main";
/// The region of the controls.
pub(crate) const CONTROLS: &str = "controls";
/// The region of the first figures.
pub(crate) const FIGURES: &str = "figures";
/// The region of those that come later.
pub(crate) const LATER: &str = "later";
/// The part of the head's bar in which later panels put their buttons.
pub(crate) const LATER_BAR: &str = "later-bar";
/// At the end of the head's bar, in a page that is a part of another one: the way out of the frame.
pub(crate) const BAR_END: &str = "bar-end";
/// Below the memory figure: the terms of a stage in depth.
pub(crate) const MEMORY_DEPTH: &str = "memory-depth";
/// Below the memory figure: the table behind it.
pub(crate) const MEMORY_BEHIND: &str = "memory-behind";
/// Below the figure of the overheads: the table behind it.
pub(crate) const OVERHEADS_BEHIND: &str = "tolls-behind";
/// In the dialog that hands plans on: the editor of lessons.
pub(crate) const LESSON_WRITER: &str = "own-writer";

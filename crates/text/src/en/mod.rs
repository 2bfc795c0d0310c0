//! English.

mod controls;
mod figures;
#[cfg(feature = "command")]
mod fleet;
mod goal;
mod lesson;
mod lesson_check;
#[cfg(feature = "command")]
mod list;
#[cfg(feature = "command")]
mod report;
pub(crate) mod search;
pub(crate) mod words;

pub use figures::{EN_FIGURES, EN_LESSON_FIGURE, EN_SEARCH_FIGURE};

#[cfg(feature = "command")]
pub use fleet::EN_FLEET;
pub use goal::EN_GOAL;
pub use lesson::EN_LESSON;
pub use lesson_check::EN_LESSON_CHECK;
#[cfg(feature = "command")]
pub use list::EN_LIST;
#[cfg(feature = "command")]
pub use report::EN_REPORT;
pub use search::EN_SEARCH;

/// Label of the button that loads a missing part of the page again.
const AGAIN: &str = "Try again";

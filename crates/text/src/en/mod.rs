//! English.

mod figures;
pub(crate) mod words;

pub use figures::EN_FIGURES;

/// Label of the button that loads a missing part of the page again.
const AGAIN: &str = "Try again";

//! An estimate on paper: a readable report, and the JSON object that scripts rely on.

#[cfg(feature = "command")]
pub mod json;
#[cfg(feature = "command")]
pub mod runs;
pub mod terminal;

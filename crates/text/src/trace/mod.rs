//! Traces of a step: its scenes, their results and the table of their moments.

pub mod messages;
mod names;
mod results;
mod table;

pub use names::{absent, absent_word, causes, lane, receivers, scene};
pub use results::{conclusion, headline, result};
pub use table::{foot, headings, rows};

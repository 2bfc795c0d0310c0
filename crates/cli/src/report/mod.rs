//! An estimate as a report: readable text, and the JSON object that scripts rely on.

mod codes;
mod columns;
pub mod comparison;
pub mod fits;
pub mod fleet;
pub mod frameworks;
pub mod json;
pub mod list;
mod messages;
pub mod paper;
mod reported;
pub mod runs;
pub mod schema;
pub mod search;
mod sentences;
pub mod terminal;
pub mod trace;
pub mod why;
mod why_node;

use cost::convention::Conventions;
use formats::number::Units;
pub use reported::Reported;

/// Conventions and units of figures; the default is that of the JSON's contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The unit of bytes; JSON always has GiB.
    pub units: Units,
    /// Conventions of utilisation and memory.
    pub conventions: Conventions,
}

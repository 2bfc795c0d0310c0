//! An estimate on paper: a readable report, and the JSON object that scripts rely on.

pub mod comparison;
pub mod fleet;
pub mod json;
pub mod runs;
pub mod search;
pub mod terminal;

use cost::convention::Counting;
use formats::number::Units;

/// Conventions and units of figures; the default is the one that the contract of the JSON promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The unit of bytes; JSON always has GiB.
    pub units: Units,
    /// Conventions of utilisation and memory.
    pub counting: Counting,
}

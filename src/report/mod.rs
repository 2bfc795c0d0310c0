//! An estimate on paper: a readable report, and the JSON object that scripts rely on.

pub mod comparison;
#[cfg(feature = "command")]
pub mod fleet;
#[cfg(feature = "command")]
pub mod json;
#[cfg(feature = "command")]
pub mod runs;
#[cfg(feature = "command")]
pub mod search;
pub mod terminal;

use crate::cost::convention::Counting;
#[cfg(feature = "command")]
use crate::cost::memory::Verdict;
use crate::text::number::Units;

/// How figures are shown; the default is what the contract of the JSON promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The unit of bytes; JSON always has GiB.
    pub units: Units,
    /// What utilisation and memory count.
    pub counting: Counting,
}

/// A verdict as JSON has it.
#[cfg(feature = "command")]
pub(crate) const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "fits",
        Verdict::Tight => "tight",
        Verdict::OutOfMemory => "oom",
    }
}

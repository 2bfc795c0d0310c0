//! Sentences about a stage's memory term by term.

use cost::activations::breakdown::Symbol;
use cost::memory::terms::{Name, StageTerms};
use cost::units::Bytes;
use formats::number::Units;

/// Words about memory in depth.
#[derive(Clone, Copy, Debug)]
pub struct TermsText {
    /// Name of the view.
    pub heading: &'static str,
    /// Before the list of stages.
    pub choose: &'static str,
    /// First entry of the list: no stage is open.
    pub none: &'static str,
    /// Before the number of a stage.
    pub stage: &'static str,
    /// Sentence on the memory that a stage needs, and on the moment of its peak.
    pub moment: fn(&StageTerms, Bytes, Units) -> String,
    /// Prefix of the value from before the drag.
    pub was: &'static str,
    /// The seven kinds, in the order of [`MEMORY`].
    ///
    /// [`MEMORY`]: cost::certainty::MEMORY
    pub kinds: [&'static str; 7],
    /// Text for a kind without terms.
    pub nothing: &'static str,
    /// A term's name, and its source.
    pub term: fn(Name) -> (&'static str, &'static str),
    /// A symbol with its meaning.
    pub symbol: fn(Symbol) -> (&'static str, &'static str),
}

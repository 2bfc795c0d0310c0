//! Options whose value is a word of a vocabulary.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use cost::plan::Word;

/// A parser of one word of a vocabulary; `--help` lists its words.
pub(crate) fn word<W: Word + Send + Sync>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(W::WORDS).try_map(|word| W::parse(&word).ok_or(word))
}

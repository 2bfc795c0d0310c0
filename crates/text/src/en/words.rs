//! How pieces become a sentence.

/// Pieces of a sentence in one string, without the weight of formatting.
pub(in crate::en) fn joined(pieces: &[&str]) -> String {
    pieces.concat()
}

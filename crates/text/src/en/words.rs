//! Words that several parts of the English table share, and how pieces become a sentence.

use cost::Estimate;
use cost::memory::Verdict;

/// Note on a figure of time: empty if the plan can run.
pub(in crate::en) fn if_it_fit(estimate: &Estimate) -> &'static str {
    match estimate.memory.verdict {
        Verdict::OutOfMemory => ", if it fit",
        Verdict::Fits | Verdict::Tight => "",
    }
}

/// A sentence with its gaps, each a `~`, filled in order; smaller than pieces to be joined.
pub(in crate::en) fn filled(sentence: &str, parts: &[&str]) -> String {
    let mut text = String::new();
    let mut parts = parts.iter();
    for piece in sentence.split('~') {
        text.push_str(piece);
        text.push_str(parts.next().copied().unwrap_or_default());
    }
    text
}

/// Pieces of a sentence in one string, without the weight of formatting.
pub(in crate::en) fn joined(pieces: &[&str]) -> String {
    pieces.concat()
}

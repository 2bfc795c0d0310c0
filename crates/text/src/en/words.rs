//! Words that several parts of the English table share, and how pieces become a sentence.

use crate::OverheadText;
use cost::memory::Verdict;
use cost::shares::Overhead;

pub(in crate::en) fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "Fits",
        Verdict::Tight => "Tight",
        Verdict::OutOfMemory => "Out of memory",
    }
}

pub(in crate::en) fn overhead(overhead: Overhead) -> OverheadText {
    let (name, term, what) = match overhead {
        Overhead::ModelState => (
            "state shelf",
            "optimizer step",
            "weights, gradients and optimizer state, there whether or not a sample is processed",
        ),
        Overhead::Activations => (
            "scratchpad",
            "recompute",
            "activations kept from forward for backward",
        ),
        Overhead::Communication => (
            "cable",
            "exposed communication",
            "GPU-to-GPU communication that no compute overlaps",
        ),
        Overhead::Bubble => (
            "bubble",
            "pipeline bubble",
            "stages that wait while the pipeline fills and drains",
        ),
        Overhead::Imbalance => (
            "imbalance",
            "imbalance of stages",
            "stages that wait for those with more to do",
        ),
        Overhead::Kernels => (
            "last inch",
            "memory-bound kernels",
            "traffic between a GPU’s memory and its cores, and products too small to fill them",
        ),
    };
    OverheadText { name, term, what }
}

/// Names of the schedules.
pub(in crate::en) const SCHEDULES: [&str; 10] = [
    "GPipe",
    "1F1B",
    "interleaved",
    "ZB-H1",
    "ZB-H2",
    "ZB-V",
    "V-Half",
    "V-Min",
    "DualPipe",
    "DualPipeV",
];

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

//! Words that several parts of the English table share, and how pieces become a sentence.

use crate::OverheadText;
use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::{Schedule, Word as _};
use cost::shares::Overhead;
use cost::units::Bytes;

/// The verdict in a word or two. A tight plan whose predicted peak exceeds the capacity fits only
/// at the lower end of its range.
pub(in crate::en) fn verdict_word(verdict: Verdict, peak: Bytes, capacity: Bytes) -> &'static str {
    match verdict {
        Verdict::Fits => "Fits",
        Verdict::Tight if peak > capacity => "May not fit",
        Verdict::Tight => "Tight",
        Verdict::OutOfMemory => "Out of memory",
    }
}

/// Note on a figure of time: empty if the plan can run.
pub(in crate::en) fn if_it_fit(estimate: &Estimate) -> &'static str {
    match estimate.memory.verdict {
        Verdict::OutOfMemory => ", if it fit",
        Verdict::Fits | Verdict::Tight => "",
    }
}

pub(in crate::en) fn overhead(overhead: Overhead) -> OverheadText {
    let (name, term, what) = match overhead {
        Overhead::ModelState => (
            "state shelf",
            "optimizer step",
            "weights, gradients and optimizer state",
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

/// Name of the share of the time in which stages are idle.
pub(in crate::en) const IDLE: &str = "stages idle";

/// Names of the schedules, in the order of [`Schedule::ALL`].
pub(in crate::en) const SCHEDULES: [&str; Schedule::ALL.len()] = [
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

/// Name of a schedule.
pub(crate) fn schedule(schedule: Schedule) -> &'static str {
    SCHEDULES[schedule.index()]
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

#[cfg(test)]
mod tests {
    use super::schedule;
    use cost::plan::{Schedule, Word as _};

    #[test]
    fn each_schedule_has_the_name_of_its_word() {
        for &each in Schedule::ALL {
            let letters = schedule(each).replace('-', "").to_lowercase();
            assert!(letters.starts_with(each.word()), "{each:?}: {letters}");
        }
    }
}

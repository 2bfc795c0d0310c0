//! Lengths of a row's samples, by the words of its source: the one rule by which a printed step or
//! peak is one of full sequences.
//!
//! Tests: `tests/all/finetune.rs`.

use super::finetune::says;
use super::notes::{Notes, Uncompared};
use super::row::RunRecord;
use cost::plan::{Packing, Word};

/// Words of samples that are cut from packed text or have one length.
const FULL: &[&str] = &["packed", "fixed", "full context", "chunk", "concatenated"];
/// Words of samples that are shorter than a sequence.
const SHORT: &[&str] = &[
    "unpacked",
    "not packed",
    "without packing",
    "padded",
    "truncated",
    "shorter",
    "variable",
];
/// Words of a sample of full length that sets the peak. Where samples are truncated, some have the
/// length to which they are.
const PEAK: &[&str] = &["peak", "truncated"];

/// Lengths of the samples that a row's figures are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lengths {
    /// Every sequence is full.
    Full,
    /// The longest sample is a full sequence and sets the peak; a mean step is shorter.
    Longest,
    /// Neither the steps nor the peak are of full sequences.
    Short,
}

impl Lengths {
    /// Lengths by the row's words; full where it says nothing of them, as in pre-training.
    pub(super) fn of(row: &RunRecord, notes: &mut Notes) -> Self {
        let words = row.sequence.kind.as_deref();
        let has = |list: &[&str]| says(words, list);
        let is_padded_evenly = has(&["fixed"]);
        if words.is_none() || is_padded_evenly {
            Self::Full
        } else if has(SHORT) && has(PEAK) {
            Self::Longest
        } else if has(SHORT) {
            Self::Short
        } else {
            if !has(FULL) {
                let word = words.unwrap_or_default();
                notes.unknown("sequence.kind", word, Packing::Packed.word());
            }
            Self::Full
        }
    }

    /// True if a printed step is one of full sequences.
    pub(super) const fn steps_are_full(self) -> bool {
        matches!(self, Self::Full)
    }

    /// True if a printed peak is one of full sequences; else a note says that it is not compared.
    pub(super) fn peak_is_full(self, notes: &mut Notes) -> bool {
        if self == Self::Short {
            notes.not_compared("measured.peak_mem_gib", Uncompared::ShortSamples);
        }
        self != Self::Short
    }
}

/// True if the row infers that its printed step is one micro-batch.
pub(super) fn is_of_micro_batch(row: &RunRecord) -> bool {
    let mut inferred = row.fields_inferred.iter();
    inferred.any(|field| field.starts_with("step_time_s") && field.contains("micro-batch"))
}

//! The verdict and the key figures.

use cost::Estimate;
use formats::export::{Fate, Refusal};

messages!("head");

/// The share of the time in which stages are idle, as the sum of its parts.
#[must_use]
pub fn idle_parts(estimate: &Estimate) -> String {
    let time = &estimate.time;
    idle_sum(
        time.idle_fraction(),
        time.bubble_fraction(),
        time.imbalance_fraction(),
    )
}

/// The framework that does not run a plan, as a note beside the verdict.
#[must_use]
pub fn refused_by(refusal: &Refusal) -> String {
    let said = match refusal.note.fate {
        Fate::Refused => refuses,
        Fate::NoOption | Fate::Untested => does_not_run,
        Fate::Nearest | Fate::InCode | Fate::Usual | Fate::Yours => runs_nearly,
    };
    said(&crate::search::release_name(refusal.release))
}

/// Rating of an MFU (a share of 1) in a word: 40 % is good, 50 % and more excellent for large dense
/// models.
#[must_use]
pub fn mfu_rating(mfu: f64) -> &'static str {
    match mfu {
        m if m >= 0.5 => excellent(),
        m if m >= 0.4 => good(),
        m if m >= 0.3 => fair(),
        _ => low(),
    }
}

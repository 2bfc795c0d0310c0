//! The verdict and the key figures.

use cost::Estimate;
use cost::memory::Verdict;
use cost::units::Bytes;

messages!("head");

/// The verdict in a word or two, by the predicted peak and the capacity. A tight plan whose
/// predicted peak exceeds the capacity fits only at the lower end of its range.
#[must_use]
pub fn verdict(verdict: Verdict, peak: Bytes, capacity: Bytes) -> &'static str {
    match verdict {
        Verdict::Fits => fits(),
        Verdict::Tight if peak > capacity => may_not_fit(),
        Verdict::Tight => tight(),
        Verdict::OutOfMemory => out_of_memory(),
    }
}

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

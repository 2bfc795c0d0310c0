//! The words of verdicts on a plan.
//!
//! Tests: `crates/cli/tests/all/reports.rs`.

use cost::memory::Verdict;

messages!("verdict");

/// The word of a verdict that stands alone, or begins a line.
#[must_use]
pub fn alone(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => alone_fits(),
        Verdict::Tight => alone_tight(),
        Verdict::MayNotFit => alone_may_not_fit(),
        Verdict::OutOfMemory => alone_does_not_fit(),
    }
}

/// The word of a verdict inside a line.
#[must_use]
pub fn inside(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => fits(),
        Verdict::Tight => tight(),
        Verdict::MayNotFit => may_not_fit(),
        Verdict::OutOfMemory => does_not_fit(),
    }
}

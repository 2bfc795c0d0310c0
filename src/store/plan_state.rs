//! State of a plan in a word.

use cost::memory::Verdict;

/// State of the plan: illegal, or legal with the verdict on its memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PlanState {
    /// The plan is illegal.
    Illegal,
    /// The plan is legal, with this verdict.
    Legal(Verdict),
}

impl PlanState {
    /// The word of the state in style sheets.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Legal(Verdict::Fits) => "fits",
            Self::Legal(Verdict::Tight) => "tight",
            Self::Legal(Verdict::OutOfMemory) => "oom",
        }
    }
}

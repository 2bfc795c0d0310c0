//! State of a plan in a word.

use cost::memory::Verdict;
use formats::goal::verdict_word;

/// State of the plan: illegal, or legal with the verdict on its memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PlanState {
    /// The plan is illegal.
    Illegal,
    /// The plan is legal, with this verdict.
    Legal(Verdict),
}

impl PlanState {
    /// The word of the state in style sheets, where each has one colour (`style/tokens.css`).
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Legal(verdict) => verdict_word(verdict),
        }
    }

    /// The state in words, inside a line.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Illegal => text::verdict::cannot_exist(),
            Self::Legal(verdict) => text::verdict::inside(verdict),
        }
    }
}

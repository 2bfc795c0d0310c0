//! Limits of a search.

use crate::work::PATIENCE;

/// Limits of one search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Plans from which each level starts (the beam).
    pub width: usize,
    /// Most controls that a path sets.
    pub depth: usize,
    /// Most units of work ([`crate::work`]).
    pub units: u64,
}

impl Effort {
    /// The effort for a hint: a few thousand estimates.
    pub const MOMENT: Self = Self {
        width: 6,
        depth: 4,
        units: PATIENCE,
    };
    /// The effort if [`Self::MOMENT`] finds nothing.
    pub const WHILE: Self = Self {
        width: 24,
        depth: 4,
        units: PATIENCE,
    };
    /// The effort for a file that is checked once: hundreds of thousands of estimates.
    pub const PROOF: Self = Self {
        width: 96,
        depth: 7,
        units: 40 * PATIENCE,
    };
}

//! Virtual stages of a rank's chunks, and sources of their blocks' inputs.

use crate::plan::StagePlacement;

/// Passes of a rank: the forwards of its two chunks, then their backwards.
pub(super) const PASSES: usize = 4;
/// The first backward pass.
pub(super) const BACKWARD: usize = 2;

/// The source of a block's input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) rank: u32,
    pub(super) pass: u8,
}

impl StagePlacement {
    /// Chunks that a rank holds under a schedule that splits backward.
    pub(in crate::schedule) const fn chunks(self) -> usize {
        match self {
            Self::Fold | Self::Mirror => 2,
            Self::Straight | Self::Interleaved => 1,
        }
    }

    /// The virtual stage that a rank holds as this chunk.
    pub(super) const fn stage(self, ranks: usize, rank: usize, chunk: usize) -> usize {
        match (self, chunk) {
            (_, 0) => rank,
            (Self::Fold, _) => 2 * ranks - 1 - rank,
            _ => ranks - 1 - rank,
        }
    }

    /// The block for which each pass of a rank waits; `None` for the pass through which the data
    /// enter.
    pub(super) fn sources(self, ranks: usize, rank: usize) -> [Option<Source>; PASSES] {
        let source = |rank: usize, pass: usize| Source {
            rank: rank as u32,
            pass: pass as u8,
        };
        let before = |pass| rank.checked_sub(1).map(|rank| source(rank, pass));
        let after = |pass| (rank + 1 < ranks).then_some(source(rank + 1, pass));
        // The last stage's backward follows its forward on the same rank.
        let own = |pass| Some(source(rank, pass));
        let (forward, backward) = ([0, 1], [BACKWARD, BACKWARD + 1]);
        [
            before(forward[0]),
            match self {
                Self::Fold => after(forward[1]).or(own(forward[0])),
                _ => after(forward[1]),
            },
            match self {
                Self::Fold => after(backward[0]).or(own(backward[1])),
                _ => after(backward[0]).or(own(forward[0])),
            },
            before(backward[1]).or(own(forward[1])),
        ]
    }
}

//! Schedules that split backward into input gradients (B) and weight gradients (W). The stage
//! before waits for input gradients; weight gradients fill gaps.

mod dual;
mod order;
mod placement;
mod walk;

use placement::BACKWARD;
pub(super) use walk::SplitWalk;

use super::pipeline::{Block, Direction, Pipeline};
use crate::plan::StagePlacement;

impl Pipeline {
    /// Micro-batches that pass a chunk in a step: with a pipeline in each direction, half of them.
    #[must_use]
    pub const fn micro_batches_through(&self, chunk: usize) -> usize {
        match (self.placement(), chunk) {
            (StagePlacement::Mirror, 0) => self.micro_batches.div_ceil(2),
            (StagePlacement::Mirror, _) => self.micro_batches / 2,
            _ => self.micro_batches,
        }
    }

    /// A block of a chunk by its number among the blocks of its kind: the second direction's
    /// micro-batches are the latter half of all.
    pub(super) const fn numbered(&self, direction: Direction, chunk: usize, index: usize) -> Block {
        let first = match self.placement() {
            StagePlacement::Mirror => chunk * self.micro_batches.div_ceil(2),
            _ => 0,
        };
        Block {
            direction,
            micro_batch: first + index,
            chunk,
        }
    }

    /// Chunks of the model that a rank holds: two in V order and in both directions, else
    /// [`Pipeline::chunks`].
    #[must_use]
    pub const fn chunks_a_rank(&self) -> usize {
        if self.schedule.splits_backward() {
            self.placement().chunks()
        } else {
            self.chunks
        }
    }

    /// Virtual stages into which the model is cut: 2p in V order, p with a whole pipeline in each
    /// direction, else p·v.
    #[must_use]
    pub const fn stages(&self) -> usize {
        match self.placement() {
            StagePlacement::Mirror => self.ranks,
            _ => self.ranks * self.chunks_a_rank(),
        }
    }

    /// The virtual stage that a rank holds as this chunk. In V order rank i holds stages i and
    /// 2p−1−i; with `DualPipe` stages i and p−1−i, each a second time on rank p−1−i.
    #[must_use]
    pub const fn stage(&self, rank: usize, chunk: usize) -> usize {
        if self.schedule.splits_backward() {
            self.placement().stage(self.ranks, rank, chunk)
        } else {
            chunk * self.ranks + rank
        }
    }
}

/// The dependencies of a block of a schedule that splits backward; see [`Pipeline::dependency`].
pub(super) fn dependency(pipeline: &Pipeline, rank: usize, block: Block) -> Option<(usize, Block)> {
    let pass = match block.direction {
        Direction::Forward => block.chunk,
        _ => BACKWARD + block.chunk,
    };
    let sources = pipeline.placement().sources(pipeline.ranks, rank);
    let source = (*sources.get(pass)?)?;
    let pass = usize::from(source.pass);
    let direction = if pass < BACKWARD {
        Direction::Forward
    } else {
        Direction::Backward
    };
    let needed = Block {
        direction,
        chunk: pass % BACKWARD,
        ..block
    };
    Some((source.rank as usize, needed))
}

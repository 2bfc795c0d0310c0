//! The dependencies of a block, and the bubble of equal stages.

use super::pipeline::{Block, Direction, Pipeline};
use super::split;

impl Pipeline {
    /// The rank and the block whose output a block needs; `None` for the first forward of a
    /// micro-batch. In a schedule that splits backward, the needed backward stands for its input
    /// gradient.
    ///
    /// ```
    /// use cost::plan::Schedule;
    /// use cost::schedule::{Block, Direction, Pipeline};
    /// let pipeline = Pipeline { ranks: 4, chunks: 2, micro_batches: 8, schedule: Schedule::Interleaved };
    /// let forward = |micro_batch, chunk| Block { direction: Direction::Forward, micro_batch, chunk };
    /// // The second chunk of the first rank is stage 4, which follows stage 3 on the last one.
    /// assert_eq!(pipeline.dependency(0, forward(5, 1)), Some((3, forward(5, 0))));
    /// assert_eq!(pipeline.dependency(0, forward(5, 0)), None);
    /// ```
    #[must_use]
    pub fn dependency(&self, rank: usize, block: Block) -> Option<(usize, Block)> {
        if block.direction == Direction::WeightGradient {
            let direction = Direction::InputGradient;
            return Some((rank, Block { direction, ..block }));
        }
        if self.schedule.splits_backward() {
            return split::dependency(self, rank, block);
        }
        let stage = self.stage(rank, block.chunk);
        let stage = match block.direction {
            Direction::Forward => stage.checked_sub(1)?,
            // The last stage's backward follows its forward on the same rank.
            _ if stage + 1 == self.stages() => {
                let direction = Direction::Forward;
                return Some((rank, Block { direction, ..block }));
            }
            _ => stage + 1,
        };
        let chunk = stage / self.ranks;
        Some((stage % self.ranks, Block { chunk, ..block }))
    }

    /// Slots in which a rank of equal stages waits, p−1, and slots in all, v·m + p−1. Their ratio
    /// is the bubble (Huang 2018; Narayanan 2021, section 2.2). `None` if the schedule has no such
    /// closed form.
    ///
    /// ```
    /// use cost::{plan::Schedule, schedule::Pipeline};
    /// let pipeline = Pipeline { ranks: 8, chunks: 1, micro_batches: 8, schedule: Schedule::OneFOneB };
    /// assert_eq!(pipeline.equal_turns(), Some([7, 15]));
    /// ```
    #[must_use]
    pub const fn equal_turns(&self) -> Option<[u64; 2]> {
        let whole = self.chunks == 1 || self.micro_batches.is_multiple_of(self.ranks);
        if self.schedule.splits_backward() || !whole {
            return None;
        }
        let waits = self.ranks as u64 - 1;
        Some([waits, self.all_forwards() + waits])
    }

    /// Blocks that all ranks run in a step.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        let pieces = if self.schedule.splits_backward() {
            3
        } else {
            2
        };
        let passes =
            (0..self.chunks_a_rank()).map(|chunk| self.micro_batches_through(chunk) as u64);
        passes.sum::<u64>() * pieces * self.ranks as u64
    }
}

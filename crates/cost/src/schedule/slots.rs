//! The order of a rank's forwards by micro-batch and chunk. The order of its backwards has the
//! chunks reversed.

use super::pipeline::{Block, Direction, Pipeline};

/// A place in the order in which micro-batches visit a rank's chunks. p micro-batches pass one
/// chunk, then the next chunk. Then come the next p micro-batches.
///
/// It advances by additions, because a simulation visits every slot of every rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotCursor {
    micro_batch: usize,
    chunk: usize,
    /// The first micro-batch of the next group of p.
    group_end: usize,
}

impl SlotCursor {
    /// The place before the first slot.
    pub(crate) const fn start(pipeline: &Pipeline) -> Self {
        Self {
            micro_batch: 0,
            chunk: 0,
            group_end: pipeline.ranks,
        }
    }

    /// The place before slot `step`.
    pub(super) const fn at(pipeline: &Pipeline, step: u64) -> Self {
        let ranks = pipeline.ranks;
        let (first, within) = split(pipeline, step);
        Self {
            micro_batch: first + within % ranks,
            chunk: within / ranks,
            group_end: first + ranks,
        }
    }

    /// Number of micro-batches among the first `steps` slots, by chunk.
    pub(super) fn passed(pipeline: &Pipeline, steps: u64) -> Vec<usize> {
        let Pipeline {
            ranks,
            chunks,
            micro_batches,
            ..
        } = *pipeline;
        let (first, within) = split(pipeline, steps);
        let passed = |chunk: usize| {
            let begun = first + within.saturating_sub(chunk * ranks).min(ranks);
            begun.min(micro_batches)
        };
        (0..chunks).map(passed).collect()
    }

    /// Passes the next slot as a forward's; `None` if it is empty or past the end.
    pub(crate) fn next_forward(&mut self, pipeline: &Pipeline) -> Option<Block> {
        self.next(pipeline).map(|(micro_batch, chunk)| Block {
            direction: Direction::Forward,
            micro_batch,
            chunk,
        })
    }

    /// Passes the next slot as a backward's; `None` if it is empty or past the end.
    pub(crate) fn next_backward(&mut self, pipeline: &Pipeline) -> Option<Block> {
        self.next(pipeline).map(|(micro_batch, chunk)| Block {
            direction: Direction::Backward,
            micro_batch,
            chunk: pipeline.chunks - 1 - chunk,
        })
    }

    /// Repeats `times` more times the slots passed since `before`, which was whole periods ago.
    pub(super) const fn repeat(&mut self, before: &Self, times: usize) {
        let micro_batches = (self.micro_batch - before.micro_batch) * times;
        self.micro_batch += micro_batches;
        self.group_end += micro_batches;
    }

    /// Passes the next slot.
    fn next(&mut self, pipeline: &Pipeline) -> Option<(usize, usize)> {
        let visit = (self.micro_batch, self.chunk);
        self.micro_batch += 1;
        if self.micro_batch == self.group_end {
            self.end_chunk(pipeline);
        }
        (visit.0 < pipeline.micro_batches).then_some(visit)
    }

    /// Ends a chunk's group: the group of micro-batches goes on to the next chunk, or the next
    /// group starts at the first chunk.
    const fn end_chunk(&mut self, pipeline: &Pipeline) {
        self.chunk += 1;
        if self.chunk < pipeline.chunks {
            self.micro_batch -= pipeline.ranks;
        } else {
            self.chunk = 0;
            self.group_end += pipeline.ranks;
        }
    }
}

/// The micro-batches of all groups before a slot, and its position in its group.
const fn split(pipeline: &Pipeline, step: u64) -> (usize, usize) {
    let group = (pipeline.ranks * pipeline.chunks) as u64;
    let groups = step / group;
    (groups as usize * pipeline.ranks, (step % group) as usize)
}

impl Pipeline {
    /// The block in a rank's `index`-th slot, below [`Pipeline::slots`]; `None` if it is empty.
    #[must_use]
    pub fn block(&self, rank: usize, index: u64) -> Option<Block> {
        self.block_after(self.warm_up(rank), index)
    }

    /// The `index`-th slot of a rank with this many warm-up forwards.
    fn block_after(&self, warm_up: u64, index: u64) -> Option<Block> {
        let all = self.steps();
        let steady = 2 * (all - warm_up);
        if index < warm_up {
            return self.forward(index);
        }
        let past = index - warm_up;
        if past >= steady {
            return self.backward(past - (all - warm_up));
        }
        if past.is_multiple_of(2) {
            self.forward(warm_up + past / 2)
        } else {
            self.backward(past / 2)
        }
    }

    /// The `step`-th forward slot of every rank; `None` if it is empty or past the end.
    fn forward(&self, step: u64) -> Option<Block> {
        SlotCursor::at(self, step).next_forward(self)
    }

    /// The `step`-th backward slot of every rank; `None` if it is empty or past the end.
    fn backward(&self, step: u64) -> Option<Block> {
        SlotCursor::at(self, step).next_backward(self)
    }
}

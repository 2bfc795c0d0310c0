//! What the ranks of a pipeline hold at most, whatever the schedule.

use super::program::{Block, Direction, Pipeline};

/// Bytes that one micro-batch needs on one virtual stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// From its forward to its backward.
    pub kept: u64,
    /// While its backward runs, `kept` included.
    pub walk: u64,
    /// From its input gradient to its weight gradient: what of `kept` the latter still reads,
    /// and the output gradients it reads beside.
    pub weight: u64,
}

/// The moment at which a rank holds most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldPeak {
    /// Bytes held.
    pub bytes: u64,
    /// The chunk whose backward runs; `None` after a forward.
    pub walking: Option<usize>,
    /// Micro-batches that keep everything, by chunk, without the one that walks backward.
    pub whole: Vec<usize>,
    /// Micro-batches whose weight gradient waits, by chunk.
    pub waiting: Vec<usize>,
}

impl Pipeline {
    /// The most that each rank holds, when a micro-batch needs this much on each virtual stage
    /// ([`Pipeline::stage`]): the programs are walked block by block.
    ///
    /// ```
    /// use shardwise::cost::plan::Schedule;
    /// use shardwise::cost::schedule::{Pipeline, Share};
    /// let pipeline = Pipeline { ranks: 4, chunks: 1, micro_batches: 16, schedule: Schedule::ZbH2 };
    /// let one = Share { kept: 1, walk: 1, weight: 1 };
    /// // ZB-H2: 2p − 1 = 7 on every rank while weight gradients keep everything.
    /// assert!(pipeline.peaks(&[one; 4]).iter().all(|peak| peak.bytes == 7));
    /// ```
    #[must_use]
    pub fn peaks(&self, shares: &[Share]) -> Vec<HeldPeak> {
        let mut ranks = vec![Held::of(self); self.ranks];
        self.programs(&mut |rank, block| {
            let share = |chunk| shares[self.stage(rank, chunk)];
            ranks[rank].run(block, share);
        });
        ranks.into_iter().map(|held| held.peak).collect()
    }

    /// Shows each rank's program block by block, in its order; of a long step as many
    /// micro-batches as it takes until every rank has held its most.
    pub fn programs(&self, visit: &mut dyn FnMut(usize, Block)) {
        // The last ones go on as they would: in both directions, and in groups of p.
        let enough = 3 * self.ranks + 2;
        let micro_batches = match self.micro_batches.checked_sub(enough) {
            Some(more) => enough + more % (2 * self.ranks),
            None => self.micro_batches,
        };
        let pipeline = Self {
            micro_batches,
            ..*self
        };
        if self.schedule.splits_backward() {
            super::split::programs(&pipeline, visit);
            return;
        }
        for rank in 0..self.ranks {
            for block in (0..pipeline.slots()).filter_map(|slot| pipeline.block(rank, slot)) {
                visit(rank, block);
            }
        }
    }
}

/// What a rank holds on its way through its program.
#[derive(Clone)]
struct Held {
    bytes: u64,
    whole: Vec<usize>,
    waiting: Vec<usize>,
    peak: HeldPeak,
}

impl Held {
    fn of(pipeline: &Pipeline) -> Self {
        let nothing = vec![0; pipeline.chunks_a_rank()];
        Self {
            bytes: 0,
            whole: nothing.clone(),
            waiting: nothing,
            peak: HeldPeak::default(),
        }
    }

    fn run(&mut self, block: Block, share: impl Fn(usize) -> Share) {
        let Share { kept, walk, weight } = share(block.chunk);
        let chunk = block.chunk;
        match block.direction {
            Direction::Forward => {
                self.whole[chunk] += 1;
                self.bytes = self.bytes.saturating_add(kept);
                self.meet(None, self.bytes);
            }
            Direction::WeightGradient => {
                self.waiting[chunk] -= 1;
                self.bytes = self.bytes.saturating_sub(weight);
            }
            Direction::Backward | Direction::InputGradient => {
                self.whole[chunk] -= 1;
                self.bytes = self.bytes.saturating_sub(kept);
                self.meet(Some(chunk), self.bytes.saturating_add(walk));
                if block.direction == Direction::InputGradient {
                    self.waiting[chunk] += 1;
                    self.bytes = self.bytes.saturating_add(weight);
                    self.meet(None, self.bytes);
                }
            }
        }
    }

    /// Notes a moment if it is the highest so far.
    fn meet(&mut self, walking: Option<usize>, bytes: u64) {
        let peak = &mut self.peak;
        if bytes > peak.bytes || peak.whole.is_empty() {
            peak.bytes = bytes;
            peak.walking = walking;
            peak.whole.clone_from(&self.whole);
            peak.waiting.clone_from(&self.waiting);
        }
    }
}

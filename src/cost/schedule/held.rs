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
        self.moments().peaks(self, shares)
    }

    /// The moments at which each rank may hold most, whatever a micro-batch needs.
    #[must_use]
    pub fn moments(&self) -> Moments {
        let mut ranks = vec![Held::of(self); self.ranks];
        self.programs(&mut |rank, block| ranks[rank].run(block));
        Moments(ranks.into_iter().map(|held| held.moments).collect())
    }

    /// Shows each rank's program block by block, in its order; of a long step as many
    /// micro-batches as it takes until every rank has held its most.
    pub fn programs(&self, visit: &mut dyn FnMut(usize, Block)) {
        let pipeline = self.shortened();
        let stages = vec![0.0; pipeline.stages()];
        let durations = super::Durations {
            forward: stages.clone(),
            backward: stages,
            ..super::Durations::default()
        };
        super::simulate_traced(&pipeline, &durations, |span| visit(span.rank, span.block));
    }

    /// The same with no more micro-batches than it takes until every rank has held its most.
    #[must_use]
    pub const fn shortened(&self) -> Self {
        // The last ones go on as they would: in both directions, and in groups of p.
        let enough = 3 * self.ranks + 2;
        let micro_batches = match self.micro_batches.checked_sub(enough) {
            Some(more) => enough + more % (2 * self.ranks),
            None => self.micro_batches,
        };
        Self {
            micro_batches,
            ..*self
        }
    }
}

/// For each rank the moments at which it may hold most: of all moments those that no other has
/// as much of everything as. They follow from the order of its blocks alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moments(Vec<Vec<Moment>>);

/// Micro-batches that a rank holds at a moment, by what they keep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Moment {
    walking: Option<usize>,
    whole: Vec<usize>,
    waiting: Vec<usize>,
}

impl Moments {
    /// The most that each rank of their pipeline holds, when a micro-batch needs this much on
    /// each virtual stage.
    #[must_use]
    pub fn peaks(&self, pipeline: &Pipeline, shares: &[Share]) -> Vec<HeldPeak> {
        let ranks = 0..self.0.len();
        ranks
            .map(|rank| self.peak(pipeline, shares, rank))
            .collect()
    }

    /// The same of one rank.
    #[must_use]
    pub fn peak(&self, pipeline: &Pipeline, shares: &[Share], rank: usize) -> HeldPeak {
        let share = |chunk| shares[pipeline.stage(rank, chunk)];
        let moments = self.0[rank].iter();
        let moments = moments.map(|moment| (moment.bytes(share), moment));
        // Of moments alike the first.
        let fullest = moments.reduce(|one, other| if other.0 > one.0 { other } else { one });
        fullest.map_or_else(HeldPeak::default, |(bytes, moment)| HeldPeak {
            bytes,
            walking: moment.walking,
            whole: moment.whole.clone(),
            waiting: moment.waiting.clone(),
        })
    }
}

impl Moment {
    fn bytes(&self, share: impl Fn(usize) -> Share) -> u64 {
        let walked = self.walking.map_or(0, |chunk| share(chunk).walk);
        let counts = self.whole.iter().zip(&self.waiting).enumerate();
        counts.fold(walked, |bytes, (chunk, (&whole, &waiting))| {
            let Share { kept, weight, .. } = share(chunk);
            bytes
                .saturating_add(kept.saturating_mul(whole as u64))
                .saturating_add(weight.saturating_mul(waiting as u64))
        })
    }

    /// Whether it has at least as much of everything as the other.
    fn covers(&self, other: &Self) -> bool {
        let covers =
            |these: &[usize], those: &[usize]| these.iter().zip(those).all(|(a, b)| a >= b);
        (other.walking.is_none() || self.walking == other.walking)
            && covers(&self.whole, &other.whole)
            && covers(&self.waiting, &other.waiting)
    }
}

/// What a rank holds on its way through its program.
#[derive(Clone)]
struct Held {
    now: Moment,
    moments: Vec<Moment>,
}

impl Held {
    fn of(pipeline: &Pipeline) -> Self {
        let nothing = vec![0; pipeline.chunks_a_rank()];
        Self {
            now: Moment {
                walking: None,
                whole: nothing.clone(),
                waiting: nothing,
            },
            moments: Vec::new(),
        }
    }

    fn run(&mut self, block: Block) {
        let chunk = block.chunk;
        match block.direction {
            Direction::Forward => {
                self.now.whole[chunk] += 1;
                self.meet(None);
            }
            Direction::WeightGradient => self.now.waiting[chunk] -= 1,
            Direction::Backward | Direction::InputGradient => {
                self.now.whole[chunk] -= 1;
                self.meet(Some(chunk));
                if block.direction == Direction::InputGradient {
                    self.now.waiting[chunk] += 1;
                    self.meet(None);
                }
            }
        }
    }

    /// Notes this moment, unless an earlier one covers it; those that it covers are forgotten.
    fn meet(&mut self, walking: Option<usize>) {
        self.now.walking = walking;
        let now = &self.now;
        if self.moments.iter().any(|moment| moment.covers(now)) {
            return;
        }
        self.moments.retain(|moment| !now.covers(moment));
        self.moments.push(now.clone());
    }
}

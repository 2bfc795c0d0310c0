//! Reduced pipelines: shorter ones of the same schedule that represent a pipeline too long to be
//! simulated block by block.

use super::pipeline::Pipeline;
use crate::plan::PassOrder;

/// A number for pipelines that split backward, whose order takes time to find, and one for those
/// that leave it whole.
struct Each<T> {
    split: T,
    whole: T,
}

/// Actions above which a pipeline is not simulated one by one. They are chosen so that estimates at
/// the limits take less than 5 ms (`cargo bench --bench bounded`).
const MOST_ACTIONS: Each<u64> = Each {
    split: 100_000,
    whole: 280_000,
};
/// Actions of the longest reduced pipeline. This and the numbers of ranks
/// are chosen by the same bench, as long as `crates/cost/tests/all/schedule/extrapolate.rs` holds.
const MOST_REDUCED_ACTIONS: Each<u64> = Each {
    split: 56_000,
    whole: 90_000,
};
/// Ranks of the longest reduced pipeline, ± 5.
const MOST_RANKS: Each<usize> = Each {
    split: 48,
    whole: 60,
};
/// Least number of ranks of the longest reduced pipeline, ± 5, however many actions it has.
const LEAST_RANKS: Each<usize> = Each {
    split: 24,
    whole: 18,
};
/// Micro-batches a rank from which on a step grows evenly with each further one, whatever the
/// schedule.
const FULL: usize = 4;
/// Ranks at either end that represent only themselves.
const ENDS: usize = 4;

impl<T: Copy> Each<T> {
    const fn of(&self, pipeline: &Pipeline) -> T {
        if pipeline.schedule.splits_backward() {
            self.split
        } else {
            self.whole
        }
    }
}

impl Pipeline {
    /// True if each block is simulated; longer pipelines are approximated by shorter ones.
    #[must_use]
    pub fn is_simulated_exactly(&self) -> bool {
        self.actions() <= MOST_ACTIONS.of(self)
    }

    /// About how many actions a simulation runs.
    fn actions(&self) -> u64 {
        let Self {
            ranks,
            micro_batches,
            ..
        } = *self;
        let each = if self.schedule.splits_backward() {
            // Filling and draining are simulated. An order of steps passes over the micro-batches
            // that a short step lacks. Each of these counts as one action, and one that runs as
            // three: chosen by the bench above.
            let steps = match self.order() {
                PassOrder::Paired => self.stages(),
                _ => 0,
            };
            let passed_over = steps.saturating_sub(micro_batches);
            (self.chunks_a_rank() * (3 * micro_batches.min(3 * ranks) + passed_over)) as u64
        } else {
            // Filling and draining, and a few periods.
            let periods = 4 * self.period() as u64;
            let steps = self.steps().min(2 * self.backward_delay(0) + periods);
            2 * steps
        };
        each * ranks as u64
    }

    /// A pipeline of fewer ranks that is as full as this one.
    pub(super) fn with_ranks(&self, ranks: usize) -> Self {
        let micro_batches = if self.chunks > 1 {
            // Whole groups of p, and the remainder in proportion.
            let groups = (self.micro_batches / self.ranks).min(FULL);
            groups * ranks + self.in_proportion(self.micro_batches % self.ranks, ranks)
        } else {
            let micro_batches = self.full(ranks).max(self.few(ranks));
            // The parity is kept: with a pipeline in each direction, each has half of the
            // micro-batches.
            micro_batches + (micro_batches + self.micro_batches) % 2
        };
        Self {
            ranks,
            micro_batches,
            ..*self
        }
    }

    /// Largest number of micro-batches that counts as few in a pipeline of this many ranks, at most
    /// the pipeline's number.
    fn few(&self, ranks: usize) -> usize {
        self.micro_batches.min(ranks / 4)
    }

    /// The number of micro-batches with which this many ranks are as full as these.
    fn full(&self, ranks: usize) -> usize {
        self.in_proportion(self.micro_batches.min(FULL * self.ranks), ranks)
    }

    /// Micro-batches of these ranks in proportion to others, rounded up.
    fn in_proportion(&self, micro_batches: usize, ranks: usize) -> usize {
        (micro_batches * ranks).div_ceil(self.ranks)
    }

    /// True if this many ranks, with micro-batches in proportion, would have fewer than `few`.
    fn has_few(&self, ranks: usize) -> bool {
        self.full(ranks) < self.few(ranks)
    }

    /// Ranks of the two reduced pipelines of this one. Their numbers of ranks are equal to p modulo
    /// 6, as orders depend on whether 2 and 3 divide p.
    pub(super) fn short_ranks(&self) -> [usize; 2] {
        let (most, least) = (MOST_RANKS.of(self), LEAST_RANKS.of(self));
        let most_actions = MOST_REDUCED_ACTIONS.of(self);
        let mut longest = most + self.ranks % 6;
        while longest >= least + 6 && self.with_ranks(longest).actions() > most_actions {
            longest -= 6;
        }
        [longest, longest - longest / 12 * 6]
    }
}

/// The longest reduced pipeline of one that is too long; `None` of any other.
pub(super) fn reduced(pipeline: &Pipeline) -> Option<Pipeline> {
    (!pipeline.is_simulated_exactly()).then(|| {
        let [ranks, _] = pipeline.short_ranks();
        pipeline.with_ranks(ranks)
    })
}

/// Scales a count of micro-batches in flight from a reduced pipeline to the long one, rounded up.
pub(super) fn scale(pipeline: &Pipeline, short: &Pipeline, count: usize) -> usize {
    let [many, few] = proportion(pipeline, short);
    (count * many).div_ceil(few)
}

/// Ratio of a long pipeline's counts of micro-batches in flight to those of its reduced one, as a
/// numerator and a denominator. It is the ratio of the ranks, as the limits of a schedule are
/// shares of their number, or that of the micro-batches if these are too few to reach the limits.
fn proportion(pipeline: &Pipeline, short: &Pipeline) -> [usize; 2] {
    if pipeline.has_few(short.ranks) {
        [pipeline.micro_batches, short.micro_batches]
    } else {
        [pipeline.ranks, short.ranks]
    }
}

/// The rank of a reduced pipeline whose memory is nearest to a rank's. Along the pipeline the
/// memory changes by a micro-batch every few ranks. So distances from the ends are in proportion to
/// micro-batches, and in the middle they are interpolated.
pub(super) fn rank_by_memory(pipeline: &Pipeline, short: &Pipeline, rank: usize) -> usize {
    let [many, few] = proportion(pipeline, short);
    let each = many as f64 / few as f64;
    let [middle, short_middle] = [pipeline, short].map(|of| (of.ranks - 1) as f64 / 2.0);
    // At most half of the reduced ranks represent ends.
    let near = (short_middle / 2.0).min(middle / each);
    let from_end = rank.min(pipeline.ranks - 1 - rank) as f64;
    let place = if from_end <= near * each {
        from_end / each
    } else {
        let share = (from_end - near * each) / (middle - near * each);
        near + share * (short_middle - near)
    };
    if rank as f64 <= middle {
        place.round() as usize
    } else {
        short.ranks - 1 - place.round() as usize
    }
}

/// The rank of a reduced pipeline that represents a rank.
pub(super) fn place(pipeline: &Pipeline, short: &Pipeline, rank: usize) -> usize {
    position(pipeline.ranks, short.ranks, rank).round() as usize
}

/// Position of a rank in a pipeline of fewer ranks: the ends as far from the end, the others in
/// proportion.
pub(super) fn position(ranks: usize, short: usize, rank: usize) -> f64 {
    if rank < ENDS {
        return rank as f64;
    }
    let from_end = ranks - 1 - rank;
    if from_end < ENDS {
        return (short - 1 - from_end) as f64;
    }
    let share = (rank - ENDS) as f64 / (ranks - 1 - 2 * ENDS) as f64;
    ENDS as f64 + share * (short - 1 - 2 * ENDS) as f64
}

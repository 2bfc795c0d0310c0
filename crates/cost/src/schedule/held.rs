//! The peak of each rank's activations under any schedule.

use super::action::{Action, Period, Runner};
use super::moments::{Change, HeldMicroBatches, HeldPeak, Moments, Share};
use super::pipeline::Pipeline;
use super::program::Program;
use super::visits::Visits;

impl Pipeline {
    /// The most that each rank holds, when a micro-batch needs this much on each virtual stage
    /// ([`Pipeline::stage`]).
    ///
    /// ```
    /// use cost::plan::Schedule;
    /// use cost::schedule::{Pipeline, Share};
    /// let pipeline = Pipeline { ranks: 4, chunks: 1, micro_batches: 16, schedule: Schedule::ZbH2 };
    /// let one = Share { kept: 1, walk: 1, weight: 1 };
    /// // ZB-H2: 2p − 1 = 7 on every rank while weight gradients keep everything.
    /// assert!(pipeline.peaks(&[one; 4]).iter().all(|peak| peak.bytes == 7));
    /// ```
    #[must_use]
    pub fn peaks(&self, shares: &[Share]) -> Vec<HeldPeak> {
        Program::of(self).peaks(shares)
    }

    /// The most that one rank holds of a pipeline that leaves backward whole.
    pub(crate) fn peak(&self, shares: &[Share], rank: usize) -> HeldPeak {
        if self.chunks > 1 {
            return interleaved(self, shares, rank);
        }
        // At most m: there is one chunk.
        let others = self.in_flight(rank) as usize - 1;
        let Share { kept, walk, .. } = shares[rank];
        HeldPeak {
            bytes: kept.saturating_mul(others as u64).saturating_add(walk),
            walking: Some(0),
            whole: vec![others],
            waiting: vec![0],
        }
    }

    /// The pipeline with only as many micro-batches as it takes until every rank has held its most.
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

impl Program {
    /// The most that each rank holds under known programs.
    #[must_use]
    pub fn peaks(&self, shares: &[Share]) -> Vec<HeldPeak> {
        let pipeline = self.pipeline();
        if !pipeline.schedule.splits_backward() {
            let ranks = 0..pipeline.ranks;
            return ranks.map(|rank| pipeline.peak(shares, rank)).collect();
        }
        if self.stand_in().is_some() {
            return Moments::of_program(self).peaks(pipeline, shares);
        }
        let mut peaks = Peaks::new(pipeline, shares);
        self.run(&mut peaks);
        let ranks = peaks.ranks.iter();
        ranks.map(|rank| rank.most.peak(pipeline)).collect()
    }
}

/// Walks over a rank's program, because chunks at the ends keep more than the others. The walk
/// covers all forwards of the warm-up, then one period of backwards, each after a forward. Later
/// periods hold the same or, when forwards run out, less.
fn interleaved(pipeline: &Pipeline, shares: &[Share], rank: usize) -> HeldPeak {
    let share = |chunk| shares[pipeline.stage(rank, chunk)];
    let warm_up = pipeline.warm_up(rank);
    let mut forwards = Visits::at(pipeline, warm_up);
    let mut backwards = Visits::start(pipeline);
    let mut whole = Visits::passed(pipeline, warm_up);
    let held = |bytes: u64, (chunk, &count): (usize, &usize)| {
        bytes.saturating_add(share(chunk).kept.saturating_mul(count as u64))
    };
    let mut bytes = whole.iter().enumerate().fold(0, held);
    let nothing = vec![0; pipeline.chunks];
    let mut peak = HeldPeak {
        waiting: nothing.clone(),
        whole: nothing,
        ..HeldPeak::default()
    };
    for _ in 0..pipeline.period() {
        if let Some(forward) = forwards.next_forward(pipeline) {
            whole[forward.chunk] += 1;
            bytes = bytes.saturating_add(share(forward.chunk).kept);
        }
        if let Some(backward) = backwards.next_backward(pipeline) {
            let chunk = backward.chunk;
            let Share { kept, walk, .. } = share(chunk);
            whole[chunk] -= 1;
            bytes = bytes.saturating_sub(kept);
            let moment = bytes.saturating_add(walk);
            if moment > peak.bytes {
                peak.bytes = moment;
                peak.walking = Some(chunk);
                peak.whole.clone_from(&whole);
            }
        }
    }
    peak
}

/// The most that ranks hold, action by action.
struct Peaks {
    ranks: Vec<RankPeak>,
    shares: Vec<[Share; 2]>,
}

/// The present moment of a rank, and the one in which it held most.
#[derive(Clone, Copy, Default)]
struct RankPeak {
    now: HeldMicroBatches,
    /// Bytes held now, without those of a backward that runs. Counting them up and down is quicker
    /// than adding up each moment. No sum of shares overflows this type.
    held: u128,
    most: Most,
}

#[derive(Clone, Copy, Default)]
struct Most {
    bytes: u64,
    moment: HeldMicroBatches,
}

impl Peaks {
    fn new(pipeline: &Pipeline, shares: &[Share]) -> Self {
        let last = pipeline.chunks_a_rank() - 1;
        let of = |rank| [0, last].map(|chunk| shares[pipeline.stage(rank, chunk)]);
        Self {
            ranks: vec![RankPeak::default(); pipeline.ranks],
            shares: (0..pipeline.ranks).map(of).collect(),
        }
    }
}

impl Most {
    fn peak(&self, pipeline: &Pipeline) -> HeldPeak {
        self.moment.peak(pipeline, self.bytes)
    }
}

impl Runner for Peaks {
    fn run(&mut self, action: Action) {
        let RankPeak { now, held, most } = &mut self.ranks[action.rank as usize];
        let shares = &self.shares[action.rank as usize];
        now.run(action.work, &mut |moment, change| {
            let bytes = match change {
                Change::Keep(chunk) => {
                    *held += u128::from(shares[chunk].kept);
                    *held
                }
                Change::Walk(chunk) => {
                    *held -= u128::from(shares[chunk].kept);
                    *held + u128::from(shares[chunk].walk)
                }
                Change::Wait(chunk) => {
                    *held += u128::from(shares[chunk].weight);
                    *held
                }
                Change::Free(chunk) => {
                    *held -= u128::from(shares[chunk].weight);
                    return;
                }
            };
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            if bytes > most.bytes {
                *most = Most {
                    bytes,
                    moment: *moment,
                };
            }
        });
    }

    fn repeat(&mut self, _: Period, _: usize) {
        // A period ends as it began.
    }
}

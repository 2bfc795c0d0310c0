//! The peak of each rank's activations under any schedule.

use super::action::{Action, Period, Runner};
use super::peak_candidates::{
    ActivationPeak, Change, HeldActivations, MicroBatchBytes, PeakCandidates,
};
use super::pipeline::Pipeline;
use super::program::Program;
use super::slots::SlotCursor;

impl Pipeline {
    /// Peak activations per rank, if a micro-batch needs `shares` on the virtual stages
    /// ([`Pipeline::stage`]).
    ///
    /// ```
    /// use cost::plan::Schedule;
    /// use cost::schedule::{Pipeline, MicroBatchBytes};
    /// let pipeline = Pipeline { ranks: 4, chunks: 1, micro_batches: 16, schedule: Schedule::ZbH2 };
    /// let one = MicroBatchBytes { kept: 1, backward: 1, weight: 1 };
    /// // ZB-H2: 2p − 1 = 7 on every rank while weight gradients keep everything.
    /// assert!(pipeline.peaks(&[one; 4]).iter().all(|peak| peak.bytes == 7));
    /// ```
    #[must_use]
    pub fn peaks(&self, shares: &[MicroBatchBytes]) -> Vec<ActivationPeak> {
        Program::of(self).peaks(shares)
    }

    /// Peak activations of one rank, under a schedule that leaves backward whole.
    pub(crate) fn peak(&self, shares: &[MicroBatchBytes], rank: usize) -> ActivationPeak {
        if self.chunks > 1 {
            return interleaved(self, shares, rank);
        }
        // At most m: there is one chunk.
        let others = self.in_flight(rank) as usize - 1;
        let MicroBatchBytes { kept, backward, .. } = shares[rank];
        ActivationPeak {
            bytes: kept.saturating_mul(others as u64).saturating_add(backward),
            in_backward: Some(0),
            whole: vec![others],
            waiting: vec![0],
        }
    }

    /// The pipeline with only the micro-batches that it takes until every rank has reached its
    /// peak.
    #[must_use]
    pub const fn shortened(&self) -> Self {
        // The last micro-batches run as in the whole pipeline: in both directions, and in groups of
        // p.
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
    /// Peak activations per rank under known programs.
    #[must_use]
    pub fn peaks(&self, shares: &[MicroBatchBytes]) -> Vec<ActivationPeak> {
        let pipeline = self.pipeline();
        if !pipeline.schedule.splits_backward() {
            let ranks = 0..pipeline.ranks;
            return ranks.map(|rank| pipeline.peak(shares, rank)).collect();
        }
        if self.reduced().is_some() {
            return PeakCandidates::of_program(self).peaks(pipeline, shares);
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
fn interleaved(pipeline: &Pipeline, shares: &[MicroBatchBytes], rank: usize) -> ActivationPeak {
    let share = |chunk| shares[pipeline.stage(rank, chunk)];
    let warm_up = pipeline.warm_up(rank);
    let mut forwards = SlotCursor::at(pipeline, warm_up);
    let mut backwards = SlotCursor::start(pipeline);
    let mut whole = SlotCursor::passed(pipeline, warm_up);
    let held = |bytes: u64, (chunk, &count): (usize, &usize)| {
        bytes.saturating_add(share(chunk).kept.saturating_mul(count as u64))
    };
    let mut bytes = whole.iter().enumerate().fold(0, held);
    let nothing = vec![0; pipeline.chunks];
    let mut peak = ActivationPeak {
        waiting: nothing.clone(),
        whole: nothing,
        ..ActivationPeak::default()
    };
    for _ in 0..pipeline.period() {
        if let Some(forward) = forwards.next_forward(pipeline) {
            whole[forward.chunk] += 1;
            bytes = bytes.saturating_add(share(forward.chunk).kept);
        }
        if let Some(backward) = backwards.next_backward(pipeline) {
            let chunk = backward.chunk;
            let MicroBatchBytes { kept, backward, .. } = share(chunk);
            whole[chunk] -= 1;
            bytes = bytes.saturating_sub(kept);
            let state = bytes.saturating_add(backward);
            if state > peak.bytes {
                peak.bytes = state;
                peak.in_backward = Some(chunk);
                peak.whole.clone_from(&whole);
            }
        }
    }
    peak
}

/// The runner that finds the peak activations per rank.
struct Peaks {
    ranks: Vec<RankPeak>,
    shares: Vec<[MicroBatchBytes; 2]>,
}

/// The present state of a rank, and the state of its peak.
#[derive(Clone, Copy, Default)]
struct RankPeak {
    now: HeldActivations,
    /// Bytes held now, without those of a backward that runs. Counting them up and down is quicker
    /// than adding up each state. No sum of shares overflows this type.
    held: u128,
    most: Most,
}

#[derive(Clone, Copy, Default)]
struct Most {
    bytes: u64,
    state: HeldActivations,
}

impl Peaks {
    fn new(pipeline: &Pipeline, shares: &[MicroBatchBytes]) -> Self {
        let last = pipeline.chunks_a_rank() - 1;
        let of = |rank| [0, last].map(|chunk| shares[pipeline.stage(rank, chunk)]);
        Self {
            ranks: vec![RankPeak::default(); pipeline.ranks],
            shares: (0..pipeline.ranks).map(of).collect(),
        }
    }
}

impl Most {
    fn peak(&self, pipeline: &Pipeline) -> ActivationPeak {
        self.state.peak(pipeline, self.bytes)
    }
}

impl Runner for Peaks {
    fn run(&mut self, action: Action) {
        let RankPeak { now, held, most } = &mut self.ranks[action.rank as usize];
        let shares = &self.shares[action.rank as usize];
        now.run(action.work, &mut |state, change| {
            let bytes = match change {
                Change::Keep(chunk) => {
                    *held += u128::from(shares[chunk].kept);
                    *held
                }
                Change::Backward(chunk) => {
                    *held -= u128::from(shares[chunk].kept);
                    *held + u128::from(shares[chunk].backward)
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
                    state: *state,
                };
            }
        });
    }

    fn repeat(&mut self, _: Period, _: usize) {
        // A period ends as it began.
    }
}

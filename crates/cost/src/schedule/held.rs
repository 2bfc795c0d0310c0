//! The peak of each rank's activations under any schedule.

use std::borrow::Cow;

use super::action::{Action, Period, Runner, Work};
use super::pipeline::Pipeline;
use super::program::Program;
use super::stand_in;
use super::visits::Visits;

/// Bytes that one micro-batch needs on one virtual stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// From its forward to its backward.
    pub kept: u64,
    /// While its backward runs, `kept` included.
    pub walk: u64,
    /// From its input gradient to its weight gradient: the part of `kept` that the latter still
    /// reads, and the output gradients that it also reads.
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

impl Program {
    /// The same where the programs are known.
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
        ranks.map(|(_, most)| most.peak(pipeline)).collect()
    }
}

/// Walks over a rank's program, because chunks at the ends keep more than the others: all
/// forwards of the warm-up, then one period of backwards, each after a forward. Later periods
/// hold the same or, when forwards run out, less.
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

/// Micro-batches that a rank of a pipeline that cuts backward in two holds at a moment, by the
/// bytes that they keep; by chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Moment {
    walking: Option<usize>,
    whole: [usize; 2],
    waiting: [usize; 2],
}

impl Moment {
    fn bytes(&self, share: impl Fn(usize) -> Share) -> u64 {
        let walked = self.walking.map_or(0, |chunk| share(chunk).walk);
        let counts = self.whole.iter().zip(&self.waiting).enumerate();
        let held = counts.filter(|(_, (whole, waiting))| **whole + **waiting > 0);
        held.fold(walked, |bytes, (chunk, (&whole, &waiting))| {
            let Share { kept, weight, .. } = share(chunk);
            bytes
                .saturating_add(kept.saturating_mul(whole as u64))
                .saturating_add(weight.saturating_mul(waiting as u64))
        })
    }

    /// Whether it has at least as much of everything as the other.
    fn covers(&self, other: &Self) -> bool {
        let covers =
            |these: &[usize; 2], those: &[usize; 2]| these[0] >= those[0] && these[1] >= those[1];
        (other.walking.is_none() || self.walking == other.walking)
            && covers(&self.whole, &other.whole)
            && covers(&self.waiting, &other.waiting)
    }

    /// Visits the moments of an action.
    fn run(&mut self, work: Work, meet: &mut impl FnMut(&Self)) {
        self.walking = None;
        match work {
            Work::Forward(chunk) => {
                self.whole[usize::from(chunk)] += 1;
                meet(self);
            }
            Work::WeightGradient(chunk) => self.waiting[usize::from(chunk)] -= 1,
            Work::Backward(chunk) => self.walk(usize::from(chunk), meet),
            Work::InputGradient(chunk) => {
                let chunk = usize::from(chunk);
                self.walk(chunk, meet);
                self.waiting[chunk] += 1;
                self.walking = None;
                meet(self);
            }
            Work::Pair(chunk) => {
                self.run(Work::Forward(chunk), meet);
                self.run(Work::Backward(1 - chunk), meet);
            }
        }
    }

    fn walk(&mut self, chunk: usize, meet: &mut impl FnMut(&Self)) {
        self.whole[chunk] -= 1;
        self.walking = Some(chunk);
        meet(self);
    }

    fn peak(&self, pipeline: &Pipeline, bytes: u64) -> HeldPeak {
        let chunks = pipeline.chunks_a_rank();
        HeldPeak {
            bytes,
            walking: self.walking,
            whole: self.whole[..chunks].to_vec(),
            waiting: self.waiting[..chunks].to_vec(),
        }
    }

    /// The same of a longer pipeline, of which the other one is a stand-in.
    fn of_longer(&self, pipeline: &Pipeline, short: &Pipeline) -> Self {
        let mut longer = *self;
        for chunk in 0..2 {
            let most = pipeline.micro_batches_through(chunk);
            let scaled = |count| stand_in::scale(pipeline, short, count).min(most);
            // The one that walks backward is one of those in flight, and stays one.
            let walks = usize::from(self.walking == Some(chunk));
            let whole = scaled(self.whole[chunk] + walks);
            let left = most - whole;
            longer.whole[chunk] = whole - walks;
            longer.waiting[chunk] = scaled(self.waiting[chunk]).min(left);
        }
        longer
    }
}

/// The most that ranks hold, action by action: the present moment of each, and its most.
struct Peaks {
    ranks: Vec<(Moment, Most)>,
    shares: Vec<[Share; 2]>,
}

#[derive(Clone, Copy, Default)]
struct Most {
    bytes: u64,
    moment: Moment,
}

impl Peaks {
    fn new(pipeline: &Pipeline, shares: &[Share]) -> Self {
        let last = pipeline.chunks_a_rank() - 1;
        let of = |rank| [0, last].map(|chunk| shares[pipeline.stage(rank, chunk)]);
        Self {
            ranks: vec![Default::default(); pipeline.ranks],
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
        let (now, most) = &mut self.ranks[action.rank as usize];
        let shares = &self.shares[action.rank as usize];
        now.run(action.work, &mut |moment| {
            // Most moments are no new peak, and to see that is quicker than to count their bytes.
            if most.moment.covers(moment) {
                return;
            }
            let bytes = moment.bytes(|chunk| shares[chunk]);
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

/// The moments at which each rank of a pipeline that cuts backward in two may hold most: those for
/// which no other moment has at least as much in every count. They follow from the order of its
/// actions alone.
#[derive(Clone, Debug)]
pub struct Moments {
    /// The pipeline of these ranks: a shorter one if this one is too long.
    of: Pipeline,
    ranks: Vec<Vec<Moment>>,
}

impl Moments {
    /// The moments of a pipeline's ranks.
    #[must_use]
    pub fn of(pipeline: &Pipeline) -> Self {
        Self::of_program(&Program::of(pipeline))
    }

    /// The same where the programs are known.
    fn of_program(program: &Program) -> Self {
        let program = program.stand_in().unwrap_or(program);
        let of = *program.pipeline();
        let mut all = Every(vec![Default::default(); of.ranks]);
        program.run(&mut all);
        let ranks = all.0.into_iter().map(|(_, moments)| moments).collect();
        Self { of, ranks }
    }

    /// The memory that they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let moments = self.ranks.iter().map(Vec::capacity).sum::<usize>();
        moments * size_of::<Moment>() + self.ranks.len() * size_of::<Vec<Moment>>()
    }

    /// The most that each rank of their pipeline holds, when a micro-batch needs this much on
    /// each virtual stage.
    #[must_use]
    pub fn peaks(&self, pipeline: &Pipeline, shares: &[Share]) -> Vec<HeldPeak> {
        let places: Vec<Cow<[Moment]>> = (0..self.of.ranks)
            .map(|place| self.at(pipeline, place))
            .collect();
        (0..pipeline.ranks)
            .map(|rank| fullest(pipeline, shares, rank, &places[self.place(pipeline, rank)]))
            .collect()
    }

    /// The same of one rank.
    #[must_use]
    pub fn peak(&self, pipeline: &Pipeline, shares: &[Share], rank: usize) -> HeldPeak {
        let moments = self.at(pipeline, self.place(pipeline, rank));
        fullest(pipeline, shares, rank, &moments)
    }

    /// Position among these ranks of the one that represents a rank of the pipeline.
    fn place(&self, pipeline: &Pipeline, rank: usize) -> usize {
        if self.is_own(pipeline) {
            rank
        } else {
            stand_in::place_held(pipeline, &self.of, rank)
        }
    }

    /// The moments of one of these ranks, scaled to the pipeline.
    fn at(&self, pipeline: &Pipeline, place: usize) -> Cow<'_, [Moment]> {
        let moments = &self.ranks[place];
        if self.is_own(pipeline) {
            return Cow::Borrowed(moments);
        }
        let longer = |moment: &Moment| moment.of_longer(pipeline, &self.of);
        Cow::Owned(moments.iter().map(longer).collect())
    }

    const fn is_own(&self, pipeline: &Pipeline) -> bool {
        self.of.ranks == pipeline.ranks
    }
}

/// The fullest of a rank's moments; the first of several equal ones.
fn fullest(pipeline: &Pipeline, shares: &[Share], rank: usize, moments: &[Moment]) -> HeldPeak {
    let share = |chunk| shares[pipeline.stage(rank, chunk)];
    let moments = moments.iter().map(|moment| (moment.bytes(share), moment));
    match moments.reduce(|one, other| if other.0 > one.0 { other } else { one }) {
        Some((bytes, moment)) => moment.peak(pipeline, bytes),
        None => Moment::default().peak(pipeline, 0),
    }
}

/// The moments of all ranks, action by action: the present one of each, and all that it has met.
struct Every(Vec<(Moment, Vec<Moment>)>);

impl Runner for Every {
    fn run(&mut self, action: Action) {
        let (now, moments) = &mut self.0[action.rank as usize];
        now.run(action.work, &mut |moment| {
            // Unless an earlier one covers it, most often a late one; those that it covers are
            // forgotten.
            if moments.iter().rev().any(|earlier| earlier.covers(moment)) {
                return;
            }
            moments.retain(|earlier| !moment.covers(earlier));
            moments.push(*moment);
        });
    }

    fn repeat(&mut self, _: Period, _: usize) {
        // A period ends as it began.
    }
}

//! Runs a pipeline's programs under their dependencies: the one simulation from which step
//! time, bubble and timeline are read. Schedules that cut backward in two have their own walk
//! behind the same functions.

use std::ops::Range;

use super::program::{Block, Direction, Pipeline};
use super::split::Walk as SplitWalk;
use super::visits::Visits;

/// How long blocks take, by virtual stage ([`Pipeline::stage`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Durations {
    /// Seconds of a forward, for each virtual stage.
    pub forward: Vec<f64>,
    /// Seconds of a backward, for inputs and weights, for each virtual stage.
    pub backward: Vec<f64>,
    /// Seconds of `backward` that are for weights, for each virtual stage; none where it is
    /// empty. Only schedules that cut backward in two ask for it.
    pub weight: Vec<f64>,
    /// Seconds that a forward and a backward save where they run woven into each other
    /// (`DualPipe`'s F&B takes F + B less this); 0 if they only follow each other.
    pub woven: f64,
    /// Seconds that a tensor travels between stages without keeping either of them busy.
    pub travel: f64,
}

impl Durations {
    /// Seconds of a block of a virtual stage.
    #[must_use]
    pub fn of(&self, direction: Direction, stage: usize) -> f64 {
        let weight = || self.weight.get(stage).copied().unwrap_or_default();
        match direction {
            Direction::Forward => self.forward[stage],
            Direction::Backward => self.backward[stage],
            Direction::InputGradient => (self.backward[stage] - weight()).max(0.0),
            Direction::WeightGradient => weight(),
        }
    }

    /// The largest factor by which every block of others can be longer and still none is longer
    /// than here: as a pipeline ends with its longest chain of blocks, it takes at least as many
    /// times as long as with the others.
    #[must_use]
    pub fn pace_beside(&self, others: &Self) -> f64 {
        let mut least = f64::INFINITY;
        let mut compare = |own: f64, other: f64| {
            if other > 0.0 {
                least = least.min(own / other);
            }
        };
        compare(self.travel, others.travel);
        for stage in 0..self.forward.len() {
            let woven = |durations: &Self| durations.backward[stage] - durations.woven;
            compare(woven(self), woven(others));
            for direction in [
                Direction::Forward,
                Direction::Backward,
                Direction::InputGradient,
                Direction::WeightGradient,
            ] {
                compare(self.of(direction, stage), others.of(direction, stage));
            }
        }
        least
    }
}

/// When a rank works.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RankTime {
    /// Start of its first block, seconds from the start of the step.
    pub start: f64,
    /// End of its last block, seconds from the start of the step.
    pub end: f64,
    /// Seconds in which it runs a block.
    pub busy: f64,
}

impl RankTime {
    /// Seconds before the end in which the rank waits.
    #[must_use]
    pub fn idle(&self) -> f64 {
        (self.end - self.busy).max(0.0)
    }

    /// Seconds between its first and its last block in which the rank waits: what is left of
    /// the bubble where no rank waits for the others between two steps, as with the optimizer's
    /// post-validation (Qi 2023, section 4).
    #[must_use]
    pub fn idle_within(&self) -> f64 {
        (self.end - self.start - self.busy).max(0.0)
    }
}

/// One block as it ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The rank.
    pub rank: usize,
    /// The block.
    pub block: Block,
    /// Seconds from the start of the step.
    pub start: f64,
    /// Seconds from the start of the step.
    pub end: f64,
}

/// Times of every rank.
///
/// Once a pipeline is full it soon repeats itself, every few micro-batches later by the same
/// time. What runs block by block is the filling, the draining and enough of the middle to see
/// that; the rest of the middle is skipped.
#[must_use]
pub fn simulate(pipeline: &Pipeline, durations: &Durations) -> Vec<RankTime> {
    if pipeline.schedule.splits_backward() {
        return SplitWalk::new(pipeline, durations).finish_quickly().times;
    }
    let mut walk = Walk::new(pipeline, durations);
    let mut round = 0;
    for calm in pipeline.calm_rounds() {
        walk.rounds(round..calm.start);
        round = calm.end;
        walk.calm_rounds(calm);
    }
    walk.rounds(round..pipeline.rounds());
    walk.times()
}

/// Times of every rank, block by block; `trace` sees each block as it is placed, in an order
/// in which dependencies come first.
pub fn simulate_traced(
    pipeline: &Pipeline,
    durations: &Durations,
    mut trace: impl FnMut(Span),
) -> Vec<RankTime> {
    if pipeline.schedule.splits_backward() {
        return SplitWalk::new(pipeline, durations).finish(&mut trace);
    }
    let mut walk = Walk::new(pipeline, durations);
    for round in 0..pipeline.rounds() {
        walk.round(round, &mut trace);
    }
    walk.times()
}

/// Times of every rank of a pipeline that cuts backward in two, and whether they are those of
/// [`simulate_traced`] but for rounding.
pub(in crate::cost) struct Settled {
    /// What [`simulate`] says.
    pub(in crate::cost) times: Vec<RankTime>,
    /// Whether the middle that was skipped had repeated itself by then; else they may be late.
    pub(in crate::cost) is_exact: bool,
}

/// What [`simulate`] says of a pipeline that cuts backward in two, and how well it knows.
pub(in crate::cost) fn settle(pipeline: &Pipeline, durations: &Durations) -> Settled {
    SplitWalk::new(pipeline, durations).finish_quickly()
}

/// Relative error up to which two times are the same.
pub(super) const SAME: f64 = 1e-12;

/// Rounds in which a walk looks for its period. Where that is longer, it goes on at the average
/// pace of so many rounds.
const PATIENCE: usize = 2_048;

/// One rank on its way through its program.
#[derive(Clone, Copy, Debug)]
struct Walker {
    /// The forwards before it.
    forwards: Visits,
    /// The backwards before it.
    backwards: Visits,
    time: RankTime,
    /// When its latest forward is there for the next stage.
    forward_out: f64,
    /// When its latest backward is there for the stage before.
    backward_out: f64,
}

impl Walker {
    fn start(pipeline: &Pipeline) -> Self {
        Self {
            forwards: Visits::start(pipeline),
            backwards: Visits::start(pipeline),
            time: RankTime::default(),
            forward_out: 0.0,
            backward_out: 0.0,
        }
    }

    /// Does `times` more what happened since `before`, whole periods ago.
    fn repeat(&mut self, before: &Self, times: usize) {
        self.forwards.repeat(&before.forwards, times);
        self.backwards.repeat(&before.backwards, times);
        let go_on = |now: &mut f64, before: f64| *now += (*now - before) * times as f64;
        go_on(&mut self.time.end, before.time.end);
        go_on(&mut self.time.busy, before.time.busy);
        go_on(&mut self.forward_out, before.forward_out);
        go_on(&mut self.backward_out, before.backward_out);
    }
}

/// A walk through all programs in rounds: rank i runs its n-th forward in round n + i and its
/// n-th backward in round n + β, where β is [`Pipeline::backward_delay`]. So what a block waits
/// for ran in the round before, or earlier in its own on its own or the next rank; nothing is
/// searched for, and one value a rank and direction is kept.
struct Walk<'a> {
    pipeline: &'a Pipeline,
    durations: &'a Durations,
    ranks: Vec<Walker>,
}

impl<'a> Walk<'a> {
    fn new(pipeline: &'a Pipeline, durations: &'a Durations) -> Self {
        Self {
            pipeline,
            durations,
            ranks: vec![Walker::start(pipeline); pipeline.ranks],
        }
    }

    fn times(&self) -> Vec<RankTime> {
        let mut start = 0.0;
        let time = |(rank, walker): (usize, &Walker)| {
            let time = RankTime {
                start,
                ..walker.time
            };
            start += self.durations.forward[rank] + self.durations.travel;
            time
        };
        self.ranks.iter().enumerate().map(time).collect()
    }

    fn rounds(&mut self, rounds: Range<usize>) {
        for round in rounds {
            self.round(round, &mut |_| {});
        }
    }

    /// Runs what each rank runs in this round, from the last rank down, so that every rank finds
    /// what the one before it did a round ago.
    fn round(&mut self, round: usize, trace: &mut impl FnMut(Span)) {
        let pipeline = self.pipeline;
        let last = pipeline.ranks - 1;
        // What later chunks of the first rank and earlier ones of the last wait for.
        let round_trip = self.ranks[last].forward_out;
        let mut from_next = self.ranks[0].backward_out;
        for rank in (0..pipeline.ranks).rev() {
            let a_round_ago = self.ranks[rank].backward_out;
            if let Some(block) = self.backward(rank, round) {
                // The end of the model turns round on the spot.
                let turns = rank == last && block.chunk + 1 == pipeline.chunks;
                let ready = if turns { 0.0 } else { from_next };
                self.ranks[rank].backward_out = self.run(rank, block, ready, trace);
            }
            // Without chunks the rank before runs the same micro-batch in this very round.
            from_next = if pipeline.chunks == 1 {
                self.ranks[rank].backward_out
            } else {
                a_round_ago
            };
            if let Some(block) = self.forward(rank, round) {
                let ready = match (rank, block.chunk) {
                    (0, 0) => 0.0,
                    (0, _) => round_trip,
                    _ => self.ranks[rank - 1].forward_out,
                };
                self.ranks[rank].forward_out = self.run(rank, block, ready, trace);
            }
        }
    }

    /// The forward that falls into this round.
    fn forward(&mut self, rank: usize, round: usize) -> Option<Block> {
        let begun = round >= rank;
        begun.then(|| self.ranks[rank].forwards.next_forward(self.pipeline))?
    }

    /// The backward that falls into this round.
    fn backward(&mut self, rank: usize, round: usize) -> Option<Block> {
        let begun = round >= self.pipeline.backward_delay(rank);
        begun.then(|| self.ranks[rank].backwards.next_backward(self.pipeline))?
    }

    /// Runs one block and says when its output is there for a neighbour.
    fn run(&mut self, rank: usize, block: Block, ready: f64, trace: &mut impl FnMut(Span)) -> f64 {
        let stage = block.chunk * self.pipeline.ranks + rank;
        let length = match block.direction {
            Direction::Forward => self.durations.forward[stage],
            _ => self.durations.backward[stage],
        };
        let time = &mut self.ranks[rank].time;
        // Not `f64::max`: which of the two is later hardly ever changes, and a branch that is
        // foreseen does not hold up what follows.
        let start = if ready > time.end { ready } else { time.end };
        let end = start + length;
        time.end = end;
        time.busy += length;
        trace(Span {
            rank,
            block,
            start,
            end,
        });
        end + self.durations.travel
    }

    /// Runs rounds in which every rank does the same over and over, until they repeat; moves
    /// the ranks on by as many periods as are left, and runs the rest.
    fn calm_rounds(&mut self, rounds: Range<usize>) {
        let period = self.pipeline.period();
        let mut mark = self.ranks.clone();
        let mut since = 0_usize;
        let mut patience = period;
        let mut round = rounds.start;
        while round < rounds.end {
            self.round(round, &mut |_| {});
            round += 1;
            since += 1;
            if !since.is_multiple_of(period) {
                continue;
            }
            if self.has_moved_evenly(&mark) || since >= PATIENCE {
                let times = (rounds.end - round) / since;
                for (walker, before) in self.ranks.iter_mut().zip(&mark) {
                    walker.repeat(before, times);
                }
                round += times * since;
                break;
            }
            // The mark follows at ever longer distances, so that no period is missed (Brent 1980).
            if since == patience {
                mark.copy_from_slice(&self.ranks);
                since = 0;
                patience *= 2;
            }
        }
        self.rounds(round..rounds.end);
    }

    /// Whether every rank has moved on by the same time since the mark.
    fn has_moved_evenly(&self, mark: &[Walker]) -> bool {
        let shift = self.ranks[0].time.end - mark[0].time.end;
        let moved = |now: f64, before: f64| (now - before - shift).abs() <= SAME * now.abs();
        // What a rank does not do in these rounds stays where it was.
        let stayed_or_moved = |now: f64, before: f64| now == before || moved(now, before);
        self.ranks.iter().zip(mark).all(|(now, before)| {
            moved(now.time.end, before.time.end)
                && stayed_or_moved(now.forward_out, before.forward_out)
                && stayed_or_moved(now.backward_out, before.backward_out)
        })
    }
}

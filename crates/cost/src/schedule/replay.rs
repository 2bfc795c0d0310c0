//! Replay of actions: each starts as soon as its rank is free and its inputs have arrived.

use super::action::{Action, ProgramEntry};
use super::pipeline::{Block, Direction, Pipeline};
use super::times::{Durations, RankTime, Span};

/// The state of a replay: ranks, and outputs on their way between them.
pub(super) struct Replay<'a> {
    pipeline: &'a Pipeline,
    overlapped: f64,
    transfer: f64,
    chunks: usize,
    ranks: Vec<RankTime>,
    lanes: Vec<Lane>,
    /// Times at which outputs are done, by lane: the latest `window` of each.
    outputs: Vec<f64>,
    window: usize,
}

/// All forwards of a rank through a chunk, or all backwards.
#[derive(Clone, Copy, Debug)]
struct Lane {
    /// The lane on another rank from which the input comes, if any.
    source: Option<usize>,
    /// Actions that have run.
    done: usize,
    /// Weight gradients that have run, in a lane of backwards.
    weights: usize,
    /// Seconds of an action; for a backward, of inputs and weights together.
    length: f64,
    /// Seconds of an input gradient, and of a weight gradient.
    parts: [f64; 2],
}

/// The end of an action, and the times for which it might have waited.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActionTimes {
    /// Seconds from the start of the step.
    pub(super) end: f64,
    /// Times at which its rank was free and its inputs had arrived; a pair has two inputs. Minus
    /// infinity for an input that it does not need.
    pub(super) waited: [f64; 3],
}

/// The time of an input that exists from the beginning.
const AT_ONCE: f64 = f64::NEG_INFINITY;

impl<'a> Replay<'a> {
    pub(super) fn new(pipeline: &'a Pipeline, durations: &Durations) -> Self {
        let chunks = pipeline.chunks_a_rank();
        let mut lanes = Vec::with_capacity(2 * chunks * pipeline.ranks);
        for rank in 0..pipeline.ranks {
            for direction in [Direction::Forward, Direction::Backward] {
                for chunk in 0..chunks {
                    let stage = pipeline.stage(rank, chunk);
                    let of = |direction| durations.of(direction, stage);
                    lanes.push(Lane {
                        source: source(pipeline, chunks, rank, direction, chunk),
                        done: 0,
                        weights: 0,
                        length: of(direction),
                        parts: [of(Direction::InputGradient), of(Direction::WeightGradient)],
                    });
                }
            }
        }
        let window = window(pipeline);
        Self {
            pipeline,
            overlapped: durations.overlapped,
            transfer: durations.transfer,
            chunks,
            ranks: vec![RankTime::default(); pipeline.ranks],
            outputs: vec![0.0; lanes.len() * window],
            lanes,
            window,
        }
    }

    pub(super) fn into_times(self) -> Vec<RankTime> {
        self.ranks
    }

    /// Runs an action; `trace` sees its blocks.
    #[inline]
    pub(super) fn run(&mut self, action: Action, trace: &mut impl FnMut(Span)) -> ActionTimes {
        let rank = action.rank as usize;
        let free = self.ranks[rank].end;
        match action.work {
            ProgramEntry::Forward(chunk) => {
                let chunk = usize::from(chunk);
                let lane = self.lane(rank, Direction::Forward, chunk);
                let arrival = self.arrival(lane);
                let length = self.lanes[lane].length;
                let block = self.pass(lane, Direction::Forward, chunk);
                let end = self.place(rank, block, arrival, length, trace);
                self.hand_on(lane, end);
                ActionTimes::of(end, [free, arrival, AT_ONCE])
            }
            ProgramEntry::Backward(chunk) => {
                let chunk = usize::from(chunk);
                let lane = self.lane(rank, Direction::Backward, chunk);
                let arrival = self.arrival(lane);
                let length = self.lanes[lane].length;
                let block = self.pass(lane, Direction::Backward, chunk);
                self.lanes[lane].weights += 1;
                let end = self.place(rank, block, arrival, length, trace);
                self.hand_on(lane, end);
                ActionTimes::of(end, [free, arrival, AT_ONCE])
            }
            ProgramEntry::InputGradient(chunk) => {
                let chunk = usize::from(chunk);
                let lane = self.lane(rank, Direction::Backward, chunk);
                let arrival = self.arrival(lane);
                let [length, _] = self.lanes[lane].parts;
                let block = self.pass(lane, Direction::InputGradient, chunk);
                let end = self.place(rank, block, arrival, length, trace);
                self.hand_on(lane, end);
                ActionTimes::of(end, [free, arrival, AT_ONCE])
            }
            ProgramEntry::WeightGradient(chunk) => {
                let chunk = usize::from(chunk);
                let lane = self.lane(rank, Direction::Backward, chunk);
                let weights = &mut self.lanes[lane].weights;
                let block = self
                    .pipeline
                    .numbered(Direction::WeightGradient, chunk, *weights);
                *weights += 1;
                let [_, length] = self.lanes[lane].parts;
                let end = self.place(rank, block, AT_ONCE, length, trace);
                ActionTimes::of(end, [free, AT_ONCE, AT_ONCE])
            }
            ProgramEntry::Pair(chunk) => self.pair(rank, usize::from(chunk), trace),
        }
    }

    /// Runs a forward through a chunk and a backward through the other one.
    fn pair(&mut self, rank: usize, chunk: usize, trace: &mut impl FnMut(Span)) -> ActionTimes {
        let other = 1 - chunk;
        let free = self.ranks[rank].end;
        let forward = self.lane(rank, Direction::Forward, chunk);
        let backward = self.lane(rank, Direction::Backward, other);
        let arrivals = [self.arrival(forward), self.arrival(backward)];
        let ready = later(arrivals[0], arrivals[1]);
        let length = self.lanes[forward].length;
        let block = self.pass(forward, Direction::Forward, chunk);
        self.place(rank, block, ready, length, trace);
        let length = (self.lanes[backward].length - self.overlapped).max(0.0);
        let block = self.pass(backward, Direction::Backward, other);
        self.lanes[backward].weights += 1;
        let end = self.place(rank, block, AT_ONCE, length, trace);
        self.hand_on(forward, end);
        self.hand_on(backward, end);
        ActionTimes::of(end, [free, arrivals[0], arrivals[1]])
    }

    /// Takes the next micro-batch through a lane.
    fn pass(&mut self, lane: usize, direction: Direction, chunk: usize) -> Block {
        let lane = &mut self.lanes[lane];
        let block = self.pipeline.numbered(direction, chunk, lane.done);
        lane.done += 1;
        block
    }

    /// Places a block on a rank's time.
    #[inline]
    fn place(
        &mut self,
        rank: usize,
        block: Block,
        ready: f64,
        length: f64,
        trace: &mut impl FnMut(Span),
    ) -> f64 {
        let time = &mut self.ranks[rank];
        let start = later(ready, time.end);
        let end = start + length;
        if time.end == 0.0 {
            time.start = start;
        }
        time.end = end;
        time.busy += length;
        trace(Span {
            rank,
            block,
            start,
            end,
        });
        end
    }

    /// Time at which the input of a lane's next action arrives; [`AT_ONCE`] for an input from the
    /// rank itself.
    fn arrival(&self, lane: usize) -> f64 {
        let Lane { source, done, .. } = self.lanes[lane];
        source.map_or(AT_ONCE, |source| {
            self.outputs[self.slot(source, done)] + self.transfer
        })
    }

    /// Records the time at which the latest output of a lane was done.
    fn hand_on(&mut self, lane: usize, end: f64) {
        let slot = self.slot(lane, self.lanes[lane].done - 1);
        self.outputs[slot] = end;
    }

    const fn slot(&self, lane: usize, index: usize) -> usize {
        lane * self.window + (index & (self.window - 1))
    }

    const fn lane(&self, rank: usize, direction: Direction, chunk: usize) -> usize {
        lane(self.chunks, rank, direction, chunk)
    }

    /// The lanes whose outputs are an action's inputs, in the order of [`ActionTimes::waited`].
    pub(super) fn sources(&self, action: Action) -> [Option<usize>; 2] {
        let Action { rank, work } = action;
        let rank = rank as usize;
        let source = |direction, chunk: u16| {
            self.lanes[self.lane(rank, direction, usize::from(chunk))].source
        };
        match work {
            ProgramEntry::Forward(chunk) => [source(Direction::Forward, chunk), None],
            ProgramEntry::Backward(chunk) | ProgramEntry::InputGradient(chunk) => {
                [source(Direction::Backward, chunk), None]
            }
            ProgramEntry::WeightGradient(_) => [None; 2],
            ProgramEntry::Pair(chunk) => [
                source(Direction::Forward, chunk),
                source(Direction::Backward, 1 - chunk),
            ],
        }
    }

    /// The lanes to which an action's outputs belong.
    pub(super) fn targets(&self, action: Action) -> [Option<usize>; 2] {
        let Action { rank, work } = action;
        let rank = rank as usize;
        let lane = |direction, chunk: u16| Some(self.lane(rank, direction, usize::from(chunk)));
        match work {
            ProgramEntry::Forward(chunk) => [lane(Direction::Forward, chunk), None],
            ProgramEntry::Backward(chunk) | ProgramEntry::InputGradient(chunk) => {
                [lane(Direction::Backward, chunk), None]
            }
            ProgramEntry::WeightGradient(_) => [None; 2],
            ProgramEntry::Pair(chunk) => [
                lane(Direction::Forward, chunk),
                lane(Direction::Backward, 1 - chunk),
            ],
        }
    }

    pub(super) const fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// True if backward is split into input and weight gradients.
    pub(super) const fn splits_backward(&self) -> bool {
        self.pipeline.schedule.splits_backward()
    }

    pub(super) fn times(&self) -> &[RankTime] {
        &self.ranks
    }

    /// Visits each output that is on its way to another rank, with the output of the same lane this
    /// many micro-batches earlier, if it is known.
    pub(super) fn on_their_way(
        &self,
        earlier: usize,
        visit: &mut impl FnMut(usize, f64, Option<f64>),
    ) {
        for lane in &self.lanes {
            let Some(source) = lane.source else { continue };
            let first = self.lanes[source].done.saturating_sub(self.window);
            for index in lane.done..self.lanes[source].done {
                let before = index.checked_sub(earlier).filter(|&before| before >= first);
                let output = |index| self.outputs[self.slot(source, index)];
                visit(source, output(index), before.map(output));
            }
        }
    }

    /// Advances time: the end of each rank and each output of a lane move later by these seconds,
    /// and each rank's busy time grows by `busy`.
    pub(super) fn pass_time(&mut self, ranks: &[f64], busy: &[f64], lanes: impl Fn(usize) -> f64) {
        for ((time, later), busy) in self.ranks.iter_mut().zip(ranks).zip(busy) {
            time.end += later;
            time.busy += busy;
        }
        for (lane, outputs) in self.outputs.chunks_exact_mut(self.window).enumerate() {
            let later = lanes(lane);
            for output in outputs {
                *output += later;
            }
        }
    }
}

impl ActionTimes {
    const fn of(end: f64, waited: [f64; 3]) -> Self {
        Self { end, waited }
    }
}

/// The later of two times. Not `f64::max`: the answer seldom changes, and a predicted branch is
/// quicker.
fn later(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

const fn lane(chunks: usize, rank: usize, direction: Direction, chunk: usize) -> usize {
    let first = match direction {
        Direction::Forward => 0,
        _ => chunks,
    };
    rank * 2 * chunks + first + chunk
}

/// The lane on another rank from which a lane's inputs come.
fn source(
    pipeline: &Pipeline,
    chunks: usize,
    rank: usize,
    direction: Direction,
    chunk: usize,
) -> Option<usize> {
    let block = Block {
        direction,
        micro_batch: 0,
        chunk,
    };
    let (from, needed) = pipeline.dependency(rank, block)?;
    (from != rank).then(|| lane(chunks, from, needed.direction, needed.chunk))
}

/// Outputs of a lane that are kept. If backward is split, no rank holds more than 2p + 1
/// micro-batches of a chunk. Otherwise the next rank takes an output up a round or two later. The
/// outputs of one period earlier are also kept.
fn window(pipeline: &Pipeline) -> usize {
    let most = if pipeline.schedule.splits_backward() {
        2 * pipeline.ranks + 4
    } else if pipeline.chunks > 1 {
        pipeline.ranks + 4
    } else {
        4
    };
    most.min(pipeline.micro_batches).next_power_of_two()
}

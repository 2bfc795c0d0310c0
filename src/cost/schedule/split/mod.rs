//! Schedules that cut backward into input gradients (B), on which the stage before waits, and
//! weight gradients (W), which fill gaps.

mod dual;
mod order;
mod placement;
mod repeat;

use dual::{Act, Steps};
use order::Order;
use placement::{Placement, Source};

use super::program::{Block, Direction, Pipeline};
use super::simulate::{Durations, RankTime, Span};
use crate::cost::plan::Schedule;

/// Passes of a rank: the forwards of its two chunks, then their backwards.
const PASSES: usize = 4;
/// The first backward pass.
const BACKWARD: usize = 2;

impl Schedule {
    /// Whether backward is cut into input and weight gradients.
    #[must_use]
    pub const fn splits_backward(self) -> bool {
        !matches!(self, Self::GPipe | Self::OneFOneB | Self::Interleaved)
    }
}

impl Schedule {
    /// Whether ranks go on to the next step before all have agreed that this one's gradients
    /// are finite, and take it back in the rare case that they are not (Qi 2023, section 4): so
    /// a rank that begins late also ends late, and only the gaps between count.
    #[must_use]
    pub const fn validates_afterwards(self) -> bool {
        matches!(self, Self::ZbH2 | Self::ZbV | Self::VHalf | Self::VMin)
    }
}

impl Pipeline {
    /// Micro-batches that pass a chunk in a step: where two pipelines meet, half of them each.
    #[must_use]
    pub const fn micro_batches_through(&self, chunk: usize) -> usize {
        match (Placement::of(self.schedule), chunk) {
            (Placement::Mirror, 0) => self.micro_batches.div_ceil(2),
            (Placement::Mirror, _) => self.micro_batches / 2,
            _ => self.micro_batches,
        }
    }

    /// Chunks of the model that a rank holds: two in V order and in both directions, else
    /// [`Pipeline::chunks`].
    #[must_use]
    pub const fn chunks_a_rank(&self) -> usize {
        if self.schedule.splits_backward() {
            Placement::of(self.schedule).chunks()
        } else {
            self.chunks
        }
    }

    /// Virtual stages into which the model is cut: 2p in V order, p where two whole pipelines
    /// meet, else p·v.
    #[must_use]
    pub const fn stages(&self) -> usize {
        match Placement::of(self.schedule) {
            Placement::Mirror => self.ranks,
            _ => self.ranks * self.chunks_a_rank(),
        }
    }

    /// The virtual stage that a rank holds as this chunk. In V order rank i holds stages i and
    /// 2p−1−i; with `DualPipe` stages i and p−1−i, each a second time on rank p−1−i.
    #[must_use]
    pub const fn stage(&self, rank: usize, chunk: usize) -> usize {
        if self.schedule.splits_backward() {
            Placement::of(self.schedule).stage(self.ranks, rank, chunk)
        } else {
            chunk * self.ranks + rank
        }
    }
}

/// What a block of a schedule that cuts backward in two needs; see [`Pipeline::needs`].
pub(super) fn needs(pipeline: &Pipeline, rank: usize, block: Block) -> Option<(usize, Block)> {
    let pass = match block.direction {
        Direction::Forward => block.chunk,
        _ => BACKWARD + block.chunk,
    };
    let sources = Placement::of(pipeline.schedule).sources(pipeline.ranks, rank);
    let source = (*sources.get(pass)?)?;
    let direction = if source.pass < BACKWARD {
        Direction::Forward
    } else {
        Direction::Backward
    };
    let needed = Block {
        direction,
        chunk: source.pass % BACKWARD,
        ..block
    };
    Some((source.rank, needed))
}

/// Shows the blocks of all ranks, each rank's in its order.
pub(super) fn programs(pipeline: &Pipeline, visit: &mut dyn FnMut(usize, Block)) {
    let instant = vec![0.0; pipeline.stages()];
    let durations = Durations {
        forward: instant.clone(),
        backward: instant,
        ..Durations::default()
    };
    Walk::new(pipeline, &durations).finish(&mut |span| visit(span.rank, span.block));
}

/// One rank on its way through its program.
#[derive(Clone, Copy, Debug, Default)]
struct Walker {
    /// Blocks run, by pass.
    done: [usize; PASSES],
    /// Weight gradients run, by chunk.
    weights: [usize; 2],
    /// The passes, one bit each, that it ran in its latest round.
    ran: u8,
    order: Order,
    /// What comes next by its order.
    next: Option<usize>,
    steps: Steps,
    sources: [Option<Source>; PASSES],
    time: RankTime,
}

impl Walker {
    /// Backwards of a chunk whose weight gradients wait.
    const fn waiting(&self, chunk: usize) -> usize {
        self.done[BACKWARD + chunk] - self.weights[chunk]
    }

    /// The chunk whose weight gradients wait most, if any does.
    fn weight(&self) -> Option<usize> {
        let chunk = usize::from(self.waiting(1) >= self.waiting(0));
        (self.waiting(chunk) > 0).then_some(chunk)
    }

    /// Blocks whose activations are held, in part or whole.
    const fn held(&self) -> usize {
        self.done[0] + self.done[1] - self.weights[0] - self.weights[1]
    }
}

/// A walk through all programs in rounds in which each rank runs at most one block: the order
/// is decided as if all blocks took one round, the times follow the durations. So the order
/// depends on no duration, and a step's length on each of them continuously.
pub(super) struct Walk<'a> {
    pipeline: &'a Pipeline,
    durations: &'a Durations,
    placement: Placement,
    /// Micro-batches that pass each chunk.
    total: [usize; 2],
    ranks: Vec<Walker>,
    /// When outputs are done, by rank and pass, the latest `window` of each.
    out: Vec<f64>,
    window: usize,
    /// Micro-batches that were skipped, which `out` does not count.
    skipped: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(pipeline: &'a Pipeline, durations: &'a Durations) -> Self {
        let Pipeline {
            ranks,
            micro_batches,
            schedule,
            ..
        } = *pipeline;
        let placement = Placement::of(schedule);
        let total = match placement {
            Placement::Straight => [micro_batches, 0],
            Placement::Fold => [micro_batches; 2],
            Placement::Mirror => [micro_batches.div_ceil(2), micro_batches / 2],
        };
        let walker = |rank: usize| {
            let (half, outer) = match placement {
                Placement::Mirror => (ranks.div_ceil(2), rank.min(ranks - 1 - rank)),
                _ => (ranks, rank),
            };
            let order = Order::of(schedule, ranks, rank);
            Walker {
                order,
                next: order.next(&[0; PASSES], &total),
                steps: Steps::start(half, outer, total[0]),
                sources: placement.sources(ranks, rank),
                ..Walker::default()
            }
        };
        // No rank holds more than 2p blocks of a pass, and a period is seldom longer.
        let window = (4 * ranks).next_power_of_two().max(16);
        Self {
            pipeline,
            durations,
            placement,
            total,
            ranks: (0..ranks).map(walker).collect(),
            out: vec![0.0; ranks * PASSES * window],
            window,
            skipped: 0,
        }
    }

    /// Walks on to the end and says when the ranks worked.
    pub(super) fn finish(mut self, trace: &mut dyn FnMut(Span)) -> Vec<RankTime> {
        while self.round(trace) {}
        self.times()
    }

    fn times(&self) -> Vec<RankTime> {
        self.ranks.iter().map(|walker| walker.time).collect()
    }

    /// Runs what each rank runs in this round; false once there is nothing left.
    fn round(&mut self, trace: &mut dyn FnMut(Span)) -> bool {
        let mut ran = false;
        for rank in 0..self.ranks.len() {
            let act = match self.pipeline.schedule {
                Schedule::DualPipe | Schedule::DualPipeV => self.next_step(rank),
                _ => self.next_in_order(rank),
            };
            self.ranks[rank].ran = 0;
            if let Some(act) = act {
                self.run(rank, act, trace);
                ran = true;
            }
        }
        ran
    }

    /// What a rank runs by its order; `None` if it waits or has finished.
    fn next_in_order(&self, rank: usize) -> Option<Act> {
        let walker = &self.ranks[rank];
        let weight = walker.weight().map(|_| Act::Weight);
        let Some(pass) = walker.next else {
            return weight;
        };
        let full = pass < BACKWARD && walker.held() >= walker.order.limit;
        if (full && weight.is_some()) || !self.is_ready(rank, pass) {
            let ahead = walker.held() < walker.order.limit
                && walker.done[0] - walker.done[1] < walker.order.ahead
                && walker.done[0] < self.total[0]
                && self.is_ready(rank, 0);
            return weight.or(ahead.then_some(Act::Whole(0)));
        }
        Some(if pass < BACKWARD {
            Act::Whole(pass)
        } else {
            Act::Split(pass)
        })
    }

    /// What a rank runs by its steps; `None` if it waits or has finished.
    fn next_step(&mut self, rank: usize) -> Option<Act> {
        // Both ends of `DualPipe` call the direction that enters there the first.
        let mirrored = self.placement == Placement::Mirror && rank >= self.ranks.len().div_ceil(2);
        let turned = |pass: usize| pass ^ usize::from(mirrored);
        loop {
            let walker = &self.ranks[rank];
            let weight = walker.weight().map(|_| Act::Weight);
            let Some(act) = walker.steps.act() else {
                return weight;
            };
            let exists = |pass: usize| walker.done[pass] < self.total[pass % BACKWARD];
            let (act, waits) = match act {
                Act::Whole(pass) | Act::Split(pass) if !exists(turned(pass)) => (None, false),
                Act::Whole(pass) => {
                    let pass = turned(pass);
                    (Some(Act::Whole(pass)), !self.is_ready(rank, pass))
                }
                Act::Split(pass) => {
                    let pass = turned(pass);
                    (Some(Act::Split(pass)), !self.is_ready(rank, pass))
                }
                Act::Pair(forward) => {
                    let forward = turned(forward);
                    let backward = backward_beside(forward);
                    match (exists(forward), exists(backward)) {
                        (true, true) => (
                            Some(Act::Pair(forward)),
                            !self.is_ready(rank, forward) || !self.is_ready(rank, backward),
                        ),
                        (true, false) => (Some(Act::Whole(forward)), !self.is_ready(rank, forward)),
                        (false, true) => {
                            (Some(Act::Whole(backward)), !self.is_ready(rank, backward))
                        }
                        (false, false) => (None, false),
                    }
                }
                Act::Weight => (weight, false),
            };
            if waits {
                return None;
            }
            self.ranks[rank].steps.advance();
            if act.is_some() {
                return act;
            }
        }
    }

    /// Whether the input of a rank's next block of a pass was there before this round.
    fn is_ready(&self, rank: usize, pass: usize) -> bool {
        let Some(source) = self.ranks[rank].sources[pass] else {
            return true;
        };
        let from = &self.ranks[source.rank];
        let just_now = source.rank < rank && from.ran >> source.pass & 1 == 1;
        from.done[source.pass] - usize::from(just_now) > self.ranks[rank].done[pass]
    }

    /// Runs what a rank runs in a round.
    fn run(&mut self, rank: usize, act: Act, trace: &mut dyn FnMut(Span)) {
        match act {
            Act::Weight => {
                let walker = &self.ranks[rank];
                if let Some(chunk) = walker.weight() {
                    let index = walker.weights[chunk];
                    self.ranks[rank].weights[chunk] += 1;
                    let block = self.block(Direction::WeightGradient, chunk, index);
                    self.place(rank, block, 0.0, 0.0, trace);
                }
            }
            Act::Whole(pass) => {
                self.pass(rank, pass, true, [0.0; 2], trace);
            }
            Act::Split(pass) => {
                self.pass(rank, pass, false, [0.0; 2], trace);
            }
            Act::Pair(forward) => {
                let backward = backward_beside(forward);
                let index = self.ranks[rank].done[backward];
                let other = self.arrival(rank, backward, index);
                let index = self.ranks[rank].done[forward];
                self.pass(rank, forward, true, [other, 0.0], trace);
                let end = self.pass(rank, backward, true, [0.0, self.durations.woven], trace);
                let place = self.slot(rank, forward, index);
                self.out[place] = end;
            }
        }
    }

    /// Runs a rank's next block of a pass, not before `ready`, in `saved` less than its time;
    /// says when it is done.
    fn pass(
        &mut self,
        rank: usize,
        pass: usize,
        whole: bool,
        [ready, saved]: [f64; 2],
        trace: &mut dyn FnMut(Span),
    ) -> f64 {
        let walker = &mut self.ranks[rank];
        let (index, chunk) = (walker.done[pass], pass % BACKWARD);
        let direction = match (pass < BACKWARD, whole) {
            (true, _) => Direction::Forward,
            (false, true) => Direction::Backward,
            (false, false) => Direction::InputGradient,
        };
        walker.done[pass] += 1;
        walker.ran |= 1 << pass;
        walker.next = walker.order.next(&walker.done, &self.total);
        walker.weights[chunk] += usize::from(direction == Direction::Backward);
        let arrival = self.arrival(rank, pass, index);
        let ready = if arrival > ready { arrival } else { ready };
        let block = self.block(direction, chunk, index);
        let end = self.place(rank, block, ready, saved, trace);
        let slot = self.slot(rank, pass, index);
        self.out[slot] = end;
        end
    }

    /// Places a block on a rank's time.
    fn place(
        &mut self,
        rank: usize,
        block: Block,
        ready: f64,
        saved: f64,
        trace: &mut dyn FnMut(Span),
    ) -> f64 {
        let stage = self.placement.stage(self.ranks.len(), rank, block.chunk);
        let length = (self.durations.of(block.direction, stage) - saved).max(0.0);
        let time = &mut self.ranks[rank].time;
        let start = if ready > time.end { ready } else { time.end };
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

    const fn block(&self, direction: Direction, chunk: usize, index: usize) -> Block {
        // The second direction's micro-batches are the latter half of all.
        let first = match self.placement {
            Placement::Mirror => chunk * self.total[0],
            _ => 0,
        };
        Block {
            direction,
            micro_batch: first + index,
            chunk,
        }
    }

    /// When the input of a block is there.
    fn arrival(&self, rank: usize, pass: usize, index: usize) -> f64 {
        match self.ranks[rank].sources[pass] {
            // What the rank made itself it has.
            Some(source) if source.rank != rank => {
                self.out[self.slot(source.rank, source.pass, index)] + self.durations.travel
            }
            _ => 0.0,
        }
    }

    /// Where the end of a rank's `index`-th block of a pass stands.
    const fn slot(&self, rank: usize, pass: usize, index: usize) -> usize {
        (rank * PASSES + pass) * self.window + ((index - self.skipped) & (self.window - 1))
    }
}

/// The backward that is woven into a forward: that of the other chunk.
const fn backward_beside(forward: usize) -> usize {
    BACKWARD + 1 - forward
}

//! The timeline of a step: every block of every rank, from the simulation that also gives the step
//! time.
//!
//! Tests: `tests/all/schedule/timeline.rs`.

use super::Estimate;
use super::legal::Legal;
use super::memory;
use super::schedule::{self, Direction, MicroBatchBytes, Pipeline, RankTime, simulate_traced};
use super::step::{BlockCosts, Stages, StepTime, slowdown};
use super::traffic::Route;
use super::units::{Bytes, Seconds};

/// Blocks of the longest step that is laid out one by one: forward and backward of 64 ranks by 512
/// micro-batches. The page lays a step out without interruption. This number of blocks takes 2 ms
/// natively without much optimization, eight times as many over 100 ms.
pub const MOST_BLOCKS: u64 = 1 << 16;

/// A step, block by block, in the estimate's seconds.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The pipeline: its ranks, and the order of their blocks.
    pipeline: Pipeline,
    /// One row a rank.
    rows: Vec<RankRow>,
    /// The rank that works most.
    busiest: usize,
    /// From the first block until the last rank's optimizer is done.
    end: Seconds,
    /// The time of each block by cause, for each virtual stage and direction.
    spent: Vec<[BlockCosts; 4]>,
    /// Shares of recomputation and exposed communication in each of these times.
    shares: Vec<[[f64; 2]; 4]>,
    /// Bytes of one micro-batch, by virtual stage.
    held: Vec<MicroBatchBytes>,
    transfer: f64,
}

/// A rank's step.
#[derive(Clone, Debug, Default)]
pub struct RankRow {
    /// Blocks of the rank, in the order in which they run.
    pub blocks: Vec<Cell>,
    /// Seconds of the rank's step by cause. All waiting of the rank counts as bubble, so that all
    /// ranks' steps are equally long.
    pub step: StepTime,
    /// Exchange among the data-parallel ranks after its last block, and its optimizer.
    pub tail: [Seconds; 2],
    /// Most micro-batches, or chunks of them, whose activations the rank holds at once.
    pub in_flight: usize,
    /// Peak bytes of the rank's activations and logits.
    pub held: Bytes,
}

/// A block as it ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Seconds from the start of the step.
    pub start: f64,
    /// Seconds from the start of the step.
    pub end: f64,
    /// The block.
    pub block: schedule::Block,
}

/// The wait of a block for another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wait {
    /// The rank of the other block; this block could begin at its end.
    pub rank: usize,
    /// The position of the other block in its rank's row.
    pub index: usize,
    /// Idle time of this block's rank before it.
    pub idle: Seconds,
}

/// Blocks that repeat a pattern `times` times, each time with the next micro-batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The first block.
    pub first: usize,
    /// Blocks of the pattern.
    pub period: usize,
    /// Number of repetitions.
    pub times: usize,
}

/// The activations that a rank holds at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldNow {
    /// Bytes of activations and logits.
    pub bytes: u64,
    /// Micro-batches, or chunks of them, from their forward to the end of their backward.
    pub in_flight: usize,
}

impl Timeline {
    /// The pipeline: its ranks, and the order of their blocks.
    #[must_use]
    pub const fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// One row a rank.
    #[must_use]
    pub fn rows(&self) -> &[RankRow] {
        &self.rows
    }

    /// The rank that works most, whose waits are the estimate's bubble.
    #[must_use]
    pub const fn busiest(&self) -> usize {
        self.busiest
    }

    /// Seconds from the first block until the last rank's optimizer is done.
    #[must_use]
    pub const fn end(&self) -> Seconds {
        self.end
    }

    /// The step of a legal plan; `None` where it has more than [`MOST_BLOCKS`], or
    /// is too long for each block to be simulated.
    ///
    /// ```
    /// use formats::catalog;
    /// use cost::{estimate, legal::Legal, timeline::Timeline};
    /// let mut plan = catalog::plan("llama3-70b", "h100", 64).unwrap();
    /// plan.layout.tensor = 8;
    /// plan.layout.pipeline = 4;
    /// let estimate = estimate(&plan).unwrap();
    /// let timeline = Timeline::of(&Legal::check(&plan).unwrap(), &estimate).unwrap();
    /// // The bubble is the idle time of the rank that works most.
    /// let step = timeline.rows()[timeline.busiest()].step;
    /// assert!((step.bubble.0 - estimate.time.bubble.0).abs() < 1e-9);
    /// assert!((timeline.end().0 / estimate.time.total().0 - 1.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal, estimate: &Estimate) -> Option<Self> {
        Self::renewed(None, legal, estimate)
    }

    /// The step of a legal plan as a timeline, as [`Self::of`] returns it; reuses the allocations
    /// of an old timeline.
    #[must_use]
    pub fn renewed(old: Option<Self>, legal: &Legal, estimate: &Estimate) -> Option<Self> {
        let stages = Stages::of(legal);
        let pipeline = stages.pipeline;
        if pipeline.blocks() > MOST_BLOCKS || !pipeline.is_simulated_exactly() {
            return None;
        }
        let pace = estimate
            .machine
            .as_ref()
            .map_or(1.0, |machine| machine.pace);
        let factor = slowdown::<f64>(legal) * pace;
        let mut rows = old.map(|old| old.rows).unwrap_or_default();
        rows.resize_with(pipeline.ranks, RankRow::default);
        for row in &mut rows {
            row.blocks.clear();
        }
        let times = simulate_traced(&pipeline, &stages.durations, |span| {
            rows[span.rank].blocks.push(Cell {
                start: span.start * factor,
                end: span.end * factor,
                block: span.block,
            });
        });
        let spent = spent(legal, &stages, factor);
        let mut timeline = Self {
            pipeline,
            rows,
            busiest: estimate.time.rank,
            end: Seconds::ZERO,
            shares: spent.iter().map(|kinds| kinds.map(share)).collect(),
            spent,
            held: memory::shares(legal),
            transfer: stages.durations.transfer * factor,
        };
        timeline.take_steps(legal, &stages, &times, pace);
        for rank in 0..pipeline.ranks {
            let mut most = HeldNow::default();
            timeline.holds(rank, &mut |_, now| {
                most.bytes = most.bytes.max(now.bytes);
                most.in_flight = most.in_flight.max(now.in_flight);
            });
            let row = &mut timeline.rows[rank];
            (row.held, row.in_flight) = (Bytes(most.bytes), most.in_flight);
        }
        Some(timeline)
    }

    /// Records the seconds of each rank by cause.
    fn take_steps(&mut self, legal: &Legal, stages: &Stages, times: &[RankTime], pace: f64) {
        let mut longest = Seconds::ZERO;
        for (rank, (time, row)) in times.iter().zip(&mut self.rows).enumerate() {
            let (step, _) = stages.rank_step(legal, rank, time);
            longest = longest.max(step.total());
            row.step = step;
        }
        for (time, row) in times.iter().zip(&mut self.rows) {
            let spent = Seconds(time.busy) + row.step.bubble + row.step.optimizer;
            let exchange = row.step.total().beyond(spent);
            row.step.bubble += longest.beyond(row.step.total());
            row.step = row.step.slowed(legal).scaled(pace);
            row.tail = [
                exchange * (slowdown::<f64>(legal) * pace),
                row.step.optimizer,
            ];
            let end = row.blocks.last().map_or(0.0, |last| last.end);
            let end = Seconds(end) + row.tail[0] + row.tail[1];
            self.end = self.end.max(end);
        }
    }

    /// Time in which a tensor travels between two stages while both can compute.
    #[must_use]
    pub const fn transfer(&self) -> Seconds {
        Seconds(self.transfer)
    }

    /// A block, if there is one.
    #[must_use]
    pub fn cell(&self, rank: usize, index: usize) -> Option<&Cell> {
        self.rows.get(rank)?.blocks.get(index)
    }

    /// Position of the block that a rank runs at a moment, or of the next one; of its last one past
    /// the end.
    #[must_use]
    pub fn at(&self, rank: usize, time: f64) -> usize {
        let Some(row) = self.rows.get(rank) else {
            return 0;
        };
        let index = row.blocks.partition_point(|cell| cell.end <= time);
        index.min(row.blocks.len().saturating_sub(1))
    }

    /// The time of a block by cause, without the overlap of a forward with a backward.
    pub(crate) fn costs(&self, rank: usize, cell: &Cell) -> BlockCosts {
        let stage = self.pipeline.stage(rank, cell.block.chunk);
        self.spent[stage][cell.block.direction as usize]
    }

    /// The time of a block by cause.
    #[must_use]
    pub fn spent(&self, rank: usize, cell: &Cell) -> BlockCosts {
        let mut spent = self.costs(rank, cell);
        let length = cell.end - cell.start;
        // A backward that overlaps with a forward first hides its expert exchange, then part of the
        // forward's. The forward's block shows all of its exchange.
        let hidden = (spent.total() - length).max(0.0);
        let expert = spent.exchange.of(Route::Expert).exposed;
        let left = expert.beyond(Seconds(hidden));
        spent.exchange = spent.exchange.exposing_on(Route::Expert, left);
        let all = spent.total();
        if all > length {
            spent * (length / all)
        } else {
            spent
        }
    }

    /// Shares of recomputation and exposed communication in a block's time.
    #[must_use]
    pub fn shares(&self, rank: usize, block: schedule::Block) -> [f64; 2] {
        let stage = self.pipeline.stage(rank, block.chunk);
        self.shares[stage][block.direction as usize]
    }

    /// The block that a block waited for. That is the block before it on its rank or, if the rank
    /// was idle, the block whose output came last. `None` if the block could begin at once.
    #[must_use]
    pub fn wait(&self, rank: usize, index: usize) -> Option<Wait> {
        let cell = self.cell(rank, index)?;
        let before = index
            .checked_sub(1)
            .and_then(|index| self.cell(rank, index));
        let free = before.map_or(0.0, |before| before.end);
        let idle = Seconds(cell.start - free);
        // A difference by rounding does not count.
        let nothing = 1e-9 * cell.end;
        if idle.0 <= nothing {
            before?;
            return Some(Wait {
                rank,
                index: index - 1,
                idle: Seconds::ZERO,
            });
        }
        let latest = cell.start - self.transfer + nothing;
        let found = |block| self.needed(rank, block, latest);
        let (own, end) = found(cell.block).unzip();
        // A forward that overlaps with a backward begins when the inputs of both have arrived.
        let other = self.cell(rank, index + 1);
        let other = other.filter(|_| cell.block.direction == Direction::Forward);
        let other = other.and_then(|other| found(other.block));
        let last = match other {
            Some((other, later)) if Some(later) > end => Some(other),
            _ => own,
        };
        last.map(|(rank, index)| Wait { rank, index, idle })
    }

    /// Position and end of the block whose output a block needs; `None` if it ended after the block
    /// began.
    fn needed(
        &self,
        rank: usize,
        block: schedule::Block,
        latest: f64,
    ) -> Option<((usize, usize), f64)> {
        let (rank, needed) = self.pipeline.dependency(rank, block)?;
        let is_forward = |block: schedule::Block| block.direction == Direction::Forward;
        let blocks = &self.rows.get(rank)?.blocks;
        let index = blocks.iter().position(|cell| {
            let block = cell.block;
            block.micro_batch == needed.micro_batch
                && block.chunk == needed.chunk
                && is_forward(block) == is_forward(needed)
        })?;
        let end = blocks.get(index)?.end;
        (end <= latest).then_some(((rank, index), end))
    }

    /// Visits the bytes that a rank holds after each change, with its time. A micro-batch's share
    /// counts from the start of its forward, and the walk while its backward runs. The part that
    /// its weight gradient still reads counts until that is done.
    pub fn holds(&self, rank: usize, visit: &mut dyn FnMut(f64, HeldNow)) {
        let blocks = self.rows.get(rank).map_or(&[][..], |row| &row.blocks);
        self.holds_through(rank, blocks, visit);
    }

    /// Micro-batches in flight of a rank at a moment, and their bytes.
    #[must_use]
    pub fn held_at(&self, rank: usize, time: f64) -> HeldNow {
        let blocks = self.rows.get(rank).map_or(&[][..], |row| &row.blocks);
        let begun = blocks.partition_point(|cell| cell.start <= time);
        let mut held = HeldNow::default();
        self.holds_through(rank, &blocks[..begun], &mut |at, now| {
            if at <= time {
                held = now;
            }
        });
        held
    }

    /// Visits what a rank holds while it runs its first blocks.
    fn holds_through(&self, rank: usize, blocks: &[Cell], visit: &mut dyn FnMut(f64, HeldNow)) {
        let mut now = HeldNow::default();
        for cell in blocks {
            let Some(share) = self.held.get(self.pipeline.stage(rank, cell.block.chunk)) else {
                continue;
            };
            match cell.block.direction {
                Direction::Forward => {
                    now.bytes = now.bytes.saturating_add(share.kept);
                    now.in_flight += 1;
                    visit(cell.start, now);
                }
                Direction::WeightGradient => {
                    now.bytes = now.bytes.saturating_sub(share.weight);
                    now.in_flight -= 1;
                    visit(cell.end, now);
                }
                direction => {
                    now.bytes = now.bytes.saturating_sub(share.kept);
                    let bytes = now.bytes.saturating_add(share.backward);
                    visit(cell.start, HeldNow { bytes, ..now });
                    if direction == Direction::InputGradient {
                        now.bytes = now.bytes.saturating_add(share.weight);
                    } else {
                        now.in_flight -= 1;
                    }
                    visit(cell.end, now);
                }
            }
        }
    }

    /// A rank's blocks, with repetitions listed once.
    #[must_use]
    pub fn repeats(&self, rank: usize) -> Vec<Repeat> {
        let blocks = self.rows.get(rank).map_or(&[][..], |row| &row.blocks);
        let mut repeats = Vec::new();
        let mut first = 0;
        while first < blocks.len() {
            let mut best = Repeat {
                first,
                period: 1,
                times: 1,
            };
            for period in 1..=3 {
                let follows = |index: usize| {
                    let [Some(one), Some(next)] = [index, index + period].map(|at| blocks.get(at))
                    else {
                        return false;
                    };
                    let (one, next) = (one.block, next.block);
                    one.direction == next.direction
                        && one.chunk == next.chunk
                        && one.micro_batch + 1 == next.micro_batch
                };
                let alike = (first..blocks.len())
                    .take_while(|&index| follows(index))
                    .count();
                let times = alike / period + 1;
                if times > 1 && times * period > best.times * best.period {
                    best = Repeat {
                        first,
                        period,
                        times,
                    };
                }
            }
            first += best.period * best.times;
            repeats.push(best);
        }
        repeats
    }
}

/// Shares of recomputation and exposed communication in the costs of a block.
fn share(spent: BlockCosts) -> [f64; 2] {
    let all = spent.total();
    if all > 0.0 {
        [spent.recompute.0 / all, spent.exchange.exposed().0 / all]
    } else {
        [0.0; 2]
    }
}

/// Costs of each kind of block.
fn spent(legal: &Legal, stages: &Stages, factor: f64) -> Vec<[BlockCosts; 4]> {
    let kinds = |(stage, [forward, backward]): (usize, &[BlockCosts; 2])| {
        let weight = if stages.durations.weight.is_empty() {
            BlockCosts::default()
        } else {
            stages.weight_gradients(legal, stage as u64)
        };
        let input = BlockCosts {
            exchange: backward.exchange.without(weight.exchange),
            ..*backward + weight * -1.0
        };
        [*forward, *backward, input, weight].map(|block| block * factor)
    };
    stages.blocks.iter().enumerate().map(kinds).collect()
}

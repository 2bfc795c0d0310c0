//! The longest chain of blocks of a simulated step: what a rank's last block has waited for.
//!
//! Tests: `crates/cli/tests/all/properties/why.rs`.

use super::block_by_block::simulate_traced;
use super::pipeline::{Block, Direction, Pipeline};
use super::times::{Durations, Span};

/// Blocks of a chain, by their direction and kind of virtual stage, and its transfers between ranks.
/// They follow one another without a pause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    /// Directions and first stages of those that are alike, each with its number of blocks, in the
    /// order in which the chain meets them first.
    pub(crate) blocks: Vec<(Direction, usize, u64)>,
    /// Transfers between ranks.
    pub(crate) transfers: u64,
}

/// Most ranks of a pipeline whose chains are found.
const MOST_RANKS: usize = 100;

/// Most blocks of a step whose chains are found, which takes about as long as to simulate it.
const MOST_BLOCKS: usize = 200_000;

/// Most kinds of stages of all chains together: those of 48 ranks of which each has one. To record them
/// takes 10 µs a kind.
const MOST_KINDS: usize = 48 * 48;

/// The chain that ends with the last block of each rank; `alike` has for each virtual stage the first
/// one that is like it. `None` if the pipeline is too long, and for schedules that split backward, whose
/// chains end inside pairs of blocks.
pub(crate) fn chains(
    pipeline: &Pipeline,
    durations: &Durations,
    alike: &[usize],
) -> Option<Vec<Chain>> {
    let sizes = [
        pipeline.ranks,
        pipeline.chunks_a_rank(),
        pipeline.micro_batches,
    ];
    let blocks = sizes.into_iter().fold(2_usize, usize::saturating_mul);
    let kinds = alike
        .iter()
        .enumerate()
        .filter(|(stage, first)| stage == *first);
    let recorded = pipeline.ranks.saturating_mul(kinds.count());
    let is_short = pipeline.ranks <= MOST_RANKS && blocks <= MOST_BLOCKS && recorded <= MOST_KINDS;
    if !is_short || pipeline.schedule.splits_backward() {
        return None;
    }
    let mut placed = Placed::new(pipeline);
    let last = simulate_traced(pipeline, durations, |span| {
        placed.add(pipeline, durations, span);
    });
    let ranks = 0..last.len();
    Some(
        ranks
            .map(|rank| placed.chain(pipeline, alike, placed.last[rank]))
            .collect(),
    )
}

/// Blocks that have run, each with the block for which it waited.
struct Placed {
    spans: Vec<(Span, Option<Link>)>,
    /// The place of each block among those that have run, by [`Self::number`].
    places: Vec<Option<usize>>,
    /// The latest block of each rank.
    last: Vec<Option<usize>>,
    /// Chunks of a rank, and micro-batches.
    sizes: [usize; 2],
}

/// The block for which another waited.
#[derive(Clone, Copy)]
struct Link {
    place: usize,
    is_transfer: bool,
}

impl Placed {
    fn new(pipeline: &Pipeline) -> Self {
        let sizes = [pipeline.chunks_a_rank(), pipeline.micro_batches];
        let blocks = sizes
            .into_iter()
            .fold(2 * pipeline.ranks, usize::saturating_mul);
        Self {
            spans: Vec::with_capacity(blocks),
            places: vec![None; blocks],
            last: vec![None; pipeline.ranks],
            sizes,
        }
    }

    /// The number of a rank's block among all.
    const fn number(&self, rank: usize, block: Block) -> usize {
        let [chunks, micro_batches] = self.sizes;
        let of_rank = rank * chunks + block.chunk;
        let of_direction = 2 * of_rank + (!matches!(block.direction, Direction::Forward)) as usize;
        of_direction * micro_batches + block.micro_batch
    }

    fn add(&mut self, pipeline: &Pipeline, durations: &Durations, span: Span) {
        let before = self.last[span.rank];
        let free = before.map_or(0.0, |place| self.spans[place].0.end);
        // A block begins at once if its rank was free later than its input came.
        let needed = pipeline.dependency(span.rank, span.block);
        let input = needed
            .filter(|(rank, _)| *rank != span.rank)
            .and_then(|(rank, block)| self.places[self.number(rank, block)]);
        let arrival = input.map(|place| self.spans[place].0.end + durations.transfer);
        let link = match (input, arrival) {
            (Some(place), Some(arrival)) if arrival > free => Some(Link {
                place,
                is_transfer: true,
            }),
            _ => before.map(|place| Link {
                place,
                is_transfer: false,
            }),
        };
        let place = self.spans.len();
        let number = self.number(span.rank, span.block);
        self.places[number] = Some(place);
        self.last[span.rank] = Some(place);
        self.spans.push((span, link));
    }

    /// The chain that ends with a block.
    fn chain(&self, pipeline: &Pipeline, alike: &[usize], mut place: Option<usize>) -> Chain {
        let mut chain = Chain::default();
        let stages = pipeline.ranks * self.sizes[0];
        // The place of each direction and stage in the chain.
        let mut known: Vec<Option<usize>> = vec![None; 2 * stages];
        while let Some((span, link)) = place.map(|place| self.spans[place]) {
            let stage = alike[pipeline.stage(span.rank, span.block.chunk)];
            let direction = span.block.direction;
            let half = stages * usize::from(direction != Direction::Forward);
            match known[half + stage] {
                Some(place) => chain.blocks[place].2 += 1,
                None => {
                    known[half + stage] = Some(chain.blocks.len());
                    chain.blocks.push((direction, stage, 1));
                }
            }
            chain.transfers += u64::from(link.is_some_and(|link| link.is_transfer));
            place = link.map(|link| link.place);
        }
        chain.blocks.reverse();
        chain
    }
}

//! The middle of a long step, which the trace of a pipeline has in one piece.
//!
//! Its ends are times of the whole pipeline, not of one rank: all ranks have run a backward before it,
//! and after it new forwards end. So every rank's trace of a step leaves out the same time, to
//! within a block.

use std::ops::Range;

use crate::schedule::Direction;
use crate::timeline::{Cell, Timeline};

/// Blocks up to which a rank's step has no middle.
const SHORT: usize = 48;
/// Least number of blocks that are a middle.
const LEAST: usize = 12;
/// Most blocks of a rank before its middle, and after it.
const MOST: usize = 96;
/// Blocks of a rank between its first backward and the middle, and between the middle and its last
/// forward: one forward and one backward, so that their turns are seen.
const TURNS: usize = 2;

/// Blocks of the rank that are its middle; none in a short step.
pub(super) fn of(timeline: &Timeline, rank: usize) -> Range<usize> {
    let cells = timeline.rows().get(rank).map_or(&[][..], |row| &row.blocks);
    let pipeline = timeline.pipeline();
    // Warm-up of the schedules that interleave: at most two forwards for each virtual stage. What
    // is longer, as in GPipe, is itself cut.
    let most = (2 * pipeline.ranks * pipeline.chunks_a_rank() + TURNS).min(MOST - 1);
    let rows = timeline.rows().iter().map(|row| &row.blocks[..]);
    let begins = rows
        .clone()
        .filter_map(|cells| Some(cells.get(filled(cells, most)?)?.end));
    let ends = rows.filter_map(|cells| Some(cells.get(drains(cells, most)?)?.start));
    let begins = begins.fold(0.0, f64::max);
    let ends = ends.fold(f64::INFINITY, f64::min);
    let first = cells.partition_point(|cell| cell.end <= begins).min(MOST);
    let next = cells.partition_point(|cell| cell.start < ends);
    let next = next.max(cells.len().saturating_sub(MOST)).min(cells.len());
    if cells.len() > SHORT && next >= first + LEAST {
        first..next
    } else {
        0..0
    }
}

/// The block after which a rank has filled and its forwards and backwards have taken a turn.
fn filled(cells: &[Cell], most: usize) -> Option<usize> {
    let first_backward = cells.iter().position(|cell| !is_forward(cell))?;
    Some((first_backward + TURNS).min(most))
}

/// The block from which forwards and backwards of a rank take their last turn before it drains.
fn drains(cells: &[Cell], most: usize) -> Option<usize> {
    let last_forward = cells.iter().rposition(is_forward)?;
    let from = (last_forward + 1).saturating_sub(TURNS);
    Some(from.max(cells.len().saturating_sub(most + 1)))
}

/// True for a forward.
pub(super) const fn is_forward(cell: &Cell) -> bool {
    matches!(cell.block.direction, Direction::Forward)
}

//! Stages that have a bar of their own.

use cost::memory::Memory;

/// The largest number of bars. Where there are more stages, a bar stands for several neighbours. With
/// 128 bars a frame of a drag took up to 390 ms on a processor slowed down four times, with 64 up to
/// 191 (`tests/browser/tasks.mjs`, plans of 1,000 stages).
pub(super) const MOST_BARS: usize = 64;

/// The stages that have a bar, from top to bottom.
pub(crate) fn barred(memory: &Memory) -> Vec<usize> {
    memory.fullest_of_groups(MOST_BARS)
}

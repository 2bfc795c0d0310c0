//! Stages that have a bar each, and the scale of the bars.

use cost::memory::Memory;

/// The largest number of bars: as many as fit legibly above the views, whose place does not change
/// with the number of stages. Where there are more stages, a bar stands for several neighbours.
pub(super) const MOST_BARS: usize = 8;

/// The stages that have a bar, from top to bottom.
pub(crate) fn barred(memory: &Memory) -> Vec<usize> {
    memory.fullest_of_groups(MOST_BARS)
}

/// Bytes of a whole track: a little beyond the GPU's capacity, doubled until the peak fits. It
/// changes in steps, so that the scale stays during small changes of the plan.
pub(crate) fn scale(memory: &Memory) -> f64 {
    let peak = memory.peak().0 as f64;
    let mut scale = memory.capacity.0 as f64 * 1.12;
    while scale < peak {
        scale *= 2.0;
    }
    scale
}

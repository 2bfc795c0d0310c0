//! The extent of the published peaks of each stack, and the distance of a run from it.

use cost::band::{Extent, MemoryStack as Stack};

use crate::judged::Judged;

/// Stacks with published peaks.
pub const STACKS: [Stack; 6] = [
    Stack::Megatron,
    Stack::PyTorch,
    Stack::HuggingFace,
    Stack::DeepSpeed,
    Stack::Lora,
    Stack::Qlora,
];

/// Extent of the plans of some runs of a stack; `None` without runs.
pub fn extent<'a>(stack: Stack, runs: impl Iterator<Item = &'a Judged<'a>>) -> Option<Extent> {
    let of_stack = runs.filter(|one| one.row.recompute_known && one.peak().is_some());
    let of_stack = of_stack.filter(|one| Stack::of(&one.row.plan) == stack);
    of_stack
        .map(|one| Extent::of(&one.row.plan))
        .reduce(Extent::and)
}

/// Distance of a run from the peaks of the other sources of its stack.
pub fn from_others(one: &Judged, judged: &[Judged]) -> Option<f64> {
    let stack = Stack::of(&one.row.plan);
    let others = judged
        .iter()
        .filter(|other| other.row.source_group != one.row.source_group);
    Some(extent(stack, others)?.distance(&one.row.plan))
}

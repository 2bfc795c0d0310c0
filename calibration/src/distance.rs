//! The extent of the published peaks of each stack, and how much a band widens beyond it.

use cost::band::{Band, Extent, MemoryCount, MemoryStack as Stack};
use runs::quantile::quantile;

use crate::bands::{COVERED, Case};
use crate::errors::{WeightedPair, weighted};
use crate::judged::Judged;

/// Stacks with published peaks.
pub const STACKS: [Stack; 4] = [
    Stack::Megatron,
    Stack::PyTorch,
    Stack::HuggingFace,
    Stack::DeepSpeed,
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

/// Share by which a band of allocated memory widens for each unit of distance: as much as lets four
/// of five runs, each judged by the other sources and their distance from it, lie in the band.
pub fn widening(judged: &[Judged]) -> f64 {
    let mut needed: Vec<WeightedPair> = Vec::new();
    for case in Case::ALL {
        let Case::Memory(stack, MemoryCount::Allocated) = case else {
            continue;
        };
        if !STACKS.contains(&stack) {
            continue;
        }
        for (one, pair, band) in case.by_others(judged) {
            let distance = from_others(one, judged).unwrap_or(0.0);
            if distance > 0.0 {
                needed.push(WeightedPair {
                    measured: (widths(band, pair.factor()) - 1.0).max(0.0) / distance,
                    predicted: 1.0,
                    weight: pair.weight,
                });
            }
        }
    }
    let shares = weighted(&needed, WeightedPair::factor);
    let share = quantile(&shares, COVERED).unwrap_or(0.0);
    (share * 100.0).round() / 100.0
}

/// The number of a band's widths, as logarithms, at which a factor lies.
fn widths(band: Band, factor: f64) -> f64 {
    let end = if factor < 1.0 { band.low } else { band.high };
    factor.ln() / end.ln()
}

//! Results of a plan, in a sentence or two.

use cost::Estimate;
use cost::memory::{StageMemory, Verdict as Outcome};
use cost::plan::{Plan, Recompute};
use formats::number::Units;

use crate::overheads::term;
use crate::verdict;

messages!("results");

/// The plan's result: the need of memory, then the largest loss of time.
#[must_use]
pub fn summary(plan: &Plan, estimate: &Estimate, units: Units) -> String {
    let (loss, share) = estimate.shares.largest_in_time();
    let time = largest_loss(term(loss), share, fit(estimate));
    [&need(plan, estimate, units), " ", &time].concat()
}

fn need(plan: &Plan, estimate: &Estimate, units: Units) -> String {
    let memory = &estimate.memory;
    let stage = (plan.layout.pipeline > 1).then_some(memory.peak_stage as u64);
    let (peak, capacity) = (memory.peak(), memory.capacity);
    let mostly = mostly(&memory.stages[memory.peak_stage]);
    match memory.verdict {
        Outcome::OutOfMemory => {
            let over = peak.saturating_sub(capacity);
            match stage {
                None => over_everywhere(peak, capacity, over, mostly, units),
                Some(stage) => over_on_stage(peak, capacity, stage, over, mostly, units),
            }
        }
        Outcome::MayNotFit => {
            let range = (peak, memory.band);
            match stage {
                None => doubtful_everywhere(peak, capacity, range, units),
                Some(stage) => doubtful_on_stage(peak, capacity, stage, range, units),
            }
        }
        Outcome::Tight => {
            let range = (peak, memory.band);
            let why = if memory.is_tight_by_fragments() {
                Cause::Fragments
            } else {
                Cause::Other
            };
            match stage {
                None => tight_everywhere(range, why, units),
                Some(stage) => tight_on_stage(stage, range, why, units),
            }
        }
        Outcome::Fits => match stage {
            None => held_everywhere(peak, mostly, units),
            Some(stage) => held_on_stage(stage, peak, mostly, units),
        },
    }
}

/// Form of the figures of time: those of a plan that cannot run say “if it fit”.
#[must_use]
pub fn fit(estimate: &Estimate) -> Fit {
    match estimate.memory.verdict {
        Outcome::OutOfMemory => Fit::IfItFit,
        Outcome::Fits | Outcome::Tight | Outcome::MayNotFit => Fit::Real,
    }
}

/// Note below the memory figure when there are fewer bars than stages.
#[must_use]
pub fn memory_groups(stages: usize, bars: usize) -> String {
    grouped_bars(stages as u64, bars as u64)
}

/// Sentence on the memory figure: the spread between stages and its cause.
#[must_use]
pub fn memory_spread(plan: &Plan, estimate: &Estimate, units: Units) -> String {
    let stages = &estimate.memory.stages;
    if let [only] = stages.as_slice() {
        return same_need(only.total(), units);
    }
    let totals = || stages.iter().map(StageMemory::total);
    let over = totals()
        .filter(|total| *total > estimate.memory.capacity)
        .count();
    let held = |stage: &StageMemory| stage.activations;
    // Not so where all is recomputed, nor where each rank has an early and a late stage.
    let is_early_fuller = stages.first().map(held) > stages.last().map(held);
    let why = if is_early_fuller && plan.levers.recompute != Recompute::Full {
        Why::Early
    } else {
        Why::Ends
    };
    let verdict = match over {
        _ if estimate.memory.verdict == Outcome::Tight => Verdict::Tight,
        _ if estimate.memory.verdict == Outcome::MayNotFit => Verdict::MayNotFit,
        0 => Verdict::All,
        n if n == stages.len() => Verdict::None,
        _ => Verdict::Some,
    };
    needs(
        totals().min().unwrap_or_default(),
        totals().max().unwrap_or_default(),
        why,
        verdict,
        over as u64,
        stages.len() as u64,
        units,
    )
}

/// Sentence on the step's time: its useful share, and its largest loss.
#[must_use]
pub fn useful_share(estimate: &Estimate) -> String {
    let (loss, share) = estimate.shares.largest_in_time();
    useful(estimate.shares.useful, share, term(loss), fit(estimate))
}

/// The largest part of a stage's memory.
#[must_use]
pub fn mostly(stage: &StageMemory) -> &'static str {
    let parts = [
        (weights(), stage.state.weights),
        (gradients(), stage.state.gradients),
        (optimizer_state(), stage.state.optimizer),
        (activations(), stage.activations),
        (logits(), stage.logits),
        (buffers(), stage.buffers),
    ];
    parts
        .into_iter()
        .max_by_key(|&(_, bytes)| bytes)
        .map_or("", |(name, _)| name)
}

/// A change of verdict, for a screen reader.
#[must_use]
pub fn announced(estimate: &Estimate, units: Units) -> String {
    let memory = &estimate.memory;
    let mfu = estimate.utilisation.mfu;
    announcement(
        verdict::alone(memory.verdict),
        memory.peak(),
        memory.capacity,
        mfu,
        fit(estimate),
        units,
    )
}

/// Figures that a change has moved without another verdict, for a screen reader: `49.2 of 79.6 GiB,
/// MFU 40.1 %.`
#[must_use]
pub fn moved_figures(estimate: &Estimate, units: Units) -> String {
    let memory = &estimate.memory;
    let mfu = estimate.utilisation.mfu;
    moved(memory.peak(), memory.capacity, mfu, fit(estimate), units)
}

//! Two plans beside each other; undo and redo; plans that are kept.

use cost::Estimate;
use cost::memory::Verdict;
use cost::reading::READINGS;
use cost::units::Bytes;
use formats::number::Units;

messages!("compare");

/// Sentence that compares the present plan with the pinned one: "A is 12 % faster than B (MFU +4.1
/// points), needs 3.1 GiB more and costs $120,000 less."
#[must_use]
pub fn sentence(now: &Estimate, pinned: &Estimate, units: Units) -> String {
    let change = now.utilisation.tokens_per_second / pinned.utilisation.tokens_per_second - 1.0;
    let speed = match change {
        change if change.abs() < 0.0005 => Speed::Same,
        change if change > 0.0 => Speed::Faster,
        _ => Speed::Slower,
    };
    let (held, before) = (now.memory.peak(), pinned.memory.peak());
    let (memory, bytes) = match (held.saturating_sub(before), before.saturating_sub(held)) {
        (Bytes::ZERO, Bytes::ZERO) => (Memory::Same, Bytes::ZERO),
        (more, Bytes::ZERO) => (Memory::More, more),
        (_, less) => (Memory::Less, less),
    };
    let saved = pinned.run.cost_usd - now.run.cost_usd;
    let cost = match saved {
        saved if saved.abs() < 1.0 => Cost::Same,
        saved if saved > 0.0 => Cost::Less,
        _ => Cost::More,
    };
    let points = (now.utilisation.mfu - pinned.utilisation.mfu) * 100.0;
    let written = match now.memory.verdict {
        Verdict::OutOfMemory => sentence_if_it_fit,
        Verdict::Fits | Verdict::Tight | Verdict::MayNotFit => sentence_of_plans,
    };
    written(
        speed,
        change.abs(),
        points,
        memory,
        bytes,
        cost,
        saved.abs(),
        units,
    )
}

/// Names of [`READINGS`], in their order.
#[must_use]
pub fn readings() -> [&'static str; READINGS.len()] {
    [
        reading_memory(),
        reading_state(),
        reading_activations(),
        reading_mfu(),
        reading_hfu(),
        reading_tokens(),
        reading_step(),
        reading_bubble_share(),
        reading_idle_share(),
        reading_compute(),
        reading_recompute(),
        reading_forward_only(),
        reading_tensor(),
        reading_context(),
        reading_expert(),
        reading_pipeline(),
        reading_data(),
        reading_bubble(),
        reading_imbalance(),
        reading_optimizer(),
        reading_run(),
        reading_goodput(),
        reading_cost(),
        reading_energy(),
    ]
}

/// Headings of the table: figure, present plan, pinned plan, change.
#[must_use]
pub fn headings() -> [&'static str; 4] {
    [
        heading_figure(),
        heading_now(),
        heading_pinned(),
        heading_difference(),
    ]
}

/// Names of the actions: pin, exchange, go back to the pinned plan, unpin.
#[must_use]
pub fn acts() -> [&'static str; 4] {
    [act_pin(), act_swap(), act_return(), act_unpin()]
}

/// Steps back and forward, and the pin, in the head of the page.
#[must_use]
pub fn bar() -> [&'static str; 3] {
    [bar_undo(), bar_redo(), bar_pin()]
}

/// Names of the actions on a kept plan: go to it, pin it, delete it.
#[must_use]
pub fn kept_acts() -> [&'static str; 3] {
    [kept_go(), kept_pin(), kept_delete()]
}

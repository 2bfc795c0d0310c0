//! Memory of each stage at the moment of the timeline's cursor, over the bars of memory.
//!
//! Tests: `tests.rs`.

#[cfg(test)]
mod tests;

use cost::certainty::MEMORY;
use cost::units::Bytes;
use leptos::prelude::*;

use crate::components::percent_of;
use crate::panels::memory::{barred, scale};
use crate::store::{Page, use_store};
use text::timeline;

/// Kinds of memory that a stage holds throughout the step, the first of [`MEMORY`].
const LASTING: usize = 3;

/// The mark of a stage. Lengths are shares of the track.
#[derive(Clone, Debug, PartialEq)]
struct HeldMark {
    /// Memory that the stage holds at the moment.
    from: f64,
    /// Memory below the stage's peak that is free at the moment.
    free: f64,
    /// Micro-batches in flight.
    in_flight: usize,
}

/// The moment, and the mark of each bar; none without a moment.
fn marked(page: &Page) -> Option<(String, Vec<HeldMark>)> {
    let moment = page.moment.as_deref()?;
    let memory = &page.estimate.memory;
    let share = |bytes: Bytes| bytes.0 as f64 / scale(memory);
    let marks = barred(memory).into_iter().filter_map(|stage| {
        let (held, now) = (memory.stages.get(stage)?, moment.ranks.get(stage)?.held);
        let lasting = MEMORY[..LASTING].iter().map(|term| (term.of)(held)).sum();
        let most = held.activations + held.logits;
        let bytes = Bytes(now.bytes);
        Some(HeldMark {
            from: share(lasting) + share(bytes),
            free: share(most.saturating_sub(bytes)),
            in_flight: now.in_flight,
        })
    });
    Some((timeline::at(moment.time), marks.collect()))
}

/// The marks over the bars.
#[component]
pub(super) fn MemoryMoment() -> impl IntoView {
    let shown = use_store().slice(marked);
    move || {
        let (at, marks) = shown.get()?;
        let marks = marks.into_iter().map(|mark| {
            view! {
                <div>
                    <u style:left=percent_of(mark.from) style:width=percent_of(mark.free)></u>
                    <em>{timeline::in_flight(mark.in_flight as u64)}</em>
                </div>
            }
        });
        Some(view! {
            <small>{at}</small>
            {marks.collect_view()}
        })
    }
}

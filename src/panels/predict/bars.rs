//! Bars of a question: the figure before and after the change, and the prediction between them.

use cost::Estimate;
use cost::certainty::MEMORY;
use cost::why::{Figure, Root};
use leptos::prelude::*;

use crate::components::percent_of;
use crate::panels::memory::KINDS;
use crate::panels::why::mark;

/// A part of a bar: its class, and its share of the track.
pub(super) type BarPart = (&'static str, f64);

/// Kinds of memory that are model state: the first ones.
const STATE: usize = 3;

/// The parts of a figure's bar on a track that ends at a value: of the memory or the state of a stage
/// each kind, of all others one part.
pub(super) fn parts(figure: Figure, value: f64, estimate: &Estimate, end: f64) -> Vec<BarPart> {
    let memory = &estimate.memory;
    let stage = figure.stage(memory.stages.len(), memory.peak_stage);
    let stage = stage.and_then(|stage| memory.stages.get(stage));
    let kinds = match figure.root {
        Root::MemoryTotal => KINDS.len(),
        Root::MemoryState => STATE,
        _ => 0,
    };
    match stage.filter(|_| kinds > 0) {
        Some(held) => {
            let kinds = KINDS.iter().zip(&MEMORY).take(kinds);
            kinds
                .map(|((class, _, _), kind)| (*class, (kind.of)(held).0 as f64 / end))
                .collect()
        }
        None => vec![(mark(figure.root), value / end)],
    }
}

/// A bar of these parts.
pub(super) fn bar(parts: Vec<BarPart>) -> AnyView {
    let parts = parts
        .into_iter()
        .map(|(class, share)| view! { <i class=class style:width=percent_of(share)></i> });
    view! {
        <div class="track" aria-hidden="true">
            {parts.collect_view()}
        </div>
    }
    .into_any()
}

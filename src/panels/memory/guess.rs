//! The prediction of a stage's memory, or of a part of it, over its bar, where a reader can drag it.

use cost::certainty::MEMORY;
use cost::why::{Place, Root};
use leptos::prelude::*;

use super::bars::{barred, scale};
use super::kinds::KINDS;
use crate::panels::guess_over_bar::guess_over_bar;
use crate::store::{Page, use_store};

/// The place of a prediction: the number of rows, its row, and the share of the track at which it
/// begins.
fn place(page: &Page) -> Option<(usize, usize, f64)> {
    let guess = page.dragged_guess()?;
    let Place::Stage(stage) = guess.figure.place else {
        return None;
    };
    let memory = &page.estimate.memory;
    let before = match guess.figure.root {
        Root::MemoryTotal | Root::MemoryState => 0,
        root => KINDS.iter().position(|(_, _, kind)| *kind == root)?,
    };
    let rows = barred(memory);
    let row = rows.iter().position(|barred| *barred == stage)?;
    let held = &memory.stages[stage];
    let bytes: u64 = MEMORY[..before].iter().map(|kind| (kind.of)(held).0).sum();
    Some((rows.len(), row, bytes as f64 / scale(memory)))
}

/// The prediction in its row.
#[component]
pub(crate) fn MemoryGuess() -> impl IntoView {
    let place = use_store().slice(place);
    move || {
        let (count, row, begin) = place.get()?;
        let inside = || guess_over_bar(begin, |page| scale(&page.estimate.memory));
        let rows = (0..count).map(|index| {
            view! { <div>{(index == row).then(inside)}</div> }
        });
        Some(view! {
            <div class="outlines guess" aria-hidden="true">
                {rows.collect_view()}
            </div>
        })
    }
}

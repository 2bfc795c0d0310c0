//! Memory of each pipeline stage, stacked by kind, with a line at the GPU's capacity.
//!
//! Tests: `tests.rs`.

mod bars;
mod ghost;
mod guess;
mod host;
mod kinds;
mod only_bar;
#[cfg(test)]
pub(crate) mod palette;
mod stage;
#[cfg(test)]
mod tests;

pub(crate) use ghost::MemoryGhost;
pub(crate) use guess::MemoryGuess;
pub(crate) use host::HostBar;

use leptos::prelude::*;
use text::number::BytesText as _;

use crate::components::{Caption, Late, percent_of};
use crate::store::{LatePlace, use_store};
use bars::MOST_BARS;
pub(crate) use bars::{barred, scale};
pub(crate) use kinds::KINDS;
pub(crate) use only_bar::OnlyBarKey;
use stage::StageRow;

/// The id of the figure.
pub(crate) const NAME: &str = "memory";

/// The figure.
#[component]
pub(crate) fn MemoryFigure() -> impl IntoView {
    let store = use_store();
    let sentence =
        store.slice(|page| text::results::memory_spread(&page.draft, &page.estimate, page.units()));
    let keys = KINDS.iter().map(|(class, name, _)| {
        view! {
            <li>
                <i class=*class></i>
                {name()}
            </li>
        }
    });
    view! {
        <figure id=NAME class="memory" aria-labelledby="memory-caption">
            <Caption
                id="memory-caption"
                name=text::head::memory_caption()
                sentence=sentence
            />
            <Stages/>
            <Late place=LatePlace::HostMemory/>
            <Grouping/>
            <ul class="keys" aria-hidden="true">
                {keys.collect_view()}
            </ul>
            <div id="memory-behind" class="behind">
                <Late place=LatePlace::MemoryTable/>
            </div>
        </figure>
    }
}

/// The bars of the stages, and the line of the GPU's capacity across them.
#[component]
fn Stages() -> impl IntoView {
    let store = use_store();
    let count = store.slice(|page| barred(&page.estimate.memory).len());
    let line_at = store.slice(|page| {
        let memory = &page.estimate.memory;
        percent_of(memory.capacity.0 as f64 / scale(memory))
    });
    let line_name = store.slice(|page| {
        let capacity = page.units().size(page.estimate.memory.capacity);
        text::head::card_line(&capacity)
    });
    view! {
        <div class="stages">
            <div class="card-line" aria-hidden="true">
                <span style=("--at", line_at)>{line_name}</span>
            </div>
            <For each=move || 0..count.get() key=|place| *place let:place>
                <StageRow place=place line_at=line_at/>
            </For>
            <Late place=LatePlace::MemoryGhost/>
            <div id="memory-moment" class="outlines moment">
                <Late place=LatePlace::MemoryMoment/>
            </div>
        </div>
    }
}

/// The note on the stages that each bar represents, if not every stage has a bar.
#[component]
fn Grouping() -> impl IntoView {
    let store = use_store();
    let has_all = store.slice(|page| page.estimate.memory.stages.len() <= MOST_BARS);
    let note = store.slice(|page| {
        let memory = &page.estimate.memory;
        text::results::memory_groups(memory.stages.len(), barred(memory).len())
    });
    view! { <p hidden=has_all>{note}</p> }
}

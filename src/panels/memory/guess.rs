//! The prediction of a stage's memory, or of a part of it, over its bar, where a reader can drag it.

use cost::certainty::MEMORY;
use cost::why::{Place, Root};
use leptos::prelude::*;

use super::bars::{barred, scale};
use super::kinds::KINDS;
use crate::components::{percent_of, sliding};
use crate::store::{Event, Page, use_store};

/// Steps of a track.
const STEPS: f64 = 500.0;

/// The place of a prediction: the number of rows, its row, and the share of the track at which it
/// begins.
fn place(page: &Page) -> Option<(usize, usize, f64)> {
    let guess = page.dragged_guess()?;
    let Place::Stage(stage) = guess.figure.place else {
        return None;
    };
    let memory = &page.estimate.memory;
    let before = match guess.figure.root {
        Root::MemoryTotal => 0,
        root => KINDS.iter().position(|(_, _, kind)| *kind == root)?,
    };
    let rows = barred(memory);
    let row = rows.iter().position(|barred| *barred == stage)?;
    let held = &memory.stages[stage];
    let bytes: u64 = MEMORY[..before].iter().map(|kind| (kind.of)(held).0).sum();
    Some((rows.len(), row, bytes as f64 / scale(memory)))
}

/// The prediction as a share of the track.
fn length(page: &Page) -> f64 {
    let guess = page.dragged_guess();
    guess.map_or(0.0, |guess| guess.value / scale(&page.estimate.memory))
}

/// The event that moves the prediction to a share of the track.
fn moved(page: &Page, share: f64) -> Option<Event> {
    let guess = page.dragged_guess().filter(|_| page.is_guessing())?;
    let value = share * scale(&page.estimate.memory);
    Some(Event::Guess(Some(guess.with(value.min(guess.most)))))
}

/// The prediction in its row. The card of predictions has it with a name and keys.
#[component]
pub(crate) fn MemoryGuess() -> impl IntoView {
    let store = use_store();
    let place = store.slice(place);
    let length = store.slice(length);
    let is_seen = store.slice(|page| !page.is_guessing());
    let inside = move |begin: f64| {
        let scale = STEPS / (1.0 - begin);
        let handlers = sliding(
            move || length.get_untracked() * scale,
            move |steps| {
                store.send_if(|page| moved(page, steps / scale));
            },
        );
        view! {
            <s
                style:left=percent_of(begin)
                style:width=move || percent_of(length.get().min(1.0 - begin))
            ></s>
            <input
                {..handlers}
                type="range"
                tabindex="-1"
                autocomplete="off"
                min="0"
                max=STEPS.to_string()
                style:left=percent_of(begin)
                prop:value=move || length.get() * scale
                disabled=is_seen
            />
        }
    };
    move || {
        let (count, row, begin) = place.get()?;
        let rows = (0..count).map(|index| {
            let inside = (index == row).then(|| inside(begin));
            view! { <div>{inside}</div> }
        });
        Some(view! {
            <div class="outlines guess" aria-hidden="true">
                {rows.collect_view()}
            </div>
        })
    }
}

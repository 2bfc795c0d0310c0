//! The prediction of a part of the step over its bar, where a reader can drag it.

use cost::why::Root;
use leptos::prelude::*;
use text::why_card::is_part_of_step;

use super::parts::{PARTS, before};
use crate::components::{percent_of, sliding};
use crate::store::{Event, Page, use_store};

/// Steps of a track.
const STEPS: f64 = 500.0;

/// The share of the step at which the part of a figure begins; none if no part of the bar has it.
fn begin(root: Root, page: &Page) -> Option<f64> {
    let of_bar = match root {
        Root::Tensor | Root::Context | Root::Expert | Root::Pipeline | Root::Data => {
            Root::Communication
        }
        root => root,
    };
    let place = PARTS.iter().position(|part| part.root == of_bar)?;
    is_part_of_step(root).then(|| before(&page.estimate, place))
}

/// The share of the step at which the prediction begins.
fn place(page: &Page) -> Option<f64> {
    begin(page.dragged_guess()?.figure.root, page)
}

/// The prediction as a share of the step.
fn length(page: &Page) -> f64 {
    let guess = page.dragged_guess();
    guess.map_or(0.0, |guess| guess.value / page.estimate.time.total().0)
}

/// The event that moves the prediction to a share of the step.
fn moved(page: &Page, share: f64) -> Option<Event> {
    let guess = page.dragged_guess().filter(|_| page.is_guessing())?;
    let value = share * page.estimate.time.total().0;
    Some(Event::Guess(Some(guess.with(value.min(guess.most)))))
}

/// The prediction. The card of predictions has it with a name and keys.
#[component]
pub(crate) fn TimeGuess() -> impl IntoView {
    let store = use_store();
    let place = store.slice(place);
    let length = store.slice(length);
    let is_seen = store.slice(|page| !page.is_guessing());
    move || {
        let begin = place.get()?;
        let scale = STEPS / (1.0 - begin);
        let handlers = sliding(
            move || length.get_untracked() * scale,
            move |steps| {
                store.send_if(|page| moved(page, steps / scale));
            },
        );
        Some(view! {
            <div class="guess" aria-hidden="true">
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
            </div>
        })
    }
}

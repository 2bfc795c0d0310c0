//! The prediction of a figure over its real bar, where a reader can drag it. The card of predictions
//! has it with a name and keys.

use leptos::prelude::*;

use crate::components::{percent_of, sliding};
use crate::store::{Event, Page, use_store};

/// Steps of a track.
const STEPS: f64 = 500.0;

/// The prediction over a bar, from a share of its track on. `whole` is the value of the whole track.
pub(super) fn guess_over_bar(begin: f64, whole: fn(&Page) -> f64) -> AnyView {
    let store = use_store();
    let length = store.slice(move |page| {
        let guess = page.dragged_guess();
        guess.map_or(0.0, |guess| guess.value / whole(page))
    });
    let is_seen = store.slice(|page| !page.is_guessing());
    let scale = STEPS / (1.0 - begin);
    let handlers = sliding(
        move || length.get_untracked() * scale,
        move |steps| {
            store.send_if(|page| moved(page, steps / scale * whole(page)));
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
    .into_any()
}

/// The event that moves the prediction to a value.
fn moved(page: &Page, value: f64) -> Option<Event> {
    let guess = page.dragged_guess().filter(|_| page.is_guessing())?;
    Some(Event::Guess(Some(guess.with(value.min(guess.most)))))
}

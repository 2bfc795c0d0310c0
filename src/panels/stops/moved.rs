//! Side effects of a change of a control, said at the control, with the way back.

use std::sync::Arc;

use cost::plan::Plan;
use leptos::prelude::*;

use crate::controls::MarkedControl;
use crate::store::{Event, HistoryStep, Page, use_store};

/// Controls on which other numbers of the plan depend.
const MOVERS: [&str; 5] = ["tp", "pp", "cp", "gpus", "seq"];

/// The plan from before the last change, if the control of a key made it.
fn before<'a>(page: &'a Page, key: &str) -> Option<&'a Arc<Plan>> {
    if page.is_stale() || !MOVERS.contains(&key) {
        return None;
    }
    let before = page.history.before(&page.draft)?;
    let control = MarkedControl::of(key)?;
    control
        .is_all_between(before, &page.draft)
        .then_some(before)
}

/// A sentence on what the last change has moved beside the control of a key; empty if nothing moved.
pub(super) fn moved(page: &Page, key: &str) -> String {
    let before = before(page, key);
    before.map_or_else(String::new, |before| {
        text::stops::also_moved(before, &page.draft)
    })
}

/// A sentence for screen readers on what the last change by the reader has moved beside it.
pub(super) fn announced(page: &Page) -> Option<String> {
    let moved = MOVERS.iter().map(|key| moved(page, key));
    let sentence = moved.into_iter().find(|moved| !moved.is_empty())?;
    (!page.is_recalled).then(|| [&sentence, "."].concat())
}

/// The event that takes back the last change of the control of a key.
pub(super) fn undo(page: &Page, key: &str) -> Option<Event> {
    let before = before(page, key)?;
    // A plan that has not come to rest is not in the history.
    let is_at_rest = page.history.is_at(&page.draft);
    Some(if is_at_rest {
        Event::Walk(HistoryStep::Back)
    } else {
        Event::Edit(Box::new(Plan::clone(before)))
    })
}

/// The line under a control; a style sheet shows it while the reader is at the control.
#[component]
pub(super) fn Moved(key: &'static str) -> impl IntoView {
    let store = use_store();
    let sentence = store.slice(move |page| moved(page, key));
    let is_hidden = move || sentence.with(String::is_empty);
    let [undo_word, ..] = text::compare::bar();
    let press = move |_| {
        store.send_if(|page| undo(page, key));
        store.send(Event::Focus(key.into()));
    };
    view! {
        <p class="moved" hidden=is_hidden>
            <span>{sentence}</span>
            <button type="button" disabled=is_hidden on:click=press>
                {undo_word}
            </button>
        </p>
    }
}

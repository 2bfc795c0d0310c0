//! Media queries.
//!
//! Tests: `tests/browser/views.test.mjs`.

use gloo_events::EventListener;
use leptos::prelude::{RwSignal, Set, Signal};
use web_sys::MediaQueryList;

/// A signal that is true while a media query matches. It lives as long as the page.
pub fn matches(query: &str) -> Signal<bool> {
    let list = web_sys::window().and_then(|window| window.match_media(query).ok().flatten());
    let is_matching = RwSignal::new(list.as_ref().is_some_and(MediaQueryList::matches));
    if let Some(list) = list {
        let target = list.clone();
        EventListener::new(&target, "change", move |_| is_matching.set(list.matches())).forget();
    }
    is_matching.into()
}

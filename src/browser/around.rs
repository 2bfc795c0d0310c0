//! The pointer and the focus over the element that holds another one.
//!
//! Tests: `tests/browser/stops.test.mjs`.

use gloo_events::EventListener;
use web_sys::{Element, Event};

/// Listeners on the element around another one. Dropping them ends them.
pub struct Around {
    _listeners: Vec<EventListener>,
}

impl Around {
    /// Calls back whenever one of these events happens in the element around `inner`, with the name
    /// of the event.
    #[must_use]
    pub fn new(
        inner: &Element,
        events: &'static [&'static str],
        answer: impl Fn(&'static str, &Event) + Clone + 'static,
    ) -> Self {
        let parent = inner.parent_element();
        let listeners = parent.iter().flat_map(|parent| {
            events.iter().map(|&name| {
                let answer = answer.clone();
                EventListener::new(parent, name, move |event| answer(name, event))
            })
        });
        Self {
            _listeners: listeners.collect(),
        }
    }
}

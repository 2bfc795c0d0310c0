//! The pointer and the focus over the element that holds another one.
//!
//! Tests: `tests/browser/stops.test.mjs`.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, MouseEvent};

/// Listeners on the element around another one. Dropping them ends them.
pub struct Around {
    _listeners: Vec<EventListener>,
}

impl Around {
    /// Calls back whenever one of these events happens in the element around `inner`.
    #[must_use]
    pub fn new(
        inner: &Element,
        events: &[&'static str],
        answer: impl Fn(&Event) + Clone + 'static,
    ) -> Self {
        let parent = inner.parent_element();
        let listeners = parent.iter().flat_map(|parent| {
            events
                .iter()
                .map(|event| EventListener::new(parent, *event, answer.clone()))
        });
        Self {
            _listeners: listeners.collect(),
        }
    }
}

/// The place of the pointer over an element, as a share of its width; none beside it.
#[must_use]
pub fn share_of_width(element: &Element, event: &Event) -> Option<f64> {
    let event: &MouseEvent = event.dyn_ref()?;
    let area = element.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let is_over = y >= area.top() && y <= area.bottom() && area.width() > 0.0;
    // The middle of the first mark is the element's edge.
    let share = (x - area.left()) / area.width();
    (is_over && (-0.05..=1.05).contains(&share)).then(|| share.clamp(0.0, 1.0))
}

//! Movements of a range by pointer, key or assistive technology.
//!
//! A browser moves the thumb of a range to a finger as soon as it is down, even if the finger then
//! scrolls the page. So the value of a touch is held back until the touch is lifted where it began,
//! which is a tap, or moves sideways; if the browser scrolls by it, the value is dropped.
//!
//! Tests: below, `tests/browser/touch.test.mjs`.

use std::time::Duration;

use leptos::attr::Attribute;
use leptos::ev;
use leptos::prelude::*;
use leptos::tachys::html::event::on;
use web_sys::{Event, HtmlInputElement, PointerEvent};

use crate::browser::pointer;
use crate::browser::timing::after;

/// Distance to the side, in pixels, from which a touch slides. By judgement: less than the 15 px from
/// which Chromium scrolls, and more than a finger trembles.
const SIDEWAYS: f64 = 8.0;

/// The gesture of a pointer on a range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Gesture {
    /// Values count at once: no finger is down, or it slides.
    #[default]
    Free,
    /// A finger is down: it may tap, slide or scroll.
    Open {
        /// Its place when it was put down, in pixels.
        from: [f64; 2],
        /// The value that the browser has set since then.
        value: Option<f64>,
    },
    /// The browser scrolls by the finger.
    Scrolls,
}

impl Gesture {
    /// The gesture of a pointer that is put down.
    fn of(is_finger: bool, from: [f64; 2]) -> Self {
        if is_finger {
            Self::Open { from, value: None }
        } else {
            Self::Free
        }
    }

    /// The browser has set a value; returns it if it counts at once.
    fn set(&mut self, new: f64) -> Option<f64> {
        match self {
            Self::Free => return Some(new),
            Self::Open { value, .. } => *value = Some(new),
            Self::Scrolls => {}
        }
        None
    }

    /// The finger has moved; returns the value that counts now.
    fn moved(&mut self, to: [f64; 2]) -> Option<f64> {
        let Self::Open { from, .. } = *self else {
            return None;
        };
        let [across, down] = [0, 1].map(|axis| (to[axis] - from[axis]).abs());
        if across < SIDEWAYS || across <= down {
            return None;
        }
        self.lifted()
    }

    /// The finger is lifted; returns the value of a tap.
    fn lifted(&mut self) -> Option<f64> {
        let Self::Open { value, .. } = *self else {
            return None;
        };
        *self = Self::Free;
        value
    }

    /// The browser has taken the finger for scrolling.
    fn cancelled(&mut self) {
        if let Self::Open { .. } = self {
            *self = Self::Scrolls;
        }
    }

    /// A finger that scrolled is lifted, or a key is pressed.
    fn end_scrolling(&mut self) {
        if *self == Self::Scrolls {
            *self = Self::Free;
        }
    }
}

/// Handlers of a range: `slide` receives each value that counts, and the thumb stays at the value in
/// force, which `now` gives.
pub(crate) fn sliding(
    now: impl Fn() -> f64 + Clone + 'static,
    slide: impl Fn(f64) + Clone + 'static,
) -> impl Attribute {
    let gesture = StoredValue::new_local(Gesture::default());
    let apply = move |value: Option<f64>| {
        if let Some(value) = value {
            slide(value);
        }
    };
    let change = move |change: &dyn Fn(&mut Gesture) -> Option<f64>| {
        gesture
            .try_update_value(|gesture| change(gesture))
            .flatten()
    };
    // Assistive technology may send only `change`; others send both for one movement.
    let take = {
        let apply = apply.clone();
        move |event: &Event| {
            let field: HtmlInputElement = event_target(event);
            let value = field.value_as_number();
            apply(change(&|gesture| gesture.set(value)));
            field.set_value_as_number(now());
        }
    };
    let [input, changed] = [take.clone(), take];
    let [moved, lifted] = [apply.clone(), apply];
    let end = move || {
        let _ = change(&|gesture| {
            gesture.end_scrolling();
            None
        });
    };
    // The browser may send a last value after the finger is lifted.
    let end_soon = move || after(Duration::ZERO, end);
    (
        on(ev::input, move |event: Event| input(&event)),
        on(ev::change, move |event: Event| changed(&event)),
        on(ev::pointerdown, move |event: PointerEvent| {
            // Pens scroll, too.
            let is_finger = ["touch", "pen"].contains(&&*event.pointer_type());
            let new = Gesture::of(is_finger, pointer::in_window(&event));
            gesture.set_value(new);
        }),
        on(ev::pointermove, move |event: PointerEvent| {
            moved(change(&|gesture| gesture.moved(pointer::in_window(&event))));
        }),
        on(ev::pointerup, move |_: PointerEvent| {
            lifted(change(&Gesture::lifted));
        }),
        on(ev::pointercancel, move |_: PointerEvent| {
            let _ = change(&|gesture| {
                gesture.cancelled();
                None
            });
        }),
        on(ev::touchend, move |_| end_soon()),
        on(ev::touchcancel, move |_| end_soon()),
        on(ev::keydown, move |_| end()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOWN: [f64; 2] = [100.0, 500.0];

    #[test]
    fn a_finger_that_scrolls_sets_nothing() {
        let mut gesture = Gesture::of(true, DOWN);
        assert_eq!(gesture.set(4.0), None);
        assert_eq!(gesture.moved([104.0, 480.0]), None);
        gesture.cancelled();
        // The browser may go on to send values until the finger is lifted.
        assert_eq!(
            (gesture.set(5.0), gesture.moved([300.0, 480.0])),
            (None, None)
        );
        assert_eq!(gesture.lifted(), None);
        gesture.end_scrolling();
        assert_eq!(gesture.set(3.0), Some(3.0));
    }

    #[test]
    fn a_finger_that_slides_sets_what_it_passes() {
        let mut gesture = Gesture::of(true, DOWN);
        assert_eq!(gesture.set(4.0), None);
        assert_eq!(gesture.moved([104.0, 500.0]), None);
        assert_eq!(gesture.set(5.0), None);
        assert_eq!(gesture.moved([112.0, 503.0]), Some(5.0));
        assert_eq!(gesture.set(6.0), Some(6.0));
        gesture.cancelled();
        assert_eq!(gesture.set(7.0), Some(7.0));
    }

    #[test]
    fn a_tap_sets_its_value_when_it_ends() {
        let mut gesture = Gesture::of(true, DOWN);
        assert_eq!(gesture.set(4.0), None);
        assert_eq!(gesture.lifted(), Some(4.0));
        assert_eq!(gesture.lifted(), None);
    }

    #[test]
    fn a_mouse_and_a_key_set_values_at_once() {
        let mut mouse = Gesture::of(false, DOWN);
        assert_eq!(mouse.set(4.0), Some(4.0));
        assert_eq!(Gesture::default().set(4.0), Some(4.0));
        assert_eq!((mouse.moved([300.0, 500.0]), mouse.lifted()), (None, None));
    }
}

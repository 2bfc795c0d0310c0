//! Doing something a little later.

use std::time::Duration;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use super::window;

/// Calls back once, after a pause, from a task of its own.
pub fn after(pause: Duration, callback: impl FnOnce() + 'static) {
    let milliseconds = u32::try_from(pause.as_millis()).unwrap_or(u32::MAX);
    Timeout::new(milliseconds, callback).forget();
}

/// Calls back once, before the browser paints the next time, with the milliseconds of that moment.
pub fn next_frame(callback: impl FnOnce(f64) + 'static) {
    let callback = Closure::once_into_js(callback);
    let _ = window().request_animation_frame(callback.unchecked_ref());
}

/// Milliseconds since some moment of the past.
#[must_use]
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// A random number from 0 to 1.
#[must_use]
pub fn random() -> f64 {
    js_sys::Math::random()
}

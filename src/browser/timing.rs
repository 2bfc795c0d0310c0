//! Doing something a little later.

use std::time::Duration;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Calls back once, after a pause, from a task of its own.
pub fn after(pause: Duration, callback: impl FnOnce() + 'static) {
    let milliseconds = u32::try_from(pause.as_millis()).unwrap_or(u32::MAX);
    Timeout::new(milliseconds, callback).forget();
}

/// Calls back once, before the browser paints the next time, with the milliseconds of that moment.
pub fn next_frame(callback: impl FnOnce(f64) + 'static) {
    let callback = Closure::once_into_js(callback);
    if let Some(window) = web_sys::window() {
        let _ = window.request_animation_frame(callback.unchecked_ref());
    }
}

/// Milliseconds since some moment of the past.
#[must_use]
pub fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// A number from 0 to 1, by chance.
#[must_use]
pub fn random() -> f64 {
    let number = super::late::call(&super::late::global("Math"), "random", &[]);
    number
        .and_then(|number| number.as_f64())
        .unwrap_or_default()
}

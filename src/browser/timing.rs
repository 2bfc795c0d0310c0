//! Timers, frames, the clock and random numbers.
//!
//! `gloo-timers` keeps the callback of a timer for ever if nobody holds its handle: 1.5 kB of heap
//! for each lesson that is opened. `gloo-render` cancels a frame when its handle is dropped, but
//! the loop needs the frame.
//!
//! Tests: `tests/browser/slices.test.mjs`.

use std::time::Duration;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use super::window;

/// Calls back once, after a pause, from a separate task.
pub fn after(pause: Duration, callback: impl FnOnce() + 'static) {
    let milliseconds = i32::try_from(pause.as_millis()).unwrap_or(i32::MAX);
    // The callback frees itself after its call.
    let callback = Closure::once_into_js(callback);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        callback.unchecked_ref(),
        milliseconds,
    );
}

/// Calls back once, before the browser paints next, with the milliseconds of that moment.
pub fn next_frame(callback: impl FnOnce(f64) + 'static) {
    let callback = Closure::once_into_js(callback);
    let _ = window().request_animation_frame(callback.unchecked_ref());
}

/// Milliseconds since a fixed moment in the past.
#[must_use]
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// A random number from 0 to 1.
#[must_use]
pub fn random() -> f64 {
    js_sys::Math::random()
}

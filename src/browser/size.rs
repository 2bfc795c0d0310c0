//! Observation of the size of elements.
//!
//! Tests: `tests/browser/cut.test.mjs`.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};

/// Calls back with the width and the height of an element without its border, in CSS pixels, now and
/// whenever they change, as long as the page lives.
pub fn on_resize(element: &Element, answer: impl Fn([f64; 2]) + 'static) {
    let measured = element.clone();
    let answer = Closure::<dyn Fn()>::new(move || {
        let size = [measured.client_width(), measured.client_height()];
        answer(size.map(f64::from));
    });
    if let Ok(observer) = ResizeObserver::new(answer.as_ref().unchecked_ref()) {
        observer.observe(element);
    }
    answer.forget();
}

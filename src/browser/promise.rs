//! Waiting for promises.
//!
//! Tests: `tests/browser/share.test.mjs`.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// Callback that receives the outcome of a promise: its value, or the reason of its rejection.
pub(super) type OnSettled = Rc<dyn Fn(Result<JsValue, JsValue>)>;

/// A callback of a promise.
type Callback = Closure<dyn FnMut(JsValue)>;

/// Calls back once a promise is fulfilled or rejected.
pub(super) fn settled(promise: &Promise, done: impl Fn(Result<JsValue, JsValue>) + 'static) {
    settle(promise, Rc::new(done));
}

/// [`settled`] with a shared callback: compiled once for all callers.
fn settle(promise: &Promise, done: OnSettled) {
    // Only one of the two callbacks is called, once, and it drops both. A running callback still
    // finishes.
    let both = Rc::new(Cell::new(None::<[Callback; 2]>));
    let (kept, by_kept, by_broken) = (Rc::clone(&done), Rc::clone(&both), Rc::clone(&both));
    let yes = Callback::new(move |value| {
        by_kept.take();
        kept(Ok(value));
    });
    let no = Callback::new(move |reason| {
        by_broken.take();
        done(Err(reason));
    });
    let _ = promise.then2(&yes, &no);
    both.set(Some([yes, no]));
}

//! Waiting for promises.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// Takes the outcome of a promise: its value where it is kept, the reason where it is broken.
pub(super) type Done = Rc<dyn Fn(Result<JsValue, JsValue>)>;

/// A callback of a promise.
type Callback = Closure<dyn FnMut(JsValue)>;

/// Calls back once a promise is kept or broken.
pub(super) fn settled(promise: &Promise, done: impl Fn(Result<JsValue, JsValue>) + 'static) {
    settle(promise, Rc::new(done));
}

/// The same, compiled once for all callers.
fn settle(promise: &Promise, done: Done) {
    // One of the two callbacks is called, once, and drops both. A call that is running still ends.
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

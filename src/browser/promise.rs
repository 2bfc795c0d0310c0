//! Waiting for what the browser promises.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// What is done with what a promise brings: nothing, where it is broken.
pub(super) type Done = Rc<dyn Fn(Option<JsValue>)>;

/// Calls back once a promise is kept or broken.
pub(super) fn settled(promise: &Promise, done: Done) {
    let kept = Rc::clone(&done);
    let yes = Closure::new(move |value| kept(Some(value)));
    let no = Closure::new(move |_| done(None));
    let _ = promise.then2(&yes, &no);
    // One of the two is called, and nobody can say when.
    yes.forget();
    no.forget();
}

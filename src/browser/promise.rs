//! Waiting for what the browser promises.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// What is done with what a promise brings: nothing, where it is broken.
pub(super) type Done = Rc<dyn Fn(Option<JsValue>)>;

/// An answer to a promise.
type Answer = Closure<dyn FnMut(JsValue)>;

/// Calls back once a promise is kept or broken.
pub(super) fn settled(promise: &Promise, done: Done) {
    // One of the two is called, once: it lets go of both. A call that is running is not cut off.
    let both = Rc::new(Cell::new(None::<[Answer; 2]>));
    let (kept, last, other) = (Rc::clone(&done), Rc::clone(&both), Rc::clone(&both));
    let yes = Answer::new(move |value| {
        last.take();
        kept(Some(value));
    });
    let no = Answer::new(move |_| {
        other.take();
        done(None);
    });
    let _ = promise.then2(&yes, &no);
    both.set(Some([yes, no]));
}

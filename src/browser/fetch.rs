//! Loading a file of the page's own, when it is asked for.

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};

use super::beside;
use super::late::{call, global};
use super::promise::{Done, settled};

/// Loads the JSON file of this name and hands it over, or nothing where it does not come or is
/// none.
pub fn json(name: &str, done: impl Fn(Option<JsValue>) + 'static) {
    let done: Done = Rc::new(done);
    let Some(asked) = call(&global("self"), "fetch", &[&beside(name).into()]) else {
        done(None);
        return;
    };
    let read = move |response: Option<JsValue>| {
        // What is missing comes as a page, which is no JSON.
        match response.and_then(|response| call(&response, "json", &[])) {
            Some(body) => settled(body.unchecked_ref(), Rc::clone(&done)),
            None => done(None),
        }
    };
    settled(asked.unchecked_ref(), Rc::new(read));
}

//! Loading a file that lies beside the page, when it is asked for.

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;

use super::promise::{Done, settled};

/// Loads a JSON file and hands it over, or nothing where it does not come or is none.
pub fn json(path: &str, done: impl Fn(Option<JsValue>) + 'static) {
    let Some(window) = web_sys::window() else {
        done(None);
        return;
    };
    let done: Done = Rc::new(done);
    let read = move |response: Option<JsValue>| {
        // What is missing comes as a page, which is no JSON.
        let body = response.and_then(|response| response.unchecked_into::<Response>().json().ok());
        match body {
            Some(body) => settled(&body, Rc::clone(&done)),
            None => done(None),
        }
    };
    settled(&window.fetch_with_str(path), Rc::new(read));
}

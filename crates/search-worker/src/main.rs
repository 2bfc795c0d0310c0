//! A worker of the page: answers what it is asked of the search for the best layout.
//!
//! A message is a pair: a plan's link, empty where none is meant, and an array of numbers
//! ([`search::worker::Request`]). The answer is an array of numbers.

use std::cell::RefCell;

use search::worker::Worker;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::js_sys::{Array, Date, Float64Array, global};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let worker = RefCell::new(Worker::default());
    let answers = scope.clone();
    let hear = move |event: MessageEvent| {
        let message: Array = event.data().unchecked_into();
        let link = message.get(0).as_string().unwrap_or_default();
        let numbers = message.get(1).unchecked_into::<Float64Array>().to_vec();
        let answer = worker.borrow_mut().hear(&link, &numbers, Date::now);
        if let Some(answer) = answer {
            // Without a page there is nobody to tell.
            let _ = answers.post_message(&Float64Array::from(&answer[..]));
        }
    };
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(hear);
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
}

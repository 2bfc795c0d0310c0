//! A worker of the page: answers requests to the search for the best layout.
//!
//! A message is an array of bytes ([`search::worker::WorkerRequest`]), and so is the answer
//! ([`search::worker::WorkerReply`]).

use std::cell::RefCell;

use search::worker::Worker;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::js_sys::{Date, Uint8Array, global};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let worker = RefCell::new(Worker::default());
    let answers = scope.clone();
    let on_message = move |event: MessageEvent| {
        let asked = event.data().unchecked_into::<Uint8Array>().to_vec();
        let answer = worker.borrow_mut().answer(&asked, Date::now);
        if let Some(answer) = answer {
            // Without a page there is no receiver.
            let _ = answers.post_message(&Uint8Array::from(&answer[..]));
        }
    };
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(on_message);
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

//! A worker of the page: reads files, so that the page can end what takes too long or fails.
//!
//! A message is an array of bytes ([`formats::import::worker::ImportRequest`]), and so is the reply
//! ([`ImportReply`]).

use formats::import::worker::{ImportReply, ImportWorker};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::js_sys::{Uint8Array, global};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let page = scope.clone();
    let send = move |reply: &ImportReply| {
        // Without a page there is no receiver.
        let _ = page.post_message(&Uint8Array::from(&reply.to_bytes()[..]));
    };
    send(&ImportReply::Started);
    let mut worker = ImportWorker::default();
    let on_message = move |event: MessageEvent| {
        let request = event.data().unchecked_into::<Uint8Array>().to_vec();
        if let Some(reply) = worker.reply(&request) {
            send(&reply);
        }
    };
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(on_message);
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

//! A background worker, which receives bytes and answers with bytes.
//!
//! `gloo-worker` would make the page and the worker share an agent type and an executor of futures.
//! Requests here are bytes that the search crate defines, so that native tests run the same worker.
//!
//! Tests: `tests/browser/search.test.mjs`, `tests/browser/faults-browser.test.mjs`.

use std::time::Duration;

use js_sys::{Function, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, MessageEvent, Worker};

use super::timing::after;
use super::{address, beside, window};
use crate::address::of_file;

/// A callback of a worker's event.
type Callback = Closure<dyn Fn(Event)>;

/// A running worker. Dropping it terminates the worker.
pub struct Background {
    worker: Worker,
    /// Callbacks of the worker's messages and of its failure.
    callbacks: Option<[Callback; 2]>,
}

impl Background {
    /// Starts the script of this name beside the page's own. Calls `on_message` with every message
    /// of the worker, and `fail` once it has failed. Returns `None` if the browser refuses.
    #[must_use]
    pub fn start(
        name: &str,
        on_message: impl Fn(Vec<u8>) + 'static,
        fail: impl Fn() + 'static,
    ) -> Option<Self> {
        let worker = start(name)?;
        let on_message = Callback::new(move |event: Event| {
            let data = event.unchecked_ref::<MessageEvent>().data();
            on_message(data.unchecked_into::<Uint8Array>().to_vec());
        });
        let on_error = Callback::new(move |event: Event| {
            // The page reports the failure itself; the browser's console need not.
            event.prevent_default();
            fail();
        });
        worker.set_onmessage(Some(function(&on_message)));
        worker.set_onerror(Some(function(&on_error)));
        Some(Self {
            worker,
            callbacks: Some([on_message, on_error]),
        })
    }

    /// Sends bytes to the worker.
    pub fn tell(&self, bytes: &[u8]) {
        // Bytes can always be copied. A worker that has failed reports it by its event.
        let _ = self.worker.post_message(&Uint8Array::from(bytes));
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Messages and failures may still be on their way.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
        // A callback may drop this worker; the closures live until the callback has returned.
        let callbacks = self.callbacks.take();
        after(Duration::ZERO, move || drop(callbacks));
    }
}

fn function(callback: &Callback) -> &Function {
    callback.as_ref().unchecked_ref()
}

/// Number of threads that can run at once, the page's included, as the browser reports it; at least
/// 1.
#[must_use]
pub fn cores() -> usize {
    (window().navigator().hardware_concurrency() as usize).max(1)
}

/// Starts the script of this name. A frame without an origin, such as a sandboxed one, can start a
/// worker only from a text. That text loads the script from its address and passes the address on.
fn start(name: &str) -> Option<Worker> {
    let file = beside(&[name, ".js"].concat());
    if window().origin() != "null" {
        return Worker::new(&file).ok();
    }
    let script = String::from(js_sys::encode_uri_component(&of_file(
        &address::with_fragment(""),
        &file,
    )));
    // An encoded address has no quotation mark that would end the text.
    let text = format!("data:text/javascript,importScripts(beside=\"{script}\")");
    Worker::new(&text).ok()
}

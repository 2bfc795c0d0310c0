//! A worker beside the page: it is sent bytes and answers with bytes.
//!
//! `gloo-worker` would have the page and the worker share one type of agent and its own loop of
//! futures; requests here are bytes that the search's own crate defines, so that a native test
//! runs the same worker.

use std::time::Duration;

use js_sys::{Function, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, MessageEvent, Worker};

use super::timing::after;
use super::{address, beside, window};

/// A callback of a worker's event.
type Callback = Closure<dyn Fn(Event)>;

/// A worker. It is terminated when this is dropped.
pub struct Background {
    worker: Worker,
    /// Callbacks of its messages and of its failure.
    callbacks: Option<[Callback; 2]>,
}

impl Background {
    /// Starts the script of this name that lies beside the page's own. Calls `hear` with every
    /// message of the worker and `fail` once it has failed. Nothing where the browser refuses.
    #[must_use]
    pub fn start(
        name: &str,
        hear: impl Fn(Vec<u8>) + 'static,
        fail: impl Fn() + 'static,
    ) -> Option<Self> {
        let worker = start(name)?;
        let on_message = Callback::new(move |event: Event| {
            let data = event.unchecked_ref::<MessageEvent>().data();
            hear(data.unchecked_into::<Uint8Array>().to_vec());
        });
        let on_error = Callback::new(move |event: Event| {
            // The page says so itself: the browser's console need not.
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

    /// Sends it bytes.
    pub fn tell(&self, bytes: &[u8]) {
        // Bytes can always be copied; a worker that has failed says so by its event.
        let _ = self.worker.post_message(&Uint8Array::from(bytes));
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Messages and failures may still be on their way.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
        // A callback may drop this: it lives until it has returned.
        let callbacks = self.callbacks.take();
        after(Duration::ZERO, move || drop(callbacks));
    }
}

fn function(callback: &Callback) -> &Function {
    callback.as_ref().unchecked_ref()
}

/// Number of programs that can run at once, the page among them, as the browser says; at least 1.
#[must_use]
pub fn cores() -> usize {
    (window().navigator().hardware_concurrency() as usize).max(1)
}

/// Starts the script of this name. A frame without an origin of its own, as a sandboxed one, may
/// start a worker from a text only: one that loads the script from its address, and hands it that.
fn start(name: &str) -> Option<Worker> {
    let file = beside(&[name, ".js"].concat());
    if window().origin() != "null" {
        return Worker::new(&file).ok();
    }
    let script = String::from(js_sys::encode_uri_component(&address::of_file(&file)));
    // An encoded address has no quotation mark that would end the text.
    let text = format!("data:text/javascript,importScripts(beside=\"{script}\")");
    Worker::new(&text).ok()
}

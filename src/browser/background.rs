//! Working beside the page: a program of its own that is sent bytes, and answers with bytes.

use std::time::Duration;

use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Event;
use web_sys::js_sys::Uint8Array;

use super::late::{call, get, global, new, set};
use super::timing::after;
use super::{address, beside};

/// What hears of a worker.
type Ear = Closure<dyn Fn(Event)>;

/// Under which names a worker calls them.
const HEARD: [&str; 2] = ["onmessage", "onerror"];

/// A program beside the page. It ends when this is dropped.
pub struct Background {
    worker: JsValue,
    /// What hears its messages, and what hears that it has failed.
    ears: Option<[Ear; 2]>,
}

impl Background {
    /// Starts the program that lies beside the page's own under this name, and calls back with all
    /// that it says, or once it has failed. Nothing where the browser refuses.
    #[must_use]
    pub fn start(
        name: &str,
        hear: impl Fn(Vec<u8>) + 'static,
        fail: impl Fn() + 'static,
    ) -> Option<Self> {
        let worker = started(name)?;
        let hears = Ear::new(move |event: Event| {
            hear(get(&event, "data").unchecked_into::<Uint8Array>().to_vec());
        });
        let fails = Ear::new(move |event: Event| {
            // It is told here, and nowhere else.
            event.prevent_default();
            fail();
        });
        for (name, ear) in HEARD.into_iter().zip([&hears, &fails]) {
            set(&worker, name, ear.as_ref());
        }
        Some(Self {
            worker,
            ears: Some([hears, fails]),
        })
    }

    /// Sends it bytes.
    pub fn tell(&self, bytes: &[u8]) {
        call(&self.worker, "postMessage", &[&Uint8Array::from(bytes)]);
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // What it has said already, or how it failed, may still be on its way.
        for name in HEARD {
            set(&self.worker, name, &JsValue::NULL);
        }
        call(&self.worker, "terminate", &[]);
        // It may be dropped by what it says: what hears that goes when it has been heard.
        let ears = self.ears.take();
        after(Duration::ZERO, move || drop(ears));
    }
}

/// How many programs can work at once, the page among them, as far as the browser tells.
#[must_use]
pub fn cores() -> usize {
    let cores = get(&global("navigator"), "hardwareConcurrency").as_f64();
    cores.map_or(1, |cores| cores as usize).max(1)
}

/// Starts the script of this name. A frame without an origin of its own, as a sandboxed one, may
/// start a worker from a text only: one that loads the script from its address, and tells it that.
fn started(name: &str) -> Option<JsValue> {
    let file = beside(&[name, ".js"].concat());
    let start = |address: &JsValue| new("Worker", &[address]);
    if global("origin") != JsValue::from_str("null") {
        return start(&file.into());
    }
    let script = address::of_file(&file).into();
    let script = call(&global("self"), "encodeURIComponent", &[&script])?.as_string()?;
    // What is encoded has no quotation mark that would end the text.
    let text = [
        "data:text/javascript,importScripts(beside=\"",
        &script,
        "\")",
    ]
    .concat();
    start(&text.into())
}

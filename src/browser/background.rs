//! Working beside the page: a program of its own that is sent words and numbers, and answers with
//! numbers.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::js_sys::{Array, Float64Array};
use web_sys::{Event, MessageEvent, Worker};

use super::document;

/// A program beside the page. It ends when this is dropped.
pub struct Background {
    worker: Worker,
    // Both live as long as the worker may call.
    _hears: Closure<dyn Fn(MessageEvent)>,
    _fails: Closure<dyn Fn(Event)>,
}

impl Background {
    /// Starts the program that lies beside the page's own under this name, and calls back with all
    /// that it says, or once it has failed. Nothing where the browser refuses.
    #[must_use]
    pub fn start(
        name: &str,
        hear: impl Fn(Vec<f64>) + 'static,
        fail: impl Fn() + 'static,
    ) -> Option<Self> {
        let worker = Worker::new(&address(name)?).ok()?;
        let hears = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            hear(event.data().unchecked_into::<Float64Array>().to_vec());
        });
        let fails = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            // It is told here, and nowhere else.
            event.prevent_default();
            fail();
        });
        worker.set_onmessage(Some(hears.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fails.as_ref().unchecked_ref()));
        Some(Self {
            worker,
            _hears: hears,
            _fails: fails,
        })
    }

    /// Sends it words and numbers.
    pub fn tell(&self, words: &str, numbers: &[f64]) {
        let message = Array::of2(&words.into(), &Float64Array::from(numbers));
        let _ = self.worker.post_message(&message);
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// How many programs can work at once, the page among them, as far as the browser tells.
#[must_use]
pub fn cores() -> usize {
    let cores = web_sys::window().map(|window| window.navigator().hardware_concurrency());
    cores.map_or(1, |cores| cores as usize).max(1)
}

/// Where a program lies: beside the page's own, whose name changes with every release.
fn address(name: &str) -> Option<String> {
    let link = document()
        .query_selector("link[rel=modulepreload]")
        .ok()??;
    let script = link.get_attribute("href")?;
    let stem = script.strip_suffix(".js")?;
    Some([stem, "_", name, ".js"].concat())
}

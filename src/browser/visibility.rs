//! Observation of which elements are in sight.
//!
//! Tests: `tests/browser/still.test.mjs`.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit, js_sys,
};

/// Elements that are watched as long as the page lives.
pub struct Watch(Option<IntersectionObserver>);

impl Watch {
    /// Calls back whenever a watched element enters or leaves the viewport; a margin around it
    /// counts as well.
    #[must_use]
    pub fn new(answer: impl Fn(&Element, bool) + 'static) -> Self {
        let answer = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            for entry in entries.iter() {
                let entry: IntersectionObserverEntry = entry.unchecked_into();
                answer(&entry.target(), entry.is_intersecting());
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin("120px");
        let function = answer.as_ref().unchecked_ref();
        let watch = IntersectionObserver::new_with_options(function, &options).ok();
        answer.forget();
        Self(watch)
    }

    /// Watches one more element.
    pub fn add(&self, element: &Element) {
        if let Some(observer) = &self.0 {
            observer.observe(element);
        }
    }
}

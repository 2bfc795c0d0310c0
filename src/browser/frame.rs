//! The page around this one, where it stands in a frame: messages to it and from it, and how high
//! this page is.

use js_sys::Object;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::Event;

use super::document;
use super::events::listen;
use super::late::{call, get, global, new, set};

/// The page around this one.
#[derive(Clone)]
pub struct Parent(JsValue);

/// A message of the page around this one: fields of any kind, and whose it is.
pub struct Message {
    data: JsValue,
    /// The origin of the page that sent it; `null` where that has none.
    pub origin: String,
}

impl Parent {
    /// The page around this one, if there is one.
    #[must_use]
    pub fn find() -> Option<Self> {
        let parent = global("parent");
        // The outermost window is its own parent.
        (parent.is_object() && parent != global("self")).then_some(Self(parent))
    }

    /// Sends a message, made of these fields, to pages of one origin, or to any with `*`.
    pub fn tell(&self, fields: &[(&str, JsValue)], origin: &str) {
        let message = Object::new();
        for (name, value) in fields {
            set(&message, name, value);
        }
        call(&self.0, "postMessage", &[&message, &origin.into()]);
    }

    /// Calls back with each message of that page; those of any other window are not heard.
    pub fn hear(&self, answer: impl Fn(&Message) + 'static) {
        let parent = self.0.clone();
        listen("message", move |event: &Event| {
            if get(event, "source") == parent {
                answer(&Message {
                    data: get(event, "data"),
                    origin: get(event, "origin").as_string().unwrap_or_default(),
                });
            }
        });
    }
}

impl Message {
    /// A field that holds text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.field(name).as_string()
    }

    /// A field that holds a number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.field(name).as_f64()
    }

    /// A field; what is no object has none.
    fn field(&self, name: &str) -> JsValue {
        get(&self.data, name)
    }
}

/// Calls back with the height of the whole page in CSS pixels, now and whenever it changes.
pub fn on_height(answer: impl Fn(f64) + 'static) {
    let Some(root) = document().document_element() else {
        return;
    };
    let measured = root.clone();
    let answer = Closure::<dyn Fn()>::new(move || {
        let place = call(&measured, "getBoundingClientRect", &[]);
        let height = place.and_then(|place| get(&place, "height").as_f64());
        answer(height.unwrap_or_default().ceil());
    });
    if let Some(observer) = new("ResizeObserver", &[answer.as_ref()]) {
        call(&observer, "observe", &[&root]);
    }
    answer.forget();
}

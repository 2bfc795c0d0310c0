//! Pages around this one and inside it, in frames: messages to them and from them, and how high this
//! page is.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::Event;

use super::events::listen;
use super::late::{call, get, global, new};
use super::structured::{read, written};
use super::{by_id, document};

/// The page around this one.
#[derive(Clone)]
pub struct Parent(JsValue);

/// A message of another page: anything, and whose it is.
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

    /// Sends a message to pages of one origin, or to any with `*`.
    pub fn tell(&self, message: &impl Serialize, origin: &str) {
        post(&self.0, message, origin);
    }

    /// Calls back with each message of that page; those of any other window are not heard.
    pub fn hear(&self, answer: impl Fn(&Message) + 'static) {
        let parent = self.0.clone();
        listen("message", move |event: &Event| {
            if get(event, "source") == parent {
                answer(&Message::of(event));
            }
        });
    }
}

/// Calls back with each message of the page in the frame of this id, while it is one of this page's
/// own origin.
pub fn hear_inside(id: &'static str, answer: impl Fn(&Message) + 'static) {
    listen("message", move |event: &Event| {
        let is_ours = get(event, "origin") == global("origin");
        if is_ours && inside(id).is_some_and(|window| get(event, "source") == window) {
            answer(&Message::of(event));
        }
    });
}

/// Sends a message to the page in the frame of this id, if it is one of this page's own origin.
pub fn tell_inside(id: &str, message: &impl Serialize) {
    let origin = global("origin").as_string().unwrap_or_default();
    // What has no origin, as a file or a sandbox, cannot be named.
    let origin = if origin == "null" { "*" } else { &origin };
    if let Some(window) = inside(id) {
        post(&window, message, origin);
    }
}

/// The window inside a frame.
fn inside(id: &str) -> Option<JsValue> {
    let window = get(&by_id(id)?.into(), "contentWindow");
    window.is_object().then_some(window)
}

fn post(window: &JsValue, message: &impl Serialize, origin: &str) {
    call(window, "postMessage", &[&written(message), &origin.into()]);
}

impl Message {
    fn of(event: &Event) -> Self {
        Self {
            data: get(event, "data"),
            origin: get(event, "origin").as_string().unwrap_or_default(),
        }
    }

    /// The message as one of ours; nothing where it is none.
    #[must_use]
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        read(&self.data)
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

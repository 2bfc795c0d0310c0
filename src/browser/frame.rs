//! Pages around this one and inside it, in frames: messages to them and from them, and how high this
//! page is.

use js_sys::Object;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::Event;

use super::events::listen;
use super::late::{call, get, global, new, set};
use super::{by_id, document};

/// The page around this one.
#[derive(Clone)]
pub struct Parent(JsValue);

/// A message of another page: fields of any kind, and whose it is.
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
        post(&self.0, fields, origin);
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

/// Sends a message, made of these fields, to the page in the frame of this id, if it is one of this
/// page's own origin.
pub fn tell_inside(id: &str, fields: &[(&str, JsValue)]) {
    let origin = global("origin").as_string().unwrap_or_default();
    // What has no origin, as a file or a sandbox, cannot be named.
    let origin = if origin == "null" { "*" } else { &origin };
    if let Some(window) = inside(id) {
        post(&window, fields, origin);
    }
}

/// The window inside a frame.
fn inside(id: &str) -> Option<JsValue> {
    let window = get(&by_id(id)?.into(), "contentWindow");
    window.is_object().then_some(window)
}

fn post(window: &JsValue, fields: &[(&str, JsValue)], origin: &str) {
    let message = Object::new();
    for (name, value) in fields {
        set(&message, name, value);
    }
    call(window, "postMessage", &[&message, &origin.into()]);
}

impl Message {
    fn of(event: &Event) -> Self {
        Self {
            data: get(event, "data"),
            origin: get(event, "origin").as_string().unwrap_or_default(),
        }
    }

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

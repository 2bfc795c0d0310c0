//! Pages around this one and inside it, in frames: messages to them and from them, and the height
//! of this page.

use js_sys::Function;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, HtmlIFrameElement, MessageEvent, ResizeObserver, Window};

use super::events::listen;
use super::structured::{read, written};
use super::{by_id, document, window};

/// The page around this one.
#[derive(Clone)]
pub struct Parent(Window);

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
        let parent = window().parent().ok().flatten();
        // The outermost window is its own parent.
        parent.filter(|parent| *parent != window()).map(Self)
    }

    /// Sends a message to pages of one origin, or to any with `*`.
    pub fn tell(&self, message: &impl Serialize, origin: &str) {
        post(&self.0, message, origin);
    }

    /// Calls back with each message of that page; those of any other window are not heard.
    pub fn hear(&self, answer: impl Fn(&Message) + 'static) {
        let parent = self.0.clone();
        listen("message", move |event: &Event| {
            let event: &MessageEvent = event.unchecked_ref();
            if is_from(event, &parent) {
                answer(&Message::of(event));
            }
        });
    }
}

/// Calls back with each message of the page in the frame of this id, while it is one of this page's
/// own origin.
pub fn hear_inside(id: &'static str, answer: impl Fn(&Message) + 'static) {
    listen("message", move |event: &Event| {
        let event: &MessageEvent = event.unchecked_ref();
        let is_ours = event.origin() == window().origin();
        if is_ours && inside(id).is_some_and(|inside| is_from(event, &inside)) {
            answer(&Message::of(event));
        }
    });
}

/// Sends a message to the page in the frame of this id, if it is one of this page's own origin.
pub fn tell_inside(id: &str, message: &impl Serialize) {
    let origin = window().origin();
    // What has no origin, as a file or a sandbox, cannot be named.
    let origin = if origin == "null" { "*" } else { &origin };
    if let Some(inside) = inside(id) {
        post(&inside, message, origin);
    }
}

/// Loads the page in the frame of this id anew, if it is one of this page's own origin.
pub fn reload_inside(id: &str) {
    if let Some(inside) = inside(id) {
        // Another origin's page may not be reloaded.
        let _ = inside.location().reload();
    }
}

/// The window inside a frame.
fn inside(id: &str) -> Option<Window> {
    let frame: HtmlIFrameElement = by_id(id)?.unchecked_into();
    frame.content_window()
}

/// Whether a message comes from this window.
fn is_from(event: &MessageEvent, sender: &Window) -> bool {
    let source = event.source();
    source.is_some_and(|source| source == ***sender)
}

fn post(window: &Window, message: &impl Serialize, origin: &str) {
    // A window that has gone hears nothing, and no message of ours is of a kind that cannot be sent.
    let _ = window.post_message(&written(message), origin);
}

impl Message {
    fn of(event: &MessageEvent) -> Self {
        Self {
            data: event.data(),
            origin: event.origin(),
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
        answer(measured.get_bounding_client_rect().height().ceil());
    });
    let function: &Function = answer.as_ref().unchecked_ref();
    if let Ok(observer) = ResizeObserver::new(function) {
        observer.observe(&root);
    }
    answer.forget();
}

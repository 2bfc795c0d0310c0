//! Frames: messages to and from the pages around and inside this one, and the page's height.
//!
//! Tests: `tests/browser/embed.test.mjs`.

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

/// A message of another page: its value and its sender's origin.
pub struct FrameMessage {
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

    /// Sends a message to the parent if its origin is `origin`, or to any parent with `*`.
    pub fn tell(&self, message: &impl Serialize, origin: &str) {
        post(&self.0, message, origin);
    }

    /// Calls back with each message of the parent page; those of any other window are ignored.
    pub fn on_message(&self, answer: impl Fn(&FrameMessage) + 'static) {
        let parent = self.0.clone();
        listen("message", move |event: &Event| {
            let event: &MessageEvent = event.unchecked_ref();
            if is_from(event, &parent) {
                answer(&FrameMessage::of(event));
            }
        });
    }
}

/// Calls back with each message of the page in the frame of this id, if it has this page's origin.
pub fn listen_inside(id: &'static str, answer: impl Fn(&FrameMessage) + 'static) {
    listen("message", move |event: &Event| {
        let event: &MessageEvent = event.unchecked_ref();
        let is_ours = event.origin() == window().origin();
        if is_ours && inside(id).is_some_and(|inside| is_from(event, &inside)) {
            answer(&FrameMessage::of(event));
        }
    });
}

/// Sends a message to the page in the frame of this id, if it has this page's origin.
pub fn tell_inside(id: &str, message: &impl Serialize) {
    let origin = window().origin();
    // A page without an origin, such as a file or a sandbox, cannot be named.
    let origin = if origin == "null" { "*" } else { &origin };
    if let Some(inside) = inside(id) {
        post(&inside, message, origin);
    }
}

/// Reloads the page in the frame of this id, if it has this page's origin.
pub fn reload_inside(id: &str) {
    if let Some(inside) = inside(id) {
        // A page of another origin may not be reloaded.
        let _ = inside.location().reload();
    }
}

/// The window inside a frame.
fn inside(id: &str) -> Option<Window> {
    let frame: HtmlIFrameElement = by_id(id)?.unchecked_into();
    frame.content_window()
}

/// True if a message comes from this window.
fn is_from(event: &MessageEvent, sender: &Window) -> bool {
    let source = event.source();
    source.is_some_and(|source| source == ***sender)
}

fn post(window: &Window, message: &impl Serialize, origin: &str) {
    // A closed window receives nothing, and all our messages can be cloned.
    let _ = window.post_message(&written(message), origin);
}

impl FrameMessage {
    fn of(event: &MessageEvent) -> Self {
        Self {
            data: event.data(),
            origin: event.origin(),
        }
    }

    /// The message as a type of ours; `None` if it does not fit.
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

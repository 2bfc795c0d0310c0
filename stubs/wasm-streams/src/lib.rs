//! Stands in for wasm-streams, which Leptos brings for calls of server functions.
//!
//! This page has no server, but that crate exports its classes to JavaScript, and what is exported
//! stays in the page with all that it needs: 6.1 kB of what every visitor loads. Here is as much as
//! Leptos compiles against; nothing of it is ever called.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use wasm_bindgen::{JsCast, JsValue};

/// A stream of the browser.
#[derive(Debug)]
pub struct ReadableStream(web_sys::ReadableStream);

impl ReadableStream {
    /// Wraps the browser's own.
    #[must_use]
    pub fn from_raw(raw: web_sys::ReadableStream) -> Self {
        Self(raw)
    }

    /// A stream without anything in it.
    pub fn from_stream(_: impl Stream<Item = Result<JsValue, JsValue>> + 'static) -> Self {
        Self(JsValue::UNDEFINED.unchecked_into())
    }

    /// The browser's own.
    #[must_use]
    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.0
    }

    /// Nothing of what it holds.
    #[must_use]
    pub fn into_stream(self) -> Ended {
        Ended
    }
}

/// A stream that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended;

impl Stream for Ended {
    type Item = Result<JsValue, JsValue>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}

//! Loading files on request: the page's own, and those of teachers' lessons.
//!
//! Callbacks, because the page has no executor of futures, which `gloo-net` needs; and that reads a
//! body whole, where a lesson's server may send without end.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    AbortController, Blob, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache,
    RequestCredentials, RequestInit, Response,
};

use super::promise::settled;
use super::timing::after;
use super::{beside, window};

/// Time without a byte after which a text is given up. A slow network, which brings a little at a
/// time, is waited for.
const PATIENCE: Duration = Duration::from_secs(15);

/// Outcome of a request for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// The text; bytes that are no UTF-8 are replaced.
    Text(String),
    /// It has more bytes than were asked for.
    TooLarge,
    /// There is none, its server does not let other pages read it, or the network did not bring it.
    Nothing,
}

/// Takes the outcome.
type Answer = Rc<dyn Fn(Fetched)>;

/// Loads a text from an address, whole or relative to the page's, and hands it over, unless it has
/// more bytes than `most`. Bytes are counted as they arrive; a server that sends without end, or
/// falls silent, is left.
///
/// Another host learns nothing of the reader: no cookies, no referrer. Files beside the page come
/// with the reader's credentials, as behind the login of a course.
pub fn text(address: &str, most: usize, done: impl Fn(Fetched) + 'static) {
    let limit = Limit::new();
    let over = limit.clone();
    let done: Answer = Rc::new(move |fetched| {
        over.stop();
        done(fetched);
    });
    let options = RequestInit::new();
    options.set_credentials(RequestCredentials::SameOrigin);
    options.set_referrer_policy(ReferrerPolicy::NoReferrer);
    // Teachers change their files. Ours never change, and must come without a network, too.
    if !address.starts_with(&beside("")) {
        options.set_cache(RequestCache::NoCache);
    }
    options.set_signal(limit.signal().as_ref());
    limit.wait();
    let asked = window().fetch_with_str_and_init(address, &options);
    let reading = Rc::clone(&done);
    then(&asked, &done, move |response| {
        let response: Response = response.unchecked_into();
        if !response.ok() {
            return reading(Fetched::Nothing);
        }
        match response.body() {
            Some(body) => Rc::new(Body {
                reader: body.get_reader().unchecked_into(),
                pieces: Array::new(),
                most,
                limit: limit.clone(),
            })
            .read(0, &reading),
            // A body of no bytes may be none.
            None => reading(Fetched::Text(String::new())),
        }
    });
}

/// Aborts a request that brings nothing any more.
#[derive(Clone)]
struct Limit {
    /// Aborts the request; none where the browser has no such controllers.
    controller: Option<AbortController>,
    /// Number of waits so far: only the last one aborts.
    waits: Rc<Cell<u32>>,
}

impl Limit {
    fn new() -> Self {
        Self {
            controller: AbortController::new().ok(),
            waits: Rc::default(),
        }
    }

    /// The signal by which the request is aborted.
    fn signal(&self) -> Option<web_sys::AbortSignal> {
        self.controller.as_ref().map(AbortController::signal)
    }

    /// Waits from now on.
    fn wait(&self) {
        self.stop();
        let (wait, limit) = (self.waits.get(), self.clone());
        after(PATIENCE, move || {
            if let Some(controller) = limit.controller.filter(|_| limit.waits.get() == wait) {
                controller.abort();
            }
        });
    }

    /// Waits no longer.
    fn stop(&self) {
        self.waits.set(self.waits.get().wrapping_add(1));
    }
}

/// A body that is read piece by piece.
struct Body {
    reader: ReadableStreamDefaultReader,
    pieces: Array,
    /// Bytes at most.
    most: usize,
    limit: Limit,
}

impl Body {
    /// Reads the next piece, after so many bytes.
    fn read(self: Rc<Self>, before: usize, done: &Answer) {
        self.limit.wait();
        let next = self.reader.read();
        let answer = Rc::clone(done);
        then(&next, done, move |piece| {
            // A piece is `{ done, value }`, for which there is no type.
            let field = |name: &str| Reflect::get(&piece, &name.into()).unwrap_or_default();
            if field("done").is_truthy() {
                return self.end(&answer);
            }
            let piece: Uint8Array = field("value").unchecked_into();
            let bytes = before + piece.byte_length() as usize;
            if bytes > self.most {
                let _ = self.reader.cancel();
                return answer(Fetched::TooLarge);
            }
            self.pieces.push(&piece);
            Rc::clone(&self).read(bytes, &answer);
        });
    }

    /// Makes a text of all pieces.
    fn end(&self, done: &Answer) {
        let Ok(blob) = Blob::new_with_u8_array_sequence(&self.pieces) else {
            return done(Fetched::Nothing);
        };
        let answer = Rc::clone(done);
        then(&blob.text(), done, move |text| {
            let text = text.as_string();
            answer(text.map_or(Fetched::Nothing, Fetched::Text));
        });
    }
}

/// Goes on with the value of a promise; there is nothing where it is broken.
fn then(promise: &Promise, done: &Answer, next: impl Fn(JsValue) + 'static) {
    let failed = Rc::clone(done);
    settled(promise, move |outcome| match outcome {
        Ok(value) => next(value),
        Err(_) => failed(Fetched::Nothing),
    });
}

/// Loads the JSON file of this name and hands it over, or nothing where it does not come or is
/// none. A second attempt passes by the browser's cache, which would wait for the answer to the
/// first one or give the same wrong one.
pub fn json(name: &str, is_again: bool, done: impl Fn(Option<JsValue>) + 'static) {
    let done: Rc<dyn Fn(Option<JsValue>)> = Rc::new(done);
    let options = RequestInit::new();
    options.set_cache(if is_again {
        RequestCache::Reload
    } else {
        RequestCache::Default
    });
    let asked = window().fetch_with_str_and_init(&beside(name), &options);
    settled(&asked, move |outcome| {
        let response = outcome.ok().map(JsCast::unchecked_into::<Response>);
        // A missing file comes as a page, which is no JSON.
        let Some(body) = response.and_then(|response| response.json().ok()) else {
            return done(None);
        };
        let done = Rc::clone(&done);
        settled(&body, move |value| done(value.ok()));
    });
}

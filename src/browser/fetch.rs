//! Loading of files: the page's own, and those of teachers' lessons.
//!
//! A body is read piece by piece up to a limit, as a lesson's server may send without end.
//! `gloo-net` would read it whole.
//!
//! Tests: `tests/browser/lessonfile.test.mjs`, `tests/browser/faults.test.mjs`.

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

/// Time without a byte after which a request is aborted. A slow network that delivers some bytes is
/// waited for.
const PATIENCE: Duration = Duration::from_secs(15);

/// Outcome of a request for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// The text; bytes that are not UTF-8 are replaced.
    Text(String),
    /// The text has more bytes than allowed.
    TooLarge,
    /// No text: the file is missing, its server forbids other pages, or the network failed.
    Nothing,
}

/// Callback that receives the outcome.
type OnFetched = Rc<dyn Fn(Fetched)>;

/// Loads a text from an address, absolute or relative to the page, and passes it to `done`. Texts
/// of more than `most` bytes are refused. Bytes are counted as they arrive; a server that sends
/// without end, or stops sending, is aborted.
///
/// Another host learns nothing of the reader: no cookies, no referrer. Requests for files beside
/// the page carry the reader's credentials, as a course behind a login needs.
pub fn text(address: &str, most: usize, done: impl Fn(Fetched) + 'static) {
    let limit = Limit::new();
    let over = limit.clone();
    let done: OnFetched = Rc::new(move |fetched| {
        over.stop();
        done(fetched);
    });
    let options = RequestInit::new();
    options.set_credentials(RequestCredentials::SameOrigin);
    options.set_referrer_policy(ReferrerPolicy::NoReferrer);
    // Teachers change their files, so these are revalidated. Ours never change, and must load
    // without a network, too.
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
            // An empty body may be absent.
            None => reading(Fetched::Text(String::new())),
        }
    });
}

/// Time limit that aborts a stalled request.
#[derive(Clone)]
struct Limit {
    /// The controller that aborts the request; none where the browser has no such interface.
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

    /// The signal that aborts the request.
    fn signal(&self) -> Option<web_sys::AbortSignal> {
        self.controller.as_ref().map(AbortController::signal)
    }

    /// Starts the time limit anew.
    fn wait(&self) {
        self.stop();
        let (wait, limit) = (self.waits.get(), self.clone());
        after(PATIENCE, move || {
            if let Some(controller) = limit.controller.filter(|_| limit.waits.get() == wait) {
                controller.abort();
            }
        });
    }

    /// Cancels the time limit.
    fn stop(&self) {
        self.waits.set(self.waits.get().wrapping_add(1));
    }
}

/// A response body that is read piece by piece.
struct Body {
    reader: ReadableStreamDefaultReader,
    pieces: Array,
    /// Largest number of bytes.
    most: usize,
    limit: Limit,
}

impl Body {
    /// Reads the next piece after `before` bytes.
    fn read(self: Rc<Self>, before: usize, done: &OnFetched) {
        self.limit.wait();
        let next = self.reader.read();
        let answer = Rc::clone(done);
        then(&next, done, move |piece| {
            // A piece is `{ done, value }`. The getters of `ReadableStreamReadResult` would be two
            // more imports of the first part, some fifty bytes each; `Reflect` is imported anyway.
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

    /// Joins all pieces to a text and passes it on.
    fn end(&self, done: &OnFetched) {
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

/// Calls `next` with the value of a promise; answers `Nothing` if it is rejected.
fn then(promise: &Promise, done: &OnFetched, next: impl Fn(JsValue) + 'static) {
    let failed = Rc::clone(done);
    settled(promise, move |outcome| match outcome {
        Ok(value) => next(value),
        Err(_) => failed(Fetched::Nothing),
    });
}

/// Loads the JSON file of this name and passes it to `done`, or `None` if it is missing or not
/// JSON. A second attempt bypasses the browser's cache, which would wait for the first answer or
/// repeat a wrong one.
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
        // A missing file arrives as an HTML page, which is not JSON.
        let Some(body) = response.and_then(|response| response.json().ok()) else {
            return done(None);
        };
        let done = Rc::clone(&done);
        settled(&body, move |value| done(value.ok()));
    });
}

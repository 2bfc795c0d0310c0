//! Loading files when they are asked for: the page's own, and those of teachers' lessons.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};

use super::beside;
use super::late::{call, get, global, new, set};
use super::promise::{Done, settled};
use super::timing::after;

/// How long nothing may come of a text until it is given up. A slow network, which brings a little
/// at a time, is waited for.
const PATIENCE: Duration = Duration::from_secs(15);

/// What came of asking for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// The text; bytes that are no UTF-8 are replaced.
    Text(String),
    /// It has more bytes than were asked for.
    TooLarge,
    /// There is none, its server does not let other pages read it, or the network did not bring it.
    Nothing,
}

/// What is done with it.
type Answer = Rc<dyn Fn(Fetched)>;

/// Loads a text from an address, whole or relative to the page's, and hands it over, unless it has
/// more bytes than `most`: what comes is counted as it comes, and a server that never ends is left,
/// as is one that falls silent.
///
/// Nothing of the reader's goes to another host: no cookies, and not where the reader is. Files
/// beside the page come as the page itself did, as behind the login of a course.
pub fn text(address: &str, most: usize, done: impl Fn(Fetched) + 'static) {
    let limit = Limit::new();
    let over = limit.clone();
    let done: Answer = Rc::new(move |fetched| {
        over.stop();
        done(fetched);
    });
    let options = Object::new();
    set(&options, "credentials", &"same-origin".into());
    set(&options, "referrerPolicy", &"no-referrer".into());
    // Teachers change their files. Ours never change, and must come where there is no network.
    if !address.starts_with(&beside("")) {
        set(&options, "cache", &"no-cache".into());
    }
    set(&options, "signal", &limit.signal());
    limit.wait();
    let asked = call(&global("self"), "fetch", &[&address.into(), &options]);
    let reading = Rc::clone(&done);
    then(asked, &done, move |response| {
        if get(&response, "ok") != JsValue::TRUE {
            return reading(Fetched::Nothing);
        }
        match call(&get(&response, "body"), "getReader", &[]) {
            Some(reader) => Rc::new(Body {
                reader,
                pieces: Array::new(),
                most: most as f64,
                limit: limit.clone(),
            })
            .read(0.0, &reading),
            // A body of no bytes may be none.
            None => reading(Fetched::Text(String::new())),
        }
    });
}

/// Gives a request up of which nothing comes any more.
#[derive(Clone)]
struct Limit {
    /// What ends the request; undefined where the browser has none.
    controller: JsValue,
    /// How often was waited: only the last wait ends it.
    waits: Rc<Cell<u32>>,
}

impl Limit {
    fn new() -> Self {
        Self {
            controller: new("AbortController", &[]).unwrap_or_default(),
            waits: Rc::default(),
        }
    }

    /// What the request listens to.
    fn signal(&self) -> JsValue {
        get(&self.controller, "signal")
    }

    /// Waits from now on.
    fn wait(&self) {
        self.stop();
        let (wait, limit) = (self.waits.get(), self.clone());
        after(PATIENCE, move || {
            if limit.waits.get() == wait {
                call(&limit.controller, "abort", &[]);
            }
        });
    }

    /// Waits no longer.
    fn stop(&self) {
        self.waits.set(self.waits.get().wrapping_add(1));
    }
}

/// What comes of a text, piece by piece.
struct Body {
    reader: JsValue,
    pieces: Array,
    most: f64,
    limit: Limit,
}

impl Body {
    /// Reads the next piece, after so many bytes.
    fn read(self: Rc<Self>, before: f64, done: &Answer) {
        self.limit.wait();
        let next = call(&self.reader, "read", &[]);
        let answer = Rc::clone(done);
        then(next, done, move |piece| {
            if get(&piece, "done") == JsValue::TRUE {
                return self.end(&answer);
            }
            let piece = get(&piece, "value");
            let bytes = before + get(&piece, "byteLength").as_f64().unwrap_or_default();
            if bytes > self.most {
                call(&self.reader, "cancel", &[]);
                return answer(Fetched::TooLarge);
            }
            call(&self.pieces, "push", &[&piece]);
            Rc::clone(&self).read(bytes, &answer);
        });
    }

    /// Makes a text of all pieces.
    fn end(&self, done: &Answer) {
        let blob = new("Blob", &[&self.pieces]);
        let text = blob.and_then(|blob| call(&blob, "text", &[]));
        let answer = Rc::clone(done);
        then(text, done, move |text| {
            let text = text.as_string();
            answer(text.map_or(Fetched::Nothing, Fetched::Text));
        });
    }
}

/// Goes on with what is promised; there is nothing where it was not even begun, or fails.
fn then(promise: Option<JsValue>, done: &Answer, next: impl Fn(JsValue) + 'static) {
    let failed = Rc::clone(done);
    let Some(promise) = promise else {
        return failed(Fetched::Nothing);
    };
    let step = move |value: Option<JsValue>| match value {
        Some(value) => next(value),
        None => failed(Fetched::Nothing),
    };
    settled(promise.unchecked_ref(), Rc::new(step));
}

/// Loads the JSON file of this name and hands it over, or nothing where it does not come or is
/// none. Where it is asked for again, the browser's cache is left out: it would wait for the first
/// answer, which may never come, or give what was none.
pub fn json(name: &str, is_again: bool, done: impl Fn(Option<JsValue>) + 'static) {
    let done: Done = Rc::new(done);
    let options = Object::new();
    let cache = if is_again { "reload" } else { "default" };
    set(&options, "cache", &cache.into());
    let Some(asked) = call(&global("self"), "fetch", &[&beside(name).into(), &options]) else {
        done(None);
        return;
    };
    let read = move |response: Option<JsValue>| {
        // What is missing comes as a page, which is no JSON.
        match response.and_then(|response| call(&response, "json", &[])) {
            Some(body) => settled(body.unchecked_ref(), Rc::clone(&done)),
            None => done(None),
        }
    };
    settled(asked.unchecked_ref(), Rc::new(read));
}

//! The clipboard: copying text where the browser allows it.
//!
//! Tests: `tests/browser/share.test.mjs`, `tests/browser/faults-browser.test.mjs`.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{Clipboard, HtmlDocument};

use super::promise::settled;
use super::timing::after;
use super::{document, window};

/// Time after which a browser that has not answered counts as one that does not copy. Within five
/// seconds of a press the older interface may still copy ([`copy_selected`]).
const PATIENCE: Duration = Duration::from_secs(3);

/// Copies `text` and passes to `done` whether that worked. Frames without permission and pages
/// without https have no clipboard. A browser that does not answer has not copied; if it copies
/// later after all, `done` is called again.
pub fn copy(text: &str, done: impl Fn(bool) + 'static) {
    let Some(clipboard) = clipboard() else {
        done(false);
        return;
    };
    write(&clipboard, text, Rc::new(done));
}

/// [`copy`] with a shared callback: compiled once for all callers.
fn write(clipboard: &Clipboard, text: &str, done: Rc<dyn Fn(bool)>) {
    let is_answered = Rc::new(Cell::new(false));
    let (late, was_answered) = (Rc::clone(&done), Rc::clone(&is_answered));
    settled(&clipboard.write_text(text), move |copied| {
        let is_late = is_answered.replace(true);
        if copied.is_ok() || !is_late {
            done(copied.is_ok());
        }
    });
    after(PATIENCE, move || {
        if !was_answered.replace(true) {
            late(false);
        }
    });
}

/// Copies the selection by the older interface, which needs a press of the reader but no
/// permission. Returns true if that worked.
pub fn copy_selected() -> bool {
    let document: HtmlDocument = document().unchecked_into();
    document.exec_command("copy") == Ok(true)
}

fn clipboard() -> Option<Clipboard> {
    // `Navigator::clipboard` always returns a value; insecure pages have no clipboard.
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
    clipboard.is_object().then(|| clipboard.unchecked_into())
}

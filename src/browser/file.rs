//! Files: what the reader gives the page to read, and what it gives them to keep.

use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event};

use super::document;
use super::late::{call, get, global, new, set};
use super::promise::settled;
use super::timing::after;

/// How long the browser is given to begin with a file.
const KEPT: Duration = Duration::from_secs(1);

/// A file that the reader has given the page.
#[derive(Debug)]
pub struct File(JsValue);

/// Has the reader keep a text as a file.
pub fn keep(name: &str, text: &str) {
    let options = Object::new();
    set(&options, "type", &"text/plain".into());
    let Some(blob) = new("Blob", &[&Array::of1(&text.into()), &options]) else {
        return;
    };
    let urls = global("URL");
    let Some(address) = call(&urls, "createObjectURL", &[&blob]) else {
        return;
    };
    if let Ok(link) = document().create_element("a") {
        set(&link, "href", &address);
        set(&link, "download", &name.into());
        call(&link, "click", &[]);
    }
    after(KEPT, move || {
        call(&urls, "revokeObjectURL", &[&address]);
    });
}

#[cfg(not(target_arch = "wasm32"))]
impl File {
    /// A file for tests on this machine, where nothing reads it.
    pub(crate) const UNREAD: Self = Self(JsValue::UNDEFINED);
}

/// Whether files are dragged over the page.
#[must_use]
pub fn is_dragged(event: &Event) -> bool {
    let kinds = get(&carried(event), "types");
    call(&kinds, "includes", &[&"Files".into()]) == Some(JsValue::TRUE)
}

/// The first file that is dropped.
#[must_use]
pub fn dropped(event: &Event) -> Option<File> {
    first(&carried(event))
}

/// What the pointer carries.
fn carried(event: &Event) -> JsValue {
    let carried = get(event, "dataTransfer");
    if carried.is_object() {
        carried
    } else {
        Object::new().into()
    }
}

/// The file that is chosen in a field, which forgets it: the same one can be chosen again.
#[must_use]
pub fn chosen(field: &Element) -> Option<File> {
    let file = first(field);
    set(field, "value", &"".into());
    file
}

fn first(of: &JsValue) -> Option<File> {
    let files = get(of, "files");
    let file = files.is_object().then(|| get(&files, "0"))?;
    file.is_object().then_some(File(file))
}

/// Hands over a file's text, or nothing where it cannot be read or has more bytes than `most`; a
/// little later in any case.
pub fn read(file: &File, most: usize, done: impl Fn(Option<String>) + 'static) {
    let size = get(&file.0, "size").as_f64();
    let is_small = size.is_some_and(|size| size <= most as f64);
    match call(&file.0, "text", &[]).filter(|_| is_small) {
        Some(promise) => settled(
            promise.unchecked_ref(),
            Rc::new(move |text| done(text.and_then(|text| text.as_string()))),
        ),
        None => after(Duration::ZERO, move || done(None)),
    }
}

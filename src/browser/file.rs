//! Files: those that a reader opens or drops, and texts saved as files.
//!
//! `gloo-file` would replace one call of `Blob.text`, before which the size is checked.
//!
//! Tests: `tests/browser/keep.test.mjs`, `tests/browser/share.test.mjs`.

use std::time::Duration;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, DragEvent, Element, Event, FileList, HtmlAnchorElement,
    HtmlInputElement, Url,
};

use super::document;
use super::promise::settled;
use super::timing::after;

/// Time until the address of a saved file is revoked; the browser must begin the download before.
const KEPT: Duration = Duration::from_secs(1);

/// A file that the reader has chosen or dropped.
#[derive(Clone, Debug)]
pub struct ChosenFile(pub(super) Option<web_sys::File>);

/// Saves a text as a file of this name on the reader's device.
pub fn keep(name: &str, text: &str) {
    // If the browser refuses, nothing is saved.
    let _ = download(name, text);
}

fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("text/plain");
    let parts = Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    after(KEPT, move || {
        let _ = Url::revoke_object_url(&address);
    });
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
impl ChosenFile {
    /// A file for native tests, which do not read it.
    #[cfg(test)]
    pub(crate) const UNREAD: Self = Self(None);
}

impl ChosenFile {
    /// True if the file has more than this number of bytes.
    #[must_use]
    pub fn is_longer_than(&self, most: usize) -> bool {
        let file = self.0.as_ref();
        file.is_some_and(|file| file.size() > most as f64)
    }
}

/// True if files are dragged over the page.
#[must_use]
pub fn is_dragged(event: &Event) -> bool {
    let kinds = data_transfer(event).map(|data| data.types());
    kinds.is_some_and(|kinds| kinds.includes(&"Files".into(), 0))
}

pub(super) fn data_transfer(event: &Event) -> Option<web_sys::DataTransfer> {
    event.unchecked_ref::<DragEvent>().data_transfer()
}

/// The file that is chosen in a file field. The field is cleared, so that the same file can be
/// chosen again.
#[must_use]
pub fn chosen(field: &Element) -> Option<ChosenFile> {
    let field: &HtmlInputElement = field.dyn_ref()?;
    let file = first(field.files());
    field.set_value("");
    file
}

fn first(files: Option<FileList>) -> Option<ChosenFile> {
    Some(ChosenFile(Some(files?.get(0)?)))
}

/// Passes a file's text to `done`, always asynchronously. It is `None` if the file cannot be read
/// or has more than `most` bytes.
pub fn read(file: &ChosenFile, most: usize, done: impl Fn(Option<String>) + 'static) {
    let small = file.0.as_ref().filter(|file| file.size() <= most as f64);
    match small {
        Some(file) => settled(&file.text(), move |text| {
            done(text.ok().and_then(|text| text.as_string()));
        }),
        None => after(Duration::ZERO, move || done(None)),
    }
}

/// Passes the bytes of a file from a place on, at most `length`, to `done`, always asynchronously. It
/// is `None` if the file cannot be read.
pub fn slice(file: &ChosenFile, from: u64, length: u64, done: impl Fn(Option<Vec<u8>>) + 'static) {
    let end = from.saturating_add(length);
    let slice = |file: &web_sys::File| file.slice_with_f64_and_f64(from as f64, end as f64).ok();
    match file.0.as_ref().and_then(slice) {
        Some(slice) => settled(&slice.array_buffer(), move |bytes| {
            done(bytes.ok().map(|bytes| Uint8Array::new(&bytes).to_vec()));
        }),
        None => after(Duration::ZERO, move || done(None)),
    }
}

//! Files: those that a reader gives the page, and texts that the page saves as a file.

use std::time::Duration;

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, DragEvent, Element, Event, FileList, HtmlAnchorElement,
    HtmlInputElement, Url,
};

use super::document;
use super::promise::settled;
use super::timing::after;

/// Time that the browser has to begin with a file, until its address is taken back.
const KEPT: Duration = Duration::from_secs(1);

/// A file that the reader has given the page.
#[derive(Debug)]
pub struct File(Option<web_sys::File>);

/// Saves a text as a file of this name on the reader's device.
pub fn keep(name: &str, text: &str) {
    // A browser that refuses saves nothing.
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
impl File {
    /// A file for native tests, which do not read it.
    pub(crate) const UNREAD: Self = Self(None);
}

/// Whether files are dragged over the page.
#[must_use]
pub fn is_dragged(event: &Event) -> bool {
    let kinds = data_transfer(event).map(|data| data.types());
    kinds.is_some_and(|kinds| kinds.includes(&"Files".into(), 0))
}

/// The first file that is dropped.
#[must_use]
pub fn dropped(event: &Event) -> Option<File> {
    first(data_transfer(event)?.files())
}

fn data_transfer(event: &Event) -> Option<web_sys::DataTransfer> {
    event.unchecked_ref::<DragEvent>().data_transfer()
}

/// The file that is chosen in a field of files. The field forgets it, so that the same file can be
/// chosen again.
#[must_use]
pub fn chosen(field: &Element) -> Option<File> {
    let field: &HtmlInputElement = field.dyn_ref()?;
    let file = first(field.files());
    field.set_value("");
    file
}

fn first(files: Option<FileList>) -> Option<File> {
    Some(File(Some(files?.get(0)?)))
}

/// Hands over a file's text, or nothing where it cannot be read or has more bytes than `most`; a
/// little later in any case.
pub fn read(file: &File, most: usize, done: impl Fn(Option<String>) + 'static) {
    let small = file.0.as_ref().filter(|file| file.size() <= most as f64);
    match small {
        Some(file) => settled(&file.text(), move |text| {
            done(text.ok().and_then(|text| text.as_string()));
        }),
        None => after(Duration::ZERO, move || done(None)),
    }
}

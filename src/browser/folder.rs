//! Several files at once: those that a reader chooses or drops, and those in folders.
//!
//! Tests: `tests/browser/share.test.mjs`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Element, Event, File, FileList, FileSystemDirectoryEntry, FileSystemDirectoryReader,
    FileSystemEntry, FileSystemFileEntry, HtmlInputElement,
};

use super::file::{ChosenFile, data_transfer};
use super::promise::settled;
use super::timing::after;

/// Files that the reader has chosen or dropped at once.
#[derive(Clone, Debug)]
pub struct ChosenFiles {
    files: Vec<ChosenFile>,
    /// Dropped folders, and the files beside them.
    entries: Vec<FileSystemEntry>,
}

/// Limits on files that are read at once.
#[derive(Clone, Copy, Debug)]
pub struct FilesLimit {
    /// Number of files at which a folder is left; at least one more is read than is allowed.
    pub files: usize,
    /// Most bytes of a file by its path; a longer one is not read.
    pub bytes: fn(&str) -> usize,
    /// Bytes of all files together, behind which no further file is read.
    pub all: usize,
    /// True of a path whose file is read.
    pub is_shown: fn(&str) -> bool,
}

/// A path with the bytes of its file; they are absent if the file is too long or cannot be read.
pub type FileBytes = (String, Option<Vec<u8>>);

impl ChosenFiles {
    /// A file for native tests, which do not read it.
    #[cfg(test)]
    pub(crate) fn unread() -> Self {
        Self {
            files: vec![ChosenFile::UNREAD],
            entries: Vec::new(),
        }
    }

    /// The only file; `None` if there are several, or folders.
    #[must_use]
    pub fn only(&self) -> Option<&ChosenFile> {
        match self.files.as_slice() {
            [file] if self.entries.is_empty() => Some(file),
            _ => None,
        }
    }

    /// The name of the only file; empty if there are several.
    #[must_use]
    pub fn name(&self) -> String {
        let file = self.only().and_then(|file| file.0.as_ref());
        file.map(File::name).unwrap_or_default()
    }
}

/// The dropped files and folders. The browser knows the folders only while the event lasts.
#[must_use]
pub fn dropped(event: &Event) -> Option<ChosenFiles> {
    let data = data_transfer(event)?;
    let items = data.items();
    let items = (0..items.length()).filter_map(|place| items.get(place));
    let entries = items.filter_map(|item| item.webkit_get_as_entry().ok().flatten());
    let entries: Vec<FileSystemEntry> = entries.collect();
    if entries.iter().any(FileSystemEntry::is_directory) {
        let files = Vec::new();
        return Some(ChosenFiles { files, entries });
    }
    listed(data.files())
}

/// The files that are chosen in a file field. The field is cleared, so that the same files can be
/// chosen again.
#[must_use]
pub fn chosen(field: &Element) -> Option<ChosenFiles> {
    let field: &HtmlInputElement = field.dyn_ref()?;
    let files = listed(field.files());
    field.set_value("");
    files
}

fn listed(files: Option<FileList>) -> Option<ChosenFiles> {
    let list = files?;
    let files = (0..list.length()).filter_map(|place| list.get(place));
    let files: Vec<ChosenFile> = files.map(|file| ChosenFile(Some(file))).collect();
    let entries = Vec::new();
    (!files.is_empty()).then_some(ChosenFiles { files, entries })
}

/// Passes the bytes of files to `done`, always asynchronously.
pub fn read(files: &ChosenFiles, limit: FilesLimit, done: impl Fn(Vec<FileBytes>) + 'static) {
    let walk = Rc::new(Walk {
        limit,
        waiting: Cell::new(1),
        left: Cell::new(limit.all as f64),
        read: RefCell::new(Vec::new()),
        done: Box::new(done),
    });
    for file in &files.files {
        if let Some(file) = &file.0 {
            walk.take_file(file, &path(file));
        }
    }
    for entry in &files.entries {
        walk.take(entry);
    }
    after(Duration::ZERO, move || walk.end());
}

/// The path of a chosen file inside its folder, or its name.
fn path(file: &File) -> String {
    let inside = Reflect::get(file, &JsValue::from_str("webkitRelativePath"));
    let inside = inside.ok().and_then(|path| path.as_string());
    let inside = inside.filter(|path| !path.is_empty());
    inside.unwrap_or_else(|| file.name())
}

/// Files that are being read, and folders that are being listed.
struct Walk {
    limit: FilesLimit,
    /// Number of files and folders of which the browser has not said all.
    waiting: Cell<usize>,
    /// Bytes that may still be read.
    left: Cell<f64>,
    read: RefCell<Vec<FileBytes>>,
    done: Box<dyn Fn(Vec<FileBytes>)>,
}

impl Walk {
    /// Reads a file or lists a folder.
    fn take(self: &Rc<Self>, entry: &FileSystemEntry) {
        let path = entry.full_path();
        let path = path.trim_start_matches('/').to_owned();
        if !(self.limit.is_shown)(&path) || self.is_full() {
            return;
        }
        self.begin();
        let walk = Rc::clone(self);
        if entry.is_directory() {
            let folder: &FileSystemDirectoryEntry = entry.unchecked_ref();
            walk.list(folder.create_reader());
            return;
        }
        let entry: FileSystemFileEntry = entry.clone().unchecked_into();
        let file = Promise::new(&mut |yes, no| entry.file_with_callback_and_callback(&yes, &no));
        settled(&file, move |file| {
            match file {
                Ok(file) => walk.take_file(file.unchecked_ref(), &path),
                Err(_) => walk.read.borrow_mut().push((path.clone(), None)),
            }
            walk.end();
        });
    }

    /// Lists a folder, some files at a time, until the list is empty.
    fn list(self: Rc<Self>, reader: FileSystemDirectoryReader) {
        let entries = Promise::new(&mut |yes, no| {
            let _ = reader.read_entries_with_callback_and_callback(&yes, &no);
        });
        settled(&entries, move |entries| {
            let entries = entries.unwrap_or_else(|_| Array::new().into());
            let entries: Array = entries.unchecked_into();
            if entries.length() == 0 || self.is_full() {
                self.end();
                return;
            }
            for entry in entries.iter() {
                self.take(entry.unchecked_ref());
            }
            Rc::clone(&self).list(reader.clone());
        });
    }

    fn take_file(self: &Rc<Self>, file: &File, path: &str) {
        if !(self.limit.is_shown)(path) || self.is_full() {
            return;
        }
        let place = self.read.borrow().len();
        self.read.borrow_mut().push((path.to_owned(), None));
        let left = self.left.get() - file.size();
        if file.size() > (self.limit.bytes)(path) as f64 || left < 0.0 {
            return;
        }
        self.left.set(left);
        self.begin();
        let walk = Rc::clone(self);
        settled(&file.array_buffer(), move |bytes| {
            let bytes = bytes.ok().map(|bytes| Uint8Array::new(&bytes).to_vec());
            if let Some((_, read)) = walk.read.borrow_mut().get_mut(place) {
                *read = bytes;
            }
            walk.end();
        });
    }

    fn is_full(&self) -> bool {
        self.read.borrow().len() > self.limit.files
    }

    fn begin(&self) {
        self.waiting.set(self.waiting.get() + 1);
    }

    fn end(&self) {
        let waiting = self.waiting.get() - 1;
        self.waiting.set(waiting);
        if waiting == 0 {
            (self.done)(self.read.take());
        }
    }
}

//! Style that comes with a part of the program, instead of with the page.

use wasm_bindgen::JsValue;

use super::document;
use super::late::{call, get, new};

/// A style sheet that can be written anew.
pub struct Sheet(Option<JsValue>);

impl Default for Sheet {
    fn default() -> Self {
        Self::new()
    }
}

impl Sheet {
    /// Adds an empty style sheet to the page. A policy that refuses inline styles lets it in, for
    /// it is none.
    #[must_use]
    pub fn new() -> Self {
        let sheet = new("CSSStyleSheet", &[]);
        if let Some(sheet) = &sheet {
            call(&get(&document(), "adoptedStyleSheets"), "push", &[sheet]);
        }
        Self(sheet)
    }

    /// Writes it anew.
    pub fn write(&self, css: &str) {
        if let Some(sheet) = &self.0 {
            call(sheet, "replaceSync", &[&css.into()]);
        }
    }
}

/// Adds a style sheet to the page for as long as it lives.
pub fn adopt(css: &str) {
    Sheet::new().write(css);
}

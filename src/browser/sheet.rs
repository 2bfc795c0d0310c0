//! Style that comes with a part of the program, instead of with the page.

use super::document;
use super::late::{call, get, new};

/// Adds a style sheet to the page. A policy that refuses inline styles lets it in, for it is none.
pub fn adopt(css: &str) {
    if let Some(sheet) = new("CSSStyleSheet", &[]) {
        call(&sheet, "replaceSync", &[&css.into()]);
        call(&get(&document(), "adoptedStyleSheets"), "push", &[&sheet]);
    }
}

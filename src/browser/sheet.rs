//! Style sheets that come with a later part of the program.
//!
//! Tests: `tests/browser/lesson.test.mjs`.

use web_sys::CssStyleSheet;

use super::document;

/// A style sheet that can be rewritten; `None` in a browser without constructed style sheets.
pub struct StyleSheet(Option<CssStyleSheet>);

impl Default for StyleSheet {
    fn default() -> Self {
        Self::new()
    }
}

impl StyleSheet {
    /// Adds an empty style sheet to the page. A policy against inline styles allows it.
    #[must_use]
    pub fn new() -> Self {
        let sheet = CssStyleSheet::new().ok();
        if let Some(sheet) = &sheet {
            document().adopted_style_sheets().push(sheet);
        }
        Self(sheet)
    }

    /// Replaces the rules of the style sheet.
    pub fn write(&self, css: &str) {
        if let Some(sheet) = &self.0 {
            let _ = sheet.replace_sync(css);
        }
    }
}

/// Adds a style sheet to the page for as long as the page lives.
pub fn adopt(css: &str) {
    StyleSheet::new().write(css);
}

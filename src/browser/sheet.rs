//! Style sheets that come with a later part of the program.

use web_sys::CssStyleSheet;

use super::document;

/// A style sheet that can be rewritten; none in a browser that has no such sheets.
pub struct Sheet(Option<CssStyleSheet>);

impl Default for Sheet {
    fn default() -> Self {
        Self::new()
    }
}

impl Sheet {
    /// Adds an empty style sheet to the page. A policy against inline styles allows it, because it
    /// is not inline.
    #[must_use]
    pub fn new() -> Self {
        let sheet = CssStyleSheet::new().ok();
        if let Some(sheet) = &sheet {
            document().adopted_style_sheets().push(sheet);
        }
        Self(sheet)
    }

    /// Replaces its rules.
    pub fn write(&self, css: &str) {
        if let Some(sheet) = &self.0 {
            let _ = sheet.replace_sync(css);
        }
    }
}

/// Adds a style sheet to the page for as long as the page lives.
pub fn adopt(css: &str) {
    Sheet::new().write(css);
}

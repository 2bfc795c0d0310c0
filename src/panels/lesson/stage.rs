//! Setting the page for a step: which views stand alone, which controls are taken away, what is
//! marked, how much room the panel has. What the query asks for stays as it is, and is what comes
//! back. What a step locks is in the store.

use crate::browser::presentation::{set_root, show_views};
use crate::browser::sheet::Sheet;
use formats::link::presentation::View;

/// The attribute of the page that makes room for the panel: open, or folded away.
const ROOM: &str = "data-lesson";
/// Setting of the page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    /// The views that stand alone; all where none is named.
    pub(super) views: Vec<View>,
    /// The style of what is hidden and marked.
    pub(super) css: String,
    /// The room of the panel, if it is open.
    pub(super) room: Option<&'static str>,
}

/// The page, as it was last set.
#[derive(Default)]
pub(super) struct Stage {
    shown: Option<Setting>,
    sheet: Option<Sheet>,
}

impl Stage {
    /// Sets the page, where that is new.
    pub(super) fn set(&mut self, setting: Setting) {
        if self.shown.as_ref() == Some(&setting) {
            return;
        }
        show_views(&setting.views);
        set_root(ROOM, setting.room);
        if self.sheet.is_some() || !setting.css.is_empty() {
            self.sheet
                .get_or_insert_with(Sheet::new)
                .write(&setting.css);
        }
        self.shown = Some(setting);
    }
}

//! The page's setting for a step, as applied: views shown alone, controls hidden, marks, and the
//! panel's room. The query's settings stay, and are restored afterwards. Locks of a step are in the
//! store.

use crate::browser::presentation::{set_root, show_views};
use crate::browser::sheet::StyleSheet;
use formats::link::presentation::View;

/// The attribute of the root element that makes room for the panel: open, or folded.
const ROOM: &str = "data-lesson";
/// Setting of the page for a step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StepSetting {
    /// The views shown alone; all views if empty.
    pub(super) views: Vec<View>,
    /// The CSS of hidden and marked elements.
    pub(super) css: String,
    /// The room of the panel, if it is open.
    pub(super) room: Option<&'static str>,
}

/// The setting that the page has now.
#[derive(Default)]
pub(super) struct AppliedSetting {
    shown: Option<StepSetting>,
    sheet: Option<StyleSheet>,
}

impl AppliedSetting {
    /// Applies a setting, if it is new.
    pub(super) fn set(&mut self, setting: StepSetting) {
        if self.shown.as_ref() == Some(&setting) {
            return;
        }
        show_views(&setting.views);
        set_root(ROOM, setting.room);
        if self.sheet.is_some() || !setting.css.is_empty() {
            self.sheet
                .get_or_insert_with(StyleSheet::new)
                .write(&setting.css);
        }
        self.shown = Some(setting);
    }
}

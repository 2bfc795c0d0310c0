//! Copying of fields. If the browser cannot copy, as in frames without permission, the field's text
//! is selected for the reader.

use super::event::ShareEvent;
use crate::browser::{clipboard, field_text, select};
use crate::store::Effects;

/// The ids of the fields that can be copied.
pub(super) mod field {
    /// The plan's link.
    pub(in super::super) const LINK: &str = "link-field";
    /// The link, frame or element of a lesson's page.
    pub(in super::super) const CODE: &str = "lesson-code";
    /// A file.
    pub(in super::super) const FILE: &str = "files-text";
    /// The command that starts training.
    pub(in super::super) const LAUNCH: &str = "files-launch";
}

/// The field that was copied last, and true if the browser copied it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CopiedField(pub(super) Option<(&'static str, bool)>);

impl CopiedField {
    /// Text about the outcome of copying.
    pub(super) fn said(self) -> &'static str {
        match self.0 {
            None => "",
            Some((_, true)) => text::share::copied(),
            Some((_, false)) => text::share::selected(),
        }
    }

    /// The name of the button that copies the field of this id.
    pub(super) fn name(self, field: &'static str) -> &'static str {
        let is_this = self.0.is_some_and(|(copied, _)| copied == field);
        if is_this {
            self.said()
        } else {
            text::share::copy()
        }
    }
}

/// Copies the field of this id.
pub(super) fn copy(id: &'static str, effects: &mut Effects<ShareEvent>) {
    effects.run(move |sender| {
        let Some(text) = field_text(id) else {
            return;
        };
        clipboard::copy(&text, move |worked| {
            let worked = worked || {
                select(id);
                clipboard::copy_selected()
            };
            sender.send(ShareEvent::Copied(id, worked));
        });
    });
}

//! Copying of fields. If the browser cannot copy, as in frames without permission, the field's text
//! is selected for the reader.

use super::event::ShareEvent;
use super::words::words;
use crate::browser::{clipboard, field_text, select};
use crate::dom::{Element, UiTarget, element};
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
    /// All of these ids.
    pub(super) static ALL: [&str; 4] = [LINK, CODE, FILE, LAUNCH];
}

/// The field that was copied last, and true if the browser copied it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CopiedField(pub(super) Option<(&'static str, bool)>);

impl CopiedField {
    /// Text about the outcome of copying.
    pub(super) const fn said(self) -> &'static str {
        match self.0 {
            None => "",
            Some((_, true)) => words().copied,
            Some((_, false)) => words().by_hand,
        }
    }

    /// The button that copies the field of this id.
    pub(super) fn button(self, field: &'static str) -> Element {
        let is_this = self.0.is_some_and(|(copied, _)| copied == field);
        element("button")
            .attribute("type", "button")
            .attribute("data-copy", field)
            .child(if is_this { self.said() } else { words().copy })
    }

    /// A one-line field with its name and the button that copies it.
    pub(super) fn line(self, id: &'static str, name: &'static str, text: String) -> Element {
        let field = element("input")
            .attribute("type", "text")
            .attribute("readonly", true)
            .attribute("autocomplete", "off")
            .id(id)
            .property("value", text);
        let label = element("label").child(element("span").child(name));
        element("div")
            .class("line")
            .child(label.child(field))
            .child(self.button(id))
    }
}

/// A field of several lines.
pub(super) fn lines(id: &'static str, name: &'static str, text: String) -> Element {
    element("textarea")
        .id(id)
        .attribute("aria-label", name)
        .attribute("readonly", true)
        .attribute("spellcheck", "false")
        .attribute("autocomplete", "off")
        .property("value", text)
}

/// The id of the field that a button copies, if it copies one.
pub(super) fn copied_by(button: &UiTarget) -> Option<&'static str> {
    let id = button.attribute("data-copy")?;
    field::ALL.into_iter().find(|known| *known == id)
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

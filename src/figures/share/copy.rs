//! Copying what stands in a field. Where the browser copies nothing, as in frames without leave,
//! the field's text is selected, for the reader to copy by hand.

use std::time::Duration;

use crate::browser::late::{call, get};
use crate::browser::timing::after;
use crate::browser::{by_id, clipboard};
use crate::markup::{Element, element};

use super::dialog::{again, with, words};

/// The ids of the fields that can be copied.
pub(super) mod field {
    /// The plan's link.
    pub(in super::super) const LINK: &str = "link-field";
    /// What a lesson's page needs.
    pub(in super::super) const CODE: &str = "lesson-code";
    /// A file.
    pub(in super::super) const FILE: &str = "files-text";
    /// The command that starts training.
    pub(in super::super) const LAUNCH: &str = "files-launch";
    /// All of them.
    pub(super) static ALL: [&str; 4] = [LINK, CODE, FILE, LAUNCH];
}

/// How long "Copied" stays.
const SAID: Duration = Duration::from_secs(2);

/// The field that was copied last, and whether the browser did it.
#[derive(Clone, Copy, Default)]
pub(super) struct Copied(Option<(&'static str, bool)>);

impl Copied {
    /// Nothing was.
    pub(super) const NONE: Self = Self(None);

    /// What is said of it.
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

    /// A line of text under its name, with the button that copies it.
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

/// Several lines of text.
pub(super) fn lines(id: &'static str, name: &'static str, text: String) -> Element {
    element("textarea")
        .id(id)
        .attribute("aria-label", name)
        .attribute("readonly", true)
        .attribute("spellcheck", "false")
        .attribute("autocomplete", "off")
        .property("value", text)
}

/// A button that copies is pressed.
pub(super) fn press(button: &web_sys::Element) {
    let id = button.get_attribute("data-copy");
    let id = field::ALL
        .iter()
        .find(|known| Some(**known) == id.as_deref());
    let Some((&id, text)) = id.and_then(|id| Some((id, text(id)?))) else {
        return;
    };
    clipboard::copy(&text, move |worked| {
        let worked = worked || {
            select(id);
            clipboard::copy_selected()
        };
        with(|dialog| dialog.copied = Copied(Some((id, worked))));
        again();
        if worked {
            after(SAID, || {
                with(|dialog| dialog.copied = Copied::NONE);
                again();
            });
        }
    });
}

fn text(id: &str) -> Option<String> {
    get(&by_id(id)?.into(), "value").as_string()
}

fn select(id: &str) {
    if let Some(field) = by_id(id) {
        call(&field, "select", &[]);
    }
}

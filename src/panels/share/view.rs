//! The dialog around its panes.

use super::pane::{CLOSE, HEADING, ID, PANE, PANES, Pane};
use super::state::ShareDialog;
use super::words::words;
use super::{files, import, lesson, link};
use crate::dom::{Element, element};
use crate::store::Page;

/// The whole dialog.
pub(super) fn dialog(dialog: &ShareDialog, page: &Page) -> Element {
    let words = words();
    let tabs = PANES.iter().zip(words.panes).map(|(&(id, pane), name)| {
        let is_chosen = pane == dialog.pane;
        element("button")
            .attribute("type", "button")
            .attribute("role", "tab")
            .id(id)
            .attribute("aria-controls", PANE)
            .attribute("aria-selected", if is_chosen { "true" } else { "false" })
            .attribute("tabindex", if is_chosen { "0" } else { "-1" })
            .child(name)
    });
    let tab = dialog.pane.tab();
    let pane = match dialog.pane {
        Pane::Link => link::pane(dialog, page),
        Pane::Lesson => lesson::pane(dialog, page),
        Pane::Files => files::pane(dialog, page),
        Pane::Import => import::pane(&dialog.import, page),
    };
    element("dialog")
        .id(ID)
        .attribute("aria-labelledby", HEADING)
        .child(
            element("div")
                .class("head")
                .child(element("h2").id(HEADING).child(words.heading))
                .child(
                    element("div")
                        .class("tabs")
                        .attribute("role", "tablist")
                        .attribute("aria-labelledby", HEADING)
                        .children(tabs.collect()),
                )
                .child(
                    element("button")
                        .attribute("type", "button")
                        .id(CLOSE)
                        .attribute("aria-label", words.close)
                        .attribute("title", words.close)
                        .child("×"),
                ),
        )
        .child(
            element("div")
                .id(PANE)
                .attribute("role", "tabpanel")
                .attribute("aria-labelledby", tab)
                .attribute("data-pane", tab)
                .children(pane),
        )
        .child(
            element("p")
                .class("unseen")
                .attribute("role", "status")
                .child(dialog.copied.said()),
        )
}

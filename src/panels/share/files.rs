//! The plan as the files of training frameworks.

use cost::legal::Legal;
use cost::plan::Word;
use formats::export::{Export, Target, export};
use text::EN_EXCHANGE;

use super::copy::{field, lines};
use super::event::ShareEvent;
use super::state::ShareDialog;
use super::words::words;
use crate::browser::file;
use crate::dom::components::said;
use crate::dom::{Element, element};
use crate::store::{Effects, Page};

/// The list of targets.
pub(super) const TARGET: &str = "files-target";
/// The button that keeps the file.
pub(super) const KEEP: &str = "files-keep";

/// The plan, written for a target; `None` while it cannot exist.
fn exported(target: usize, page: &Page) -> Option<Export> {
    let target = Target::ALL.get(target)?;
    let legal = Legal::check(&page.draft).ok()?;
    Some(export(&legal, *target, &EN_EXCHANGE))
}

/// The pane.
pub(super) fn pane(dialog: &ShareDialog, page: &Page) -> Vec<Element> {
    let words = &words().files;
    let copied = dialog.copied;
    let mut pane = vec![
        said("p", "sentence", words.sentence.into()),
        targets(dialog.target),
    ];
    let Some(export) = exported(dialog.target, page) else {
        pane.push(said("p", "", words.impossible.into()));
        return pane;
    };
    let keep = element("button")
        .attribute("type", "button")
        .id(KEEP)
        .child(words.keep);
    let notes = export.notes.iter().map(|note| {
        let note = (EN_EXCHANGE.note)(note, &page.draft);
        element("li").child(note)
    });
    let lacks = if export.notes.is_empty() {
        words.complete
    } else {
        words.lacks
    };
    pane.extend([
        element("p")
            .class("acts")
            .child(element("code").child(export.file_name))
            .child(copied.button(field::FILE))
            .child(keep),
        lines(field::FILE, export.file_name, export.text),
        element("div")
            .attribute("hidden", export.launch.is_empty())
            .child(copied.line(field::LAUNCH, words.launch, export.launch)),
        element("h3").child(lacks),
        element("ul").class("plain-list").children(notes.collect()),
    ]);
    pane
}

/// The list of targets.
fn targets(chosen: usize) -> Element {
    let words = &words().files;
    let options = Target::ALL.iter().enumerate().map(|(index, target)| {
        element("option")
            .attribute("value", index.to_string())
            .property("selected", index == chosen)
            .child((words.name)(*target))
    });
    element("label")
        .class("choice")
        .child(element("span").child(words.target))
        .child(
            element("select")
                .id(TARGET)
                .attribute("autocomplete", "off")
                .children(options.collect()),
        )
}

/// Keeps the file.
pub(super) fn keep(dialog: &ShareDialog, page: &Page, effects: &mut Effects<ShareEvent>) {
    if let Some(export) = exported(dialog.target, page) {
        effects.run(move |_| file::keep(export.file_name, &export.text));
    }
}

//! The pane of files: the plan as the files of training frameworks.

use std::sync::Arc;

use cost::legal::Legal;
use cost::plan::Word;
use formats::export::{Export, Target, export};
use text::EN_EXCHANGE;

use super::copy::{field, lines};
use super::event::ShareEvent;
use super::plan_file::PlanFile;
use super::state::ShareDialog;
use super::words::words;
use crate::browser::file;
use crate::dom::components::said;
use crate::dom::{Element, element};
use crate::store::{Effects, Page};

/// The list of targets.
pub(super) const TARGET: &str = "files-target";
/// The button that saves the file.
pub(super) const KEEP: &str = "files-keep";

/// Writes the draft for the chosen target, unless that file is up to date.
pub(super) fn write(dialog: &mut ShareDialog, page: &Page) {
    let is_written = |file: &PlanFile| file.target == dialog.target && file.plan == page.draft;
    if !dialog.file.as_ref().is_some_and(is_written) {
        dialog.file = Some(PlanFile {
            plan: Arc::clone(&page.draft),
            target: dialog.target,
            export: exported(dialog.target, page),
        });
    }
}

fn exported(target: usize, page: &Page) -> Option<Export> {
    let target = Target::ALL.get(target)?;
    let legal = Legal::check(&page.draft).ok()?;
    Some(export(&legal, *target, &EN_EXCHANGE))
}

/// The written file; `None` if the plan is illegal.
fn written(dialog: &ShareDialog) -> Option<&Export> {
    dialog.file.as_ref()?.export.as_ref()
}

/// The pane.
pub(super) fn pane(dialog: &ShareDialog, page: &Page) -> Vec<Element> {
    let words = &words().files;
    let copied = dialog.copied;
    let mut pane = vec![
        said("p", "sentence", words.sentence.into()),
        targets(dialog.target),
    ];
    let Some(export) = written(dialog) else {
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
        lines(field::FILE, export.file_name, export.text.clone()),
        element("div")
            .attribute("hidden", export.launch.is_empty())
            .child(copied.line(field::LAUNCH, words.launch, export.launch.clone())),
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

/// Saves the file.
pub(super) fn keep(dialog: &ShareDialog, effects: &mut Effects<ShareEvent>) {
    if let Some(export) = written(dialog) {
        let (name, text) = (export.file_name, export.text.clone());
        effects.run(move |_| file::keep(name, &text));
    }
}

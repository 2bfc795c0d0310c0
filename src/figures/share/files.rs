//! The plan as the files of training frameworks.

use crate::browser::file;
use crate::markup::{Element, element};
use cost::legal::Legal;
use cost::plan::Word;
use formats::export::{Export, Target, export};
use text::EN_EXCHANGE;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element as Node, HtmlSelectElement};

use super::copy::{Copied, field, lines};
use super::dialog::{with, words};
use crate::figures::desk::Desk;
use crate::figures::pieces::said;

/// What the plan is written for.
pub(super) struct Files {
    target: usize,
}

impl Files {
    /// The first of the targets.
    pub(super) const NEW: Self = Self { target: 0 };

    /// Another target is chosen.
    pub(super) fn type_in(&mut self, field: &Node) {
        if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
            self.target = usize::try_from(select.selected_index()).unwrap_or(0);
        }
    }

    /// The plan, written; `None` while it cannot exist.
    fn export(&self, desk: &Desk) -> Option<Export> {
        let target = Target::ALL.get(self.target)?;
        let plan = desk.page_plan();
        let legal = Legal::check(&plan).ok()?;
        Some(export(&legal, *target, &EN_EXCHANGE))
    }

    /// The pane.
    pub(super) fn draw(&self, desk: &Desk, copied: Copied) -> Vec<Element> {
        let words = &words().files;
        let mut pane = vec![said("p", "sentence", words.sentence.into()), self.targets()];
        let Some(export) = self.export(desk) else {
            pane.push(said("p", "", words.impossible.into()));
            return pane;
        };
        let keep = element("button")
            .attribute("type", "button")
            .id("files-keep")
            .child(words.keep);
        let plan = desk.page_plan();
        let notes = export.notes.iter().map(|note| {
            let note = (EN_EXCHANGE.note)(note, &plan);
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

    fn targets(&self) -> Element {
        let words = &words().files;
        let options = Target::ALL.iter().enumerate().map(|(index, target)| {
            element("option")
                .attribute("value", index.to_string())
                .property("selected", index == self.target)
                .child((words.name)(*target))
        });
        element("label")
            .class("choice")
            .child(element("span").child(words.target))
            .child(
                element("select")
                    .id("files-target")
                    .attribute("autocomplete", "off")
                    .children(options.collect()),
            )
    }
}

/// Keeps the file.
pub(super) fn keep(desk: &Desk) {
    let export = with(|dialog| dialog.files.export(desk)).flatten();
    if let Some(export) = export {
        file::keep(export.file_name, &export.text);
    }
}

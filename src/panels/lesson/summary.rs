//! Summary of a reader's progress in a lesson, for copying and printing.

use crate::dom::{Element, element};

use super::open_lesson::OpenLesson;
use super::progress::ReaderProgress;
use super::texts::words;
use crate::store::Page;

/// The id of the field that contains it.
pub(super) const FIELD: &str = "lesson-summary-text";

/// Outcome of copying.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum SummaryCopy {
    /// Not requested, or a while ago.
    #[default]
    No,
    /// The summary is on the clipboard.
    Yes,
    /// The browser refused to copy.
    ByHand,
}

/// The summary as a text: one line per step, with the link of its plan below.
pub(super) fn text(page: &Page, run: &OpenLesson, progress: &ReaderProgress) -> String {
    let words = &words().summary;
    let steps = &run.lesson.steps;
    let done = steps.iter();
    let done = done.filter(|step| progress.step(&run.name, &step.id).is_some());
    let mut text = (words.first)(&run.lesson.title, done.count(), steps.len());
    for step in steps {
        let done = progress.step(&run.name, &step.id);
        let changes = done.and_then(|done| done.changes);
        text.push('\n');
        text.push_str(&(words.line)(&step.title, done.is_some(), changes));
        if let Some(done) = done.filter(|done| !done.link.is_empty()) {
            text.push_str("\n  ");
            text.push_str(&page.address);
            text.push_str(&done.link);
        }
    }
    text
}

/// The summary, folded away.
pub(super) fn draw(text: String, copied: SummaryCopy) -> Element {
    let words = &words().summary;
    let [copy, print] = words.take;
    let copy = match copied {
        SummaryCopy::No => copy,
        SummaryCopy::Yes => words.copied[0],
        SummaryCopy::ByHand => words.copied[1],
    };
    let button = |id, name| {
        element("button")
            .attribute("type", "button")
            .id(id)
            .child(name)
    };
    element("details")
        .id("lesson-summary")
        .child(element("summary").child(words.open))
        .child(
            element("textarea")
                .id(FIELD)
                .attribute("readonly", true)
                .attribute("rows", "6")
                .attribute("spellcheck", "false")
                .attribute("aria-label", words.open)
                .property("value", text.clone()),
        )
        .child(
            element("p")
                .class("acts")
                .child(button("lesson-copy", copy))
                .child(button("lesson-print", print)),
        )
        // This is printed instead of the field.
        .child(
            element("pre")
                .class("printed")
                .attribute("aria-hidden", "true")
                .child(text),
        )
}

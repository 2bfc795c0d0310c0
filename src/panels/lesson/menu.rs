//! The list of all lessons: ours with the reader's progress, and fields for others.

use crate::dom::{Element, element};
use cost::plan::Word;
use lesson::{OURS, Term};
use text::EN_LESSON;

use super::own_lesson::OwnLesson;
use super::progress::ReaderProgress;
use super::state::LessonPanel;
use super::texts::words;
use super::writer::Writer;
use crate::panels::late_part::again;
use crate::store::Page;

/// The id of the field for an address.
pub(super) const ADDRESS: &str = "lesson-address";
/// The id of the field for a file.
pub(super) const FILE: &str = "lesson-file";
/// The id of the box that says whether progress is stored.
pub(super) const KEEP: &str = "lesson-keep";

/// The button that requests failed lessons again.
pub(super) const RETRY: &str = "file";

/// The list of all lessons, with refusals above it.
pub(super) fn draw(panel: &LessonPanel, page: &Page) -> Vec<Element> {
    let words = &words().menu;
    let lessons = OURS
        .iter()
        .zip(&panel.own_lessons)
        .map(|(name, shelved)| lesson(page, name, shelved, &panel.progress));
    let mut parts = vec![
        // In an element of its own, so that what follows keeps its place and the focus.
        element("div").children(said(panel)),
        element("p").class("sentence").child(words.sentence),
        element("ul").class("shelf").children(lessons.collect()),
    ];
    if panel
        .own_lessons
        .iter()
        .any(|shelved| matches!(shelved, OwnLesson::Absent))
    {
        parts.push(element("p").child(again(RETRY)));
    }
    if panel.own.as_ref().is_some_and(|own| *own != page.draft) {
        parts.push(button("lesson-own", words.own));
    }
    parts.push(others(&panel.address));
    parts.push(glossary());
    parts.push(kept(&panel.progress));
    parts
}

/// Texts about a lesson on its way, and reasons why one is not open.
fn said(panel: &LessonPanel) -> Vec<Element> {
    let words = &words().menu;
    let mut parts = Vec::new();
    if panel.is_pending {
        parts.push(element("p").class("pending").child(words.pending));
    }
    if !panel.refused.is_empty() {
        // A lesson refused for its content would be refused again.
        let again = panel.retry.as_ref().map(|_| again(RETRY));
        let faults = panel
            .refused
            .iter()
            .map(|fault| element("li").child(fault.clone()));
        let refused = element("div")
            .class("refused")
            .attribute("role", "alert")
            .child(element("p").child(words.refused))
            .child(element("ul").children(faults.collect()))
            .children(again.into_iter().collect());
        parts.push(refused);
    }
    parts
}

/// One of our lessons, as far as it is loaded.
fn lesson(
    page: &Page,
    name: &'static str,
    shelved: &OwnLesson,
    progress: &ReaderProgress,
) -> Element {
    let words = &words().menu;
    let (title, text, said) = match shelved {
        OwnLesson::Yes(lesson) => {
            let done = progress.of(name).len();
            let mut text = Writer::new(page).text(&lesson.text);
            text.truncate(1);
            (
                lesson.title.clone(),
                text,
                (words.steps)(lesson.steps.len(), done),
            )
        }
        OwnLesson::Absent => (name.to_owned(), Vec::new(), (words.absent[0])(name)),
        OwnLesson::No | OwnLesson::Soon => (name.to_owned(), Vec::new(), words.pending.to_owned()),
    };
    let open = element("button")
        .attribute("type", "button")
        .attribute("data-lesson", name)
        .child(title);
    element("li")
        .child(open)
        .child(element("small").child(said))
        .children(text)
}

/// Fields for lessons of other authors.
fn others(address: &str) -> Element {
    let words = &words().menu;
    let [name, open, file] = words.other;
    let address = element("input")
        .attribute("type", "text")
        .attribute("inputmode", "url")
        .attribute("autocomplete", "off")
        .attribute("spellcheck", "false")
        .id(ADDRESS)
        .property("value", address.to_owned());
    let file_field = element("input")
        .attribute("type", "file")
        .attribute("accept", ".json,application/json")
        .id(FILE);
    element("details")
        .class("others")
        .child(element("summary").child(words.others))
        .child(element("label").child(name).child(address))
        .child(button("lesson-open", open))
        .child(element("label").child(file).child(file_field))
}

fn glossary() -> Element {
    let terms = Term::ALL.iter().flat_map(|&term| {
        let meaning = (EN_LESSON.term)(term);
        [
            element("dt").child(meaning.name),
            element("dd").child(meaning.what),
        ]
    });
    element("details")
        .class("glossary")
        .child(element("summary").child(words().menu.glossary))
        .child(element("dl").children(terms.collect()))
}

fn kept(progress: &ReaderProgress) -> Element {
    let words = &words().menu;
    let tick = element("input")
        .attribute("type", "checkbox")
        .attribute("autocomplete", "off")
        .id(KEEP)
        .property("checked", progress.is_kept());
    element("p")
        .class("kept")
        .child(element("label").child(tick).child(words.keep))
        .child(button("lesson-forget", words.forget))
        .child(
            element("span")
                .class("unloaded")
                .attribute("role", "status")
                .attribute("hidden", !progress.is_refused())
                .child(words.not_kept),
        )
}

/// A button.
pub(super) fn button(id: &'static str, name: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .id(id)
        .child(name)
}

//! All lessons: ours with what is done of each, and the way to others.

use crate::markup::{Element, element};
use cost::plan::Word;
use lesson::{Lesson, OURS, Term};
use text::EN_LESSON;

use super::player::{RETRY, words};
use super::progress::Progress;
use super::words::Writer;
use crate::figures::desk::Desk;
use crate::figures::loaded::again;

/// One of our lessons, as far as it is there.
#[derive(Default)]
pub(super) enum Shelved {
    /// Nobody has asked for it.
    #[default]
    No,
    /// It is on its way.
    Soon,
    /// It has not come.
    Absent,
    /// It is there.
    Yes(Box<Lesson>),
}

/// The id of the field for an address.
pub(super) const ADDRESS: &str = "lesson-address";
/// The id of the field for a file.
pub(super) const FILE: &str = "lesson-file";
/// The id of the box that says whether progress is kept.
pub(super) const KEEP: &str = "lesson-keep";

/// The menu; `address` stands in the field.
pub(super) fn draw(
    desk: &Desk,
    shelf: &[Shelved; OURS.len()],
    progress: &mut Progress,
    address: &str,
    has_own: bool,
) -> Vec<Element> {
    let words = &words().menu;
    let lessons = OURS
        .iter()
        .zip(shelf)
        .map(|(name, shelved)| lesson(desk, name, shelved, progress));
    let mut parts = vec![
        element("p").class("sentence").child(words.sentence),
        element("ul").class("shelf").children(lessons.collect()),
    ];
    if shelf
        .iter()
        .any(|shelved| matches!(shelved, Shelved::Absent))
    {
        parts.push(element("p").child(again(RETRY)));
    }
    if has_own {
        parts.push(button("lesson-own", words.own));
    }
    parts.push(others(address));
    parts.push(glossary());
    parts.push(kept(progress));
    parts
}

fn lesson(desk: &Desk, name: &'static str, shelved: &Shelved, progress: &mut Progress) -> Element {
    let words = &words().menu;
    let (title, text, said) = match shelved {
        Shelved::Yes(lesson) => {
            let done = progress.of(name).len();
            let mut text = Writer::new(desk).text(&lesson.text);
            text.truncate(1);
            (
                lesson.title.clone(),
                text,
                (words.steps)(lesson.steps.len(), done),
            )
        }
        Shelved::Absent => (name.to_owned(), Vec::new(), (words.absent[0])(name)),
        Shelved::No | Shelved::Soon => (name.to_owned(), Vec::new(), words.pending.to_owned()),
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

/// The way to somebody else's lesson.
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

fn kept(progress: &Progress) -> Element {
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

//! The pane of lessons.

use cost::plan::Word;
use formats::link::presentation::{Presentation, View};

use super::super::code::Code;
use super::super::copy::{CopiedField, field, lines};
use super::super::link::drawn;
use super::super::state::ShareDialog;
use super::super::words::{title, words};
use super::fields::tick;
use super::preview::FRAME;
use super::snippet_kind::{SNIPPET_KINDS, SnippetKind};
use super::state::LessonPaneChoices;
use super::update::{OPEN_WRITER, WRITER};
use super::{control_access, goal, opened_lesson, snippet};
use crate::address;
use crate::dom::components::said;
use crate::dom::{Element, element};
use crate::panels::LESSON_WRITER;
use crate::panels::late_part::stand_in;
use crate::store::{Page, Part};

/// The pane.
pub(in super::super) fn pane(dialog: &ShareDialog, page: &Page) -> Vec<Element> {
    let words = &words().lesson;
    let lesson = &dialog.lesson;
    let choices = &lesson.choices;
    let asked = choices.presentation();
    let title = title(&page.draft);
    let [show, controls, look, goal, preview, take] = words.headings;
    let form = element("form")
        .class("choices")
        .child(section(show, views(&asked)))
        .child(section(
            controls,
            control_access::controls(&asked, page.strings),
        ))
        .child(section(look, looks(&asked)))
        .child(section(goal, goal::fields(&choices.goal, page)))
        .child(section(words.opens.heading, opened(&asked, page)));
    let frame = element("iframe")
        .id(FRAME)
        .attribute("title", preview)
        .attribute("loading", "lazy")
        .attribute("src", lesson.preview.source());
    let out = element("div")
        .class("out")
        .child(section(take, taken(choices, page, dialog.copied)))
        .child(section(preview, vec![frame]));
    vec![
        said("p", "sentence", (words.sentence)(&title).into()),
        element("div").class("lesson").child(form).child(out),
    ]
}

/// The views, with checkboxes.
fn views(asked: &Presentation) -> Vec<Element> {
    let words = &words().lesson;
    let boxes = View::ALL.iter().map(|view| {
        let is_ticked = asked.view.contains(view);
        tick(
            "lesson-view",
            view.word(),
            is_ticked,
            (words.view)(view.word()),
        )
    });
    vec![
        element("div").class("ticks").children(boxes.collect()),
        said("p", "note", words.all_views.into()),
    ]
}

/// Choices of theme, units, MFU convention, and tables.
fn looks(asked: &Presentation) -> Vec<Element> {
    let words = &words().lesson;
    let [theme, units, mfu] = words.looks;
    vec![
        choice("lesson-theme", theme, &words.themes, place(asked.theme)),
        choice("lesson-units", units, &words.units, place(asked.units)),
        choice("lesson-mfu", mfu, &words.mfu, place(asked.mfu)),
        tick("lesson-table", "", asked.table, words.tables),
    ]
}

/// The lesson that the page opens, and the one being written.
fn opened(asked: &Presentation, page: &Page) -> Vec<Element> {
    let mut opened = Vec::from(opened_lesson::fields(asked));
    opened.push(written(page));
    opened
}

/// The snippet as a link, a frame or an element.
fn taken(choices: &LessonPaneChoices, page: &Page, copied: CopiedField) -> Vec<Element> {
    let words = &words().lesson;
    let kind = choices.snippet_kind;
    let ways = SNIPPET_KINDS.iter().zip(words.ways).map(|(known, name)| {
        element("label")
            .child(
                element("input")
                    .attribute("type", "radio")
                    .attribute("name", "lesson-way")
                    .attribute("autocomplete", "off")
                    .attribute("value", known.word())
                    .property("checked", *known == kind),
            )
            .child(name)
    });
    let place = SNIPPET_KINDS
        .iter()
        .position(|known| *known == kind)
        .unwrap_or(0);
    let address = choices.address(page, kind != SnippetKind::Link);
    let text = snippet::text(kind, &address, &choices.presentation(), page);
    let code = (kind == SnippetKind::Link)
        .then(|| Code::of(&address))
        .flatten();
    let mut taken = vec![
        element("div")
            .class("ways")
            .attribute("role", "radiogroup")
            .attribute("aria-label", words.headings[5])
            .children(ways.collect()),
        said("p", "note", words.way_help[place].into()),
        lines(field::CODE, words.ways[place], text),
        element("p").class("acts").child(copied.button(field::CODE)),
    ];
    let general = &super::super::words::words().link;
    if kind == SnippetKind::Link {
        taken.push(drawn(code, general.code, general.no_code));
    }
    if address::is_file(&page.address) {
        taken.push(said("p", "note", words.single.into()));
    }
    taken
}

/// The editor's place, or a stand-in until its part is loaded.
fn written(page: &Page) -> Element {
    let words = &words().lesson.opens;
    let unloaded = page.parts.of(Part::Writer).of_words(words.unloaded);
    let unloaded = unloaded.map(|said| stand_in(WRITER, said));
    element("details")
        .id("own-lesson")
        .child(element("summary").id(OPEN_WRITER).child(words.own))
        .child(element("div").children(unloaded.into_iter().collect()))
        .child(element("div").id(LESSON_WRITER))
}

fn place<W: Word>(chosen: Option<W>) -> usize {
    chosen.map_or(0, Word::index)
}

fn section(heading: &'static str, inside: Vec<Element>) -> Element {
    element("section")
        .child(element("h3").child(heading))
        .children(inside)
}

/// A list of options.
fn choice(id: &'static str, name: &'static str, words: &[&'static str], chosen: usize) -> Element {
    let options = words.iter().enumerate().map(|(index, word)| {
        element("option")
            .property("selected", index == chosen)
            .child(*word)
    });
    element("label")
        .class("choice")
        .child(element("span").child(name))
        .child(
            element("select")
                .id(id)
                .attribute("autocomplete", "off")
                .children(options.collect()),
        )
}

//! View of the panel: its head, and below it the list of all lessons or a step.

use super::menu::{self, button};
use super::state::{ID, LessonPanel};
use super::step;
use super::texts::words;
use crate::dom::{Element, element};
use crate::store::Page;

/// The panel.
pub(super) fn panel(panel: &LessonPanel, page: &Page) -> Element {
    let root = element("section")
        .id(ID)
        .attribute("aria-label", words().name)
        .attribute("hidden", !panel.is_open);
    if !panel.is_open {
        return root;
    }
    let (lesson, step, language) = match &panel.run {
        Some(run) => (
            run.lesson.id.clone(),
            run.step().id.clone(),
            run.lesson.language.clone(),
        ),
        None => Default::default(),
    };
    let body = element("div")
        .class("body")
        .attribute("hidden", panel.is_folded)
        .attribute("lang", language)
        .children(match &panel.run {
            Some(run) => step::draw(page, run, &panel.progress, panel.copied),
            None => menu::draw(panel, page),
        });
    root.attribute("data-lesson", lesson)
        .attribute("data-step", step)
        .child(head(panel))
        .child(body)
}

/// The title, the button for the list, and the buttons that fold and close the panel.
fn head(panel: &LessonPanel) -> Element {
    let words = words();
    let fold = words.fold[usize::from(panel.is_folded)];
    let (sign, is_expanded) = if panel.is_folded {
        ("▴", "false")
    } else {
        ("▾", "true")
    };
    let mut head = element("div").class("head");
    let title = match &panel.run {
        Some(run) => {
            head = head.child(button("lesson-all", words.all));
            run.lesson.title.clone()
        }
        None => words.all.to_owned(),
    };
    head.child(element("strong").child(title))
        .child(
            button("lesson-fold", sign)
                .attribute("aria-expanded", is_expanded)
                .attribute("aria-label", fold)
                .attribute("title", fold),
        )
        .child(
            button("lesson-close", "×")
                .attribute("aria-label", words.close)
                .attribute("title", words.close),
        )
}

//! View of the editor.

use lesson::LessonRefusal;
use text::{EN_LESSON, EN_OWN_LESSON};

use super::state::{FILE, KEEP, LessonWriter, TEMPLATE, TEXT, WriterOutcome};
use crate::dom::components::said;
use crate::dom::{Element, element};

/// The id of the outcome.
const SAID: &str = "own-said";
/// Largest number of faults listed at once.
const FAULTS: usize = 8;

/// The whole editor.
pub(super) fn editor(writer: &LessonWriter) -> Element {
    let words = &EN_OWN_LESSON;
    let is_empty = writer.is_empty();
    let button = |id, name, is_of_use: bool| {
        element("button")
            .attribute("type", "button")
            .id(id)
            .attribute("disabled", !is_of_use)
            .child(name)
    };
    let choose = element("label")
        .class("file")
        .child(
            element("input")
                .attribute("type", "file")
                .attribute("accept", ".json,application/json")
                .id(FILE),
        )
        .child(words.choose);
    let acts = element("p")
        .class("acts")
        .child(button(TEMPLATE, words.template, is_empty))
        .child(choose)
        .child(button(KEEP, words.keep, !is_empty));
    let is_wrong = matches!(
        writer.outcome,
        WriterOutcome::Unread | WriterOutcome::Faults(_)
    );
    let field = element("textarea")
        .id(TEXT)
        .attribute("aria-label", words.field)
        .attribute("aria-invalid", if is_wrong { "true" } else { "false" })
        .attribute("aria-describedby", SAID)
        .attribute("spellcheck", "false")
        .attribute("autocomplete", "off")
        .attribute("placeholder", "{ \"shardwise\": 1, … }")
        .property("value", writer.text.clone());
    let outcome = element("div")
        .id(SAID)
        .attribute("aria-live", "polite")
        .children(outcome(writer));
    element("div")
        .child(said("p", "note", words.what.into()))
        .child(acts)
        .child(field)
        .child(outcome)
}

/// The lesson's outline, or its faults.
fn outcome(writer: &LessonWriter) -> Vec<Element> {
    let words = &EN_OWN_LESSON;
    let unread;
    let faults = match &writer.outcome {
        WriterOutcome::Nothing => return Vec::new(),
        WriterOutcome::Lesson(title, steps) => {
            return vec![said("p", "note", (words.read)(title, *steps).into())];
        }
        WriterOutcome::Faults(faults) => faults,
        WriterOutcome::Unread => {
            unread = (EN_LESSON.refused)(&LessonRefusal::TooLarge);
            &unread
        }
    };
    let lines = faults.iter().take(FAULTS).cloned();
    let more = faults.len().saturating_sub(FAULTS);
    let more = (more > 0).then(|| (words.more)(more));
    let lines = lines.chain(more).map(|line| element("li").child(line));
    vec![element("ul").class("plain-list").children(lines.collect())]
}

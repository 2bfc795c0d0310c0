//! Where a teacher writes a lesson: its file is checked as it is typed, seen as readers will see
//! it, and kept. With what reads lessons it weighs as much as a quarter of the dialog, and is a part
//! of the program of its own, which knows nothing of the rest: what both call would leave the dialog.

use crate::browser::file;
use crate::browser::json;
use crate::markup::{Element, element};
use cost::plan::Word;
use formats::goal;
use formats::json::Json;
use formats::link::presentation::Presentation;
use lesson::{FORMAT, Refused, read};
use text::{EN_LESSON, EN_OWN_LESSON};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::own::{FILE, Outcome, Own, Part, TEXT};
use crate::figures::pieces::said;

/// All that it does.
static PART: Part = Part { draw, take, press };

/// Fetches it: what nothing but this calls is a part of the program of its own.
#[wasm_split(writer, fallible)]
pub(super) fn load() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}

/// Where it says what is wrong.
const SAID: &str = "own-said";
/// The button that fills in a beginning.
pub(in super::super) const TEMPLATE: &str = "own-template";
/// The button that keeps the file.
const KEEP: &str = "own-keep";
/// The file's name.
const NAME: &str = "lesson.json";
/// Most faults that are listed at once.
const FAULTS: usize = 8;

/// Takes a text, or a file that cannot be read, and says what it is.
fn take(own: &mut Own, text: Option<String>) {
    let Some(text) = text else {
        own.outcome = Outcome::Unread;
        return;
    };
    own.text = text;
    own.outcome = if own.is_empty() {
        Outcome::Nothing
    } else {
        match read(&own.text, json::parse) {
            Ok(lesson) => Outcome::Lesson(lesson.title, lesson.steps.len()),
            Err(why) => Outcome::Faults((EN_LESSON.refused)(&why)),
        }
    };
}

fn press(own: &mut Own, id: &str, asked: &Presentation, fragment: &str) {
    if id == KEEP {
        file::keep(NAME, &own.text);
    } else if id == TEMPLATE && own.is_empty() {
        take(own, Some(template(asked, fragment)));
    }
}

/// A lesson of one step with what is chosen: the plan, what is shown and held, the goal.
fn template(asked: &Presentation, fragment: &str) -> String {
    let [title, step, text] = EN_OWN_LESSON.first;
    let list = |words: Vec<&'static str>| Json::List(words.into_iter().map(Json::Word).collect());
    let mut first = vec![
        ("id", Json::Word("one")),
        ("title", Json::Word(step)),
        ("text", Json::Word(text)),
    ];
    if goal::Goal::parse(&asked.goal).is_ok() {
        first.push(("goal", Json::Text(asked.goal.clone())));
    }
    let mut lesson = vec![
        ("shardwise", Json::Whole(FORMAT)),
        ("id", Json::Word("my-lesson")),
        ("title", Json::Word(title)),
        ("start", Json::Text(fragment.to_owned())),
    ];
    let view = asked.view.iter().map(|view| view.word()).collect();
    for (name, words) in [
        ("view", view),
        ("hide", asked.hide.clone()),
        ("lock", asked.lock.clone()),
    ] {
        if !words.is_empty() {
            lesson.push((name, list(words)));
        }
    }
    lesson.push(("steps", Json::List(vec![Json::Fields(first)])));
    Json::Fields(lesson).text() + "\n"
}

fn draw(own: &Own) -> Vec<Element> {
    let words = &EN_OWN_LESSON;
    let is_empty = own.is_empty();
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
    let is_wrong = matches!(own.outcome, Outcome::Unread | Outcome::Faults(_));
    let field = element("textarea")
        .id(TEXT)
        .attribute("aria-label", words.field)
        .attribute("aria-invalid", if is_wrong { "true" } else { "false" })
        .attribute("aria-describedby", SAID)
        .attribute("spellcheck", "false")
        .attribute("autocomplete", "off")
        .attribute("placeholder", "{ \"shardwise\": 1, … }")
        .property("value", own.text.clone());
    let outcome = element("div")
        .id(SAID)
        .attribute("aria-live", "polite")
        .children(outcome(own));
    vec![said("p", "note", words.what.into()), acts, field, outcome]
}

/// What it is, or what is wrong with it.
fn outcome(own: &Own) -> Vec<Element> {
    let words = &EN_OWN_LESSON;
    let unread;
    let faults = match &own.outcome {
        Outcome::Nothing => return Vec::new(),
        Outcome::Lesson(title, steps) => {
            return vec![said("p", "note", (words.read)(title, *steps).into())];
        }
        Outcome::Faults(faults) => faults,
        Outcome::Unread => {
            unread = (EN_LESSON.refused)(&Refused::TooLarge);
            &unread
        }
    };
    let lines = faults.iter().take(FAULTS).cloned();
    let more = faults.len().saturating_sub(FAULTS);
    let more = (more > 0).then(|| (words.more)(more));
    let lines = lines.chain(more).map(|line| element("li").child(line));
    vec![element("ul").class("plain-list").children(lines.collect())]
}

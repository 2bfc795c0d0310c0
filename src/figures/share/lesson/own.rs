//! A lesson of the teacher's own: its file is written here, checked as it is typed, seen as readers
//! will see it, and kept.

use leptos::task::spawn_local;
use shardwise::browser::file::{self, File};
use shardwise::browser::late::get;
use shardwise::cost::plan::Word;
use shardwise::cost::units::Bytes;
use shardwise::exchange::json::Json;
use shardwise::goal;
use shardwise::lesson::LARGEST;
use shardwise::link::presentation::Presentation;
use shardwise::markup::{Element, element};
use web_sys::Element as Node;

use super::reader::{self, Outcome, Reader};
use crate::figures::pieces::said;
use crate::figures::share::dialog::{again, with, words};

/// The field in which the file is written.
pub(in super::super) const TEXT: &str = "own-text";
/// The field in which a file is chosen.
const FILE: &str = "own-file";
/// Where it says what is wrong.
const SAID: &str = "own-said";
/// The button that fills in a beginning.
pub(in super::super) const TEMPLATE: &str = "own-template";
/// The button that keeps the file.
pub(in super::super) const KEEP: &str = "own-keep";
/// The file's name.
const NAME: &str = "lesson.json";
/// Most faults that are listed at once.
const FAULTS: usize = 8;

/// The file, and what came of reading it.
pub(super) struct Own {
    text: String,
    read: Read,
    reader: Option<Reader>,
}

/// What came of reading it.
enum Read {
    /// There is nothing to read.
    Nothing,
    /// What reads it is on its way.
    Soon,
    /// That has not come.
    Failed,
    /// A file that cannot be read as text, or is too large.
    Unread,
    /// It was read.
    Done(Outcome),
}

impl Own {
    /// Nothing yet.
    pub(super) const NEW: Self = Self {
        text: String::new(),
        read: Read::Nothing,
        reader: None,
    };

    /// Whether nothing is written.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The file's text, once it is a lesson.
    pub(super) fn lesson(&self) -> Option<&str> {
        let is_lesson = matches!(self.read, Read::Done(Outcome::Lesson(..)));
        is_lesson.then_some(&self.text)
    }

    /// Takes a text and reads it.
    fn take(&mut self, text: String) {
        let is_asked = matches!(self.read, Read::Soon);
        self.text = text;
        self.read = match self.reader {
            _ if self.is_empty() => Read::Nothing,
            Some(reader) => Read::Done(reader(&self.text)),
            None => Read::Soon,
        };
        if matches!(self.read, Read::Soon) && !is_asked {
            fetch();
        }
    }

    /// Something is typed, or a file is chosen; tells whether it was here.
    pub(super) fn type_in(&mut self, field: &Node) -> bool {
        let id = field.id();
        if id == TEXT {
            let text = get(field, "value").as_string().unwrap_or_default();
            // Both events of one change come here.
            if text != self.text {
                self.take(text);
            }
        } else if id == FILE {
            if let Some(file) = file::chosen(field) {
                open(&file);
            }
        }
        id == TEXT || id == FILE
    }

    /// Begins with a small lesson of what is chosen: the plan, what is shown and held, the goal.
    pub(super) fn begin(&mut self, asked: &Presentation, fragment: &str) {
        if self.is_empty() {
            self.take(template(asked, fragment));
        }
    }

    /// Has the reader keep the file.
    pub(super) fn keep(&self) {
        file::keep(NAME, &self.text);
    }

    /// The part of the pane.
    pub(super) fn draw(&self) -> Element {
        let words = &words().lesson.own;
        let is_empty = self.is_empty();
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
        let is_wrong = matches!(self.read, Read::Unread | Read::Done(Outcome::Faults(_)));
        let field = element("textarea")
            .id(TEXT)
            .attribute("aria-label", words.field)
            .attribute("aria-invalid", if is_wrong { "true" } else { "false" })
            .attribute("aria-describedby", SAID)
            .attribute("spellcheck", "false")
            .attribute("autocomplete", "off")
            .attribute("placeholder", "{ \"shardwise\": 1, … }")
            .property("value", self.text.clone());
        element("details")
            .id("own-lesson")
            .child(element("summary").child(words.heading))
            .child(said("p", "note", words.what.into()))
            .child(acts)
            .child(field)
            .child(
                element("div")
                    .id(SAID)
                    .attribute("aria-live", "polite")
                    .children(self.outcome()),
            )
    }

    /// What it is, or what is wrong with it.
    fn outcome(&self) -> Vec<Element> {
        let words = &words().lesson.own;
        match &self.read {
            Read::Nothing | Read::Soon => Vec::new(),
            Read::Failed => vec![said("p", "note", words.failed.into())],
            Read::Unread => {
                let unread = crate::figures::share::dialog::words().bring.unread;
                vec![said("p", "note", unread(Bytes(LARGEST as u64)).into())]
            }
            Read::Done(Outcome::Lesson(title, steps)) => {
                vec![said("p", "note", (words.read)(title, *steps).into())]
            }
            Read::Done(Outcome::Faults(faults)) => {
                let lines = faults.iter().take(FAULTS).cloned();
                let more = faults.len().saturating_sub(FAULTS);
                let more = (more > 0).then(|| (words.more)(more));
                let lines = lines.chain(more).map(|line| element("li").child(line));
                vec![element("ul").class("plain-list").children(lines.collect())]
            }
        }
    }
}

/// Fetches what reads lessons, and reads what stands there by then.
fn fetch() {
    spawn_local(async {
        let reader = reader::load().await.ok();
        with(|dialog| {
            let own = &mut dialog.lesson.own;
            own.reader = reader;
            match reader {
                Some(_) => {
                    let text = std::mem::take(&mut own.text);
                    own.take(text);
                }
                None => own.read = Read::Failed,
            }
        });
        again();
    });
}

/// Reads a file, as soon as the browser hands it over.
fn open(file: &File) {
    file::read(file, LARGEST, |text| {
        with(|dialog| {
            let own = &mut dialog.lesson.own;
            match text {
                Some(text) => own.take(text),
                None => own.read = Read::Unread,
            }
        });
        again();
    });
}

/// A lesson of one step, in which all stands that a first one needs.
fn template(asked: &Presentation, fragment: &str) -> String {
    let words = &words().lesson.own;
    let [title, step, text] = words.first;
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
        ("shardwise", Json::Whole(1)),
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

//! A lesson of the teacher's own, and what stands in until that can be written: it is loaded once
//! somebody opens it.

use crate::browser::file;
use crate::browser::late::get;
use crate::markup::{Element, element};
use formats::link::presentation::Presentation;
use lesson::LARGEST;
use web_sys::{Element as Node, Event};

use super::writer;
use crate::figures::loaded::{self, Loaded, Place, stand_in};
use crate::figures::share::dialog::{again, with, words};

/// The field in which the file is written.
pub(in super::super) const TEXT: &str = "own-text";
/// The field in which a file is chosen.
pub(super) const FILE: &str = "own-file";
/// What opens it.
pub(in super::super) const OPEN: &str = "own-open";
/// How the ids of its buttons begin.
pub(in super::super) const BUTTONS: &str = "own-";

/// The file's text, and what came of reading it.
pub(super) struct Own {
    pub(super) text: String,
    pub(super) outcome: Outcome,
    part: Loaded<Part>,
}

/// What came of reading it.
pub(super) enum Outcome {
    /// There is nothing to read.
    Nothing,
    /// A file that cannot be read as text, or is too large.
    Unread,
    /// A lesson: its title, and how many steps it has.
    Lesson(String, usize),
    /// None, and why.
    Faults(Vec<String>),
}

/// All that writing one does.
pub(super) struct Part {
    /// What is to be seen of it.
    pub(super) draw: fn(&Own) -> Vec<Element>,
    /// Takes a text, or a file that cannot be read, and says what it is.
    pub(super) take: fn(&mut Own, Option<String>),
    /// A button is pressed, by its id; with what is chosen, and the plan's link.
    pub(super) press: fn(&mut Own, &str, &Presentation, &str),
}

/// What the button bears that asks for it again.
const PART: &str = "writer";

/// Where it is noted how far it is.
static PLACE: Place<Part> = Place {
    with: |act| {
        with(|dialog| act(&mut dialog.lesson.own.part));
    },
    show: again,
};

/// Whether a press asks again for what it takes to write one.
pub(in super::super) fn is_asked(event: &Event) -> bool {
    loaded::is_asked(event, PART)
}

impl Own {
    /// Nothing yet.
    pub(super) const NEW: Self = Self {
        text: String::new(),
        outcome: Outcome::Nothing,
        part: Loaded::No,
    };

    /// Whether nothing is written.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The file's text, once it is a lesson.
    pub(super) fn lesson(&self) -> Option<&str> {
        matches!(self.outcome, Outcome::Lesson(..)).then_some(&self.text)
    }

    /// Something is typed, or a file is chosen; tells whether it was here.
    pub(super) fn type_in(&mut self, field: &Node) -> bool {
        let id = field.id();
        if id == TEXT {
            let text = get(field, "value").as_string().unwrap_or_default();
            // Both events of one change come here.
            if text != self.text {
                self.take(Some(text));
            }
        } else if id == FILE
            && let Some(file) = file::chosen(field)
        {
            file::read(&file, LARGEST, |text| {
                with(|dialog| dialog.lesson.own.take(text));
                again();
            });
        }
        id == TEXT || id == FILE
    }

    fn take(&mut self, text: Option<String>) {
        if let Loaded::Yes(part) = self.part {
            (part.take)(self, text);
        }
    }

    /// A button is pressed, by its id; with what is chosen, and the plan's link.
    pub(super) fn press(&mut self, id: &str, asked: &Presentation, fragment: &str) {
        if let Loaded::Yes(part) = self.part {
            (part.press)(self, id, asked, fragment);
        }
    }

    /// It is opened: what it takes to write one is fetched, once.
    pub(super) fn open(&mut self) {
        if matches!(self.part, Loaded::No) {
            self.load();
        }
    }

    /// Fetches what it takes to write one, if it is not there.
    pub(super) fn load(&mut self) {
        loaded::fetch(&mut self.part, writer::load, PLACE);
    }

    /// The part of the pane.
    pub(super) fn draw(&self) -> Element {
        let words = &words().lesson.opens;
        let summary = element("summary").id(OPEN).child(words.own);
        element("details").id("own-lesson").child(summary).children(
            match (self.part, self.part.said(words.unloaded)) {
                (Loaded::Yes(part), _) => (part.draw)(self),
                (_, Some(sentence)) => vec![stand_in(PART, sentence)],
                _ => Vec::new(),
            },
        )
    }
}

//! Events of the dialog.

use formats::link::presentation::View;

use super::lesson::Way;
use super::pane::Pane;
use crate::browser::file::File;

/// An event of the dialog.
#[derive(Debug)]
pub(crate) enum ShareEvent {
    /// It is opened at a pane, and a file is read into that for imports.
    Open(Pane, Option<File>),
    /// It is closed by its button or a press beside it.
    Close,
    /// The browser closes it, by Escape.
    Closed,
    /// Another tab is pressed.
    Show(Pane),
    /// A key leads to another tab, which gets the focus.
    Turn(Pane),
    /// The field of this id is to be copied.
    Copy(&'static str),
    /// It was copied, or only selected.
    Copied(&'static str, bool),
    /// That has been said for long enough.
    CopySaid,
    /// The browser can hand links to other programs.
    CanOffer,
    /// The link is to be handed to other programs.
    Offer,
    /// The browser has refused to.
    Refused,
    /// The QR code is to be kept as a file.
    KeepCode,
    /// Files are written for another target: its place.
    ChooseTarget(usize),
    /// The file is to be kept.
    KeepFile,
    /// Something happens in the pane for imports.
    Import(ImportEvent),
    /// Something happens in the pane of lessons.
    Lesson(LessonEvent),
}

/// An event of the pane for imports.
#[derive(Debug, PartialEq)]
pub(crate) enum ImportEvent {
    /// A text is typed or pasted.
    Paste(String),
    /// A file is chosen in its field.
    ChooseFile,
    /// It was read, or cannot be.
    Read(Option<String>),
    /// Something that the text leaves open is answered.
    Answer(Answer),
    /// The plan is to become the page's.
    Take,
}

/// A reader's answer about a plan that is imported.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The model, by its preset.
    Model(String),
    /// The GPU, by its preset.
    Gpu(String),
    /// The number of a key.
    Number(String, f64),
}

/// An event of the pane of lessons.
#[derive(Debug, PartialEq)]
pub(crate) enum LessonEvent {
    /// Something is ticked, chosen or typed.
    Choose(Choice),
    /// Asks for the part of the program that writes lessons.
    LoadWriter,
    /// Another text stands in the editor.
    Written(Draft),
    /// The editor asks for what is chosen, to begin a lesson with it.
    BeginLesson,
    /// The teacher's hand has rested since the change of this number: the preview follows.
    FollowPreview(u32),
    /// The page in the preview hears messages.
    PreviewReady,
}

/// A choice in the pane of lessons; places are those in the lists.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Choice {
    /// A view is shown or not.
    View(View, bool),
    /// Chooses the fate of a control: its key, and a position in the list of fates.
    Fate(&'static str, usize),
    /// The theme.
    Theme(usize),
    /// The units of memory.
    Units(usize),
    /// Chooses the convention by which MFU is counted.
    Mfu(usize),
    /// Whether the tables are open.
    Tables(bool),
    /// The lesson that the page opens.
    Lesson(String),
    /// The goal.
    Goal(GoalChoice),
    /// Chooses the way in which the planner is taken along.
    Way(Way),
}

/// A part of a goal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GoalChoice {
    /// Whether the plan must fit.
    Fits(bool),
    /// A limit, by its place; empty for none.
    Limit(usize, String),
    /// Any further condition.
    Condition(String),
}

/// The teacher's own lesson, as far as the dialog has to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Whether nothing is written.
    pub(crate) is_empty: bool,
    /// The file's text, once it is a lesson.
    pub(crate) lesson: Option<String>,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            is_empty: true,
            lesson: None,
        }
    }
}

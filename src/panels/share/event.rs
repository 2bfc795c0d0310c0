//! Events of the dialog.

use formats::link::presentation::View;

use super::lesson::SnippetKind;
use super::pane::Pane;
use super::reader::{ReaderEvent, ReaderUser};
use crate::browser::file::ChosenFile;
use crate::browser::folder::{ChosenFiles, FileBytes};

/// An event of the dialog.
#[derive(Debug)]
pub(crate) enum ShareEvent {
    /// The dialog opens at a pane; files are then imported.
    Open(Pane, Option<ChosenFiles>),
    /// The reader closes the dialog by its button or a press beside it.
    Close,
    /// The browser has closed the dialog, by Escape.
    Closed,
    /// Another tab is pressed.
    Show(Pane),
    /// A key selects another tab, which receives the focus.
    Turn(Pane),
    /// Request to copy the field of this id.
    Copy(&'static str),
    /// The field was copied, or only selected.
    Copied(&'static str, bool),
    /// The text about the copy is hidden again.
    CopySaid,
    /// The browser can pass links to other programs.
    CanOffer,
    /// Request to pass the link to other programs.
    Offer,
    /// The browser has refused to pass the link on.
    Refused,
    /// Request to save the QR code as a file.
    KeepCode,
    /// Files are written for another target: its index.
    ChooseTarget(usize),
    /// Request to save the file.
    KeepFile,
    /// An event of the pane for imports.
    Import(ImportEvent),
    /// An event of the reader of files of a pane.
    Reader(ReaderUser, ReaderEvent),
    /// An event of the pane of lessons.
    Lesson(LessonPaneEvent),
}

/// An event of the pane for imports.
#[derive(Debug)]
pub(crate) enum ImportEvent {
    /// A text is typed or pasted.
    Paste(String),
    /// Files are chosen, to be read.
    ChooseFiles(ChosenFiles),
    /// The file was read, or is unreadable.
    Read(Option<String>),
    /// Several files were read, as one plan.
    ReadFiles(Vec<FileBytes>),
    /// A file longer than any text is to be read as a log.
    ReadLog(ChosenFile),
    /// The reader of files is requested again.
    Again,
    /// A question that the text leaves open is answered.
    Answer(ImportAnswer),
    /// The plan is to become the page's plan.
    Take,
}

/// A reader's answer about an imported plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ImportAnswer {
    /// The model, by its preset.
    Model(String),
    /// The GPU, by its preset.
    Gpu(String),
    /// The number of a control's key.
    Number(&'static str, f64),
}

/// An event of the pane of lessons.
#[derive(Debug, PartialEq)]
pub(crate) enum LessonPaneEvent {
    /// A choice is made: a box ticked, an option chosen, or a text typed.
    Choose(LessonPaneChoice),
    /// The editor is opened: its part of the program is requested, unless it has been before.
    LoadWriter,
    /// The editor's text has changed.
    Written(Draft),
    /// The editor requests the present choices, for a new lesson.
    BeginLesson,
    /// The pause after the change of this number is over: the preview follows, unless a later
    /// change has come.
    FollowPreview(u32),
    /// The page in the preview listens for messages.
    PreviewReady,
}

/// A choice in the pane of lessons; indices refer to its lists.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LessonPaneChoice {
    /// A view is shown or hidden.
    View(View, bool),
    /// The access to a control: its key, and an index in the list of accesses.
    Fate(&'static str, usize),
    /// The theme.
    Theme(usize),
    /// The units of memory.
    Units(usize),
    /// The convention by which MFU is counted.
    Mfu(usize),
    /// True if the tables are open.
    Tables(bool),
    /// The lesson that the page opens.
    Lesson(String),
    /// The goal.
    Goal(GoalChoice),
    /// The kind of snippet.
    SnippetKind(SnippetKind),
}

/// A part of a goal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GoalChoice {
    /// True if the plan must fit.
    Fits(bool),
    /// A limit, by its index; empty for none.
    Limit(usize, String),
    /// A further condition.
    Condition(String),
}

/// The teacher's own lesson, as far as the dialog needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// True if the editor is empty.
    pub(crate) is_empty: bool,
    /// The file's text, if it is a valid lesson.
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

//! Events of the panel of lessons.

use formats::link::presentation::View;
use lesson::Lesson;

use super::progress::Kept;
use super::wanted::Wanted;
use crate::browser::fetch::Fetched;

/// An event of the panel of lessons.
#[derive(Debug)]
pub(crate) enum LessonEvent {
    /// A lesson or the list of all is asked for from outside of the panel.
    Open(Wanted),
    /// The lesson of an address is opened.
    OpenAt(String),
    /// The lesson of the address in the field is opened.
    OpenTyped,
    /// Asks again for all that has not come.
    AskAgain,
    /// An address is typed.
    TypeAddress(String),
    /// A file is chosen in its field.
    ChooseFile,
    /// The list of all lessons is opened.
    ShowMenu,
    /// The panel is folded away, or unfolded.
    Fold,
    /// The panel is closed.
    Close,
    /// The reader's own plan, from before the lesson, is restored.
    RestoreOwn,

    /// The step of this place begins.
    Enter(usize),
    /// The step begins again.
    Restart,
    /// The step before begins.
    Back,
    /// The step behind begins.
    Next,
    /// A view is brought into sight.
    ShowView(View),
    /// An answer is typed, to the question of this place.
    Answer(usize, String),
    /// The answer to the question of this place is judged.
    Check(usize),
    /// One more hint is asked for.
    Hint,
    /// The plan of the last hint is set.
    SetHint,
    /// The meaning of a word is no longer shown.
    LeaveTerm,
    /// The summary is copied.
    Copy,
    /// The page is printed.
    Print,

    /// Progress is kept from now on, or no longer.
    KeepProgress(bool),
    /// Progress is forgotten.
    ForgetProgress,

    /// A lesson that was asked for has come, or has not.
    Arrived(Arrival),
    /// One of ours has come for the list, or has not: its place.
    Shelved(usize, Option<Box<Lesson>>),
    /// A file was read, or is too large; whether the focus is in the panel.
    Read(Option<String>, bool),
    /// Progress as the browser has kept it.
    Kept(Kept),
    /// Whether the browser has kept what it was given.
    WasKept(bool),
    /// Whether the summary was copied.
    Copied(bool),
    /// Whether the window has room for all that a lesson says.
    Room(bool),
}

/// Outcome of a request for a lesson.
#[derive(Debug)]
pub(crate) struct Arrival {
    /// The text, or why there is none.
    pub(super) fetched: Fetched,
    /// Number of the request.
    pub(super) asked: u32,
    /// The address, or the name of one of ours.
    pub(super) name: String,
    /// The step that was asked for; empty for none.
    pub(super) step: String,
    /// Whether the focus is in the panel.
    pub(super) has_focus: bool,
}

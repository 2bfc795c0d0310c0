//! Events of the panel of lessons, and requests for a lesson.

use cost::why::Figure;
use formats::link::presentation::View;

use super::open_step::OpenStep;
use super::progress::Kept;
use super::shared_lesson::SharedLesson;
use crate::browser::fetch::Fetched;
use crate::browser::file::ChosenFile;

/// An event of the panel of lessons.
#[derive(Debug)]
pub(crate) enum LessonEvent {
    /// A lesson or the list of all is requested from outside the panel.
    Open(RequestedLesson),
    /// The search for a path to the goal has ended.
    Looked,
    /// The lesson of an address is opened.
    OpenAt(String),
    /// The lesson of a query's address is opened, or the step that this tab had open before a reload;
    /// that of a file by the stored text.
    OpenOrResume(String, Option<OpenStep>, Option<String>),
    /// The lesson of the address in the field is opened.
    OpenTyped,
    /// Requests again all that failed to load.
    AskAgain,
    /// An address is typed.
    TypeAddress(String),
    /// The lesson of a chosen file is opened.
    ReadFile(ChosenFile),
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
    /// The previous step begins.
    Back,
    /// The next step begins.
    Next,
    /// A view is scrolled into sight.
    ShowView(View),
    /// A link leads to a figure, and to the number at a path of words below it.
    OpenFigure(Figure, String),
    /// The prediction of the step starts again.
    Predict,
    /// All predictions of the step are made, and their outcomes seen.
    Predicted,
    /// An answer is typed to the question of this index.
    Answer(usize, String),
    /// The answer to the question of this index is judged.
    Check(usize),
    /// One number is judged of those that the answer to the question of this index can be.
    ChooseNumber(usize, f64),
    /// One more hint is requested.
    Hint,
    /// The plan of the last hint is set.
    SetHint,
    /// The explanation of a term is hidden.
    LeaveTerm,
    /// The summary is copied.
    Copy,
    /// The page is printed.
    Print,

    /// Progress is stored from now on, or no longer.
    KeepProgress(bool),
    /// Progress is removed.
    ForgetProgress,

    /// A requested lesson has arrived, or failed.
    Arrived(LessonArrival),
    /// One of our lessons for the list has arrived, or failed: its index.
    OwnLesson(usize, Option<SharedLesson>),
    /// A file was read, or is too large; true if the focus is in the panel.
    Read(Option<String>, bool),
    /// True if the browser has stored the text of the file.
    FileWasKept(bool),
    /// Progress as the browser has stored it.
    Kept(Kept),
    /// True if the browser has stored the progress.
    WasKept(bool),
    /// True if the summary was copied.
    Copied(bool),
}

/// Outcome of a request for a lesson.
#[derive(Debug)]
pub(crate) struct LessonArrival {
    /// The text, or the reason why it did not arrive.
    pub(super) fetched: Fetched,
    /// Number of the request.
    pub(super) asked: u32,
    /// The address, or the name of one of our lessons.
    pub(super) name: String,
    /// The requested step; empty for none.
    pub(super) step: String,
    /// True if the focus is in the panel.
    pub(super) has_focus: bool,
}

/// A requested lesson.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RequestedLesson {
    /// The list of all lessons; it is closed if it is open.
    Menu,
    /// The lesson of an address, as a query's `lesson` gives it; empty for the file that this tab had
    /// open.
    At(String),
    /// The lesson whose file has this text.
    In(String),
}

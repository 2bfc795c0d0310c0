//! Events of the editor.

use formats::link::presentation::Presentation;

use crate::browser::file::ChosenFile;

/// An event of the editor.
#[derive(Debug)]
pub(crate) enum WriterEvent {
    /// A text is typed or pasted.
    Write(String),
    /// A file is chosen, to be read.
    ChooseFile(ChosenFile),
    /// The file was read, or is unreadable.
    Read(Option<String>),
    /// Request to begin a lesson.
    AskBeginning,
    /// A lesson begins with the dialog's choices.
    Begin(Box<Presentation>),
    /// Request to save the file.
    Keep,
}

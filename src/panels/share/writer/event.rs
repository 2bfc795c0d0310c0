//! Events of the editor.

use formats::link::presentation::Presentation;

/// An event of the editor.
#[derive(Debug, PartialEq)]
pub(crate) enum WriterEvent {
    /// Its place in the dialog may be a new one.
    Placed,
    /// A text is typed or pasted.
    Write(String),
    /// A file is chosen in its field.
    ChooseFile,
    /// It was read, or cannot be.
    Read(Option<String>),
    /// A beginning is wanted.
    AskBeginning,
    /// A lesson begins with what is chosen in the dialog.
    Begin(Box<Presentation>),
    /// The file is to be kept.
    Keep,
}

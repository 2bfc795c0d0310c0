//! Events of a reader of files, and what they come to.

use formats::import::worker::ImportReply;
use formats::import::{ImportRefusal, Imported};

/// The pane for which a reader reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReaderUser {
    /// The pane of files, which reads a file that was written.
    #[default]
    Files,
    /// The pane for imports.
    Import,
}

/// An event of a reader. A worker and a request are named by their numbers.
#[derive(Debug)]
pub(crate) enum ReaderEvent {
    /// A worker should have started by now.
    Late(u32),
    /// A worker sends a message.
    Reply(u32, Box<ImportReply>),
    /// A worker has failed, or its program failed to load.
    Failed(u32),
    /// The browser refuses to start a worker.
    Refused(u32),
    /// The next slice of the log of this number; empty at its end, absent if the file is unreadable.
    Slice(u32, Option<Vec<u8>>),
    /// A pause has passed while a request is read.
    Waited(u32),
}

/// The outcome of reading the present text.
#[derive(Debug)]
pub(crate) enum ReadOutcome {
    /// The plan of the text, or the reason why the text was refused.
    Read(Box<Result<Imported, ImportRefusal>>),
    /// Reading took too long or failed, and was ended.
    Ended,
    /// The browser cannot read the file.
    Unread,
    /// The browser starts no workers.
    NoWorkers,
}

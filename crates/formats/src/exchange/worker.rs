//! Reading of files in a worker of the page, which the page can end: its request and the reply.
//!
//! Tests: `crates/formats/tests/all/import_worker.rs`.

use serde::{Deserialize, Serialize};

use super::log::LogStream;
use super::read::import;
use super::several::{gathered, import_several};
use crate::import::base::ImportBase;
use crate::import::budget::ReadBudget;
use crate::import::imported::{ImportRefusal, Imported};
use crate::import::names::as_plan;
use cost::plan::Plan;

/// A request of the page. The replies bear its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ImportRequest {
    /// To read a text.
    Text {
        /// Number of the request, by which late replies are recognised.
        number: u32,
        /// The text.
        text: String,
        /// The plan that fills what the text leaves open.
        #[serde(with = "as_plan")]
        base: Plan,
    },
    /// To read several files as one plan.
    Files {
        /// Number of the request.
        number: u32,
        /// Paths with the bytes of their files, if these are not too long. Archives are unpacked.
        files: Vec<(String, Option<Vec<u8>>)>,
        /// The plan that fills what the files leave open.
        #[serde(with = "as_plan")]
        base: Plan,
    },
    /// To take in the next slice of a log; the first one with a number begins it.
    Slice {
        /// Number of the log.
        number: u32,
        /// Bytes of the log.
        bytes: Vec<u8>,
    },
    /// To read the log whose slices were taken in.
    End {
        /// Number of the log.
        number: u32,
        /// The plan that the log fills.
        #[serde(with = "as_plan")]
        base: Plan,
    },
}

/// A worker's message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ImportReply {
    /// The worker has started, and reads requests.
    Started,
    /// A text or a log was read.
    Read {
        /// Number of the request.
        number: u32,
        /// A plan from it, or why there is none.
        read: Box<Result<Imported, ImportRefusal>>,
    },
    /// A slice of the log of this number was taken in: the next one may come.
    Taken(u32),
}

/// The work of a worker: it replies to requests, and keeps the log whose slices it takes in.
///
/// ```
/// use formats::catalog;
/// use formats::import::worker::{ImportReply, ImportRequest, ImportWorker};
/// let mut worker = ImportWorker::default();
/// let arguments = "--num-layers 80 --hidden-size 8192".to_owned();
/// let request = ImportRequest::text(7, arguments, &catalog::default_plan());
/// let reply = worker.reply(&request.to_bytes()).unwrap().to_bytes();
/// let Some(ImportReply::Read { number: 7, read }) = ImportReply::from_bytes(&reply) else {
///     panic!()
/// };
/// assert_eq!(read.unwrap().plan.model.layers, 80);
/// ```
#[derive(Default)]
pub struct ImportWorker {
    /// The log with its number.
    log: Option<(u32, LogStream)>,
}

impl ImportWorker {
    /// The reply to the bytes of an [`ImportRequest`]; `None` if they are none.
    #[must_use]
    pub fn reply(&mut self, request: &[u8]) -> Option<ImportReply> {
        let (number, read) = match postcard::from_bytes(request).ok()? {
            ImportRequest::Text { number, text, base } => (number, import(&text, None, &base)),
            ImportRequest::Files {
                number,
                files,
                base,
            } => {
                let budget = ReadBudget::new();
                let base = ImportBase::filling(&base);
                let files = gathered(files, &budget);
                let read = files.and_then(|files| import_several(&files, None, &base, &budget));
                (number, read)
            }
            ImportRequest::Slice { number, bytes } => {
                self.log_of(number).take(&bytes);
                return Some(ImportReply::Taken(number));
            }
            ImportRequest::End { number, base } => {
                let log = std::mem::take(self.log_of(number));
                self.log = None;
                (number, log.done(&ImportBase::filling(&base)))
            }
        };
        let read = Box::new(read);
        Some(ImportReply::Read { number, read })
    }

    /// The log of a number, begun in place of another one if it is new.
    fn log_of(&mut self, number: u32) -> &mut LogStream {
        let log = self.log.take().filter(|(known, _)| *known == number);
        let (_, log) = self
            .log
            .insert(log.unwrap_or_else(|| (number, LogStream::default())));
        log
    }
}

impl ImportRequest {
    /// A request to read a text; `base` fills what it leaves open.
    #[must_use]
    pub fn text(number: u32, text: String, base: &Plan) -> Self {
        let base = base.bare();
        Self::Text { number, text, base }
    }

    /// A request to read several files, paths with their bytes; `base` fills what they leave open.
    #[must_use]
    pub fn files(number: u32, files: Vec<(String, Option<Vec<u8>>)>, base: &Plan) -> Self {
        let base = base.bare();
        Self::Files {
            number,
            files,
            base,
        }
    }

    /// A request to read the log whose slices were taken in; it fills `base`.
    #[must_use]
    pub fn end(number: u32, base: &Plan) -> Self {
        let base = base.bare();
        Self::End { number, base }
    }

    /// The request as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        written(self)
    }
}

impl ImportReply {
    /// The reply as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        written(self)
    }

    /// Reads bytes; `None` if they are not a reply.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

/// A message as bytes. The format supports all our messages. One that it did not support would be
/// sent as no bytes, which no reader takes for a message.
fn written(message: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).unwrap_or_default()
}

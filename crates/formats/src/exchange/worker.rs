//! Reading of files in a worker of the page, which the page can end: its request and the reply.
//!
//! Tests: `crates/formats/tests/all/import_worker.rs`.

use super::read::import;
use serde::{Deserialize, Serialize};

use crate::import::imported::{ImportRefusal, Imported};
use crate::import::names::as_plan;
use cost::plan::Plan;

/// A request of the page: to read a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportRequest {
    /// Number of the request, by which late replies are recognised.
    pub number: u32,
    /// The text.
    pub text: String,
    /// The plan that fills what the text leaves open.
    #[serde(with = "as_plan")]
    base: Plan,
}

/// A worker's message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ImportReply {
    /// The worker has started, and reads requests.
    Started,
    /// A text was read.
    Read {
        /// Number of the request.
        number: u32,
        /// A plan from the text, or why there is none.
        read: Box<Result<Imported, ImportRefusal>>,
    },
}

impl ImportRequest {
    /// A request of a number to read a text; `base` fills what it leaves open.
    #[must_use]
    pub fn new(number: u32, text: String, base: &Plan) -> Self {
        let base = base.bare();
        Self { number, text, base }
    }

    /// The request as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        written(self)
    }
}

impl ImportReply {
    /// The reply of a worker to the bytes of an [`ImportRequest`]; `None` if they are none.
    ///
    /// ```
    /// use formats::catalog;
    /// use formats::import::worker::{ImportReply, ImportRequest};
    /// let arguments = "--num-layers 80 --hidden-size 8192".to_owned();
    /// let request = ImportRequest::new(7, arguments, &catalog::default_plan());
    /// let reply = ImportReply::to(&request.to_bytes()).unwrap().to_bytes();
    /// let Some(ImportReply::Read { number: 7, read }) = ImportReply::from_bytes(&reply) else {
    ///     panic!()
    /// };
    /// assert_eq!(read.unwrap().plan.model.layers, 80);
    /// ```
    #[must_use]
    pub fn to(request: &[u8]) -> Option<Self> {
        let request: ImportRequest = postcard::from_bytes(request).ok()?;
        Some(Self::Read {
            number: request.number,
            read: Box::new(import(&request.text, None, &request.base)),
        })
    }

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

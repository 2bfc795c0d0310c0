//! Requests of the page to a worker, and the worker's replies. Each question has a number, by which
//! the page recognises late replies.
//!
//! A message is sent as bytes, in the format of `postcard`. The format is short, has whole numbers
//! of 64 bits, and needs no function of the browser.
//!
//! Each field is listed once, as types that serde reads; a list of fields in each direction would
//! be 1.9 kB smaller in a part of the search.

use super::row::FoundRow;
use crate::fits::{FitNumbers, FitQuestion};
use crate::optimize::{Candidate, Constraints, Counts, FoundLayout, PathStep, SearchQuestion};
use cost::plan::limits;
use serde::{Deserialize, Serialize};

/// Largest number of layouts in an answer: fifty times as many as a page shows.
const MOST_KEPT: usize = 1_000;
/// Largest number of memory limits in a question: forty times as many as a page draws.
const MOST_ROOMS: usize = 1_000;

/// A request of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkerRequest {
    /// The request to search a part of a plan's space.
    Search {
        /// The question's number.
        number: u64,
        /// The plan, as a link.
        link: String,
        /// The question.
        question: SearchQuestion,
        /// The constraints.
        constraints: Constraints,
        /// Position of the part among all parts, from 0 on.
        index: usize,
        /// Number of parts.
        of: usize,
    },
    /// The request to go on for a moment, with the layouts that other workers have found.
    GoOn {
        /// The question's number.
        number: u64,
        /// The best layouts so far.
        found: Vec<FoundLayout>,
    },
    /// The request to find the path from a plan's layout to another.
    Path {
        /// The question's number.
        number: u64,
        /// The plan, as a link.
        link: String,
        /// The goal of the search.
        question: SearchQuestion,
        /// The layout at the end of the path.
        to: Candidate,
    },
    /// The request to answer a question about the memory of a plan.
    Fits {
        /// The question's number.
        number: u64,
        /// The plan, as a link.
        link: String,
        /// The question.
        question: FitQuestion,
    },
}

/// A worker's reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkerReply {
    /// Progress of the worker's search.
    Progress(SearchProgress),
    /// The path; `None` if the plan has a setting that no search chooses.
    Path {
        /// The question's number.
        number: u64,
        /// The changes, in their order.
        legs: Option<Vec<PathStep>>,
    },
    /// The numbers of an answer about the memory of a plan.
    Fits {
        /// The question's number.
        number: u64,
        /// The numbers.
        numbers: FitNumbers,
    },
}

/// Progress of a worker's search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchProgress {
    /// The question's number.
    pub number: u64,
    /// True if all layouts of the worker's part are decided.
    pub is_done: bool,
    /// Estimated number of layouts of the worker's part.
    pub expected: u64,
    /// Counts of the layouts listed so far, by how they were decided.
    pub counts: Counts,
    /// The best layouts that the worker knows, for each memory limit.
    pub found: Vec<FoundLayout>,
    /// Figures of the best of `found`, at intervals and at the end, as each takes an estimate.
    pub rows: Vec<FoundRow>,
}

impl WorkerRequest {
    /// The request as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        written(self)
    }

    /// The request of these bytes; `None` if no page sends it, for example if it wants more layouts
    /// than a worker can keep.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        read(bytes).filter(Self::is_within_limits)
    }

    /// True if a worker can hold the answer, and the part exists.
    fn is_within_limits(&self) -> bool {
        let is_kept =
            |question: &SearchQuestion| question.keep <= MOST_KEPT && question.rooms <= MOST_ROOMS;
        match self {
            Self::Search {
                question,
                index,
                of,
                ..
            } => is_kept(question) && index < of,
            Self::Path { question, to, .. } => is_kept(question) && is_candidate(to),
            Self::Fits { .. } => true,
            Self::GoOn { found, .. } => found.iter().all(|found| is_candidate(&found.candidate)),
        }
    }
}

/// True if the degrees of a layout are within the limits of a plan's, so that no division by zero
/// occurs.
fn is_candidate(candidate: &Candidate) -> bool {
    let degrees = [
        candidate.gpus,
        candidate.tensor,
        candidate.context,
        candidate.pipeline,
        candidate.expert,
        candidate.expert_tensor,
    ];
    degrees.iter().all(|degree| limits::GPUS.contains(degree))
        && limits::LAYERS.contains(&candidate.virtual_stages)
        && limits::MICRO.contains(&candidate.micro)
}

impl WorkerReply {
    /// The reply as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        written(self)
    }

    /// Reads bytes; `None` if they are not a reply.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        read(bytes).filter(Self::is_within_limits)
    }

    /// True if a plan may have what the reply says.
    fn is_within_limits(&self) -> bool {
        match self {
            Self::Fits { numbers, .. } => numbers.are_within_limits(),
            Self::Progress(_) | Self::Path { .. } => true,
        }
    }
}

/// A message as bytes. The format supports all our messages. A message that it did not support
/// would be sent as no bytes, which no reader accepts.
fn written(message: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).unwrap_or_default()
}

/// A message that takes up all of the bytes.
fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let (message, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(message)
}

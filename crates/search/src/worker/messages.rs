//! Requests of the page to a worker, and its replies. Each question has a number, by which late
//! replies are recognised.

use super::numbers::{Rest, Sent, sent_fields};
use super::row::Row;
use crate::optimize::{Candidate, Constraints, Counts, Found, Leg, Question};
use cost::plan::limits;

/// Layouts that a question may want: fifty times as many as a page shows.
const MOST_KEPT: usize = 1_000;
/// Memory limits that a question may have: forty times as many as a page draws.
const MOST_ROOMS: usize = 1_000;

/// A request of the page. The link of the plan, if it has one, is sent beside the numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// To search a part of a plan's space.
    Search {
        /// The question's number.
        number: u64,
        /// The question.
        question: Question,
        /// The constraints.
        constraints: Constraints,
        /// Which part, from 0 on.
        index: usize,
        /// Of how many.
        of: usize,
    },
    /// To go on for a moment, with what others have found.
    GoOn {
        /// The question's number.
        number: u64,
        /// The best layouts so far.
        found: Vec<Found>,
    },
    /// For the path from a plan's own layout to another.
    Path {
        /// The question's number.
        number: u64,
        /// The goal of the search.
        question: Question,
        /// Where to.
        to: Candidate,
    },
}

/// A worker's reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// How far its search is.
    Progress(Progress),
    /// The path; none where the plan has what no search chooses.
    Path {
        /// The question's number.
        number: u64,
        /// The changes, in their order.
        legs: Option<Vec<Leg>>,
    },
}

/// How far a worker's search is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The question's number.
    pub number: u64,
    /// Whether there is nothing left to look at.
    pub is_done: bool,
    /// Layouts of its part, as far as is known.
    pub expected: u64,
    /// Counts of the layouts listed so far, by how they were decided.
    pub counts: Counts,
    /// The best that it knows of, for each memory limit.
    pub found: Vec<Found>,
    /// Figures of those of them that are worth a look, now and then and at the end: each is an
    /// estimate of its own.
    pub rows: Vec<Row>,
}

sent_fields! {
    Progress { number, is_done, expected, counts, found, rows }
}

impl Request {
    /// As numbers.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let mut to = Vec::new();
        match self {
            Self::Search {
                number,
                question,
                constraints,
                index,
                of,
            } => {
                (0_u64, *number).send(&mut to);
                question.send(&mut to);
                constraints.send(&mut to);
                [*index, *of].send(&mut to);
            }
            Self::GoOn { number, found } => {
                (1_u64, *number).send(&mut to);
                found.send(&mut to);
            }
            Self::Path {
                number,
                question,
                to: candidate,
            } => {
                (2_u64, *number).send(&mut to);
                question.send(&mut to);
                candidate.send(&mut to);
            }
        }
        to
    }

    /// From numbers; nothing where no page asks so, as for more than a worker can keep.
    #[must_use]
    pub fn of(numbers: &[f64]) -> Option<Self> {
        Self::received(numbers).filter(Self::is_within_limits)
    }

    /// Whether a worker can hold the answer, and its part exists.
    fn is_within_limits(&self) -> bool {
        let is_kept =
            |question: &Question| question.keep <= MOST_KEPT && question.rooms <= MOST_ROOMS;
        match self {
            Self::Search {
                question,
                index,
                of,
                ..
            } => is_kept(question) && index < of,
            Self::Path { question, to, .. } => is_kept(question) && is_candidate(to),
            Self::GoOn { found, .. } => found.iter().all(|found| is_candidate(&found.candidate)),
        }
    }

    fn received(numbers: &[f64]) -> Option<Self> {
        let from = &mut numbers.iter();
        let (kind, number) = <(u64, u64)>::receive(from)?;
        Some(match kind {
            0 => Self::Search {
                number,
                question: Sent::receive(from)?,
                constraints: Sent::receive(from)?,
                index: Sent::receive(from)?,
                of: Sent::receive(from)?,
            },
            1 => Self::GoOn {
                number,
                found: Sent::receive(from)?,
            },
            2 => Self::Path {
                number,
                question: Sent::receive(from)?,
                to: Sent::receive(from)?,
            },
            _ => return None,
        })
    }
}

/// Whether the degrees of a layout are within the limits of a plan's: nothing divides by nought.
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

impl Reply {
    /// As numbers.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let mut to = Vec::new();
        match self {
            Self::Progress(far) => {
                0_u64.send(&mut to);
                far.send(&mut to);
            }
            Self::Path { number, legs } => {
                (1_u64, *number).send(&mut to);
                legs.send(&mut to);
            }
        }
        to
    }

    /// From numbers.
    #[must_use]
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let from = &mut numbers.iter();
        Some(match u64::receive(from)? {
            0 => Self::Progress(Sent::receive(from)?),
            1 => Self::Path {
                number: Sent::receive(from)?,
                legs: Sent::receive(from)?,
            },
            _ => return None,
        })
    }
}

impl Sent for (u64, u64) {
    fn send(&self, to: &mut Vec<f64>) {
        [self.0, self.1].send(to);
    }
    fn receive(from: &mut Rest) -> Option<Self> {
        <[u64; 2]>::receive(from).map(|[first, second]| (first, second))
    }
}

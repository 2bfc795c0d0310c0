//! What a page asks a worker, and what that tells it. Each question has a number, so that what
//! comes late is known to be late.

use super::numbers::{Rest, Sent, sent_fields};
use super::row::Row;
use crate::best::{Counts, Cut, Found, Freedom, Leg, Question};
use cost::plan::limits;

/// Layouts that a question may want: fifty times as many as a page shows.
const MOST_KEPT: usize = 1_000;
/// Rooms into which it may divide a card: forty times as many as a page draws.
const MOST_ROOMS: usize = 1_000;

/// What a page asks. Beside the numbers goes the link of the plan, where one is meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// To search a part of a plan's space.
    Search {
        /// The question's number.
        number: u64,
        /// What is asked.
        question: Question,
        /// What may be chosen.
        freedom: Freedom,
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
    /// For the way from a plan's own layout to another.
    Way {
        /// The question's number.
        number: u64,
        /// What makes a layout better.
        question: Question,
        /// Where to.
        to: Cut,
    },
}

/// What a worker tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// How far its search is.
    Far(Far),
    /// The way; none where the plan has what no search chooses.
    Way {
        /// The question's number.
        number: u64,
        /// The changes, in their order.
        legs: Option<Vec<Leg>>,
    },
}

/// How far a worker's search is.
#[derive(Clone, Debug, PartialEq)]
pub struct Far {
    /// The question's number.
    pub number: u64,
    /// Whether there is nothing left to look at.
    pub is_done: bool,
    /// Layouts of its part, as far as is known.
    pub expected: u64,
    /// What became of those listed.
    pub counts: Counts,
    /// The best that it knows of, of each room.
    pub found: Vec<Found>,
    /// Figures of those of them that are worth a look, now and then and at the end: each is an
    /// estimate of its own.
    pub rows: Vec<Row>,
}

sent_fields! {
    Far { number, is_done, expected, counts, found, rows }
}

impl Asked {
    /// As numbers.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let mut to = Vec::new();
        match self {
            Self::Search {
                number,
                question,
                freedom,
                index,
                of,
            } => {
                (0_u64, *number).send(&mut to);
                question.send(&mut to);
                freedom.send(&mut to);
                [*index, *of].send(&mut to);
            }
            Self::GoOn { number, found } => {
                (1_u64, *number).send(&mut to);
                found.send(&mut to);
            }
            Self::Way {
                number,
                question,
                to: cut,
            } => {
                (2_u64, *number).send(&mut to);
                question.send(&mut to);
                cut.send(&mut to);
            }
        }
        to
    }

    /// From numbers; nothing where no page asks so, as for more than a worker can keep.
    #[must_use]
    pub fn of(numbers: &[f64]) -> Option<Self> {
        Self::received(numbers).filter(Self::is_within_limits)
    }

    /// Whether a worker has room for the answer, and its part is one.
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
            Self::Way { question, to, .. } => is_kept(question) && is_cut(to),
            Self::GoOn { found, .. } => found.iter().all(|found| is_cut(&found.cut)),
        }
    }

    fn received(numbers: &[f64]) -> Option<Self> {
        let from = &mut numbers.iter();
        let (kind, number) = <(u64, u64)>::receive(from)?;
        Some(match kind {
            0 => Self::Search {
                number,
                question: Sent::receive(from)?,
                freedom: Sent::receive(from)?,
                index: Sent::receive(from)?,
                of: Sent::receive(from)?,
            },
            1 => Self::GoOn {
                number,
                found: Sent::receive(from)?,
            },
            2 => Self::Way {
                number,
                question: Sent::receive(from)?,
                to: Sent::receive(from)?,
            },
            _ => return None,
        })
    }
}

/// Whether the degrees of a layout are within the limits of a plan's: nothing divides by nought.
fn is_cut(cut: &Cut) -> bool {
    let degrees = [
        cut.gpus,
        cut.tensor,
        cut.context,
        cut.pipeline,
        cut.expert,
        cut.expert_tensor,
    ];
    degrees.iter().all(|degree| limits::GPUS.contains(degree))
        && limits::LAYERS.contains(&cut.virtual_stages)
        && limits::MICRO.contains(&cut.micro)
}

impl Told {
    /// As numbers.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let mut to = Vec::new();
        match self {
            Self::Far(far) => {
                0_u64.send(&mut to);
                far.send(&mut to);
            }
            Self::Way { number, legs } => {
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
            0 => Self::Far(Sent::receive(from)?),
            1 => Self::Way {
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

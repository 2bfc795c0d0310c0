//! Events of the search for the best layout.

use search::optimize::Candidate;
use search::worker::WorkerReply;

use super::asked::{Choice, SearchLimit};

/// An event of the search.
pub(super) enum SearchEvent {
    /// An option is chosen: its position.
    Choose(Choice, usize),
    /// A limit is typed; none for a text without a number.
    Type(SearchLimit, Option<u64>),
    /// The search is stopped.
    Stop,
    /// A search that was stopped is continued.
    GoOn,
    /// New workers are requested.
    NewWorkers,
    /// A layout is adopted, as it was drawn.
    Adopt(Candidate),
    /// The pointer or the focus enters or leaves a layout.
    LookAt(Option<Candidate>),
    /// The question of this number is asked, unless there is a newer one.
    Ask(u32),
    /// The question of a number is asked, at a moment in milliseconds.
    AskAt(u32, f64),
    /// The number of workers that have started, at a moment in milliseconds.
    Started { count: usize, now: f64 },
    /// A reply of a worker, at a moment in milliseconds.
    Reply {
        worker: usize,
        reply: Box<WorkerReply>,
        now: f64,
    },
    /// A worker has failed, or its program failed to load.
    Failed,
    /// It is time to check for workers that do not reply.
    Look,
    /// The check for workers that do not reply, at a moment in milliseconds.
    LookAtWorkers(f64),
}

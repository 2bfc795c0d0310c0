//! Events of the search for the best layout.

use search::optimize::Candidate;
use search::worker::WorkerReply;

/// An event of the search.
pub(super) enum SearchEvent {
    /// Something is chosen of the list of an id.
    Choose(String, usize),
    /// Something is typed into the box of an id.
    Type(String, String),
    /// Details were opened or closed: they are filled.
    Fold,
    /// The search is stopped, or taken up again.
    StopOrGoOn,
    /// New workers are wanted.
    NewWorkers,
    /// A layout is adopted.
    Adopt(Candidate),
    /// The pointer or the focus comes to a layout, or leaves it.
    LookAt(Option<Candidate>),
    /// The question meant by this number is asked, unless another one is meant by now.
    Ask(u32),
    /// The same, at a moment in milliseconds.
    AskAt(u32, f64),
    /// So many workers have started, at a moment in milliseconds.
    Started { count: usize, now: f64 },
    /// A worker tells something, at a moment in milliseconds.
    Reply {
        worker: usize,
        reply: Box<WorkerReply>,
        now: f64,
    },
    /// A worker has failed, or its program has not come.
    Failed,
    /// It is time to look which worker has told nothing.
    Look,
    /// The same, at a moment in milliseconds.
    LookAtWorkers(f64),
}

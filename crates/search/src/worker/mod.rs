//! The search in the page's workers: requests, replies, and work in short pieces, between which a
//! worker reads its messages.
//!
//! A question goes to all workers at once, each with its part of the space. With every piece of
//! work a worker replies with its best layouts. The page forwards them, so that all know the score
//! to beat.
//!
//! Page and workers share no memory. A search that is no longer needed gets no further message, and
//! so ends.
//!
//! Tests: `src/worker/work.rs`, `tests/all/worker_messages.rs`.

mod messages;
mod row;
#[cfg(feature = "engine")]
mod work;

pub use messages::{SearchProgress, WorkerReply, WorkerRequest};
pub use row::{FoundRow, LayoutFigures};
#[cfg(feature = "engine")]
pub use work::Worker;

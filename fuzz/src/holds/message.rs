//! Properties of messages between a page and the workers of a search.

use search::worker::{Worker, WorkerReply, WorkerRequest};

use crate::failure::{Holds, ensure};
use test_utils::given::message::{read, written};

/// Number of further requests to go on with a search.
const MOMENTS: usize = 3;

/// Checks a conversation: a message a line.
///
/// # Errors
/// The property that does not hold.
pub fn message(input: &str) -> Holds {
    let mut worker = Worker::default();
    for line in input.lines() {
        let bytes = read(line);
        if let Some(asked) = WorkerRequest::from_bytes(&bytes) {
            let sent = asked.to_bytes();
            let again = WorkerRequest::from_bytes(&sent).map(|asked| asked.to_bytes());
            ensure(
                "a question is received as it was sent",
                again.as_ref() == Some(&sent),
                || written(&sent),
            )?;
        }
        // Each look at the clock is a moment later.
        let clock = std::cell::Cell::new(0.0);
        let now = || clock.replace(clock.get() + 1e3);
        answered(worker.answer(&bytes, now))?;
    }
    for _ in 0..MOMENTS {
        let go_on = WorkerRequest::GoOn {
            number: 1,
            found: Vec::new(),
        };
        answered(worker.answer(&go_on.to_bytes(), || f64::INFINITY))?;
    }
    Ok(())
}

/// Checks that a worker's answer is received as it was sent.
fn answered(told: Option<Vec<u8>>) -> Holds {
    let Some(sent) = told else {
        return Ok(());
    };
    let again = WorkerReply::from_bytes(&sent).map(|told| told.to_bytes());
    ensure(
        "an answer is received as it was sent",
        again.as_ref() == Some(&sent),
        || written(&sent),
    )
}

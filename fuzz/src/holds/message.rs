//! What holds of messages between a page and the workers of a search.

use search::worker::{Reply, Request, Worker};

use crate::failure::{Holds, ensure};
use crate::given::message::{read, written};

/// Moments that a search is let go on for.
const MOMENTS: usize = 3;

/// Checks a conversation: a link, then a message a line.
///
/// # Errors
/// The property that does not hold.
pub fn message(input: &str) -> Holds {
    let mut lines = input.lines();
    let link = lines.next().unwrap_or_default();
    let mut worker = Worker::default();
    for line in lines {
        let numbers = read(line);
        if let Some(asked) = Request::of(&numbers) {
            let sent = asked.numbers();
            let again = Request::of(&sent).map(|asked| asked.numbers());
            ensure(
                "a question is received as it was sent",
                same(again.as_deref(), &sent),
                || written(&sent),
            )?;
        }
        // Each look at the clock is a moment later.
        let clock = std::cell::Cell::new(0.0);
        let now = || clock.replace(clock.get() + 1e3);
        answered(worker.hear(link, &numbers, now))?;
    }
    for _ in 0..MOMENTS {
        let go_on = Request::GoOn {
            number: 1,
            found: Vec::new(),
        };
        answered(worker.hear(link, &go_on.numbers(), || f64::INFINITY))?;
    }
    Ok(())
}

/// What a worker tells is received as it was sent.
fn answered(told: Option<Vec<f64>>) -> Holds {
    let Some(sent) = told else {
        return Ok(());
    };
    let again = Reply::of(&sent).map(|told| told.numbers());
    ensure(
        "an answer is received as it was sent",
        same(again.as_deref(), &sent),
        || written(&sent),
    )
}

/// Whether numbers are the same, bit by bit: what is not a number is the same as itself.
fn same(received: Option<&[f64]>, sent: &[f64]) -> bool {
    let bits =
        |numbers: &[f64]| -> Vec<u64> { numbers.iter().map(|number| number.to_bits()).collect() };
    received.is_some_and(|received| bits(received) == bits(sent))
}

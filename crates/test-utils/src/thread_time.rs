//! The time that a thread has run.

use std::fs;
use std::time::{Duration, Instant};

/// A clock of the work of a thread. Other work on the machine does not move it, where the system
/// counts the time of threads.
pub struct ThreadClock {
    since: Instant,
    ran: Option<Duration>,
}

impl ThreadClock {
    /// A clock that starts now, in this thread.
    #[must_use]
    pub fn start() -> Self {
        Self {
            since: Instant::now(),
            ran: ran(),
        }
    }

    /// The time that this thread has run since; by the clock on the wall where the system does not
    /// count it.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let ran = ran().zip(self.ran).map(|(now, then)| now - then);
        ran.unwrap_or_else(|| self.since.elapsed())
    }
}

/// The time that this thread has run, as Linux counts it (`proc_pid_schedstat(5)`, the first number
/// in nanoseconds).
fn ran() -> Option<Duration> {
    let counts = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = counts.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

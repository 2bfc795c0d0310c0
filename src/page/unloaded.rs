//! Parts of the program that follow the first one by themselves: said in a notice where one is late
//! or does not come, with a button that asks for it again.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::browser::late::ask_again;
use crate::browser::timing::after;
use leptos::task::spawn_local;
use text::Frame;

use super::planner::Planner;

/// How long a part may take until the reader hears that it is late. It is waited for nevertheless:
/// the network may be slow.
const PATIENCE: Duration = Duration::from_secs(8);

/// A part of the program.
pub(crate) struct Part {
    /// What is said while it is late, and where it has not come.
    pub(crate) words: fn(&Frame) -> [&'static str; 2],
    /// Fetches it and has it do its work; tells whether it has come.
    pub(crate) load: fn(Planner) -> Pin<Box<dyn Future<Output = bool>>>,
}

/// A part that is late or has not come.
#[derive(Clone)]
pub(crate) struct Unloaded {
    part: &'static Part,
    attempt: Attempt,
    has_failed: bool,
}

/// An attempt to fetch a part: whether it is over. Signals hold only what threads could share.
type Attempt = Arc<AtomicBool>;

/// Fetches a part; the notices say what becomes of it.
pub(crate) fn fetch(planner: Planner, part: &'static Part) {
    let attempt = Attempt::default();
    wait(planner, part, Arc::clone(&attempt));
    spawn_local(async move {
        let is_there = (part.load)(planner).await;
        attempt.store(true, Ordering::Relaxed);
        note(planner, part, (!is_there).then_some((attempt, true)));
    });
}

/// Says that a part is late once it is.
fn wait(planner: Planner, part: &'static Part, attempt: Attempt) {
    after(PATIENCE, move || {
        if !attempt.load(Ordering::Relaxed) {
            note(planner, part, Some((attempt, false)));
        }
    });
}

/// Notes how it is with a part: nothing is said of one that is there or under way.
fn note(planner: Planner, part: &'static Part, how: Option<(Attempt, bool)>) {
    let look = planner.look_now();
    if how.is_none() && !look.unloaded.iter().any(|unloaded| unloaded.is(part)) {
        return;
    }
    planner.set_look(|look| {
        look.unloaded.retain(|unloaded| !unloaded.is(part));
        if let Some((attempt, has_failed)) = how {
            let unloaded = Unloaded {
                part,
                attempt,
                has_failed,
            };
            look.said = unloaded.sentence(&planner.strings.frame).to_owned();
            look.unloaded.push(unloaded);
        }
    });
}

impl Unloaded {
    /// What is said of it.
    pub(crate) fn sentence(&self, words: &Frame) -> &'static str {
        (self.part.words)(words)[usize::from(self.has_failed)]
    }

    /// Asks for it again. One that is late is asked for once more, and whichever answer comes first
    /// counts.
    pub(crate) fn again(&self, planner: Planner) {
        note(planner, self.part, None);
        if self.has_failed {
            fetch(planner, self.part);
        } else {
            wait(planner, self.part, Arc::clone(&self.attempt));
            ask_again();
        }
    }

    fn is(&self, part: &'static Part) -> bool {
        std::ptr::eq(self.part, part)
    }
}

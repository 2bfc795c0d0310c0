//! The running workers.

use std::cell::RefCell;
use std::rc::Rc;

use search::worker::WorkerReply;

use super::event::SearchEvent;
use super::pool::QueuedRequest;
use crate::browser::background::{Background, cores};
use crate::browser::timing::now;
use crate::store::Sender;

/// The name of the workers' script, beside the page's own.
const NAME: &str = "search";
/// Largest number of workers; more would find little more.
const MOST: usize = 8;

/// The running workers, shared by their start and the sending of requests.
#[derive(Clone, Default)]
pub(super) struct Programs(Rc<RefCell<Vec<Background>>>);

impl Programs {
    /// Starts the workers anew; sends their number, and then each of their replies.
    pub(super) fn start(&self, sender: &Sender<SearchEvent>) {
        // With more than two cores, one is left for the page.
        let count = cores().min(2).max(cores() - 1).min(MOST);
        let programs = (0..count).filter_map(|index| {
            let (messages, failed) = (sender.clone(), sender.clone());
            let on_message = move |bytes: Vec<u8>| {
                if let Some(reply) = WorkerReply::from_bytes(&bytes) {
                    messages.send(SearchEvent::Reply {
                        worker: index,
                        reply: Box::new(reply),
                        now: now(),
                    });
                }
            };
            Background::start(NAME, on_message, move || failed.send(SearchEvent::Failed))
        });
        let programs: Vec<Background> = programs.collect();
        let count = programs.len();
        self.0.replace(programs);
        sender.send(SearchEvent::Started { count, now: now() });
    }

    /// Sends requests to the workers.
    pub(super) fn post(&self, letters: &[QueuedRequest]) {
        let programs = self.0.borrow();
        for letter in letters {
            if let Some(program) = programs.get(letter.worker) {
                program.tell(&letter.request.to_bytes());
            }
        }
    }

    /// Terminates the workers.
    pub(super) fn end(&self) {
        let ended = self.0.take();
        drop(ended);
    }
}

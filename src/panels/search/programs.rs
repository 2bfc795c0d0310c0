//! The programs of the workers, beside the page.

use std::cell::RefCell;
use std::rc::Rc;

use search::worker::WorkerReply;

use super::event::SearchEvent;
use super::pool::Letter;
use crate::browser::background::{Background, cores};
use crate::browser::timing::now;
use crate::store::Sender;

/// The workers' name, beside the page's own.
const NAME: &str = "search";
/// More workers would find little more at once.
const MOST: usize = 8;

/// The programs, shared by what starts them and what sends to them.
#[derive(Clone, Default)]
pub(super) struct Programs(Rc<RefCell<Vec<Background>>>);

impl Programs {
    /// Starts them anew; tells how many there are, and then what each of them says.
    pub(super) fn start(&self, sender: &Sender<SearchEvent>) {
        // Where there are more than two cores, one is left to the page.
        let count = cores().min(2).max(cores() - 1).min(MOST);
        let programs = (0..count).filter_map(|index| {
            let (heard, failed) = (sender.clone(), sender.clone());
            let hear = move |bytes: Vec<u8>| {
                if let Some(reply) = WorkerReply::from_bytes(&bytes) {
                    heard.send(SearchEvent::Reply {
                        worker: index,
                        reply: Box::new(reply),
                        now: now(),
                    });
                }
            };
            Background::start(NAME, hear, move || failed.send(SearchEvent::Failed))
        });
        let programs: Vec<Background> = programs.collect();
        let count = programs.len();
        self.0.replace(programs);
        sender.send(SearchEvent::Started { count, now: now() });
    }

    /// Sends letters to them.
    pub(super) fn post(&self, letters: &[Letter]) {
        let programs = self.0.borrow();
        for letter in letters {
            if let Some(program) = programs.get(letter.worker) {
                program.tell(&letter.request.to_bytes());
            }
        }
    }

    /// Ends them.
    pub(super) fn end(&self) {
        let ended = self.0.take();
        drop(ended);
    }
}

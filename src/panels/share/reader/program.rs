//! The running worker of a reader of files.

use std::cell::RefCell;
use std::rc::Rc;

use formats::import::worker::ImportReply;

use super::super::event::ShareEvent;
use super::event::{ReaderEvent, ReaderUser};
use crate::browser::background::Background;
use crate::store::Sender;

/// The name of the worker's script, beside the page's own.
const NAME: &str = "import";

/// The running worker, shared by its start and the sending of requests.
#[derive(Clone, Default)]
pub(super) struct ReaderProgram(Rc<RefCell<Option<Background>>>);

impl ReaderProgram {
    /// Starts the worker of a number in place of another one; sends its messages.
    pub(super) fn start(&self, user: ReaderUser, number: u32, sender: &Sender<ShareEvent>) {
        let send = {
            let sender = sender.clone();
            move |event| sender.send(ShareEvent::Reader(user, event))
        };
        let (messages, failed) = (send.clone(), send.clone());
        let on_message = move |bytes: Vec<u8>| {
            if let Some(reply) = ImportReply::from_bytes(&bytes) {
                messages(ReaderEvent::Reply(number, Box::new(reply)));
            }
        };
        let on_failure = move || failed(ReaderEvent::Failed(number));
        let program = Background::start(NAME, on_message, on_failure);
        if program.is_none() {
            send(ReaderEvent::Refused(number));
        }
        let ended = self.0.replace(program);
        drop(ended);
    }

    /// Sends a request to the worker.
    pub(super) fn post(&self, request: &[u8]) {
        if let Some(program) = &*self.0.borrow() {
            program.tell(request);
        }
    }

    /// Ends the worker.
    pub(super) fn end(&self) {
        let ended = self.0.take();
        drop(ended);
    }
}

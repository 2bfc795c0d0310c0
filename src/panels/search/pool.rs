//! The pool of search workers: the replies that each owes, and the requests to be sent. The
//! programs themselves are in `programs.rs`.

use search::fits::FitQuestion;
use search::optimize::{Candidate, Constraints, FoundLayout, SearchQuestion};
use search::worker::WorkerRequest;

/// Requests that a worker gets ahead: it works on the next while the page reads the last reply.
const AHEAD: usize = 2;
/// Milliseconds that a worker may take without a reply. It replies some thirty times a second, but
/// may have to load its program first, or share its core with others.
const PATIENCE: f64 = 10_000.0;
/// Milliseconds between two checks from which the device must have been asleep, and the workers
/// too.
const ASLEEP: f64 = 5_000.0;

/// Reason why nothing is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Trouble {
    /// The browser starts no workers.
    Refused,
    /// A worker has failed, or its program failed to load.
    Failed,
    /// A worker has not replied for long: it is slow, or gone.
    Silent,
}

/// The workers' open requests, and the number of the last question.
#[derive(Default)]
pub(super) struct Pool {
    workers: Vec<Worker>,
    /// True while workers are being started.
    is_starting: bool,
    asked: u64,
    /// The moment of the last check for silent workers, while a reply is owed.
    looked: Option<f64>,
    pub(super) trouble: Option<Trouble>,
    /// Requests to be sent.
    outbox: Vec<QueuedRequest>,
}

/// A request to be sent to a worker.
pub(super) struct QueuedRequest {
    /// The worker's index.
    pub(super) worker: usize,
    pub(super) request: WorkerRequest,
}

/// Requests that a worker has yet to answer.
#[derive(Default)]
struct Worker {
    /// The numbers of the questions that it has not answered.
    owes: Vec<u64>,
    /// The moment of its last reply, or of its first question after it had none to answer.
    since: f64,
}

impl Worker {
    fn is_silent(&self, now: f64) -> bool {
        !self.owes.is_empty() && now - self.since > PATIENCE
    }
}

impl Pool {
    /// Number of workers.
    pub(super) fn size(&self) -> usize {
        self.workers.len()
    }

    /// True if workers are to be started. Sets the pool to starting.
    pub(super) fn begin_to_start(&mut self) -> bool {
        let is_needed = self.workers.is_empty() && self.trouble.is_none();
        is_needed && !std::mem::replace(&mut self.is_starting, true)
    }

    /// Records the number of workers that have started.
    pub(super) fn started(&mut self, count: usize) {
        self.is_starting = false;
        self.workers.clear();
        self.workers.resize_with(count, Worker::default);
        if count == 0 {
            self.trouble = Some(Trouble::Refused);
        }
    }

    /// Takes the requests to be sent.
    pub(super) fn take_outbox(&mut self) -> Vec<QueuedRequest> {
        std::mem::take(&mut self.outbox)
    }

    fn tell(&mut self, worker: usize, request: WorkerRequest, owes: Option<u64>, now: f64) {
        let Some(known) = self.workers.get_mut(worker) else {
            return;
        };
        if known.owes.is_empty() {
            known.since = now;
        }
        known.owes.extend(owes);
        self.outbox.push(QueuedRequest { worker, request });
    }

    /// Asks all workers about the plan of a link; returns the question's number.
    pub(super) fn ask(
        &mut self,
        link: &str,
        question: &SearchQuestion,
        constraints: &Constraints,
        now: f64,
    ) -> u64 {
        let number = self.next();
        let of = self.workers.len();
        for index in 0..of {
            let search = WorkerRequest::Search {
                number,
                link: link.to_owned(),
                question: question.clone(),
                constraints: constraints.clone(),
                index,
                of,
            };
            // Earlier questions are not continued.
            self.workers[index].owes.clear();
            self.tell(index, search, None, now);
            for _ in 0..AHEAD {
                self.go_on(index, number, Vec::new(), now);
            }
        }
        number
    }

    /// Makes a worker continue for a moment, with the layouts found so far.
    pub(super) fn go_on(&mut self, index: usize, number: u64, found: Vec<FoundLayout>, now: f64) {
        let go_on = WorkerRequest::GoOn { number, found };
        self.tell(index, go_on, Some(number), now);
    }

    /// Asks for the path from the plan of a link to a layout; returns the question's number.
    pub(super) fn ask_way(
        &mut self,
        link: &str,
        question: &SearchQuestion,
        to: Candidate,
        now: f64,
    ) -> u64 {
        let number = self.next();
        let request = WorkerRequest::Path {
            number,
            link: link.to_owned(),
            question: question.clone(),
            to,
        };
        self.tell(0, request, Some(number), now);
        number
    }

    /// Asks about the memory of the plan of a link; returns the question's number.
    pub(super) fn ask_fits(&mut self, link: &str, question: FitQuestion, now: f64) -> u64 {
        let number = self.next();
        let request = WorkerRequest::Fits {
            number,
            link: link.to_owned(),
            question,
        };
        self.tell(0, request, Some(number), now);
        number
    }

    /// Records a worker's reply to a question. Returns true if no worker is silent any more.
    pub(super) fn receive(&mut self, index: usize, number: u64, now: f64) -> bool {
        if let Some(worker) = self.workers.get_mut(index) {
            worker.since = now;
            if let Some(place) = worker.owes.iter().position(|owed| *owed == number) {
                worker.owes.swap_remove(place);
            }
        }
        let was_silent = self.trouble == Some(Trouble::Silent);
        if was_silent && !self.workers.iter().any(|worker| worker.is_silent(now)) {
            self.trouble = None;
        }
        was_silent && self.trouble.is_none()
    }

    /// True if a reply is owed and no check is scheduled. Records that one is scheduled now.
    pub(super) fn begin_to_look(&mut self, now: f64) -> bool {
        let is_needed = self.workers.iter().any(|worker| !worker.owes.is_empty());
        if !is_needed || self.looked.is_some() {
            return false;
        }
        self.looked = Some(now);
        true
    }

    /// Checks for workers that do not reply; returns the trouble, if it is new.
    pub(super) fn look(&mut self, now: f64) -> Option<Trouble> {
        let last = self.looked.take().unwrap_or(now);
        if now - last > ASLEEP {
            for worker in &mut self.workers {
                worker.since = now;
            }
        }
        let is_silent = self.workers.iter().any(|worker| worker.is_silent(now));
        if self.trouble.is_some() || !is_silent {
            return None;
        }
        self.trouble = Some(Trouble::Silent);
        self.trouble
    }

    /// Records that all workers have ended: one has failed, or the reader requests new ones. Their
    /// questions get no more answers.
    pub(super) fn end(&mut self, trouble: Option<Trouble>) {
        self.workers.clear();
        self.outbox.clear();
        self.is_starting = false;
        self.trouble = trouble;
    }

    fn next(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }
}

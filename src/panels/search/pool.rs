//! The workers that search, as the panel knows them: what each has yet to answer, and what is to be
//! sent to them. The programs themselves are in `programs.rs`.

use search::optimize::{Candidate, Constraints, FoundLayout, SearchQuestion};
use search::worker::WorkerRequest;

/// Moments of work that a worker is asked for ahead: while the page hears of one it does the next.
const AHEAD: usize = 2;
/// Milliseconds that a worker may take until it tells something. It tells some thirty times a second,
/// but may have to load its program first, or share its core with others.
const PATIENCE: f64 = 10_000.0;
/// Milliseconds between two looks at them from which on the device was asleep, and they too.
const ASLEEP: f64 = 5_000.0;

/// Why nothing is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Trouble {
    /// The browser starts no workers.
    Refused,
    /// A worker has failed, or its program has not come.
    Failed,
    /// A worker has long told nothing: it is slow, or gone.
    Silent,
}

/// The workers, and the number of the last question.
#[derive(Default)]
pub(super) struct Pool {
    workers: Vec<Worker>,
    /// Whether they are being started.
    is_starting: bool,
    asked: u64,
    /// When was last looked at who has told nothing, while anybody has to tell something.
    looked: Option<f64>,
    pub(super) trouble: Option<Trouble>,
    /// Letters to be sent.
    outbox: Vec<Letter>,
}

/// A request to be sent to a worker.
pub(super) struct Letter {
    /// Its place.
    pub(super) worker: usize,
    pub(super) request: WorkerRequest,
}

/// Requests that a worker has yet to answer.
#[derive(Default)]
struct Worker {
    /// The numbers of the questions, as often as it has to answer them.
    owes: Vec<u64>,
    /// Since when it has told nothing.
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

    /// Whether workers are to be started: from now on they are.
    pub(super) fn begin_to_start(&mut self) -> bool {
        let is_needed = self.workers.is_empty() && self.trouble.is_none();
        is_needed && !std::mem::replace(&mut self.is_starting, true)
    }

    /// So many workers have started.
    pub(super) fn started(&mut self, count: usize) {
        self.is_starting = false;
        self.workers.clear();
        self.workers.resize_with(count, Worker::default);
        if count == 0 {
            self.trouble = Some(Trouble::Refused);
        }
    }

    /// Takes the letters to be sent.
    pub(super) fn take_outbox(&mut self) -> Vec<Letter> {
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
        self.outbox.push(Letter { worker, request });
    }

    /// Asks all workers about the plan of a link; gives the question its number.
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
            // What was asked before is not gone on with.
            self.workers[index].owes.clear();
            self.tell(index, search, None, now);
            for _ in 0..AHEAD {
                self.go_on(index, number, Vec::new(), now);
            }
        }
        number
    }

    /// Has a worker go on for a moment, with what is found so far.
    pub(super) fn go_on(&mut self, index: usize, number: u64, found: Vec<FoundLayout>, now: f64) {
        let go_on = WorkerRequest::GoOn { number, found };
        self.tell(index, go_on, Some(number), now);
    }

    /// Asks for the way from the plan of a link to a layout; gives the question its number.
    pub(super) fn ask_way(
        &mut self,
        link: &str,
        question: &SearchQuestion,
        to: Candidate,
        now: f64,
    ) -> u64 {
        let number = self.next();
        let way = WorkerRequest::Path {
            number,
            link: link.to_owned(),
            question: question.clone(),
            to,
        };
        self.tell(0, way, Some(number), now);
        number
    }

    /// A worker has answered a question. Tells whether all were silent no more by that.
    pub(super) fn hear(&mut self, index: usize, number: u64, now: f64) -> bool {
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

    /// Whether somebody has to tell something and nobody looks yet who has not: from now on
    /// somebody does.
    pub(super) fn begin_to_look(&mut self, now: f64) -> bool {
        let is_needed = self.workers.iter().any(|worker| !worker.owes.is_empty());
        if !is_needed || self.looked.is_some() {
            return false;
        }
        self.looked = Some(now);
        true
    }

    /// Looks who has told nothing; gives the trouble, where that is new.
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

    /// All workers have ended: one has failed, or the reader asks for new ones. What they were
    /// asked is not answered any more.
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

//! The workers that search: started when something is first asked, each with a part of the space.

use std::time::Duration;

use crate::browser::background::{Background, cores};
use crate::browser::timing::{after, now};
use search::optimize::{Candidate, Constraints, Found, Question};
use search::worker::{Reply, Request};

use super::runs;
use crate::figures::desk::at;

/// The worker's name, beside the page's own.
const NAME: &str = "search";
/// More workers would find little more at once.
const MOST: usize = 8;
/// Moments of work that a worker is asked for ahead: while the page hears of one it does the next.
const AHEAD: usize = 2;

/// Milliseconds that a worker may take until it tells something. It tells some thirty times a second,
/// but may have to load its program first, or share its core with others.
const PATIENCE: f64 = 10_000.0;
/// Between two looks at who has told nothing.
const LOOK: Duration = Duration::from_secs(1);
/// Milliseconds between two looks from which on the device was asleep, and its workers too.
const ASLEEP: f64 = 5_000.0;

/// Why nothing is found.
#[derive(Clone, Copy, PartialEq)]
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
    asked: u64,
    /// When was last looked at who has told nothing, while anybody has to tell something.
    looked: Option<f64>,
    pub(super) trouble: Option<Trouble>,
}

/// A worker, and what it has yet to answer.
struct Worker {
    program: Background,
    /// The numbers of the questions, as often as it has to answer them.
    owes: Vec<u64>,
    /// Since when it has told nothing.
    since: f64,
}

impl Worker {
    fn tell(&mut self, link: &str, message: &Request, owes: Option<u64>) {
        if self.owes.is_empty() {
            self.since = now();
        }
        self.owes.extend(owes);
        self.program.tell(link, &message.numbers());
    }

    fn is_silent(&self, now: f64) -> bool {
        !self.owes.is_empty() && now - self.since > PATIENCE
    }
}

impl Pool {
    /// How many workers there are.
    pub(super) fn size(&self) -> usize {
        self.workers.len()
    }

    /// Asks all workers about the plan of a link; gives the question its number.
    pub(super) fn ask(
        &mut self,
        link: &str,
        question: &Question,
        constraints: &Constraints,
    ) -> u64 {
        self.start();
        let number = self.next();
        let of = self.workers.len();
        for index in 0..of {
            let search = Request::Search {
                number,
                question: question.clone(),
                constraints: constraints.clone(),
                index,
                of,
            };
            let worker = &mut self.workers[index];
            // What was asked before is not gone on with.
            worker.owes.clear();
            worker.tell(link, &search, None);
            for _ in 0..AHEAD {
                self.go_on(index, number, Vec::new());
            }
        }
        number
    }

    /// Has a worker go on for a moment, with what is found so far.
    pub(super) fn go_on(&mut self, index: usize, number: u64, found: Vec<Found>) {
        if let Some(worker) = self.workers.get_mut(index) {
            worker.tell("", &Request::GoOn { number, found }, Some(number));
            self.look();
        }
    }

    /// Asks for the way from the plan of a link to a layout; gives the question its number.
    pub(super) fn ask_way(&mut self, link: &str, question: &Question, to: Candidate) -> u64 {
        let number = self.next();
        if let Some(worker) = self.workers.first_mut() {
            let way = Request::Path {
                number,
                question: question.clone(),
                to,
            };
            worker.tell(link, &way, Some(number));
            self.look();
        }
        number
    }

    /// A worker has answered a question. Tells whether all were silent no more by that.
    pub(super) fn hear(&mut self, index: usize, number: u64) -> bool {
        let now = now();
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

    /// Looks who has told nothing, as long as anybody has to tell something.
    fn look(&mut self) {
        if self.looked.is_none() {
            self.looked = Some(now());
            after(LOOK, || at(|desk| desk.search.runs.pool.look_again()));
        }
    }

    fn look_again(&mut self) {
        let now = now();
        let last = self.looked.take().unwrap_or(now);
        if now - last > ASLEEP {
            for worker in &mut self.workers {
                worker.since = now;
            }
        }
        if self.trouble.is_none() && self.workers.iter().any(|worker| worker.is_silent(now)) {
            self.trouble = Some(Trouble::Silent);
            runs::show_trouble();
        }
        if self.workers.iter().any(|worker| !worker.owes.is_empty()) {
            self.look();
        }
    }

    /// Ends all workers: one has failed, or the reader asks for new ones. What they were asked is
    /// not answered any more.
    pub(super) fn end(&mut self, trouble: Option<Trouble>) {
        self.workers.clear();
        self.trouble = trouble;
    }

    fn next(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }

    /// Starts the workers, unless they are there.
    pub(super) fn start(&mut self) {
        if !self.workers.is_empty() || self.trouble.is_some() {
            return;
        }
        // Where there are more than two cores, one is left to the page.
        let workers = cores().min(2).max(cores() - 1).min(MOST);
        for index in 0..workers {
            let hear = move |numbers: Vec<f64>| {
                if let Some(told) = Reply::of(&numbers) {
                    at(|desk| runs::hear(desk, index, told));
                }
            };
            let program = Background::start(NAME, hear, || at(runs::fail));
            self.workers.extend(program.map(|program| Worker {
                program,
                owes: Vec::new(),
                since: now(),
            }));
        }
        if self.workers.is_empty() {
            self.trouble = Some(Trouble::Refused);
        }
    }
}

//! The workers that search: started when something is first asked, each with a part of the space.

use shardwise::browser::background::{Background, cores};
use shardwise::search::best::{Cut, Found, Freedom, Question};
use shardwise::searcher::{Asked, Told};

use super::runs;
use crate::figures::desk::at;

/// The worker's name, beside the page's own.
const NAME: &str = "search";
/// More workers would find little more at once.
const MOST: usize = 8;
/// Moments of work that a worker is asked for ahead: while the page hears of one it does the next.
const AHEAD: usize = 2;

/// The workers, and the number of the last question.
#[derive(Default)]
pub(super) struct Pool {
    workers: Vec<Background>,
    asked: u64,
    /// Whether the browser starts none.
    pub(super) has_failed: bool,
}

impl Pool {
    /// How many workers there are.
    pub(super) fn size(&self) -> usize {
        self.workers.len()
    }

    /// Asks all workers about the plan of a link; gives the question its number.
    pub(super) fn ask(&mut self, link: &str, question: &Question, freedom: &Freedom) -> u64 {
        self.start();
        let number = self.next();
        let of = self.workers.len();
        for index in 0..of {
            let search = Asked::Search {
                number,
                question: question.clone(),
                freedom: freedom.clone(),
                index,
                of,
            };
            self.workers[index].tell(link, &search.numbers());
            for _ in 0..AHEAD {
                self.go_on(index, number, Vec::new());
            }
        }
        number
    }

    /// Has a worker go on for a moment, with what is found so far.
    pub(super) fn go_on(&self, index: usize, number: u64, found: Vec<Found>) {
        if let Some(worker) = self.workers.get(index) {
            worker.tell("", &Asked::GoOn { number, found }.numbers());
        }
    }

    /// Asks for the way from the plan of a link to a layout; gives the question its number.
    pub(super) fn ask_way(&mut self, link: &str, question: &Question, to: Cut) -> u64 {
        let number = self.next();
        if let Some(worker) = self.workers.first() {
            let way = Asked::Way {
                number,
                question: question.clone(),
                to,
            };
            worker.tell(link, &way.numbers());
        }
        number
    }

    fn next(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }

    /// Starts the workers, unless they are there.
    pub(super) fn start(&mut self) {
        if !self.workers.is_empty() || self.has_failed {
            return;
        }
        // Where there are more than two cores, one is left to the page.
        let workers = cores().min(2).max(cores() - 1).min(MOST);
        for index in 0..workers {
            let hear = move |numbers: Vec<f64>| {
                if let Some(told) = Told::of(&numbers) {
                    at(|desk| runs::hear(desk, index, told));
                }
            };
            let worker = Background::start(NAME, hear, || at(runs::fail));
            self.workers.extend(worker);
        }
        self.has_failed = self.workers.is_empty();
    }
}
